"""The kingdom's block in a window: at most 7 x 7, with all possibly covered fields."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.game.kingdom import LARGEST

SURE = 0.5  # covered rather than empty
_USUAL = 5  # fields across and down, but in the Mighty Duel
_DOUBTFUL = 0.1  # a row or column with such a field is kept: the square reader looks at it, too


@dataclass(frozen=True, slots=True)
class BoundingBox:
    """A rectangle of fields in a window."""

    left: int
    top: int
    cols: int
    rows: int

    def cut(self, fields: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the block's part of a window's `fields`."""
        return fields[self.top : self.top + self.rows, self.left : self.left + self.cols]


def kingdom(covered: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the largest connected component, cut to 7 x 7.

    Of sure fields.
    """
    group = joined(covered)
    return np.asarray(group & _fitting(np.where(group, covered, 0.0)), dtype=np.bool_)


def goes_on(covered: NDArray[np.float64], group: NDArray[np.bool_]) -> bool:
    """Return True if more than another row joins `group`.

    Then it is a pattern of the table.
    """
    return int((joined(covered) & ~group).sum()) > LARGEST


def joined(covered: NDArray[np.float64], *, corners: bool = True) -> NDArray[np.bool_]:
    """Return the largest connected component of sure fields.

    Fields that touch over `corners` are joined, too.
    """
    sure = covered > SURE
    ways = 8 if corners else 4
    count, labels = cv2.connectedComponents(sure.astype(np.uint8), connectivity=ways)
    if count < 2:
        return np.zeros_like(sure)
    masses = [covered[labels == label].sum() for label in range(1, count)]
    return np.asarray(labels == 1 + int(np.argmax(masses)), dtype=np.bool_)


def around(group: NDArray[np.bool_]) -> BoundingBox | None:
    """Return the bounding box of `group`, if any."""
    rows, cols = np.nonzero(group)
    if not len(rows):
        return None
    left, top = int(cols.min()), int(rows.min())
    return BoundingBox(left, top, int(cols.max()) - left + 1, int(rows.max()) - top + 1)


def with_room(group: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the bounding box's fields, and the room beside it.

    The room are the fields that the kingdom of `group` may still cover.
    """
    box, beside = np.zeros_like(group), np.zeros_like(group)
    tight = around(group)
    if tight is None:
        return box, beside
    box[tight.top : tight.top + tight.rows, tight.left : tight.left + tight.cols] = True
    span = _USUAL if max(tight.rows, tight.cols) <= _USUAL else LARGEST
    if tight.cols < span:
        beside[:, 1:] |= group[:, :-1]
        beside[:, :-1] |= group[:, 1:]
    if tight.rows < span:
        beside[1:] |= group[:-1]
        beside[:-1] |= group[1:]
    return box, beside & ~box


def widened(block: BoundingBox, covered: NDArray[np.float64]) -> BoundingBox:
    """Add probable rows and columns to `block`, likeliest first."""
    while True:
        wider = [b for b in _neighbours(block) if _inside(b, covered)]
        doubt = [_added(block, b, covered) for b in wider]
        if not doubt or max(doubt) < _DOUBTFUL:
            return block
        block = wider[int(np.argmax(doubt))]


def _neighbours(block: BoundingBox) -> list[BoundingBox]:
    left, top, cols, rows = block.left, block.top, block.cols, block.rows
    across = [BoundingBox(left - 1, top, cols + 1, rows), BoundingBox(left, top, cols + 1, rows)]
    down = [BoundingBox(left, top - 1, cols, rows + 1), BoundingBox(left, top, cols, rows + 1)]
    return (across if cols < LARGEST else []) + (down if rows < LARGEST else [])


def _inside(block: BoundingBox, covered: NDArray[np.float64]) -> bool:
    rows, cols = covered.shape
    low = block.left >= 0 and block.top >= 0
    return low and block.left + block.cols <= cols and block.top + block.rows <= rows


def _added(block: BoundingBox, wider: BoundingBox, covered: NDArray[np.float64]) -> float:
    """Return the highest probability in `wider` but outside `block`."""
    fields = covered.copy()
    block.cut(fields)[:] = 0.0
    return float(wider.cut(fields).max())


def _fitting(covered: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the 7 x 7 block with most of `covered`."""
    sums = cv2.boxFilter(
        covered, -1, (LARGEST, LARGEST), anchor=(0, 0), normalize=False, borderType=0
    )
    top, left = np.unravel_index(int(sums.argmax()), sums.shape)
    inside = np.zeros(covered.shape, dtype=np.bool_)
    inside[top : top + LARGEST, left : left + LARGEST] = True
    return inside
