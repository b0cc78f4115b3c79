"""Every way to cut a kingdom's land into dominoes that the box holds."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kscan.game.box import COUNTS, NUMBERS
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import Square

# The sorts of domino (two halves each), and how many of each the box holds.
SORTS: tuple[frozenset[Square], ...] = tuple(NUMBERS)
HELD: tuple[int, ...] = tuple(len(NUMBERS[sort]) for sort in SORTS)
_SORT_OF = {sort: index for index, sort in enumerate(SORTS)}


class Piece(NamedTuple):
    """One domino of a tiling: its two fields, by their place in the land, and its sort."""

    first: int
    second: int
    sort: int


@dataclass(frozen=True, slots=True)
class Land:
    """The fields that dominoes must cover, and with whom each could share a domino."""

    cells: tuple[Cell, ...]
    partners: tuple[tuple[tuple[int, int], ...], ...]  # for each cell: (other cell, sort)


def land_of(kingdom: Kingdom) -> Land:
    """The land of `kingdom`: what is covered and no castle."""
    cells = tuple(cell for cell in kingdom.covered if not kingdom[cell].castle)
    place = {cell: index for index, cell in enumerate(cells)}

    def partners(cell: Cell) -> Iterator[tuple[int, int]]:
        for other in cell.neighbours():
            sort = _SORT_OF.get(frozenset((kingdom[cell], kingdom[other])))
            if other in place and sort is not None:
                yield place[other], sort

    return Land(cells, tuple(tuple(partners(cell)) for cell in cells))


def overdrawn(*kingdoms: Kingdom) -> dict[Square, int]:
    """The squares of which there are more than the box holds, with how many there are.

    Squares that do not exist are overdrawn by all there are.
    """
    there = Counter(kingdom[cell] for kingdom in kingdoms for cell in kingdom.covered)
    return {
        square: count
        for square, count in there.items()
        if not square.castle and count > COUNTS.get(square, 0)
    }


def tilings(land: Land, spare: int = 0) -> Iterator[tuple[Piece, ...]]:
    """All tilings from one box and at most `spare` dominoes of any sort beyond it.

    The field with the fewest possible partners comes first: on real kingdoms nearly every step is
    forced, and a shortage shows after a few.
    """
    return _Tiler(land, spare).tilings()


class _Tiler:
    """Dominoes laid one by one, and taken back where the rest cannot be covered."""

    def __init__(self, land: Land, spare: int) -> None:
        self._partners = land.partners
        self._free = [True] * len(land.cells)
        self._left = list(HELD)  # in the box; below 0 where more are laid than it holds
        self._spare = spare
        self._laid: list[Piece] = []

    def tilings(self) -> Iterator[tuple[Piece, ...]]:
        """Every way to cover what is still free, with what is laid already."""
        chosen = self._narrowest()
        if chosen is None:
            yield tuple(self._laid)
            return
        free, left = self._free, self._left
        cell, partners = chosen
        free[cell] = False
        for other, sort in partners:
            beyond = left[sort] <= 0
            free[other] = False
            left[sort] -= 1
            self._spare -= beyond
            self._laid.append(Piece(cell, other, sort))
            yield from self.tilings()
            self._laid.pop()
            self._spare += beyond
            left[sort] += 1
            free[other] = True
        free[cell] = True

    def _narrowest(self) -> tuple[int, list[tuple[int, int]]] | None:
        """The free field with the fewest partners, and these; None where all is covered."""
        chosen: tuple[int, list[tuple[int, int]]] | None = None
        for cell, is_free in enumerate(self._free):
            if is_free:
                partners = self._possible(cell)
                if chosen is None or len(partners) < len(chosen[1]):
                    chosen = cell, partners
                    if len(partners) < 2:
                        break
        return chosen

    def _possible(self, cell: int) -> list[tuple[int, int]]:
        free, left, spare = self._free, self._left, self._spare
        return [
            (other, sort)
            for other, sort in self._partners[cell]
            if free[other] and (left[sort] > 0 or spare > 0)
        ]
