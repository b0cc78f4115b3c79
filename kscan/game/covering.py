"""The dominoes of a kingdom, or of all kingdoms of one game, which share the box."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kscan.game.box import NUMBERS
from kscan.game.connection import Links, Pair, building_order
from kscan.game.cuts import Cut, best_cut, distinct_cuts, fits
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import Square
from kscan.game.tiling import overdrawn


@dataclass(frozen=True, slots=True)
class PlacedDomino:
    """A domino as it lies in a kingdom."""

    numbers: tuple[int, ...]  # of all dominoes in the box with these halves
    number: int  # the one of them that this kingdom was given
    cells: tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Covering:
    """A kingdom cut into dominoes of the box, in an order in which they can be laid."""

    dominoes: tuple[PlacedDomino, ...]
    stuck: tuple[PlacedDomino, ...] = ()  # those that the connection rule lets nobody lay

    @property
    def buildable(self) -> bool:
        """Whether some order of building keeps the connection rule."""
        return not self.stuck


def cover(kingdom: Kingdom) -> Covering | None:
    """The dominoes of `kingdom`, in a buildable way if there is one; None where none cover it."""
    found = cover_game((kingdom,))
    return found[0] if found else None


def cover_game(kingdoms: Sequence[Kingdom]) -> tuple[Covering, ...] | None:
    """The dominoes of all kingdoms of a game from one box, with as few stuck as can be.

    None where one box does not hold them.
    """
    if overdrawn(*kingdoms):
        return None
    if len(kingdoms) == 1:
        cut = best_cut(kingdoms[0])
        return _numbered(kingdoms, (cut,)) if cut else None
    cuts = _share_the_box([distinct_cuts(kingdom) for kingdom in kingdoms])
    return None if cuts is None else _numbered(kingdoms, cuts)


def _share_the_box(choices: Sequence[Sequence[Cut]]) -> list[Cut] | None:
    """One cut for each kingdom so that the box holds them all, with the fewest stuck in all."""
    best: list[Cut] | None = None
    fewest = float("inf")

    def choose(open_to: Mapping[int, Sequence[Cut]], chosen: dict[int, Cut], taken: int) -> None:
        nonlocal best, fewest
        stuck = sum(cut.stuck for cut in chosen.values())
        if stuck + sum(cuts[0].stuck for cuts in open_to.values()) >= fewest:
            return
        if not open_to:
            best, fewest = [chosen[place] for place in sorted(chosen)], stuck
            return
        place = min(open_to, key=lambda place: len(open_to[place]))
        for cut in open_to[place]:
            then = taken + cut.takes
            left = {
                other: [later for later in cuts if fits(then + later.takes)]
                for other, cuts in open_to.items()
                if other != place
            }
            if all(left.values()):
                choose(left, {**chosen, place: cut}, then)

    if all(choices):
        choose(dict(enumerate(choices)), {}, 0)
    return best


def _numbered(kingdoms: Sequence[Kingdom], cuts: Sequence[Cut]) -> tuple[Covering, ...]:
    """The coverings, each domino with a number of its own."""
    unused = {halves: list(numbers) for halves, numbers in NUMBERS.items()}
    return tuple(
        _covering(kingdom, cut.pairs, unused) for kingdom, cut in zip(kingdoms, cuts, strict=True)
    )


def _covering(
    kingdom: Kingdom, pairs: Sequence[Pair], unused: Mapping[frozenset[Square], list[int]]
) -> Covering:
    def placed(pair: Pair) -> PlacedDomino:
        halves = frozenset((kingdom[pair[0]], kingdom[pair[1]]))
        return PlacedDomino(NUMBERS[halves], unused[halves].pop(0), pair)

    ordered = tuple(placed(pair) for pair in building_order(kingdom, pairs))
    beyond = set(Links(kingdom).stuck(pairs))
    return Covering(ordered, tuple(domino for domino in ordered if domino.cells in beyond))
