"""Tiles beside a kingdom that no grid explains are noted, whatever they belong to."""

import numpy as np
import pytest

from kscan.find.grid import Beside, Grid
from kscan.find.neighbours import LARGER, TOUCHING, notes, on, single, with_cut_fields, with_squares
from kscan.find.photo_edge import MAY_GO_ON
from kscan.find.plane import Squares
from kscan.find.views import View
from kscan.lab.compose.staging import neighbours
from kscan.photo.records import Photo

SIDE = 40.0
PLACE = np.array([[SIDE, 0.0, 100.0], [0.0, SIDE, 100.0], [0.0, 0.0, 1.0]])
SURE, UNSURE = np.array([6.0]), np.array([1.0])


def kingdom(rows: int, cols: int) -> Grid:
    return Grid(PLACE, np.ones((rows, cols)), 1.0)


def square(col: float, row: float, tile: float = 0.95, side: float = SIDE) -> Squares:
    """One square whose middle lies there on the kingdom's plane."""
    place = np.array([[col, row]]) * SIDE + 100.0
    axis = np.array([side + 0j])
    return Squares(place, axis, 1j * axis, np.ones(1), np.array([tile]))


def beside(col: float, row: float, *, cut: bool = False) -> Grid:
    return Grid(PLACE, np.ones((5, 5)), 1.0, beside=(Beside((col, row), 0.9, cut),))


def test_a_square_close_beside_the_kingdom_is_kept_for_the_reader() -> None:
    (grid,) = with_squares([kingdom(5, 5)], square(5.6, 2.3))
    assert [one.middle for one in grid.beside] == [pytest.approx((5.6, 2.3))]
    assert not grid.beside[0].cut


@pytest.mark.parametrize(
    "seen",
    [
        square(2.5, 2.5),  # on the kingdom
        square(7.0, 2.5),  # a loose tile with table between
        square(5.6, 2.3, tile=0.3),  # the table's pattern
        square(5.6, 2.3, side=SIDE / 2),  # a picture on a tile
    ],
)
def test_what_is_no_tile_beside_the_kingdom_is_not(seen: Squares) -> None:
    assert with_squares([kingdom(5, 5)], seen)[0].beside == ()


def test_a_square_of_another_kingdom_is_explained() -> None:
    other = Grid(PLACE @ np.array([[1, 0, 5.1], [0, 1, 0], [0, 0, 1.0]]), np.ones((5, 5)), 1.0)
    assert with_squares([kingdom(5, 5), other], square(5.6, 2.5))[0].beside == ()


def test_only_a_sure_tile_is_noted() -> None:
    assert notes(beside(5.6, 2.3), SURE) == (TOUCHING,)
    assert notes(beside(5.6, 2.3), UNSURE) == ()


def test_tiles_that_continue_seven_fields_say_that_the_kingdom_is_larger() -> None:
    seven = Grid(PLACE, np.ones((3, 7)), 1.0, beside=(Beside((7.5, 1.5), 0.9, False),))
    assert notes(seven, SURE) == (LARGER,)
    astray = Grid(PLACE, np.ones((3, 7)), 1.0, beside=(Beside((7.8, 1.9), 0.9, False),))
    assert notes(astray, SURE) == (TOUCHING,)
    below = Grid(PLACE, np.ones((3, 7)), 1.0, beside=(Beside((3.5, 3.5), 0.9, False),))
    assert notes(below, SURE) == (TOUCHING,)


def test_a_field_that_the_photo_cuts_is_noted_where_it_rather_shows_a_tile() -> None:
    assert notes(beside(5.5, 2.5, cut=True), UNSURE) == (MAY_GO_ON,)
    assert notes(beside(5.5, 2.5, cut=True), -UNSURE) == ()


def test_fields_that_the_photo_cuts_are_those_half_in_view() -> None:
    photo = Photo("p", np.zeros((600, round(100 + 5.5 * SIDE), 3), np.uint8))
    everywhere = View(None, np.eye(3), np.ones((150, 90), np.float32))  # type: ignore[arg-type]
    (grid,) = with_cut_fields(photo, [kingdom(5, 5)], everywhere)
    assert {one.middle for one in grid.beside} == {(5.5, row + 0.5) for row in range(5)}
    nowhere = View(None, np.eye(3))  # type: ignore[arg-type]
    assert with_cut_fields(photo, [kingdom(5, 5)], nowhere)[0].beside == ()


def test_a_single_field_lies_where_it_was_seen() -> None:
    grid = beside(5.6, 2.3)
    middle = single(grid, grid.beside[0]).points(np.array([[0.5, 0.5]]))
    assert middle[0] == pytest.approx([100 + 5.6 * SIDE, 100 + 2.3 * SIDE])


def test_places_lie_on_covered_fields_only() -> None:
    grid = Grid(PLACE, np.array([[1.0, 0.0]]), 1.0)
    places = np.array([[0.5, 0.5], [1.5, 0.5], [2.5, 0.5]]) * SIDE + 100.0
    assert on(places, grid).tolist() == [True, False, False]


def test_composed_neighbours_lie_apart_by_the_gap() -> None:
    layout = neighbours(np.random.default_rng(2), 5, 0.3)
    first, second = (kingdom.corners.reshape(-1, 2) for kingdom in layout.kingdoms)
    gap = np.nanmin(second[:, 0]) - np.nanmax(first[:, 0])
    assert 0.1 < gap < 0.5
