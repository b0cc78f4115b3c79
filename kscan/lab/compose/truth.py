"""A composed photo and everything that is known about it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import CastleColor
from kscan.lab import dataset
from kscan.lab.compose.camera import Camera, Floats
from kscan.lab.compose.laying import UNIT, LaidKingdom
from kscan.lab.compose.pictures import Pixels
from kscan.lab.compose.play import LaidDomino
from kscan.lab.compose.recipe import Hazard
from kscan.lab.compose.tiles import seen_on

SEEN = 0.75  # of a square: with less in view its crowns may be hidden


@dataclass(frozen=True, slots=True, eq=False)
class ComposedKingdom:
    """One kingdom in a composed photo."""

    kingdom: Kingdom  # its castle has its colour
    homography: Floats  # 3 x 3: (col, row, 1) of the grid that fits the squares best -> pixels
    squares: Floats  # rows x cols x 4 x 2: corners of each laid square, not a number where empty
    visible: Floats  # rows x cols: the share of each square that can be seen
    inside: Floats  # rows x cols: the share of each square that is within the frame
    dominoes: tuple[LaidDomino, ...]
    # The share of each field that something else than tile or table covers, with a ring of fields
    # around the grid: rows + 2 x cols + 2.
    covered: Floats

    def covered_at(self, cell: Cell) -> float:
        """Return the covered share of a field.

        It may lie one beyond the grid.
        """
        return float(self.covered[cell.row + 1, cell.col + 1])

    @property
    def hidden(self) -> tuple[Cell, ...]:
        """The covered fields that something hides or the frame cuts."""
        return tuple(cell for cell in self.kingdom.covered if self.visible[cell] < SEEN)

    @property
    def partly_outside(self) -> bool:
        """Whether a square lies outside the frame for more than a sliver."""
        return any(self.inside[cell] < 0.9 for cell in self.kingdom.covered)

    @property
    def color(self) -> CastleColor | None:
        """The player's colour."""
        return self.kingdom[self.kingdom.castles[0]].color

    def points(self, grid: Floats) -> Floats:
        """Pixels (n x 2) of places on the grid (n x 2, column and row in squares)."""
        flat = np.column_stack([grid, np.ones(len(grid))]) @ self.homography.T
        return np.asarray(flat[:, :2] / flat[:, 2:])

    def record(self) -> dict[str, Any]:
        """Return the kingdom for a line of JSON."""
        return {
            "cells": str(self.kingdom).splitlines(),
            "rows": self.kingdom.rows,
            "cols": self.kingdom.cols,
            "homography": self.homography.round(9).tolist(),
            "squares": [
                [None if np.isnan(square[0, 0]) else square.round(2).tolist() for square in row]
                for row in self.squares
            ],
            "visible": self.visible.round(2).tolist(),
            "covered": self.covered[1:-1, 1:-1].round(2).tolist(),
            "hidden": [list(cell) for cell in self.hidden],
            "partly_outside": self.partly_outside,
            "castle": self.color.name.lower() if self.color else None,
            "dominoes": [[d.number, [list(cell) for cell in d.cells]] for d in self.dominoes],
        }


@dataclass(frozen=True, slots=True, eq=False)
class Composed:
    """A composed photo with its truth."""

    pixels: Pixels
    kingdoms: tuple[ComposedKingdom, ...]
    hazards: frozenset[Hazard]
    edition: str  # of its tiles, by name


@dataclass(frozen=True, slots=True, eq=False)
class Hiding:
    """White where something hides what lies on the table, in masks as large as their picture."""

    above: NDArray[np.uint8]  # whatever stands or lies there
    lying: NDArray[np.uint8]  # of that what lies on kingdoms: things and hands
    drowned: NDArray[np.uint8]  # where glare hides the print


