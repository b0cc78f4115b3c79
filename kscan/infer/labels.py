"""Labels of inference: each kind of land in the box, castle, empty."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from kscan.errors import UsageError
from kscan.evidence import LABELS, restricted
from kscan.game.box import BASE, Box
from kscan.game.kingdom import LARGEST
from kscan.game.squares import CASTLE, EMPTY, Square

Labels = tuple[int, ...]  # one label a field, row by row


@dataclass(frozen=True, eq=False)
class LabelSet:
    """The labels of a box, and its stock of each."""

    box: Box

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Each label's square: land, then castle, then nothing."""
        return (*self.box.kinds, CASTLE, EMPTY)

    @cached_property
    def castle(self) -> int:
        """The label of a castle; those below it are land."""
        return len(self.box.kinds)

    @cached_property
    def empty(self) -> int:
        """The label of an empty field."""
        return self.castle + 1

    @cached_property
    def stock(self) -> tuple[int, ...]:
        """How many dominoes of each sort the box holds."""
        return self.box.held

    @cached_property
    def land(self) -> NDArray[np.int64]:
        """The box's number of squares with each land label."""
        return np.array([self.box.counts[kind] for kind in self.box.kinds])

    @cached_property
    def sort(self) -> tuple[tuple[int, ...], ...]:
        """The sort of domino by its two labels, or -1."""
        return tuple(
            tuple(self.box.sort_of.get(frozenset((one, other)), -1) for other in self.squares)
            for one in self.squares
        )

    @cached_property
    def plenty(self) -> tuple[int, ...]:
        """As many dominoes of every sort as anybody could want."""
        return (LARGEST * LARGEST,) * len(self.stock)

    def of(self, square: Square) -> int:
        """Return a square's label, ignoring giants, buildings and colours.

        UsageError where no domino of the box has it.
        """
        if square.castle:
            return self.castle
        if square.printed not in self.squares:
            raise UsageError(self.box.lacking(square))
        return self.squares.index(square.printed)

    @property
    def unread(self) -> tuple[Square, ...]:
        """The box's kinds of land unknown to the reader's weights."""
        return tuple(kind for kind in self.box.kinds if str(kind) not in LABELS)

    def restricted(
        self, probabilities: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Restrict evidence (... x LABELS) to these labels; return the lost mass, too."""
        return restricted(probabilities, self.box.kinds)


@lru_cache(maxsize=8)
def label_set(box: Box = BASE) -> LabelSet:
    """Return the labels of a box."""
    return LabelSet(box)
