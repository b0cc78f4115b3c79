"""The dominoes of a kingdom, or of all kingdoms in a game, sharing its box."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kscan.game.box import BASE, Box, Domino, Halves, letters_of, numbers_of
from kscan.game.connection import Links, Pair, building_order
from kscan.game.cuts import Cut, best_cut, distinct_cuts, fits
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.tiling import overdrawn

# Real games need fewer than a hundred; only a box with many equal dominoes needs more than this.
MOST_CHOICES = 20_000


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


@dataclass(frozen=True, slots=True)
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
