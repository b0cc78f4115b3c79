"""The dominoes of a kingdom, or of all kingdoms of one game, which share the box."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kscan.game.box import NUMBERS
from kscan.game.connection import Links, Pair, building_order
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import Square
from kscan.game.tiling import HELD, SORTS, Land, Piece, land_of, overdrawn, tilings


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


@dataclass(frozen=True, slots=True)
class _Cut:
    """One tiling of one kingdom: what it takes from the box, and how many dominoes are stuck."""

    pieces: tuple[Piece, ...]
    takes: int
    stuck: int


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
    lands = [land_of(kingdom) for kingdom in kingdoms]
    if len(kingdoms) == 1:
        cut = _best_cut(kingdoms[0], lands[0])
        cuts: Sequence[_Cut] | None = (cut,) if cut else None
    else:
        choices = [_distinct_cuts(*pair) for pair in zip(kingdoms, lands, strict=True)]
        cuts = _share_the_box(choices)
    return None if cuts is None else _number(kingdoms, lands, cuts)


# What a tiling takes from the box, as one integer with a byte for each sort of domino: the sum of
# two such integers is what both take, and a byte beyond `held` shows in its highest bit.
_UNIT = tuple(1 << 8 * sort for sort in range(len(SORTS)))
_BEYOND = sum(0x80 * unit for unit in _UNIT)
_MARGIN = sum((0x7F - held) * unit for held, unit in zip(HELD, _UNIT, strict=True))


def _fits(takes: int) -> bool:
    return not (takes + _MARGIN) & _BEYOND


def _cuts(kingdom: Kingdom, land: Land) -> Iterator[_Cut]:
    links = Links(kingdom)
    for pieces in tilings(land):
        takes = sum(_UNIT[piece.sort] for piece in pieces)
        yield _Cut(pieces, takes, len(links.stuck(_pairs(land, pieces))))


def _pairs(land: Land, pieces: Iterable[Piece]) -> list[Pair]:
    return [(land.cells[piece.first], land.cells[piece.second]) for piece in pieces]


def _best_cut(kingdom: Kingdom, land: Land) -> _Cut | None:
    best: _Cut | None = None
    for cut in _cuts(kingdom, land):
        if best is None or cut.stuck < best.stuck:
            best = cut
            if not cut.stuck:
                break
    return best


def _distinct_cuts(kingdom: Kingdom, land: Land) -> list[_Cut]:
    """Of all tilings that take the same from the box the one with the fewest stuck; best first."""
    best: dict[int, _Cut] = {}
    for cut in _cuts(kingdom, land):
        if cut.takes not in best or cut.stuck < best[cut.takes].stuck:
            best[cut.takes] = cut
    return sorted(best.values(), key=lambda cut: cut.stuck)


def _share_the_box(choices: Sequence[Sequence[_Cut]]) -> list[_Cut] | None:
    """One cut for each kingdom so that the box holds them all, with the fewest stuck in all."""
    best: list[_Cut] | None = None
    fewest = float("inf")

    def choose(open_to: Mapping[int, Sequence[_Cut]], chosen: dict[int, _Cut], taken: int) -> None:
        nonlocal best, fewest
        stuck = sum(cut.stuck for cut in chosen.values())
        if stuck + sum(cuts[0].stuck for cuts in open_to.values()) >= fewest:
            return
        if not open_to:
            best, fewest = [chosen[place] for place in sorted(chosen)], stuck
            return
        place = min(open_to, key=lambda place: len(open_to[place]))
        others = {other: cuts for other, cuts in open_to.items() if other != place}
        for cut in open_to[place]:
            then = taken + cut.takes
            left = {
                other: [later for later in cuts if _fits(then + later.takes)]
                for other, cuts in others.items()
            }
            if all(left.values()):
                choose(left, {**chosen, place: cut}, then)

    if all(choices):
        choose(dict(enumerate(choices)), {}, 0)
    return best


def _number(
    kingdoms: Sequence[Kingdom], lands: Sequence[Land], cuts: Sequence[_Cut]
) -> tuple[Covering, ...]:
    """The coverings, each domino with a number of its own."""
    unused = {halves: list(numbers) for halves, numbers in NUMBERS.items()}
    return tuple(
        _covering(kingdom, _pairs(land, cut.pieces), unused)
        for kingdom, land, cut in zip(kingdoms, lands, cuts, strict=True)
    )


def _covering(
    kingdom: Kingdom, pairs: Sequence[Pair], unused: dict[frozenset[Square], list[int]]
) -> Covering:
    def placed(pair: Pair) -> PlacedDomino:
        halves = frozenset((kingdom[pair[0]], kingdom[pair[1]]))
        return PlacedDomino(NUMBERS[halves], unused[halves].pop(0), pair)

    ordered = [placed(pair) for pair in building_order(kingdom, pairs)]
    beyond = set(Links(kingdom).stuck(pairs))
    return Covering(tuple(ordered), tuple(domino for domino in ordered if domino.cells in beyond))
