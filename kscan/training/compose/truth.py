"""A composed photo and everything that is known about it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import CastleColor
from kscan.training import dataset
from kscan.training.compose.camera import Camera, Floats
from kscan.training.compose.laying import LaidKingdom
from kscan.training.compose.pictures import Pixels
from kscan.training.compose.play import LaidDomino
from kscan.training.compose.recipe import Hazard
from kscan.training.compose.tiles import seen_on

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
        """The kingdom for a line of JSON."""
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


def truth_of(
    camera: Camera,
    laid: LaidKingdom,
    height: float,
    above: NDArray[np.uint8],
    drowned: Pixels,
    board: dataset.LabelledBoard | None,
) -> ComposedKingdom:
    """What is true of a kingdom whose tops lie at `height` in the finished photo.

    `above` is white where something hides what lies on the table, `drowned` where glare does.

    A castle does not hide its own square; what a castle on a photographed board hides is known.
    """
    plane = camera.plane(height)
    squares = seen_on(plane, laid.corners.reshape(-1, 2)).reshape(laid.corners.shape)
    places = _places(squares)
    x, y = places[..., 0], places[..., 1]
    within = (x > -0.5) & (y > -0.5) & (x < camera.width - 0.5) & (y < camera.height - 0.5)
    clear = within & ~_white(places, above, above.shape[1] / camera.width)
    clear &= ~_white(places, drowned, 1.0)
    inside = np.asarray(within.mean(axis=(2, 3)), dtype=np.float64)
    visible = np.asarray(clear.mean(axis=(2, 3)), dtype=np.float64)
    for cell in laid.kingdom.castles:
        visible[cell] = inside[cell]
    if board is not None:
        top = min(cell.row for cell in board.kingdom.covered)
        left = min(cell.col for cell in board.kingdom.covered)
        for row, col in board.hidden:
            visible[row - top, col - left] = 0.0
    homography = plane @ laid.grid @ laid.strays
    homography = homography / homography[2, 2]
    return ComposedKingdom(laid.kingdom, homography, squares, visible, inside, laid.dominoes)


def _places(squares: Floats) -> Floats:
    """An 8 x 8 grid of places on each square: rows x cols x 8 x 8 x 2."""
    steps = (np.arange(8) + 0.5) / 8
    u, v = np.meshgrid(steps, steps)
    weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=-1)
    return np.asarray(np.einsum("ijk,rckd->rcijd", weights, squares))


def _white(places: Floats, mask: NDArray[np.uint8], finer: float) -> NDArray[np.bool_]:
    """Where the mask is white; it has `finer` pixels to one of the photo along a side."""
    high, wide = mask.shape
    scaled = np.nan_to_num((places + 0.5) * finer - 0.5, nan=-1.0)
    x, y = np.rint(scaled[..., 0]).astype(int), np.rint(scaled[..., 1]).astype(int)
    within = (x >= 0) & (y >= 0) & (x < wide) & (y < high)
    return np.asarray(within & (mask[y.clip(0, high - 1), x.clip(0, wide - 1)] > 127))
