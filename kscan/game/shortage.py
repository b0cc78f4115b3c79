"""Why the box does not cover a kingdom: what is left over, or which dominoes it would take."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from kscan.game.box import NUMBERS
from kscan.game.cuts import distinct_cuts, taken
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.tiling import HELD, SORTS, Land, Piece, land_of, tilings

# Up to here the fewest dominoes beyond the box are searched for; where more are missing, any
# covering that needs few says enough, and the search for the best would grow without end.
EXACT = 2
# Real kingdoms have one to three cuts that differ in what they take; of four kingdoms with more,
# the products of the first six are weighed.
WEIGHED = 6


def unpaired(kingdom: Kingdom) -> tuple[Cell, ...]:
    """The fields left over when as many as possible share a domino that exists."""
    land = land_of(kingdom)
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


def overused(kingdom: Kingdom) -> dict[tuple[int, ...], tuple[int, tuple[Cell, ...]]]:
    """The dominoes of which the kingdom takes more than there are: how many, and where they lie.

    By the numbers of each sort, for a covering that goes as little beyond the box as was found.
    """
    land = land_of(kingdom)
    attempts = (next(tilings(land, spare), ()) for spare in (*range(1, EXACT + 1), len(land.cells)))
    pieces = next((attempt for attempt in attempts if attempt), ())
    return {
        NUMBERS[SORTS[sort]]: (count, _cells(land, pieces, sort))
        for sort, count in Counter(piece.sort for piece in pieces).items()
        if count > HELD[sort]
    }


def _cells(land: Land, pieces: Sequence[Piece], sort: int) -> tuple[Cell, ...]:
    used = (piece for piece in pieces if piece.sort == sort)
    return tuple(sorted(land.cells[place] for piece in used for place in piece[:2]))


def overused_together(
    kingdoms: Sequence[Kingdom],
) -> dict[tuple[int, ...], tuple[int, tuple[int, ...]]]:
    """The dominoes of which kingdoms that the box covers one by one take too many together.

    By the numbers of each sort: how many, and which kingdoms take them, for the cuts that together
    go least beyond the box.
    """
    choices = [distinct_cuts(kingdom)[:WEIGHED] for kingdom in kingdoms]
    cuts = min(product(*choices), key=lambda cuts: _beyond(sum(cut.takes for cut in cuts)))
    needed = taken(sum(cut.takes for cut in cuts))
    return {
        NUMBERS[SORTS[sort]]: (
            count,
            tuple(place for place, cut in enumerate(cuts) if taken(cut.takes)[sort]),
        )
        for sort, count in enumerate(needed)
        if count > HELD[sort]
    }


def _beyond(takes: int) -> int:
    return sum(max(0, count - held) for count, held in zip(taken(takes), HELD, strict=True))
