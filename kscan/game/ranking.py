"""Who won: a game of one to four kingdoms, or a Dynasty of three games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from kscan.errors import UsageError
from kscan.game.scoring import ScoreSheet

DYNASTY_GAMES = 3


class Decider(Enum):
    """What settled a place among contenders of equal total."""

    LARGEST = "largest_territory"
    CROWNS = "crowns"
    SHARED = "shared"  # nothing did: they share the place


class TieRule(Enum):
    """In which order an edition breaks ties; what is then still equal is shared."""

    STANDARD = "standard"
    DEMO = "demo"  # the Russian demo for two players

    @property
    def deciders(self) -> tuple[Decider, ...]:
        """What is compared after the totals, first to last."""
        largest = (Decider.LARGEST,) if self is TieRule.STANDARD else ()
        return (*largest, Decider.CROWNS)


@dataclass(frozen=True, slots=True)
class Contender:
    """A player with all that a ranking looks at."""

    name: str
    total: int
    largest: int
    crowns: int

    @classmethod
    def of(cls, name: str, sheet: ScoreSheet) -> "Contender":
        """The player whose kingdom got this score sheet."""
        return cls(name, sheet.total, sheet.largest, sheet.crowns)

    def standing(self, decider: Decider) -> int:
        """The figure that this decider compares; more is better."""
        return {Decider.LARGEST: self.largest, Decider.CROWNS: self.crowns}.get(decider, 0)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the ranking; players who share it have the same number."""

    place: int
    contender: Contender
    decided_by: Decider | None  # None where the total alone did


def rank(contenders: Iterable[Contender], rule: TieRule = TieRule.STANDARD) -> tuple[Place, ...]:
    """The contenders by place; those who share one are listed by name."""
    entries = sorted(contenders, key=lambda entry: (*_worth(entry, rule), entry.name))
    return tuple(
        Place(
            1 + sum(_worth(other, rule) < _worth(entry, rule) for other in entries),
            entry,
            _decider(entry, [other for other in entries if other is not entry], rule),
        )
        for entry in entries
    )


def dynasty(games: Sequence[Sequence[Contender]]) -> tuple[Contender, ...]:
    """Each player over three games, added up.

    The rulebooks name no tie-break for a Dynasty; these sums let `rank` apply the game's own.
    """
    if len(games) != DYNASTY_GAMES:
        raise UsageError(f"a Dynasty is {DYNASTY_GAMES} games, and here are {len(games)}")
    players = {entry.name for game in games for entry in game}
    for number, game in enumerate(games, 1):
        missing = players - {entry.name for entry in game}
        if missing:
            raise UsageError(f"{', '.join(sorted(missing))} did not play game {number}")
    return tuple(
        added_up([entry for game in games for entry in game if entry.name == name])
        for name in players
    )


def added_up(entries: Sequence[Contender]) -> Contender:
    """One player over several games: totals and crowns added up, the largest territory of any."""
    return Contender(
        entries[0].name,
        sum(entry.total for entry in entries),
        max(entry.largest for entry in entries),
        sum(entry.crowns for entry in entries),
    )


def _worth(entry: Contender, rule: TieRule) -> tuple[int, ...]:
    return (-entry.total, *(-entry.standing(decider) for decider in rule.deciders))


def _decider(entry: Contender, others: Iterable[Contender], rule: TieRule) -> Decider | None:
    """The last criterion needed to tell `entry` from everyone with the same total."""
    order = (*rule.deciders, Decider.SHARED)
    needed = [
        next((d for d in rule.deciders if entry.standing(d) != other.standing(d)), Decider.SHARED)
        for other in others
        if other.total == entry.total
    ]
    return max(needed, key=order.index, default=None)
