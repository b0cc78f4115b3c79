"""Kingdoms that a first look takes for one, or sees too small, are found all the same."""

import numpy as np
import pytest

from kscan.training.compose import Hazard, Material, Recipe, compose
from kscan.training.lattice.cache import true_grid
from kscan.training.lattice.judge import judged
from kscan.vision.lattice import find
from kscan.vision.lattice.finding import View, _beside, looks
from kscan.vision.lattice.heat import Sightings
from kscan.vision.lattice.peaks import Peaks
from kscan.vision.records import Lattice, Photo


def test_what_is_found_is_taken_out_of_a_view() -> None:
    points = np.array([[15.0, 15.0], [25.0, 15.0], [95.0, 15.0]])
    axes = np.full(3, 10.0 + 0j)
    view = View(
        Sightings(Peaks(points, np.ones(3)), axes, axes * 1j, Peaks(points, axes.real)),
        2 * np.eye(3),
    )
    view.to_photo[2, 2] = 1.0
    grid = np.array([[20.0, 0.0, 20.0], [0.0, 20.0, 20.0], [0.0, 0.0, 1.0]])
    known = Lattice(grid, np.array([[0.9, 0.1]]), 1.0)
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