def truth_of(
    camera: Camera,
    laid: LaidKingdom,
    height: float,
    hiding: Hiding,
    board: dataset.LabelledBoard | None,
    turned: frozenset[Cell],
) -> ComposedKingdom:
    """Return the truth of a kingdom in the finished photo.

    Its tops lie at `height`. A castle does not hide its own square; what a castle on a photographed
    board hides is known. The squares that are `turned` show their backs.
    """
    plane = camera.plane(height)
    squares = seen_on(plane, laid.corners.reshape(-1, 2)).reshape(laid.corners.shape)
    homography = plane @ laid.grid @ laid.strays
    places = _places(squares)
    within, above = _seen(camera, places, hiding.above)
    drowned = _white(places, hiding.drowned, 1.0)
    inside = np.asarray(within.mean(axis=(2, 3)), dtype=np.float64)
    visible = np.asarray((within & ~above & ~drowned).mean(axis=(2, 3)), dtype=np.float64)
    covered = _covered(camera, homography, laid.kingdom, hiding)
    shares = _share((above | drowned) & within, within)
    for cell in laid.kingdom.covered:
        covered[cell.row + 1, cell.col + 1] = shares[cell]
    lying = _share(_seen(camera, places, hiding.lying)[1] & within, within)
    for cell in laid.kingdom.castles:
        covered[cell.row + 1, cell.col + 1] = lying[cell]
        visible[cell] = max(0.0, inside[cell] - lying[cell])
    if board is not None:
        top = min(cell.row for cell in board.kingdom.covered)
        left = min(cell.col for cell in board.kingdom.covered)
        for row, col in board.hidden:
            visible[row - top, col - left] = 0.0
    for row, col in turned:
        visible[row, col], covered[row + 1, col + 1] = 0.0, 1.0
    homography = homography / homography[2, 2]
    return ComposedKingdom(
        laid.kingdom, homography, squares, visible, inside, laid.dominoes, covered
    )


def _covered(camera: Camera, homography: Floats, kingdom: Kingdom, hiding: Hiding) -> Floats:
    """Return the covered share of each field and ring.

    The even grid's fields, and those around it.
    """
    rows, cols = np.mgrid[-1 : kingdom.rows + 1, -1 : kingdom.cols + 1]
    corners = np.stack([cols, rows], axis=-1)[:, :, None] + UNIT
    seen = seen_on(homography, corners.reshape(-1, 2)).reshape(corners.shape)
    within, above = _seen(camera, _places(seen), hiding.above)
    return _share(above & within, within)


def _seen(
    camera: Camera, places: Floats, mask: NDArray[np.uint8]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the places in the frame, and those masked.

    Under the white of the mask.
    """
    x, y = places[..., 0], places[..., 1]
    within = (x > -0.5) & (y > -0.5) & (x < camera.width - 0.5) & (y < camera.height - 0.5)
    return within, _white(places, mask, mask.shape[1] / camera.width)


def _share(some: NDArray[np.bool_], of: NDArray[np.bool_]) -> Floats:
    """Return each field's share of places (rows x cols x 8 x 8).

    0 where there are none.
    """
    return np.asarray(some.sum(axis=(2, 3)) / np.maximum(of.sum(axis=(2, 3)), 1), np.float64)


def _places(squares: Floats) -> Floats:
    """Return an 8 x 8 grid of places on each square: rows x cols x 8 x 8 x 2."""
    steps = (np.arange(8) + 0.5) / 8
    u, v = np.meshgrid(steps, steps)
    weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=-1)
    return np.asarray(np.einsum("ijk,rckd->rcijd", weights, squares))


def _white(places: Floats, mask: NDArray[np.uint8], finer: float) -> NDArray[np.bool_]:
    """Sample the mask at places.

    It has `finer` pixels to one of the photo along a side.
    """
    high, wide = mask.shape
    scaled = np.nan_to_num((places + 0.5) * finer - 0.5, nan=-1.0)
    x, y = np.rint(scaled[..., 0]).astype(int), np.rint(scaled[..., 1]).astype(int)
    within = (x >= 0) & (y >= 0) & (x < wide) & (y < high)
    return np.asarray(within & (mask[y.clip(0, high - 1), x.clip(0, wide - 1)] > 127))
