"""One kingdom's grid: its homography, and the coverage of its fields."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kscan.find.homography import mapped
from kscan.game.kingdom import Cell

# At most, and at least, how probable a tile is on a field that is surely empty, or surely covered.
_EMPTY, _COVERED = 0.2, 0.8
# Of the trials' grids above this quality 104 of 105 were right.
_CLEAR = 0.6
GIVEN = "corners_given"  # the note of a grid whose corners a person gave


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """A field beside a kingdom's block, perhaps under an unexplained tile."""

    middle: tuple[float, float]  # column and row, on the kingdom's plane
    tile: float  # the finder's probability that a tile lies there
    cut: bool  # whether the photo shows only a part of it


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """One kingdom's grid in the upright photo.

    From the finder it is a window of `rows` x `cols` fields with every field that may be covered;
    `cropped`, it is the kingdom's block.
    """

    homography: NDArray[np.float64]  # 3 x 3: (col, row, 1) in squares -> (x, y, w) in pixels
    covered: NDArray[np.float64]  # rows x cols: probability that a tile lies there
    quality: float  # 0 to 1: how well the picture supports this grid
    notes: tuple[str, ...] = ()
    beside: tuple[Beside, ...] = ()  # fields beside the block on which a tile may lie

    @property
    def rows(self) -> int:
        """Rows of the window."""
        return int(self.covered.shape[0])

    @property
    def cols(self) -> int:
        """Columns of the window."""
        return int(self.covered.shape[1])

    @property
    def doubts(self) -> tuple[str, ...]:
        """Codes of its doubts: notes, and an unclear grid."""
        notes = tuple(note for note in self.notes if note != GIVEN)
        return (*notes, "unclear") if self.quality < _CLEAR else notes

    @property
    def surely_empty(self) -> NDArray[np.bool_]:
        """The surely empty fields (rows x cols)."""
        return self.covered <= _EMPTY

    @property
    def surely_covered(self) -> NDArray[np.bool_]:
        """The surely covered fields (rows x cols)."""
        return self.covered >= _COVERED

    def points(self, grid: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map grid positions (n x 2, column and row) to pixels."""
        return mapped(self.homography, grid)

    def corners(self) -> NDArray[np.float64]:
        """Return the block's corners, clockwise from the top-left one."""
        w, h = float(self.cols), float(self.rows)
        return self.points(np.array([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]]))

    def side(self) -> float:
        """Return the mean side of the block's squares, in pixels."""
        corners = self.corners()
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        return float((sides / [self.cols, self.rows, self.cols, self.rows]).mean())

    def cropped(self, top_left: Cell, rows: int, cols: int) -> "Grid":
        """Return the same grid seen through a smaller window."""
        row, col = top_left
        shift = np.array([[1.0, 0.0, col], [0.0, 1.0, row], [0.0, 0.0, 1.0]])
        window = self.covered[row : row + rows, col : col + cols]
        return Grid(self.homography @ shift, window, self.quality, self.notes)

    def cropped_to(self, fields: NDArray[np.bool_]) -> "Grid":
        """Return the same grid around these fields; as it is without any."""
        rows, cols = fields.nonzero()
        if not len(rows):
            return self
        top, left = int(rows.min()), int(cols.min())
        return self.cropped(Cell(top, left), int(rows.max()) - top + 1, int(cols.max()) - left + 1)
