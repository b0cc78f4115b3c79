"""What own drawings promise: shape, repeatability, and crowns that the art knows nothing of."""

import time
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from kscan.game.squares import BASE_COLORS, BASE_TERRAINS, CastleColor
from kscan.lab.painting import (
    REACH,
    SURFACES,
    Style,
    View,
    paint_back,
    paint_box,
    paint_castle,
    paint_domino,
    paint_king,
    paint_square,
    paint_surface,
)
from kscan.lab.painting.crowns import CrownStyle, crown_places
from kscan.lab.painting.foreign_grids import FOREIGN_GRIDS, paint_foreign_grid
from kscan.lab.painting.pen import Pen
from kscan.lab.painting.style import FEATURES, MOTIFS

LAND = [f"{terrain.value}{crowns}" for terrain in BASE_TERRAINS for crowns in range(4)]
STARTS = ["C", "Cp", "Cy", "Cg", "Cb"]


def rng(*seed: int) -> np.random.Generator:
    return np.random.default_rng(list(seed) or 1)


@pytest.mark.parametrize("label", LAND + STARTS)
def test_every_label_is_drawn_at_the_size_asked_for(label: str) -> None:
    for seed in range(4):
        square = paint_square(label, Style.random(rng(seed)), rng(seed, 1), 72)
        assert square.shape == (72, 72, 3)
        assert square.dtype == np.uint8


def test_the_same_seed_draws_the_same_edition_and_square() -> None:
    assert Style.random(rng(3)) == Style.random(rng(3))
    for label in ("F2", "Cb"):
        first, second = (paint_square(label, Style.random(rng(3)), rng(4)) for _ in range(2))
        assert np.array_equal(first, second)


def test_drawing_leaves_no_trace_on_the_next_one() -> None:
    style = Style.random(rng(5))
    alone = paint_square("W0", style, rng(6))
    for label in LAND:
        paint_square(label, style, rng(7))
    assert np.array_equal(alone, paint_square("W0", style, rng(6)))


def without_print(style: Style) -> Style:
    return replace(style, vignette=0.0, gloss=0.0, vivid=1.0, border=None)


@pytest.mark.parametrize("terrain", "WFLPSM")
def test_the_land_is_the_same_whatever_the_crowns(terrain: str) -> None:
    for seed in range(6):
        style = without_print(Style.random(rng(seed)))
        plain, crowned = (paint_square(f"{terrain}{n}", style, rng(seed, 2)) for n in (0, 3))
        changed = np.abs(plain.astype(int) - crowned).max(axis=2) > 0
        # Three crowns and their shadows: more would be a change of the land.
        assert 0.01 < changed.mean() < 0.45


@pytest.mark.parametrize("count", [1, 2, 3])
def test_crowns_lie_apart_and_within_the_square(count: int) -> None:
    for seed in range(200):
        crown = CrownStyle.random(rng(seed))
        places = np.array(crown_places(count, crown, rng(seed, 1)))[:, :2]
        assert len(places) == count
        assert (places > 0.04).all()
        assert (places < 0.96).all()
        for place, other in pairwise(places):
            assert np.hypot(*(place - other)) > 0.75 * crown.width * min(1.0, crown.height)


def test_a_domino_of_one_terrain_may_run_on_across_its_middle() -> None:
    running, halved = 0, 0
    for seed in range(30):
        style = without_print(Style.random(rng(8)))
        domino = paint_domino("L0", "L0", style, rng(seed), 64).astype(int)
        assert domino.shape == (64, 128, 3)
        step = np.abs(domino[:, 64] - domino[:, 63]).mean()
        usual = np.abs(np.diff(domino[:, 8:56], axis=1)).mean()
        running, halved = running + (step < 2 * usual + 1), halved + (step >= 2 * usual + 1)
    assert running > halved


def test_a_domino_shows_both_of_its_terrains() -> None:
    style = Style.random(rng(9))
    domino = paint_domino("W0", "L0", style, rng(1), 64).astype(float)
    blue = domino[..., 0] - domino[..., 2]
    assert blue[:, :56].mean() < 0 < blue[:, 72:].mean()


def test_a_back_is_as_large_as_its_domino() -> None:
    assert paint_back(Style.random(rng(1)), rng(2), 50).shape == (50, 100, 3)


@pytest.mark.parametrize("kind", SURFACES)
def test_every_surface_fills_any_rectangle(kind: str) -> None:
    for seed, (height, width) in enumerate([(90, 140), (140, 90), (33, 1000)]):
        table = paint_surface(rng(seed), height, width, kind)
        assert table.shape == (height, width, 3)
        assert table.dtype == np.uint8


def opaque(sprite: np.ndarray) -> np.ndarray:
    return np.argwhere(sprite[:, :, 3] > 250) / (sprite.shape[0] / (2 * REACH + 1)) - REACH - 0.5


@pytest.mark.parametrize("color", BASE_COLORS)
def test_a_castle_stands_on_its_own_square(color: CastleColor) -> None:
    for seed in range(5):
        spots = opaque(paint_castle(color, rng(seed), 40, View(0.0, 0.0, 30.0)))
        assert len(spots)
        assert np.abs(spots).max() < 0.75


def test_a_castle_leans_away_from_the_camera() -> None:
    for seed in range(5):
        below = opaque(paint_castle(CastleColor.BLUE, rng(seed), 40, View(0.0, 6.0, 5.0)))
        assert below[:, 0].min() < -0.6  # rows count downwards: up is away from the camera
        assert below[:, 0].max() < 0.7


def test_a_king_is_a_wooden_thing_smaller_than_a_square() -> None:
    for seed in range(8):
        spots = opaque(paint_king(CastleColor.PINK, rng(seed), 40, View(0.0, 0.0, 30.0)))
        assert 0 < len(spots) < 40 * 40 * 0.6


def test_a_box_is_square() -> None:
    assert paint_box(rng(1), 80).shape == (80, 80, 3)


def test_every_motif_and_feature_leaves_a_mark() -> None:
    style = Style.random(rng(2))
    for name, drawing in (MOTIFS | FEATURES).items():
        for ink in (None, (0.0, 0.0, 0.0)):
            pixels = np.full((80, 80, 3), 128, np.uint8)
            drawing(Pen.on(pixels, 80.0, ink).at(0.4, 0.5, 0.9), rng(3), style.looks[0])
            assert (pixels != 128).any(), name


def test_thousands_of_squares_can_be_painted_in_a_training() -> None:
    style = Style.random(rng(1))
    paint_square("F1", style, rng(1), 96)  # noise fields are made once
    start = time.process_time()
    for seed in range(20):
        own = Style.random(rng(seed))
        for label in ("W1", "F0", "L2", "P0", "S1"):
            paint_square(label, own, rng(seed), 96)
    assert time.process_time() - start < 100 * 0.01


@pytest.mark.parametrize("kind", FOREIGN_GRIDS)
def test_a_foreign_grid_is_another_picture_each_time(kind: str) -> None:
    one, same, other = (paint_foreign_grid(rng(seed), 320, kind) for seed in (1, 1, 2))
    assert one.shape == (320, 320, 3)
    assert one.dtype == np.uint8
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
