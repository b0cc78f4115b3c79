"""A grid that lies on a better one is no kingdom of its own, however small either is."""

import numpy as np
import pytest

from kscan.find.finder import _non_maximum_suppression
from kscan.find.grid import Grid


def lying(top: int, left: int, rows: int, cols: int, quality: float) -> Grid:
    """Return a grid of covered squares, 20 pixels wide each."""
    move = np.array([[20.0, 0.0, 20.0 * left], [0.0, 20.0, 20.0 * top], [0.0, 0.0, 1.0]])
    return Grid(move, np.ones((rows, cols)), quality)


@pytest.mark.parametrize(("large", "small"), [(0.9, 0.7), (0.7, 0.9)])
def test_of_a_small_grid_inside_a_large_one_the_better_is_kept(large: float, small: float) -> None:
    grids = [lying(0, 0, 5, 5, large), lying(1, 1, 1, 3, small)]
    (kept,) = _non_maximum_suppression(grids)
    assert kept.quality == 0.9


def test_of_three_on_one_place_one_is_kept_and_the_neighbour_stays() -> None:
    grids = [
        lying(0, 0, 5, 5, 0.8),
        lying(1, 0, 5, 5, 0.9),
        lying(3, 3, 1, 3, 0.7),
        lying(0, 9, 3, 3, 0.6),
    ]
    assert [one.quality for one in _non_maximum_suppression(grids)] == [0.9, 0.6]


def test_grids_that_touch_are_kingdoms_of_their_own() -> None:
    assert len(_non_maximum_suppression([lying(0, 0, 5, 5, 0.9), lying(0, 5, 5, 5, 0.8)])) == 2
