"""Tileability of labels by the box's rest: asked hundreds of times a photo.

`kscan.game.covering` answers the same question with numbers and a building order; here only
the answer counts, on plain integers, with a bound on the work.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from kscan.infer.labels import Labels, LabelSet

Stock = list[int]  # how many dominoes of each sort there are
Pairs = tuple[tuple[int, int], ...]  # the two fields of each domino
Neighbours = tuple[tuple[int, ...], ...]

# Tilings of one box that exist were met within 60 steps, refusals nearly always within 300. Of two
# boxes, 1 of 150 takes more than the limit; begun anew with the scarcest dominoes, none of 1,600.
STEPS = 600
# Foreign dominoes on one table that are told from the others; with more the whole is foreign.
MOST_STRANGERS = 3
_PLENTY = 100.0  # dominoes of a few sorts: no box has as many


@lru_cache(maxsize=32)
def neighbours(rows: int, cols: int) -> Neighbours:
    """Return the neighbours of each field of a window.

    Row by row.
    """
    return tuple(
        tuple(
            (row + down) * cols + col + right
            for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0))
            if 0 <= row + down < rows and 0 <= col + right < cols
        )
        for row in range(rows)
        for col in range(cols)
    )


def joined(windows: Sequence[tuple[int, int]]) -> Neighbours:
    """Return the neighbours in several windows, numbered on."""
    return beside_all(*(neighbours(rows, cols) for rows, cols in windows))


def beside_all(*several: Neighbours) -> Neighbours:
    """Return the neighbours of several windows as those of one, numbered on."""
    every: list[tuple[int, ...]] = []
    for window in several:
        start = len(every)
        every += [tuple(start + field for field in beside) for beside in window]
    return tuple(every)


def tile(labels: Labels, beside: Neighbours, known: LabelSet, stock: Sequence[int]) -> Pairs | None:
    """Tile all land with dominoes from `stock`, if possible."""
    open_fields = {field for field, label in enumerate(labels) if label < known.castle}
    if len(open_fields) % 2:
        return None
    for scarcest in (False, True):
        tiler = _Tiler(labels, beside, known.sort, list(stock), set(open_fields), [], scarcest)
        pairs = tiler.run()
        if pairs is not None or tiler.steps <= STEPS:
            return pairs
    return None


def unexplained(
    labels: Labels,
    beside: Neighbours,
    known: LabelSet,
    stock: Sequence[int],
    within: int | None = None,
) -> tuple[int, ...]:
    """Find land unexplained by `stock` among the first `within` fields, as little as was found.

    All land of those, where leaving out a few dominoes does not help.
    """
    land = {field for field, label in enumerate(labels) if label < known.castle}
    own = frozenset(field for field in land if within is None or field < within)
    for strangers in range(MOST_STRANGERS + 1):
        tiler = _Tiler(labels, beside, known.sort, list(stock), set(land), [])
        tiler.strangers, tiler.own = strangers, own
        if tiler.run() is not None:
            return tuple(sorted(tiler.strange))
    return tuple(sorted(own))


def lawful_part(labels: Labels, rows: int, cols: int, known: LabelSet) -> Labels:
    """Return the labels without squares no domino explains."""
    strange = frozenset(unexplained(labels, neighbours(rows, cols), known, known.stock))
    return tuple(known.empty if f in strange else label for f, label in enumerate(labels))


def left_over(labels: Labels, pairs: Pairs, known: LabelSet, stock: Sequence[int]) -> Stock:
    """Return `stock` less these dominoes; may fall below 0."""
    left = list(stock)
    for a, b in pairs:
        left[known.sort[labels[a]][labels[b]]] -= 1
    return left


@dataclass(slots=True, eq=False)
class _Tiler:
    labels: Labels
    beside: Neighbours
    sort: tuple[tuple[int, ...], ...]  # of domino, by its two labels
    stock: Stock
    open_fields: set[int]
    placed: list[tuple[int, int]]
    scarcest: bool = False  # whether of equally tight fields that of the scarcest sorts comes first
    strangers: int = 0  # how many dominoes, or halves alone, may be left unexplained
    own: frozenset[int] = frozenset()  # the fields where they may be
    strange: set[int] = field(default_factory=set)
    steps: int = 0

    def run(self) -> Pairs | None:
        return tuple(self.placed) if self._go_on() else None

    def _go_on(self) -> bool:
        if not self.open_fields:
            return True
        self.steps += 1
        where, partners = self._tightest()
        for partner in partners:
            if self.steps > STEPS:
                return False
            sort = self.sort[self.labels[where]][self.labels[partner]]
            self._place(where, partner, sort)
            if self._go_on():
                return True
            self._take_back(where, partner, sort)
        return self.strangers > 0 and self._go_on_without(where)

    def _go_on_without(self, where: int) -> bool:
        """Try to go on with a foreign domino or half here."""
        if where not in self.own:
            return False
        beyond = [o for o in self.beside[where] if o in self.open_fields and o in self.own]
        self.strangers -= 1
        for left_out in (*({where, other} for other in beyond), {where}):
            if self.steps > STEPS:
                break
            self.open_fields -= left_out
            self.strange |= left_out
            if self._go_on():
                return True
            self.open_fields |= left_out
            self.strange -= left_out
        self.strangers += 1
        return False

    def _tightest(self) -> tuple[int, list[int]]:
        """Return the open field with the fewest partners, and these.

        None, or only one, decides at once.
        """
        best: tuple[int, list[int]] = (-1, [])
        fewest = 5.0
        for where in self.open_fields:
            partners = self._partners(where)
            count = float(len(partners))
            if self.scarcest and count > 1:
                count += min(self._left(where, partners) / _PLENTY, 0.9)
            if count < fewest:
                best, fewest = (where, partners), count
                if fewest <= 1:
                    break
        return (best[0], best[1][::-1]) if self.scarcest else best

    def _left(self, where: int, partners: list[int]) -> int:
        """Count the dominoes that are left for a field."""
        sorts = self.sort[self.labels[where]]
        return sum(self.stock[sorts[self.labels[other]]] for other in partners)

    def _partners(self, where: int) -> list[int]:
        sorts, labels, stock = self.sort[self.labels[where]], self.labels, self.stock
        return [
            other
            for other in self.beside[where]
            if other in self.open_fields and sorts[labels[other]] >= 0 < stock[sorts[labels[other]]]
        ]

    def _place(self, where: int, partner: int, sort: int) -> None:
        self.open_fields -= {where, partner}
        self.stock[sort] -= 1
        self.placed.append((where, partner))

    def _take_back(self, where: int, partner: int, sort: int) -> None:
        self.open_fields |= {where, partner}
        self.stock[sort] += 1
        self.placed.pop()
