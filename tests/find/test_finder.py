"""Kingdoms that a first look takes for one, or sees too small, are found all the same."""

import numpy as np
import pytest

from kscan.find import find
from kscan.find.finder import _beside
from kscan.find.grid import Grid
from kscan.find.heatmap import Sightings
from kscan.find.peaks import Peaks
from kscan.find.views import View, looks
from kscan.lab.compose import Hazard, Material, Recipe, compose
from kscan.lab.compose.staging import LookAt, Staging, alone, from_afar, leaning
from kscan.lab.train_finder.cache import true_grid
from kscan.lab.train_finder.judge import judged
from kscan.photo.records import Photo


def test_what_is_found_is_taken_out_of_a_view() -> None:
    points = np.array([[15.0, 15.0], [25.0, 15.0], [95.0, 15.0]])
    axes = np.full(3, 10.0 + 0j)
    view = View(
        Sightings(Peaks(points, np.ones(3)), axes, axes * 1j, Peaks(points, axes.real), np.ones(3)),
        2 * np.eye(3),
    )
    view.to_photo[2, 2] = 1.0
    grid = np.array([[20.0, 0.0, 20.0], [0.0, 20.0, 20.0], [0.0, 0.0, 1.0]])
    known = Grid(grid, np.array([[0.9, 0.1]]), 1.0)
    left = _beside(view, [known])
    assert left.seen.centres.points.tolist() == points[1:].tolist()
    assert len(left.seen.vertices) == 3


@pytest.mark.parametrize(("side", "views"), [(420, 1), (1500, 2)])
def test_small_squares_get_a_larger_look(side: int, views: int) -> None:
    rng = np.random.default_rng(3)
    made = compose(rng, Material.painted(), Recipe(kingdoms=1, long_side=420))
    canvas = np.full((side, side, 3), 90, np.uint8)
    canvas[: made.pixels.shape[0], : made.pixels.shape[1]] = made.pixels
    photo = Photo("far away", canvas)
    assert len(looks(photo)) == views
    (verdict,) = judged([true_grid(made.kingdoms[0])], find(photo))
    assert verdict.seen


def test_a_kingdom_far_off_on_a_tilted_photo_is_found() -> None:
    rng = np.random.default_rng([5, 30])
    recipe = Recipe(kingdoms=4, long_side=1000, hazards=frozenset({Hazard.TILT}))
    made = compose(rng, Material.painted(), recipe)
    verdicts = judged([true_grid(one) for one in made.kingdoms], find(Photo("tilted", made.pixels)))
    assert [verdict.seen for verdict in verdicts] == [True] * 4


@pytest.mark.parametrize("look_at", [from_afar(0.15, 900), leaning(52, 55, 900)])
def test_a_kingdom_that_is_small_or_seen_from_the_side_is_found(look_at: LookAt) -> None:
    rng = np.random.default_rng(8)
    staging = Staging(alone(rng, 5), look_at)
    made = compose(rng, Material.painted(), Recipe(long_side=900), staging)
    (verdict,) = judged([true_grid(made.kingdoms[0])], find(Photo("search", made.pixels)))
    assert verdict.seen
