"""What it costs a labelling to break a rule: the table may, but seldom does."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from kscan.game.kingdom import LARGEST
from kscan.reconstruct.belief import Belief, Labels
from kscan.reconstruct.tiling import (
    BOX,
    LAND,
    SORT,
    Neighbours,
    Pairs,
    Stock,
    joined,
    left_over,
    neighbours,
    tile,
)
from kscan.vision.records import CASTLE_CLASS, EMPTY_CLASS

# A hidden or foreign domino, or one laid wrongly, lies in about one kingdom of a hundred: one
# given domino of twelve is such a one with 1e-3, and may then show any of some hundred pairs.
FOREIGN = 9.0
# A kingdom without its castle, or with two.
NO_CASTLE = 9.0
# Wider than 5 x 5 although no more than 5 x 5 lies there: an unfinished duel is rare.
SPRAWLING = 5.0


@dataclass(frozen=True, slots=True)
class Others:
    """The rest of the game: what lies in its other kingdoms."""

    labels: Labels = ()
    beside: Neighbours = ()
    stock: tuple[int, ...] = BOX  # what they leave in the box as they are tiled now


def others(beliefs: Sequence[Belief], labels: Sequence[Labels], without: int) -> Others:
    """The rest of the game around kingdom number `without`."""
    kept = [index for index in range(len(beliefs)) if index != without]
    if not kept:
        return Others()
    together = tuple(label for index in kept for label in labels[index])
    beside = joined([(beliefs[index].rows, beliefs[index].cols) for index in kept])
    pairs = tile(together, beside, BOX)
    left = BOX if pairs is None else tuple(left_over(together, pairs, BOX))
    return Others(together, beside, left) if pairs is not None else Others()


@dataclass(slots=True)
class Laws:
    """The rules for one window; remembers the last tiling, most labellings being next to it."""

    belief: Belief
    size: int | None = None
    rest: Others = Others()
    _known: tuple[Labels, dict[int, int], Stock] | None = field(default=None, init=False)

    def surprise(self, labels: Labels, most: float) -> float:
        """The nats that the broken rules cost; a bound above `most` where that is passed."""
        cost = self._outline(labels) + NO_CASTLE * abs(labels.count(CASTLE_CLASS) - 1)
        if cost > most:
            return cost
        return cost if self.can_be_tiled(labels) else cost + FOREIGN

    def can_be_tiled(self, labels: Labels) -> bool:
        """Whether the box covers these labels, beside the rest of the game."""
        if self._by_exchange(labels):
            return True
        here = neighbours(self.belief.rows, self.belief.cols)
        if not _balanced(labels, self.belief.cols) or not all(_fits(labels, here)):
            return False
        pairs = tile(labels, here, self.rest.stock)
        if pairs is not None:
            self._remember(labels, pairs)
            return True
        return bool(self.rest.labels) and self._with_the_rest(labels, here)

    def _with_the_rest(self, labels: Labels, here: Neighbours) -> bool:
        """Whether a tiling exists in which the other kingdoms' dominoes are dealt anew."""
        start = len(labels)
        shifted = tuple(tuple(start + other for other in beside) for beside in self.rest.beside)
        return tile(labels + self.rest.labels, here + shifted, BOX) is not None

    def _outline(self, labels: Labels) -> float:
        cols = self.belief.cols
        covered = [index for index, label in enumerate(labels) if label != EMPTY_CLASS]
        if not covered:
            return inf
        rows = covered[-1] // cols - covered[0] // cols + 1
        across = [index % cols for index in covered]
        widest = max(rows, max(across) - min(across) + 1)
        if widest > (self.size or LARGEST):
            return inf
        return SPRAWLING if self.size is None and widest > 5 and len(covered) <= 25 else 0.0

    def _remember(self, labels: Labels, pairs: Pairs) -> None:
        partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
        self._known = (labels, partner, left_over(labels, pairs, self.rest.stock))

    def _by_exchange(self, labels: Labels) -> bool:
        """Whether the last tiling still stands when the dominoes that changed are exchanged."""
        if self._known is None:
            return False
        known, partner, spare = self._known
        changed = [f for f, (new, old) in enumerate(zip(labels, known, strict=True)) if new != old]
        if any(labels[f] >= LAND or known[f] >= LAND for f in changed):
            return False
        touched = {min(f, partner[f]) for f in changed}
        taken: Counter[int] = Counter()
        for f in touched:
            old, new = (SORT[ls[f]][ls[partner[f]]] for ls in (known, labels))
            if new < 0:
                return False
            taken.update((new,))
            taken.subtract((old,))
        return all(spare[sort] >= number for sort, number in taken.items())


def _balanced(labels: Labels, cols: int) -> bool:
    """Whether as much land lies on the white as on the black fields of a chessboard."""
    land = (sum(divmod(index, cols)) % 2 for index, label in enumerate(labels) if label < LAND)
    return sum(1 if white else -1 for white in land) == 0


def _fits(labels: Labels, here: Neighbours) -> "list[bool]":
    """For each field, whether a neighbour could be its other half."""
    return [
        label >= LAND or any(SORT[label][labels[other]] >= 0 for other in here[index])
        for index, label in enumerate(labels)
    ]
