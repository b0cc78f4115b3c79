"""What the data's own labels lack, seen by eye."""

import csv
from collections.abc import Iterator
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from kscan.game.squares import CastleColor


def castle_colors() -> dict[str, CastleColor]:
    """Read the castle colours of single squares, by file name."""
    return {row["file"]: CastleColor(row["color"]) for row in _rows("castle_colors.csv")}


def board_corners() -> dict[str, NDArray[np.float64]]:
    """Read the corners of boards' grids, by file name.

    The outer corners (4 x 2, x and y, from the top left clockwise) in sides of the picture: cut
    out by hand, the squares stray from the even grid that the labels take for granted.
    """
    names = [f"{axis}{corner}" for corner in range(4) for axis in "xy"]
    return {
        row["file"]: np.array([float(row[name]) for name in names]).reshape(4, 2)
        for row in _rows("board_corners.csv")
    }


def _rows(name: str) -> Iterator[dict[str, str]]:
    with files(__name__).joinpath(name).open(encoding="utf-8") as file:
        yield from csv.DictReader(file)
