"""The dominoes of a kingdom, or of a game sharing its box; or why none cover it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from kscan.game.box import BASE, Box, Domino, Halves, letters_of, numbers_of
from kscan.game.connection import Links, Pair, building_order
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.tiling import (
    Cut,
    Land,
    Piece,
    best_cut,
    distinct_cuts,
    fits,
    land_of,
    overdrawn,
    taken,
    tilings,
)

# Real games need fewer than a hundred; only a box with many equal dominoes needs more than this.
MOST_CHOICES = 20_000
# Up to here the fewest dominoes beyond the box are searched for; where more are missing, any
# covering that needs few says enough, and the search for the best would grow without end.
EXACT = 2
# Real kingdoms have one to three cuts that differ in what they take; of four kingdoms with more,
# the products of the first six are weighed.
WEIGHED = 6


@dataclass(frozen=True, slots=True)
class PlacedDomino:
    """A domino as it lies in a kingdom."""

    same: tuple[Domino, ...]  # all dominoes in the box with these halves
    domino: Domino  # the one of them that this kingdom was given
    cells: tuple[Cell, Cell]

    @property
    def number(self) -> int | None:
        """The given domino's number, or None for a lettered back."""
        return self.domino.number

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all dominoes with these halves, each once."""
        return numbers_of(self.same)

    @property
    def backs(self) -> tuple[str, ...]:
        """The letters of the dominoes without numbers, each once."""
        return letters_of(self.same)


@dataclass(frozen=True, slots=True, eq=False)
class Covering:
    """A kingdom cut into dominoes of the box, in a legal building order."""

    dominoes: tuple[PlacedDomino, ...]
    stuck: tuple[PlacedDomino, ...] = ()  # those that the connection rule lets nobody lay

    @property
    def buildable(self) -> bool:
        """True if some building order keeps the connection rule."""
        return not self.stuck


def cover(kingdom: Kingdom, box: Box = BASE) -> Covering | None:
    """Cover `kingdom` with dominoes, in a buildable way if possible.

    None where no dominoes of the box cover it.
    """
    found = cover_game((kingdom,), box)
    return found[0] if found else None


def coverable(kingdoms: Sequence[Kingdom], box: Box = BASE) -> list[int]:
    """List the kingdoms that one box covers each by itself.

    Their cuts are remembered, so that `cover_game` need not look for them again.
    """
    printed = [kingdom.printed for kingdom in kingdoms]
    return [
        k for k, one in enumerate(printed) if not overdrawn((one,), box) and distinct_cuts(one, box)
    ]


def cover_game(kingdoms: Sequence[Kingdom], box: Box = BASE) -> tuple[Covering, ...] | None:
    """Cover all kingdoms of a game from one box.

    As few dominoes as can be are stuck; None where one box does not hold them.
    """
    kingdoms = [kingdom.printed for kingdom in kingdoms]
    if overdrawn(kingdoms, box):
        return None
    if len(kingdoms) == 1:
        cut = best_cut(kingdoms[0], box)
        return _numbered(kingdoms, (cut,), box) if cut else None
    cuts = _share_the_box([distinct_cuts(kingdom, box) for kingdom in kingdoms], box)
    return None if cuts is None else _numbered(kingdoms, cuts, box)


def _share_the_box(choices: Sequence[Sequence[Cut]], box: Box) -> list[Cut] | None:
    """Choose one cut a kingdom within the box, fewest stuck overall."""
    best: list[Cut] | None = None
    fewest, tried = float("inf"), 0

    def choose(open_to: Mapping[int, Sequence[Cut]], chosen: dict[int, Cut], taken: int) -> None:
        nonlocal best, fewest, tried
        tried += 1
        stuck = sum(cut.stuck for cut in chosen.values())
        least = stuck + sum(cuts[0].stuck for cuts in open_to.values())
        if least >= fewest or tried > MOST_CHOICES:
            return
        if not open_to:
            best, fewest = [chosen[place] for place in sorted(chosen)], stuck
            return
        place = min(open_to, key=lambda place: len(open_to[place]))
        for cut in open_to[place]:
            then = taken + cut.takes
            left = {
                other: [later for later in cuts if fits(then + later.takes, box)]
                for other, cuts in open_to.items()
                if other != place
            }
            if all(left.values()):
                choose(left, {**chosen, place: cut}, then)

    if all(choices):
        choose(dict(enumerate(choices)), {}, 0)
    return best


def _numbered(kingdoms: Sequence[Kingdom], cuts: Sequence[Cut], box: Box) -> tuple[Covering, ...]:
    """Give each domino of the cuts its own number."""
    unused = {halves: list(box.with_halves(halves)) for halves in box.sorts}
    return tuple(
        _covering(kingdom, cut.pairs, unused, box)
        for kingdom, cut in zip(kingdoms, cuts, strict=True)
    )


def _covering(
    kingdom: Kingdom, pairs: Sequence[Pair], unused: Mapping[Halves, list[Domino]], box: Box
) -> Covering:
    def placed(pair: Pair) -> PlacedDomino:
        halves = frozenset((kingdom[pair[0]], kingdom[pair[1]]))
        return PlacedDomino(box.with_halves(halves), unused[halves].pop(0), pair)

    ordered = tuple(placed(pair) for pair in building_order(kingdom, pairs))
    beyond = set(Links(kingdom).stuck(pairs))
    return Covering(ordered, tuple(domino for domino in ordered if domino.cells in beyond))


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
