"""Penalties in nats for broken rules: rare on the table, but possible."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from kscan.game.kingdom import LARGEST
from kscan.infer.belief import Belief
from kscan.infer.labels import Labels, LabelSet
from kscan.infer.tiling import (
    Neighbours,
    Pairs,
    Stock,
    beside_all,
    joined,
    left_over,
    neighbours,
    tile,
)

# A hidden or foreign domino, or one laid wrongly, lies in about one kingdom of a hundred: one
# given domino of twelve is such a one with 1e-3, and may then show any of some hundred pairs.
FOREIGN = 9.0
# Half a domino lying alone: its other half was hidden, and taken for table.
ALONE = FOREIGN + 2.0
# A kingdom without its castle, or with two.
NO_CASTLE = 9.0
# Wider than 5 x 5 although no more than 5 x 5 lies there: an unfinished duel is rare.
SPRAWLING = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class Others:
    """The rest of the game: its other kingdoms."""

    labels: Labels = ()
    beside: Neighbours = ()
    stock: tuple[int, ...] | None = None  # what they leave in the box, if one box holds them


def others(beliefs: Sequence[Belief], labels: Sequence[Labels]) -> Others:
    """Return the rest of a game, given these kingdoms."""
    if not beliefs:
        return Others()
    known = beliefs[0].label_set
    together = tuple(label for one in labels for label in one)
    beside = joined([(belief.rows, belief.cols) for belief in beliefs])
    pairs = tile(together, beside, known, known.stock)
    left = None if pairs is None else tuple(left_over(together, pairs, known, known.stock))
    return Others(together, beside, left)


@dataclass(slots=True, eq=False)
class Laws:
    """The rules for one window; remembers the last tiling, most labellings being next to it."""

    belief: Belief
    size: int | None = None
    rest: Others = Others()
    _known: tuple[Labels, dict[int, int], Stock] | None = field(default=None, init=False)

    @property
    def known(self) -> LabelSet:
        """The labels of the box in play."""
        return self.belief.label_set

    @property
    def stock(self) -> tuple[int, ...]:
        """Dominoes of each sort left by the rest of the game."""
        return self.known.stock if self.rest.stock is None else self.rest.stock

    @property
    def held(self) -> list[int]:
        """Squares of each label left by the rest of the game."""
        held = enumerate(self.known.land.tolist())
        land = [count - self.rest.labels.count(label) for label, count in held]
        fields = self.belief.rows * self.belief.cols
        return [*land, fields, fields]

    def grids(self) -> list[list[int]]:
        """List the fields outside the grid, for each of its places.

        What a person has laid there lies within, if need be of a larger grid than was asked for.
        """
        empty = self.belief.costs[:, self.known.empty]
        laid = {f for f in self.belief.fixed if self.belief.best[f] != self.known.empty}
        places = [*_outsides(self.belief, self.size or LARGEST)]
        if all(laid.intersection(outside) for outside in places):
            places = [*_outsides(self.belief, LARGEST)]
        grids = [outside for outside in places if laid.isdisjoint(outside)]
        costs = [float(np.sum(empty[outside])) for outside in grids]
        likely = min(costs) + FOREIGN
        return [outside for outside, cost in zip(grids, costs, strict=True) if cost <= likely]

    def surprise(self, labels: Labels) -> tuple[float, bool]:
        """Penalize rules not in the dynamic program, in nats.

        Return also whether the box allows it all.
        """
        cost = self._sprawl(labels)
        if self.can_be_tiled(labels):
            return cost, labels.count(self.known.castle) == 1
        here = neighbours(self.belief.rows, self.belief.cols)
        overdrawn = tile(labels, here, self.known, self.known.plenty) is not None
        return cost + FOREIGN * overdrawn, False

    def can_be_tiled(self, labels: Labels) -> bool:
        """Return True if the box covers these labels.

        Beside the rest of the game.
        """
        if self._by_exchange(labels):
            return True
        here = neighbours(self.belief.rows, self.belief.cols)
        if not self._balanced(labels) or not all(self._fits(labels, here)):
            return False
        pairs = tile(labels, here, self.known, self.stock)
        if pairs is not None:
            self._remember(labels, pairs)
            return True
        return bool(self.rest.labels) and self._with_the_rest(labels, here)

    def _with_the_rest(self, labels: Labels, here: Neighbours) -> bool:
        """Return True if a tiling of all kingdoms exists.

        The other kingdoms' dominoes may be dealt differently in it.
        """
        known = self.known
        if tile(labels, here, known, known.stock) is None:
            return False
        beside = beside_all(here, self.rest.beside)
        return tile(labels + self.rest.labels, beside, known, known.stock) is not None

    def _sprawl(self, labels: Labels) -> float:
        cols = self.belief.cols
        covered = [index for index, label in enumerate(labels) if label != self.known.empty]
        if self.size is not None or not covered:
            return 0.0
        rows = covered[-1] // cols - covered[0] // cols + 1
        across = [index % cols for index in covered]
        widest = max(rows, max(across) - min(across) + 1)
        return SPRAWLING if widest > 5 and len(covered) <= 25 else 0.0

    def _remember(self, labels: Labels, pairs: Pairs) -> None:
        partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
        self._known = (labels, partner, left_over(labels, pairs, self.known, self.stock))

    def _by_exchange(self, labels: Labels) -> bool:
        """Return True if exchanging changed dominoes mends the last tiling."""
        if self._known is None:
            return False
        known, partner, spare = self._known
        changed = [f for f, (new, old) in enumerate(zip(labels, known, strict=True)) if new != old]
        castle, sort = self.known.castle, self.known.sort
        if any(labels[f] >= castle or known[f] >= castle for f in changed):
            return False
        touched = {min(f, partner[f]) for f in changed}
        taken: Counter[int] = Counter()
        for f in touched:
            old, new = (sort[ls[f]][ls[partner[f]]] for ls in (known, labels))
            if new < 0:
                return False
            taken.update((new,))
            taken.subtract((old,))
        return all(spare[which] >= number for which, number in taken.items())

    def _balanced(self, labels: Labels) -> bool:
        """Return True if land covers as many black fields as white.

        As on a chessboard: every domino covers one of each.
        """
        cols, castle = self.belief.cols, self.known.castle
        land = (sum(divmod(f, cols)) % 2 for f, label in enumerate(labels) if label < castle)
        return sum(1 if white else -1 for white in land) == 0

    def _fits(self, labels: Labels, here: Neighbours) -> list[bool]:
        """Return for each field if a neighbour could complete it."""
        castle, sort = self.known.castle, self.known.sort
        return [
            label >= castle or any(sort[label][labels[other]] >= 0 for other in here[index])
            for index, label in enumerate(labels)
        ]


def _outsides(belief: Belief, side: int) -> Iterator[list[int]]:
    rows, cols = belief.rows, belief.cols
    for top in range(max(rows - side, 0) + 1):
        for left in range(max(cols - side, 0) + 1):
            yield [
                row * cols + col
                for row in range(rows)
                for col in range(cols)
                if not (top <= row < top + side and left <= col < left + side)
            ]
