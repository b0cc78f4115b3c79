"""Whether a kingdom was found: the right fields covered, the grid where it truly lies."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kscan.find.grid import Grid
from kscan.find.homography import inverse, mapped, middles
from kscan.lab.train_finder.scenes import TrueGrid

_TIPS = np.array(
    [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]
)  # of a square, from its middle
MOST_ERROR = 0.06  # of a square: the mean error of the squares' corners in a kingdom that is found


@dataclass(frozen=True, slots=True)
class Judgement:
    """How well one kingdom was found."""

    seen: bool  # some grid lies on it
    covered_right: bool
    wrong_fields: int  # covered and not said so, or the reverse; what is unseen may be either
    error: float  # of the squares' corners, mean, in squares; infinite where it was not seen
    quality: float

    @property
    def found(self) -> bool:
        """Right rows and columns, right covered squares, corners where they are."""
        return self.covered_right and self.error < MOST_ERROR


_UNSEEN = Judgement(False, False, 99, float("inf"), 0.0)


def judged(truths: Sequence[TrueGrid], grids: Sequence[Grid]) -> list[Judgement]:
    """Judge each of `truths` by its best grid."""
    return [min((_judgement(t, one) for one in grids), key=_rank, default=_UNSEEN) for t in truths]


def _rank(judgement: Judgement) -> tuple[bool, int, float]:
    return not judgement.seen, judgement.wrong_fields, judgement.error


def _judgement(truth: TrueGrid, grid: Grid) -> Judgement:
    placed = laid_on(truth, grid.homography)
    if placed is None:
        return _UNSEEN
    rows, cols = np.nonzero(grid.covered > 0.5)
    said = {(int(x), int(y)) for x, y in zip(cols, rows, strict=True)}
    if not placed.covered & said:
        return _UNSEEN
    wrong = len((placed.covered ^ said) - placed.unseen)
    return Judgement(True, wrong == 0, wrong, placed.error, grid.quality)


@dataclass(frozen=True, slots=True)
class Placed:
    """A true kingdom as a found grid counts its fields: (column, row), from the grid's origin."""

    covered: frozenset[tuple[int, int]]
    unseen: frozenset[tuple[int, int]]  # of these, what nobody could tell
    error: float  # of the squares' corners, mean, in squares


def laid_on(truth: TrueGrid, homography: NDArray[np.float64]) -> Placed | None:
    """Lay the true kingdom on a found grid.

    None where that grid does not lie on it.
    """
    change = inverse(homography) @ truth.homography  # true grid -> found grid
    true = middles(truth.covered)
    turn, shift = _rigid(change, true)
    exact = true @ turn.T + shift
    corners = np.concatenate([true + tip for tip in _TIPS])
    error = np.hypot(*(mapped(change, corners) - corners @ turn.T - shift).T).mean()
    if not np.isfinite(mapped(change, true)).all() or error > 0.5:
        return None
    fields = [(int(x), int(y)) for x, y in np.floor(exact)]
    unseen = np.zeros(len(true), np.bool_) if truth.unseen is None else truth.unseen[truth.covered]
    hidden = (field for field, nobody in zip(fields, unseen, strict=True) if nobody)
    return Placed(frozenset(fields), frozenset(hidden), float(error))


def _rigid(
    change: NDArray[np.float64], true: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Find the grid symmetry nearest to `change`.

    A quarter turn (or mirroring) and a whole shift.
    """
    middle = true.mean(0, keepdims=True)
    steps = mapped(change, middle + np.array([[0.5, 0.0], [-0.5, 0.0], [0.0, 0.5], [0.0, -0.5]]))
    turn = np.rint(np.column_stack([steps[0] - steps[1], steps[2] - steps[3]]))
    # A field's middle goes to a field's middle: the shift makes halves of halves again.
    first = true[:1]
    moved = mapped(change, first)[0]
    return turn, np.floor(moved) + 0.5 - first[0] @ turn.T


def as_truth(grid: Grid, change: NDArray[np.float64], known: Sequence[TrueGrid] = ()) -> TrueGrid:
    """Carry a found grid as truth through `change`.

    To the same photo after that change of its pixels. Fields that are unseen by the grids known to
    lie in the photo may be either again.
    """
    unseen = _unseen(grid, known)
    return TrueGrid(change @ grid.homography, (grid.covered > 0.5) | unseen, None, unseen)


def _unseen(grid: Grid, known: Sequence[TrueGrid]) -> NDArray[np.bool_]:
    """Return the fields (rows x cols) on unseen known fields.

    Where a known grid's field is unseen.
    """
    unseen = np.zeros(grid.covered.shape, np.bool_)
    fields = middles(np.ones(unseen.shape, np.bool_))
    for other in known:
        if other.unseen is None:
            continue
        there = np.floor(mapped(inverse(other.homography) @ grid.homography, fields))
        for field, (col, row) in zip(np.ndindex(unseen.shape), there, strict=True):
            inside = 0 <= row < other.unseen.shape[0] and 0 <= col < other.unseen.shape[1]
            unseen[field] |= inside and other.unseen[int(row), int(col)]
    return unseen
