"""Unexplained tiles beside a kingdom: a lost neighbour, two merged, a wider kingdom."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kscan.find.grid import Beside, Grid
from kscan.find.homography import Points, inverse, mapped, middles
from kscan.find.local_frame import axes_at
from kscan.find.photo_edge import MAY_GO_ON, cut_fields
from kscan.find.plane import Squares
from kscan.find.views import View
from kscan.game.kingdom import LARGEST
from kscan.photo.records import Photo

TOUCHING = "touching"  # the note of a kingdom beside which tiles lie that belong to none
LARGER = "larger_than_7"  # of one whose tiles go on beyond a grid of seven

_NEAR, _FAR = 0.6, 1.35  # squares from a covered field's middle: beside it, the gap below 0.35
_SIZE_RATIO = 1.6  # of areas: tiles of one box on one plane
_LATTICE = 0.25  # of a square: so near to the grid lie tiles of the same kingdom
_MOST = 8  # fields of a kind that are read: one on which a tile lies is enough
# The finder's probability of a tile below which no reading makes one.
_LEAST_TILE, _LEAST_CUT = 0.5, 0.2
_SURE = 3.0  # log odds of a tile: of what was chosen for looking like one, patterns stay below


def with_squares(grids: Sequence[Grid], seen: Squares) -> list[Grid]:
    """Add to each grid the unclaimed squares close beside it."""
    explained = np.zeros(len(seen.places), np.bool_)
    for grid in grids:
        explained |= on(seen.places, grid)
    return [replace(grid, beside=grid.beside + _beside(grid, seen, ~explained)) for grid in grids]


def with_cut_fields(photo: Photo, grids: Sequence[Grid], view: View) -> list[Grid]:
    """Add to each grid neighbouring fields cut by the edge.

    The photo's edge.
    """
    noted = []
    for grid in grids:
        fields, in_view = cut_fields(photo, grid)
        tiles = view.tile_at(in_view)
        likely = _likeliest(tiles, _LEAST_CUT)
        cut = [Beside((fields[k, 0], fields[k, 1]), float(tiles[k]), cut=True) for k in likely]
        noted.append(replace(grid, beside=grid.beside + tuple(cut)))
    return noted


def notes(grid: Grid, odds: NDArray[np.float64]) -> tuple[str, ...]:
    """Return notes on the fields beside the grid.

    `odds` are the log odds of a tile on each.
    """
    whole = np.array([not one.cut for one in grid.beside], np.bool_)
    tiles = np.array([one.middle for one in grid.beside])[whole & (odds > _SURE)]
    said = [MAY_GO_ON] if (~whole & (odds > 0)).any() and not grid.notes else []
    if len(tiles):
        said.append(LARGER if _goes_on(grid, tiles) else TOUCHING)
    return tuple(said)


def _goes_on(grid: Grid, tiles: Points) -> bool:
    """Return True if a tile continues a seven-field kingdom."""
    ends = middles(grid.covered > 0.5)
    spans = np.ptp(ends, axis=0) + 1 >= LARGEST
    beyond = (tiles < ends.min(0) - 0.5) | (tiles > ends.max(0) + 0.5)
    lattice = np.abs(tiles - np.floor(tiles) - 0.5).max(1) < _LATTICE
    return bool((lattice & (beyond & spans).any(1)).any())


def single(grid: Grid, field: Beside) -> Grid:
    """Return the grid of one field beside `grid`.

    On the same plane.
    """
    col, row = field.middle
    shift = np.array([[1.0, 0.0, col - 0.5], [0.0, 1.0, row - 0.5], [0.0, 0.0, 1.0]])
    return Grid(grid.homography @ shift, np.ones((1, 1)), grid.quality)


def on(places: Points, grid: Grid) -> NDArray[np.bool_]:
    """Return the places on covered fields of `grid`."""
    there = np.floor(mapped(inverse(grid.homography), places)).astype(int)
    inside = ((there >= 0) & (there < (grid.cols, grid.rows))).all(1)
    covered = np.zeros(len(places), np.bool_)
    covered[inside] = grid.covered[there[inside, 1], there[inside, 0]] > 0.5
    return covered


def _beside(grid: Grid, seen: Squares, free: NDArray[np.bool_]) -> tuple[Beside, ...]:
    """Return the free squares like a grid's, close beside it.

    Close to covered fields, and as large.
    """
    covered = middles(grid.covered > 0.5)
    if not len(covered) or not len(seen.places):
        return ()
    places = mapped(inverse(grid.homography), seen.places)
    away = np.abs(places[:, None] - covered[None]).max(2).min(1)
    outside = ((places < 0) | (places > (grid.cols, grid.rows))).any(1)
    u, v = axes_at(grid.homography, places)
    ratio = _areas(seen.u, seen.v) / _areas(u, v)
    near = free & outside & (away > _NEAR) & (away < _FAR)
    near &= (ratio < _SIZE_RATIO) & (ratio > 1 / _SIZE_RATIO)
    likely = _likeliest(np.where(near, seen.tiles, 0.0), _LEAST_TILE)
    return tuple(
        Beside((float(places[k, 0]), float(places[k, 1])), float(seen.tiles[k]), cut=False)
        for k in likely
    )


def _likeliest(tiles: NDArray[np.float64], least: float) -> NDArray[np.int64]:
    """Return indices of the most probable tiles above `least`."""
    order = np.argsort(-tiles, kind="stable")
    return order[tiles[order] > least][:_MOST]


def _areas(u: NDArray[np.complex128], v: NDArray[np.complex128]) -> NDArray[np.float64]:
    return np.maximum(np.abs((np.conj(u) * v).imag), 1e-9)
