"""What the finder's networks are taught leads back to the truth when it is answered perfectly."""

import numpy as np
import pytest
from numpy.typing import NDArray

from kscan.find import refine as fields
from kscan.find.grid import Grid
from kscan.find.grow import grow
from kscan.find.heatmap import Heat, sightings
from kscan.find.homography import inverse, mapped, middles
from kscan.find.refine import SPAN, Fields, refined
from kscan.lab.train_finder.judge import as_truth, judged
from kscan.lab.train_finder.scenes import TrueGrid
from kscan.lab.train_finder.targets import field_maps, heat_maps

TILTED = np.array([[44.0, 9.0, 90.0], [-8.0, 37.0, 95.0], [0.01, -0.008, 1.0]])
SEEN = np.array([[0.0, 0.0], [511.0, 383.0]])


def ragged(rows: int = 5, cols: int = 5) -> NDArray[np.bool_]:
    covered = np.ones((rows, cols), dtype=np.bool_)
    covered[0, 3:] = covered[3, 1] = False
    return covered


def test_perfect_heat_leads_back_to_the_grid() -> None:
    truth = TrueGrid(TILTED, ragged(), (2, 2))
    maps = heat_maps([truth], (384, 512), SEEN)
    heat = Heat(maps[0], maps[1], maps[2], np.moveaxis(maps[3:], 0, -1))
    (grid,) = grow(sightings(heat))
    there = mapped(inverse(grid.homography) @ TILTED, middles(truth.covered))
    assert np.abs(there - np.floor(there) - 0.5).max() < 0.05
    assert {(int(x), int(y)) for x, y in np.floor(there)} == grid.fields


def test_no_kingdom_is_no_heat() -> None:
    assert not heat_maps([], (64, 64), SEEN).any()


def test_perfect_shifts_lead_back_to_the_grid() -> None:
    truth = TrueGrid(TILTED, ragged(), (2, 2))
    error = np.array([[1.02, 0.015, 0.1], [-0.02, 0.99, -0.12], [0.001, -0.001, 1.0]])
    guess = fields.moved(TILTED, -2, -2) @ error
    maps, counts = field_maps(truth, guess, (2000, 2000))
    assert counts[2].sum() == truth.covered.sum() == maps[0].sum()
    assert maps[1].sum() == 1
    shifts, unlooked = np.moveaxis(maps[2:], 0, -1), np.zeros((1, 1, 3), np.uint8)
    seen = Fields(guess, maps[0].astype(float), maps[1].astype(float), shifts, unlooked)
    better = refined(seen)
    there = mapped(inverse(better) @ TILTED, middles(truth.covered))
    assert np.abs(there - np.floor(there) - 0.5).max() < 0.03


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_what_is_read_in_a_turned_window_is_turned_back(turn: int) -> None:
    rng = np.random.default_rng(turn)
    upright = rng.normal(size=(4, SPAN, SPAN)).astype(np.float32)
    turned = np.rot90(upright, turn, axes=(1, 2)).copy()
    for _ in range(turn):
        # A quarter turn against the clock sends a step (x, y) to (y, -x); y counts downwards.
        turned[2], turned[3] = turned[3].copy(), -turned[2].copy()
    assert np.allclose(fields._unturned(turned, turn), upright)


def grid(homography: NDArray[np.float64], covered: NDArray[np.bool_]) -> Grid:
    return Grid(homography, np.where(covered, 0.9, 0.1), 1.0)


def test_the_same_grid_turned_is_found() -> None:
    covered = ragged()
    quarter = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 5.0], [0.0, 0.0, 1.0]])
    truth = TrueGrid(TILTED, covered, None)
    turned = grid(TILTED @ quarter, np.rot90(covered, -1))
    (verdict,) = judged([truth], [turned])
    assert verdict.found
    assert verdict.error < 1e-6


def test_a_missed_field_and_a_moved_grid_are_not_found() -> None:
    truth = TrueGrid(TILTED, ragged(), None)
    less = ragged()
    less[4, 4] = False
    moved = TILTED @ np.array([[1.0, 0.0, 0.08], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    (missed,) = judged([truth], [grid(TILTED, less)])
    (off,) = judged([truth], [grid(moved, ragged())])
    assert (missed.found, missed.wrong_fields) == (False, 1)
    assert (off.found, off.covered_right) == (False, True)
    assert judged([truth], [])[0].seen is False


def test_what_was_found_is_found_again_in_the_enlarged_photo() -> None:
    enlarged = np.diag([2.0, 2.0, 1.0])
    found = grid(TILTED, ragged())
    (verdict,) = judged([as_truth(found, enlarged)], [grid(enlarged @ TILTED, ragged())])
    assert verdict.found


@pytest.mark.parametrize("said", [True, False])
def test_what_nobody_can_see_may_be_found_otherwise_in_the_turned_photo(said: bool) -> None:
    first, again, hidden = ragged(), ragged(), np.zeros((5, 5), dtype=np.bool_)
    hidden[4, 4] = True
    first[4, 4], again[4, 4] = said, not said
    known = TrueGrid(TILTED, ragged(), None, hidden)
    move = np.diag([2.0, 2.0, 1.0])
    (asked,) = judged([as_truth(grid(TILTED, first), move)], [grid(move @ TILTED, again)])
    truth = as_truth(grid(TILTED, first), move, [known])
    (either,) = judged([truth], [grid(move @ TILTED, again)])
    assert (asked.wrong_fields, either.wrong_fields) == (1, 0)
