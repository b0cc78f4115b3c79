"""Rank one game of one to four kingdoms, or a Dynasty of three games, and break ties."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from kscan.errors import UsageError
from kscan.game.scoring import ScoreSheet

if TYPE_CHECKING:
    from fractions import Fraction

DYNASTY_GAMES = 3

T = TypeVar("T")
K = TypeVar("K")
Figure: TypeAlias = "Fraction | int | None"  # None: not known, so that nobody is ranked by it
Measure = tuple[K, Callable[[Sequence[T]], Sequence[Figure]]]  # figures of a group of equals


class Decider(Enum):
    """The figure settling a place among equal totals."""

    LARGEST = "largest_territory"
    CROWNS = "crowns"
    SHARED = "shared"  # nothing did: they share the place


class TieRule(Enum):
    """An edition's order of breaking ties; remaining equals share a place."""

    RULEBOOK = "rulebook"
    DEMO = "demo"  # the Russian demo for two players

    @property
    def deciders(self) -> tuple[Decider, ...]:
        """The figures compared after the totals, first to last."""
        largest = (Decider.LARGEST,) if self is TieRule.RULEBOOK else ()
        return (*largest, Decider.CROWNS)


@dataclass(frozen=True, slots=True, eq=False)
class Ranked(Generic[T, K]):
    """An entry with its place; equals share one number."""

    place: int
    entry: T
    decided_by: K | None  # the criterion that set it apart from its equals; None: nothing had to
    shared: bool = False  # no criterion did


def ranked(entries: Sequence[T], criteria: Sequence[Measure[K, T]]) -> list[Ranked[T, K]]:
    """Rank entries by successive criteria, more being better.

    A criterion is computed within the group that is still equal, and skipped for a group of which
    it does not know every figure. Places go 1, 1, 3, 4; those who share one keep their order.
    """
    return _split(entries, criteria, 1, None)


def _split(
    group: Sequence[T], criteria: Sequence[Measure[K, T]], place: int, before: K | None
) -> list[Ranked[T, K]]:
    if len(group) == 1:
        return [Ranked(place, group[0], before)]
    if not criteria:
        return [Ranked(place, entry, None, shared=True) for entry in group]
    (name, figures_of), rest = criteria[0], criteria[1:]
    figures = figures_of(group)
    known = [figure for figure in figures if figure is not None]
    if len(known) < len(group):
        return _split(group, rest, place, before)
    found: list[Ranked[T, K]] = []
    for figure in sorted(set(known), reverse=True):
        equals = [entry for entry, mine in zip(group, figures, strict=True) if mine == figure]
        decided = name if len(equals) < len(group) else before
        found += _split(equals, rest, place + len(found), decided)
    return found


@dataclass(frozen=True, slots=True)
class Contender:
    """A player with all figures of a ranking."""

    name: str
    total: int
    largest: int | None = None  # None where only a total is known
    crowns: int | None = None

    @classmethod
    def of(cls, name: str, sheet: ScoreSheet) -> "Contender":
        """Return the contender for a player's score sheet."""
        return cls(name, sheet.total, sheet.largest, sheet.crowns)

    def figure(self, decider: Decider) -> int | None:
        """Return the figure compared by this decider."""
        return {Decider.LARGEST: self.largest, Decider.CROWNS: self.crowns}.get(decider)


@dataclass(frozen=True, slots=True, eq=False)
class RankedPlayer:
    """A place in the ranking; players who share it have the same number."""

    place: int
    contender: Contender
    decided_by: Decider | None  # None where the total alone did


def rank(
    contenders: Iterable[Contender], rule: TieRule = TieRule.RULEBOOK
) -> tuple[RankedPlayer, ...]:
    """Rank one game's contenders, equals listed by name."""
    entries = sorted(contenders, key=lambda entry: entry.name)
    return tuple(
        RankedPlayer(one.place, one.entry, Decider.SHARED if one.shared else one.decided_by)
        for one in ranked(entries, [(None, _totals), *map(_by, rule.deciders)])
    )


def _totals(group: Sequence[Contender]) -> list[Figure]:
    return [entry.total for entry in group]


def _by(decider: Decider) -> Measure[Decider | None, Contender]:
    return decider, lambda group: [entry.figure(decider) for entry in group]


def dynasty(games: Sequence[Sequence[Contender]]) -> tuple[Contender, ...]:
    """Add up each player over three games.

    The rulebooks name no tie-break for a Dynasty; these sums let `rank` apply the game's own.
    """
    if len(games) != DYNASTY_GAMES:
        raise UsageError(
            "a Dynasty is {games} games, and here are {count}",
            games=DYNASTY_GAMES,
            count=len(games),
        )
    players = {entry.name for game in games for entry in game}
    for number, game in enumerate(games, 1):
        missing = players - {entry.name for entry in game}
        if missing:
            raise UsageError(
                "{players} did not play game {number}",
                players=", ".join(sorted(missing)),
                number=number,
            )
    return tuple(
        added_up([entry for game in games for entry in game if entry.name == name])
        for name in players
    )


def added_up(entries: Sequence[Contender]) -> Contender:
    """Sum totals and crowns, and take the largest territory."""
    largest = [entry.largest for entry in entries if entry.largest is not None]
    crowns = [entry.crowns for entry in entries if entry.crowns is not None]
    return Contender(
        entries[0].name,
        sum(entry.total for entry in entries),
        max(largest) if len(largest) == len(entries) else None,
        sum(crowns) if len(crowns) == len(entries) else None,
    )
