"""Criteria of standings: the main figure and tie-breaks, computed from the games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from kscan.game.ranking import Figure
from kscan.tournament.game_results import GameRanking, Placing
from kscan.tournament.games_csv import Absence


class Criterion(Enum):
    """A possible figure of the ranking; the value heads its column."""

    TOTAL = "total"  # victory points over all games
    WON = "won"  # games won
    POINTS = "points"  # points for places
    LARGEST = "largest"  # largest territory of any game
    CROWNS = "crowns"  # of all games
    SECONDS = "seconds"  # second places
    HEAD_TO_HEAD = "head_to_head"  # points against those who are equal, where all of them met
    BUCHHOLZ = "buchholz"  # sum of the opponents' main figures
    LAST_TABLE = "last_table"  # number of the table in the last round; less is better
    LAST_PLACE = "last_place"  # place in the last round; less is better


class RankBy(Enum):
    """The main figure of the standings."""

    TOTAL = "total"
    WINS = "wins"
    PLACES = "places"

    @property
    def criterion(self) -> Criterion:
        """Return the main figure."""
        return {
            RankBy.TOTAL: Criterion.TOTAL,
            RankBy.WINS: Criterion.WON,
            RankBy.PLACES: Criterion.POINTS,
        }[self]


class Ties(Enum):
    """Tie-breaks, by their names in the settings."""

    RULEBOOK = "rulebook"
    DEMO = "demo"
    HEAD_TO_HEAD = "head-to-head"
    BUCHHOLZ = "buchholz"
    TOTAL = "total"
    WINS = "wins"
    OLYMPIAD = "olympiad"

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Return the criteria in deciding order."""
        return _CRITERIA[self]


_CRITERIA = {
    Ties.RULEBOOK: (Criterion.LARGEST, Criterion.CROWNS),
    Ties.DEMO: (Criterion.CROWNS,),
    Ties.HEAD_TO_HEAD: (Criterion.HEAD_TO_HEAD,),
    Ties.BUCHHOLZ: (Criterion.BUCHHOLZ,),
    Ties.TOTAL: (Criterion.TOTAL,),
    Ties.WINS: (Criterion.WON,),
    # The Mind Sports Olympiad's order for tables of several players.
    Ties.OLYMPIAD: (
        Criterion.LAST_TABLE,
        Criterion.LAST_PLACE,
        Criterion.TOTAL,
        Criterion.WON,
        Criterion.SECONDS,
        Criterion.HEAD_TO_HEAD,
        Criterion.BUCHHOLZ,
    ),
}

LESS_IS_BETTER = frozenset({Criterion.LAST_TABLE, Criterion.LAST_PLACE})
PLACE_POINTS = (4, 3, 2, 1)


@dataclass(frozen=True, slots=True)
class Ranking:
    """How a tournament is ranked."""

    by: RankBy = RankBy.TOTAL
    ties: tuple[Ties, ...] = (Ties.RULEBOOK,)
    place_points: tuple[int, ...] = PLACE_POINTS  # for the first place, the second, ...
    split: bool = False  # who share a place share its win or points instead of each getting them

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """The main figure and the tie-breaks, in deciding order."""
        breaks = (criterion for each in self.ties for criterion in each.criteria)
        return tuple(dict.fromkeys((self.by.criterion, *breaks)))


BY_TOTAL = Ranking()


@dataclass(frozen=True, slots=True)
class Record:
    """All games of one player, and the rounds without one."""

    who: str
    games: tuple[tuple[GameRanking, Placing], ...]
    absences: tuple[Absence, ...] = ()


