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
    free = [True] * len(land.cells)
    left = list(HELD)
    laid: list[Piece] = []
    extra = 0

    def possible(cell: int) -> list[tuple[int, int]]:
        return [
            (other, sort)
            for other, sort in land.partners[cell]
            if free[other] and (left[sort] > 0 or extra < spare)
        ]

    def narrowest() -> tuple[int, list[tuple[int, int]]] | None:
        chosen: tuple[int, list[tuple[int, int]]] | None = None
        for cell, is_free in enumerate(free):
            if is_free:
                partners = possible(cell)
                if chosen is None or len(partners) < len(chosen[1]):
                    chosen = cell, partners
                    if len(partners) < 2:
                        break
        return chosen

    def lay() -> Iterator[tuple[Piece, ...]]:
        nonlocal extra
        chosen = narrowest()
        if chosen is None:
            yield tuple(laid)
            return
        cell, partners = chosen
        free[cell] = False
        for other, sort in partners:
            beyond = left[sort] <= 0
            free[other] = False
            left[sort] -= 1
            extra += beyond
            laid.append(Piece(cell, other, sort))
            yield from lay()
            laid.pop()
            extra -= beyond
            left[sort] += 1
            free[other] = True
        free[cell] = True

    return lay()
