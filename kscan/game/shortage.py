"""Reasons for an impossible covering: squares left over, or dominoes overdrawn."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from kscan.game.box import Box, Domino, Halves
from kscan.game.cuts import Cut, distinct_cuts, taken
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.tiling import Land, Piece, land_of, tilings

# Up to here the fewest dominoes beyond the box are searched for; where more are missing, any
# covering that needs few says enough, and the search for the best would grow without end.
EXACT = 2
# Real kingdoms have one to three cuts that differ in what they take; of four kingdoms with more,
# the products of the first six are weighed.
WEIGHED = 6


def unpaired(kingdom: Kingdom, box: Box) -> tuple[Cell, ...]:
    """Find cells unmatched by maximum bipartite matching into dominoes."""
    land = land_of(kingdom, box)
    partner: dict[int, int] = {}

    def pair_up(cell: int, tried: set[int]) -> bool:
        for other, _ in land.partners[cell]:
            if other not in tried:
                tried.add(other)
                if other not in partner or pair_up(partner[other], tried):
                    partner[other] = cell
                    return True
        return False

    # Every domino lies on one even and one odd field of the chequered grid.
    even = [i for i, cell in enumerate(land.cells) if (cell.row + cell.col) % 2 == 0]
    alone = [cell for cell in even if not pair_up(cell, set())]
    paired = {*partner, *partner.values()}
    left = {*alone, *(set(range(len(land.cells))) - set(even) - paired)}
    return tuple(land.cells[index] for index in sorted(left))


def overused(kingdom: Kingdom, box: Box) -> dict[tuple[Domino, ...], tuple[int, tuple[Cell, ...]]]:
    """Find overdrawn dominoes: how many, and their cells.

    By the dominoes of each sort, for a covering that goes as little beyond the box as was found.
    """
    land = land_of(kingdom, box)
    attempts = (
        next(tilings(land, box, spare), ()) for spare in (*range(1, EXACT + 1), len(land.cells))
    )
    pieces = next((attempt for attempt in attempts if attempt), ())
    return {
        box.with_halves(box.sorts[sort]): (count, _cells(land, pieces, sort))
        for sort, count in Counter(piece.sort for piece in pieces).items()
        if count > box.held[sort]
    }


def _cells(land: Land, pieces: Sequence[Piece], sort: int) -> tuple[Cell, ...]:
    used = (piece for piece in pieces if piece.sort == sort)
    return tuple(sorted(land.cells[place] for piece in used for place in piece[:2]))


def overused_together(
    kingdoms: Sequence[Kingdom], box: Box
) -> dict[tuple[Domino, ...], tuple[int, dict[int, tuple[Cell, ...]]]]:
    """Find dominoes overdrawn by individually coverable kingdoms together.

    By the dominoes of each sort: how many, and by kingdom where they lie, for the cuts that
    together go least beyond the box.
    """
    choices = [distinct_cuts(kingdom, box)[:WEIGHED] for kingdom in kingdoms]
    cuts = min(product(*choices), key=lambda cuts: _beyond(sum(cut.takes for cut in cuts), box))
    needed = taken(sum(cut.takes for cut in cuts), box)
    return {
        box.with_halves(box.sorts[sort]): (count, _places(kingdoms, cuts, box.sorts[sort]))
        for sort, count in enumerate(needed)
        if count > box.held[sort]
    }


def _places(
    kingdoms: Sequence[Kingdom], cuts: Sequence[Cut], halves: Halves
) -> dict[int, tuple[Cell, ...]]:
    """Find the cells of dominoes with these halves, by kingdom."""
    lying: dict[int, tuple[Cell, ...]] = {}
    for place, (kingdom, cut) in enumerate(zip(kingdoms, cuts, strict=True)):
        pairs = (pair for pair in cut.pairs if {kingdom[cell] for cell in pair} == halves)
        if cells := sorted(cell for pair in pairs for cell in pair):
            lying[place] = tuple(cells)
    return lying


def _beyond(takes: int, box: Box) -> int:
    return sum(
        max(0, count - held) for count, held in zip(taken(takes, box), box.held, strict=True)
    )
