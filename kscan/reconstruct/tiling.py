"""Whether labels can be tiled by what is left in the box: asked hundreds of times a photo.

`kscan.game.covering` answers the same question with numbers and a building order; here only
the answer counts, on plain integers, with a bound on the work.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kscan.game.box import NUMBERS
from kscan.reconstruct.belief import SQUARES, Labels
from kscan.vision.records import CASTLE_CLASS

Stock = list[int]  # how many dominoes of each sort there are
Pairs = tuple[tuple[int, int], ...]  # the two fields of each domino
Neighbours = tuple[tuple[int, ...], ...]

SORTS: tuple[frozenset[int], ...] = tuple(
    frozenset(SQUARES.index(square) for square in halves) for halves in NUMBERS
)
BOX: tuple[int, ...] = tuple(len(numbers) for numbers in NUMBERS.values())
LAND = CASTLE_CLASS  # labels below this one are land

# Tilings that exist were met within 60 steps, refusals nearly always within 300.
STEPS = 2000


def _sort_of() -> tuple[tuple[int, ...], ...]:
    places = {sort: index for index, sort in enumerate(SORTS)}
    return tuple(
        tuple(places.get(frozenset((a, b)), -1) for b in range(len(SQUARES)))
        for a in range(len(SQUARES))
    )


# SORT[a][b]: the sort of domino with these halves, -1 where the box has none.
SORT = _sort_of()


@lru_cache(maxsize=32)
def neighbours(rows: int, cols: int) -> Neighbours:
    """For each field of a window, row by row, the fields beside it."""
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
    """The neighbours in several windows whose fields are numbered on."""
    every: list[tuple[int, ...]] = []
    for rows, cols in windows:
        start = len(every)
        every += [tuple(start + field for field in beside) for beside in neighbours(rows, cols)]
    return tuple(every)


def tile(labels: Labels, beside: Neighbours, stock: Sequence[int]) -> Pairs | None:
    """Dominoes from `stock` that cover every field of land; None where there are none."""
    open_fields = {field for field, label in enumerate(labels) if label < LAND}
    if len(open_fields) % 2:
        return None
    return _Tiler(labels, beside, list(stock), open_fields, []).run()


def left_over(labels: Labels, pairs: Pairs, stock: Sequence[int]) -> Stock:
    """What `stock` still holds once these dominoes are taken out of it; may fall below 0."""
    left = list(stock)
    for a, b in pairs:
        left[SORT[labels[a]][labels[b]]] -= 1
    return left


@dataclass(slots=True)
class _Tiler:
    labels: Labels
    beside: Neighbours
    stock: Stock
    open_fields: set[int]
    placed: list[tuple[int, int]]
    steps: int = 0

    def run(self) -> Pairs | None:
        return tuple(self.placed) if self._go_on() else None

    def _go_on(self) -> bool:
        if not self.open_fields:
            return True
        self.steps += 1
        field, partners = self._tightest()
        for partner in partners:
            if self.steps > STEPS:
                return False
            sort = SORT[self.labels[field]][self.labels[partner]]
            self._place(field, partner, sort)
            if self._go_on():
                return True
            self._take_back(field, partner, sort)
        return False

    def _tightest(self) -> tuple[int, list[int]]:
        """The open field with the fewest partners: none, or only one, decides at once."""
        best: tuple[int, list[int]] = (-1, [])
        fewest = 5
        for field in self.open_fields:
            partners = self._partners(field)
            if len(partners) < fewest:
                best, fewest = (field, partners), len(partners)
                if fewest <= 1:
                    break
        return best

    def _partners(self, field: int) -> list[int]:
        sorts, labels, stock = SORT[self.labels[field]], self.labels, self.stock
        return [
            other
            for other in self.beside[field]
            if other in self.open_fields and sorts[labels[other]] >= 0 < stock[sorts[labels[other]]]
        ]

    def _place(self, field: int, partner: int, sort: int) -> None:
        self.open_fields -= {field, partner}
        self.stock[sort] -= 1
        self.placed.append((field, partner))

    def _take_back(self, field: int, partner: int, sort: int) -> None:
        self.open_fields |= {field, partner}
        self.stock[sort] += 1
        self.placed.pop()
