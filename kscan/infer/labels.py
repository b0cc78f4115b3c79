"""The labels that inference counts with: one for each kind of land in the box, castle, empty."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from kscan.errors import UsageError
from kscan.game.box import BASE, Box
from kscan.game.kingdom import LARGEST
from kscan.game.squares import CASTLE, EMPTY, Square
from kscan.read.evidence import LABELS, restricted

Labels = tuple[int, ...]  # one label a field, row by row


@dataclass(frozen=True, eq=False)
class LabelSet:
    """What a field can be said to show where this box is played, and how many of it there are."""

    box: Box

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """The square that each label stands for: the land first, then castle, then nothing."""
        return (*self.box.kinds, CASTLE, EMPTY)

    @cached_property
    def castle(self) -> int:
        """The label of a castle; those below it are land."""
        return len(self.box.kinds)

    @cached_property
    def empty(self) -> int:
        """The label of a field on which nothing lies."""
        return self.castle + 1

    @cached_property
    def stock(self) -> tuple[int, ...]:
        """How many dominoes of each sort the box holds."""
        return self.box.held

    @cached_property
    def land(self) -> NDArray[np.int64]:
        """How many squares with each label of land the box holds."""
        return np.array([self.box.counts[kind] for kind in self.box.kinds])

    @cached_property
    def sort(self) -> tuple[tuple[int, ...], ...]:
        """The sort of domino with halves of two labels: `sort[a][b]`, -1 where there is none."""
        return tuple(
            tuple(self.box.sort_of.get(frozenset((one, other)), -1) for other in self.squares)
            for one in self.squares
        )

    @cached_property
    def plenty(self) -> tuple[int, ...]:
        """As many dominoes of every sort as anybody could want."""
        return (LARGEST * LARGEST,) * len(self.stock)

    def of(self, square: Square) -> int:
        """Return the label of a square, whatever stands on it or colour its castle has.

        UsageError where no domino of the box has it.
        """
        if square.castle:
            return self.castle
        if square.printed not in self.squares:
            raise UsageError(self.box.lacking(square))
        return self.squares.index(square.printed)

    @property
    def unread(self) -> tuple[Square, ...]:
        """The kinds of land in the box that evidence has no label for: weights never saw them."""
        return tuple(kind for kind in self.box.kinds if str(kind) not in LABELS)

    def restricted(
        self, probabilities: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return evidence (... x LABELS) along these labels, and the mass of none of them."""
        return restricted(probabilities, self.box.kinds)


@lru_cache(maxsize=8)
def label_set(box: Box = BASE) -> LabelSet:
    """Return the labels of a box."""
    return LabelSet(box)