class Figures:
    """The figures of all players in one tournament."""

    def __init__(self, records: Mapping[str, Record], ranking: Ranking, last_round: str) -> None:
        self._records = records
        self._ranking = ranking
        self._last = last_round
        self._alone: Mapping[Criterion, Callable[[Record], Figure]] = {
            Criterion.TOTAL: _total,
            Criterion.WON: self._won,
            Criterion.POINTS: self._points,
            Criterion.LARGEST: _largest,
            Criterion.CROWNS: _crowns,
            Criterion.SECONDS: _seconds,
            Criterion.BUCHHOLZ: self._buchholz,
            Criterion.LAST_TABLE: self._last_table,
            Criterion.LAST_PLACE: self._last_place,
            Criterion.HEAD_TO_HEAD: lambda record: self._head_to_head.get(record.who),
        }
        self._head_to_head: dict[str, Figure] = {}  # of those whom it was to tell apart

    def of(self, who: str, criterion: Criterion) -> Figure:
        """Return a player's figure for a column, if any."""
        return self._alone[criterion](self._records[who])

    def among(self, criterion: Criterion, group: Sequence[str]) -> Sequence[Figure]:
        """Return equals' figures, more being better."""
        if criterion is Criterion.HEAD_TO_HEAD:
            self._head_to_head |= zip(group, self.head_to_head(group), strict=True)
            return [self._head_to_head[who] for who in group]
        figures = [self.of(who, criterion) for who in group]
        if criterion in LESS_IS_BETTER:
            return [None if figure is None else -figure for figure in figures]
        return figures

    def head_to_head(self, group: Sequence[str]) -> Sequence[Figure]:
        """Return points taken among equals.

        1 a player beaten, 1/2 if shared. None for all of them unless everyone met everyone else.
        """
        if not all(self._meetings(a, b) for a in group for b in group if a != b):
            return [None] * len(group)
        return [sum((self._taken(a, b) for b in group if b != a), Fraction()) for a in group]

    def _meetings(self, who: str, other: str) -> list[tuple[Placing, Placing]]:
        return [
            (mine, theirs)
            for game, mine in self._records[who].games
            if (theirs := game.placing(other)) is not None
        ]

    def _taken(self, who: str, other: str) -> Fraction:
        return sum(
            (_pair_points(mine, theirs) for mine, theirs in self._meetings(who, other)), Fraction()
        )

    def _main(self, record: Record) -> Fraction | int:
        return self._alone[self._ranking.by.criterion](record) or 0

    def _buchholz(self, record: Record) -> Figure:
        """Sum the opponents' main figures.

        Once for each game; a bye has none.
        """
        return sum(
            (
                self._main(self._records[placing.who])
                for game, mine in record.games
                for placing in game.placings
                if placing is not mine
            ),
            Fraction(),
        )

    def _won(self, record: Record) -> Figure:
        """Count games won against others, and byes."""
        won = sum(
            (self._share(game, 1) for game, mine in record.games if _is_win(game, mine)), Fraction()
        )
        return won + sum(not absence.left for absence in record.absences)

    def _points(self, record: Record) -> Figure:
        """Sum points for places; a bye counts as first."""
        byes = sum(not absence.left for absence in record.absences)
        return byes * self._of_place(1) + sum(
            (
                self._place_points(game, mine)
                for game, mine in record.games
                if len(game.placings) > 1
            ),
            Fraction(),
        )

    def _place_points(self, game: GameRanking, mine: Placing) -> Fraction:
        if not self._ranking.split:
            return Fraction(self._of_place(mine.place))
        sharing = sum(1 for placing in game.placings if placing.place == mine.place)
        taken = range(mine.place, mine.place + sharing)
        return Fraction(sum(map(self._of_place, taken)), sharing)

    def _of_place(self, place: int) -> int:
        points = self._ranking.place_points
        return points[place - 1] if place <= len(points) else 0

    def _share(self, game: GameRanking, place: int) -> Fraction:
        """Return a place's share of one win, split or whole."""
        sharing = sum(1 for placing in game.placings if placing.place == place)
        return Fraction(1, sharing if self._ranking.split else 1)

    def _last_game(self, record: Record) -> tuple[GameRanking, Placing] | None:
        games = [pair for pair in record.games if pair[0].round == self._last]
        return games[-1] if games else None

    def _last_table(self, record: Record) -> Figure:
        last = self._last_game(record)
        digits = "".join(filter(str.isdecimal, last[0].table)) if last else ""
        return int(digits) if digits else None

    def _last_place(self, record: Record) -> Figure:
        last = self._last_game(record)
        return last[1].place if last else None


def _is_win(game: GameRanking, mine: Placing) -> bool:
    return mine.place == 1 and len(game.placings) > 1


def _pair_points(mine: Placing, theirs: Placing) -> Fraction:
    if mine.place == theirs.place:
        return Fraction(1, 2)
    return Fraction(int(mine.place < theirs.place))


def _total(record: Record) -> Figure:
    byes = sum(absence.total or 0 for absence in record.absences)
    return byes + sum(mine.total for _, mine in record.games)


def _largest(record: Record) -> Figure:
    found = [mine.played.largest for _, mine in record.games]
    known = [each for each in found if each is not None]
    return max(known, default=0) if len(known) == len(found) else None


def _crowns(record: Record) -> Figure:
    found = [mine.played.crowns for _, mine in record.games]
    known = [each for each in found if each is not None]
    return sum(known) if len(known) == len(found) else None


def _seconds(record: Record) -> Figure:
    return sum(1 for _, mine in record.games if mine.place == 2)
