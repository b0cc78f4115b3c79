"""A composed photo and everything that is known about it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import CastleColor
from kscan.training.compose.camera import Floats
from kscan.training.compose.pictures import Pixels
from kscan.training.compose.play import LaidDomino
from kscan.training.compose.recipe import Hazard

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
