"""All tilings of a kingdom's land with dominoes of the box, by backtracking; the best of them.

What a tiling takes from the box is one integer with a byte for each sort of domino: the sum of two
is what both take, and a byte beyond what is held shows in its highest bit.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from kscan.game.box import Box
from kscan.game.connection import Links, Pair
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import Square

# Real kingdoms take up to 50 steps, the hardest found 117,000; where a box has many equal dominoes,
# a search could take hours.
MOST_STEPS = 200_000
# The kingdoms of a tournament's table, read, corrected and read again: each is cut only once.
REMEMBERED = 32


class Piece(NamedTuple):
    """One domino of a tiling: its two fields, by their place in the land, and its sort."""

    first: int
    second: int
    sort: int


class Land(NamedTuple):
    """The fields to cover with dominoes, and each one's possible partners."""

    cells: tuple[Cell, ...]
    partners: tuple[tuple[tuple[int, int], ...], ...]  # for each cell: (other cell, sort)


class Cut(NamedTuple):
    """One tiling of one kingdom: its dominoes, their use of the box, and those stuck."""

    pairs: tuple[Pair, ...]
    takes: int
    stuck: int


def land_of(kingdom: Kingdom, box: Box) -> Land:
    """Collect the land of `kingdom`: covered cells without castles."""
    cells = tuple(cell for cell in kingdom.covered if not kingdom[cell].castle)
    place = {cell: index for index, cell in enumerate(cells)}

    def partners(cell: Cell) -> Iterator[tuple[int, int]]:
        for other in cell.neighbours():
            sort = box.sort_of.get(frozenset((kingdom[cell], kingdom[other])))
            if other in place and sort is not None:
                yield place[other], sort

    return Land(cells, tuple(tuple(partners(cell)) for cell in cells))


def overdrawn(kingdoms: Iterable[Kingdom], box: Box) -> dict[Square, int]:
    """Count squares beyond the box's stock, all kingdoms together.

    Squares that do not exist are overdrawn by all there are.
    """
    there = Counter(kingdom[cell] for kingdom in kingdoms for cell in kingdom.covered)
    return {
        square: count
        for square, count in there.items()
        if not square.castle and count > box.counts.get(square, 0)
    }


def tilings(land: Land, box: Box, spare: int = 0) -> Iterator[tuple[Piece, ...]]:
    """Yield all tilings from one box plus `spare` of each sort.

    The field with the fewest possible partners comes first: on real kingdoms nearly every step is
    forced, and a shortage shows after a few.
    """
    return _Tiler(land, box, spare).tilings()


@lru_cache(maxsize=REMEMBERED)
def _masks(box: Box) -> tuple[int, int]:
    """Return the carry constant and the overflow bits for `fits`.

    With the constant added to a cut's takes, a byte beyond what the box holds sets its bit.
    """
    margin = int.from_bytes(bytes(0x7F - held for held in box.held), "little")
    return margin, int.from_bytes(b"\x80" * len(box.held), "little")


def fits(takes: int, box: Box) -> bool:
    """Return True if one box holds all `takes`."""
    margin, beyond = _masks(box)
    return not (takes + margin) & beyond


def taken(takes: int, box: Box) -> bytes:
    """Count how many of each sort of domino are taken."""
    return takes.to_bytes(len(box.held), "little")


@lru_cache(maxsize=REMEMBERED)
def best_cut(kingdom: Kingdom, box: Box) -> Cut | None:
    """Find the cut with the fewest stuck dominoes, if any exists."""
    best: Cut | None = None
    for cut in _cuts(kingdom, box):
        if best is None or cut.stuck < best.stuck:
            best = cut
            if not cut.stuck:
                break
    return best


@lru_cache(maxsize=REMEMBERED)
def distinct_cuts(kingdom: Kingdom, box: Box) -> tuple[Cut, ...]:
    """Find the best cut for each set of dominoes taken.

    The one with the fewest dominoes stuck; best first.
    """
    best: dict[int, Cut] = {}
    for cut in _cuts(kingdom, box):
        if cut.takes not in best or cut.stuck < best[cut.takes].stuck:
            best[cut.takes] = cut
    return tuple(sorted(best.values(), key=lambda cut: cut.stuck))


def _cuts(kingdom: Kingdom, box: Box) -> Iterator[Cut]:
    land, links = land_of(kingdom, box), Links(kingdom)
    for pieces in tilings(land, box):
        pairs = _pairs(land, pieces)
        takes = sum(1 << 8 * piece.sort for piece in pieces)
        yield Cut(pairs, takes, len(links.stuck(pairs)))


def _pairs(land: Land, pieces: Iterable[Piece]) -> tuple[Pair, ...]:
    return tuple((land.cells[piece.first], land.cells[piece.second]) for piece in pieces)


class _Tiler:
    """Backtracking: dominoes laid one by one, and taken back at dead ends."""

    def __init__(self, land: Land, box: Box, spare: int) -> None:
        self._partners = land.partners
        self._free = [True] * len(land.cells)
        self._left = list(box.held)  # in the box; below 0 where more are laid than it holds
        self._spare = spare
        self._laid: list[Piece] = []
        self.steps = 0

    def tilings(self) -> Iterator[tuple[Piece, ...]]:
        """Yield every completion of the pieces laid so far."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            return
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
        """Find the free cell with the fewest partners, if any.

        Return both; None where all is covered.
        """
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
