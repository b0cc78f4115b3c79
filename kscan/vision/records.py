"""What crosses between the stages of vision, and from vision to the reconstruction."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kscan.game.kingdom import Cell
from kscan.game.squares import KINDS

# The labels of evidence along its last axis: the sixteen kinds of land, the castle, the table.
CLASSES: tuple[str, ...] = (*map(str, KINDS), "C", ".")
CASTLE_CLASS = CLASSES.index("C")
EMPTY_CLASS = CLASSES.index(".")

# How probable a tile is on a field that is bare, and on one that is laid; between, who knows?
_BARE, _LAID = 0.2, 0.8


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded picture, upright."""

    name: str
    pixels: NDArray[np.uint8]  # height x width x 3, BGR
    notes: tuple[str, ...] = ()  # what a person should know of the file
    # Half the pixels, half of these and so on: as far as anyone asked for (kscan/vision/scales.py).
    halves: list[NDArray[np.uint8]] = field(default_factory=list, init=False, repr=False)

    @property
    def height(self) -> int:
        """Rows of pixels."""
        return int(self.pixels.shape[0])

    @property
    def width(self) -> int:
        """Columns of pixels."""
        return int(self.pixels.shape[1])


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Where one kingdom's grid lies in the upright photo.

    The block is a window of `rows` x `cols` fields that holds every field that may be covered;
    the reading decides which are.
    """

    homography: NDArray[np.float64]  # 3 x 3: (col, row, 1) in squares -> (x, y, w) in pixels
    covered: NDArray[np.float64]  # rows x cols: probability that a tile lies there
    quality: float  # 0 to 1: how well the picture supports this grid
    notes: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """Rows of the window."""
        return int(self.covered.shape[0])

    @property
    def cols(self) -> int:
        """Columns of the window."""
        return int(self.covered.shape[1])

    @property
    def bare(self) -> NDArray[np.bool_]:
        """On which fields (rows x cols) surely nothing lies."""
        return self.covered <= _BARE

    @property
    def laid(self) -> NDArray[np.bool_]:
        """On which fields (rows x cols) surely a tile lies."""
        return self.covered >= _LAID

    def points(self, grid: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pixels (n x 2, x and y) of grid positions (n x 2, column and row in squares)."""
        flat = np.column_stack([grid, np.ones(len(grid))]) @ self.homography.T
        return np.asarray(flat[:, :2] / flat[:, 2:], dtype=np.float64)

    def corners(self) -> NDArray[np.float64]:
        """The block's outer corners, 4 x 2: top-left, top-right, bottom-right, bottom-left."""
        w, h = float(self.cols), float(self.rows)
        return self.points(np.array([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]]))

    def side(self) -> float:
        """The mean side of the block's squares, in pixels."""
        corners = self.corners()
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        return float((sides / [self.cols, self.rows, self.cols, self.rows]).mean())

    def cropped(self, top_left: Cell, rows: int, cols: int) -> "Lattice":
        """The same grid seen through a smaller window."""
        row, col = top_left
        shift = np.array([[1.0, 0.0, col], [0.0, 1.0, row], [0.0, 0.0, 1.0]])
        window = self.covered[row : row + rows, col : col + cols]
        return Lattice(self.homography @ shift, window, self.quality, self.notes)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the pixels say of each field of one window, before any rule is applied."""

    probabilities: NDArray[np.float64]  # rows x cols x 18, along CLASSES; each field sums to 1
    colors: NDArray[np.float64]  # rows x cols x 4: castle colour, along CastleColor, if a castle

    @property
    def rows(self) -> int:
        """Rows of the window."""
        return int(self.probabilities.shape[0])

    @property
    def cols(self) -> int:
        """Columns of the window."""
        return int(self.probabilities.shape[1])
