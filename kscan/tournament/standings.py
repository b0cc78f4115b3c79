"""Standings over a tournament and Dynasties, computed once for every report."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kscan.game.box import BASE, Box
from kscan.game.ranking import DYNASTY_GAMES, Figure, Measure, TieRule, ranked
from kscan.game.remark import Remark
from kscan.remarks import remark
from kscan.tournament.folder import natural
from kscan.tournament.game_results import GameRanking, Placing, ranked_games
from kscan.tournament.games_csv import Absence
from kscan.tournament.names import in_order, plain
from kscan.tournament.records import Row
from kscan.tournament.tie_breaks import BY_TOTAL, Criterion, Figures, RankBy, Ranking, Record, Ties

# What every table shows beside the criteria that decide.
_ALWAYS = (Criterion.TOTAL, Criterion.LARGEST, Criterion.CROWNS, Criterion.WON)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player over several games."""

    place: int
    who: str  # as of the player's placings
    player: str
    figures: Mapping[Criterion, Figure]  # in deciding order, then what is only shown
    decided_by: Criterion | None = None  # the tie-break that set the player apart from equals
    shared: bool = False  # no tie-break did
    games: tuple[tuple[str, int], ...] = ()  # round and total of each
    byes: tuple[str, ...] = ()  # rounds
    bye_totals: tuple[tuple[str, int], ...] = ()  # round and total of those that count as one
    left: str = ""  # the first round after the player left
    missing: tuple[str, ...] = ()  # rounds without a result, though nothing says why
    by_person: int = 0  # kingdoms that a person decided, and totals that were typed in
    doubtful: int = 0  # kingdoms that need a look, and photos that were not read

    @property
    def total(self) -> Figure:
        """Return the sum of the totals."""
        return self.figures[Criterion.TOTAL]

    @property
    def won(self) -> Figure:
        """Return the games won."""
        return self.figures[Criterion.WON]


@dataclass(frozen=True, slots=True)
class Dynasty:
    """Three games of the same players, added up."""

    table: str
    standings: tuple[Standing, ...]
    ranking: Ranking = BY_TOTAL


@dataclass(frozen=True, slots=True)
class Standings:
    """All published results of a tournament."""

    games: tuple[GameRanking, ...]
    dynasties: tuple[Dynasty, ...]
    players: tuple[Standing, ...]
    ranking: Ranking = BY_TOTAL
    no_dynasties: tuple[tuple[tuple[str, ...], int], ...] = ()  # players, and how often they met
    without_result: tuple[str, ...] = ()  # players who were expected, or whose photos failed

    @property
    def rule(self) -> TieRule:
        """The tie rule within a game."""
        return game_rule(self.ranking)

    @property
    def rounds(self) -> tuple[str, ...]:
        """Return the rounds in their order."""
        return tuple(dict.fromkeys(game.round for game in self.games))


def standings(
    rows: Sequence[Row],
    ranking: Ranking = BY_TOTAL,
    with_dynasties: bool = False,
    box: Box = BASE,
    absences: Sequence[Absence] = (),
    expected: Sequence[str] = (),
) -> Standings:
    """Rank every game, and every player over all.

    Only kingdoms that count; `expected` are players who should have a result.
    """
    rule = game_rule(ranking)
    games = ranked_games(rows, rule, box)
    rounds = [row.place.round for row in rows if row.place.round]
    players = _with_failed(over(games, ranking, absences, rounds), rows)
    without = _without_result(players, rows, expected)
    if not with_dynasties:
        return Standings(games, (), players, ranking, (), without)
    meetings = _meetings(games)
    others = tuple(
        (tuple(placing.player for placing in met[0].placings), len(met))
        for met in meetings
        if len(met) != DYNASTY_GAMES
    )
    dynasties = tuple(_dynasties(meetings, rule))
    return Standings(games, dynasties, players, ranking, others, without)


def game_rule(ranking: Ranking) -> TieRule:
    """Return the tie rule within a game."""
    return TieRule.DEMO if Ties.DEMO in ranking.ties else TieRule.RULEBOOK


def over(
    games: Sequence[GameRanking],
    ranking: Ranking = BY_TOTAL,
    absences: Sequence[Absence] = (),
    rounds: Iterable[str] = (),
) -> tuple[Standing, ...]:
    """Rank everyone over all these games.

    Rounds without a game may be named in `rounds`.
    """
    records = _records(games, absences)
    all_rounds = sorted({*rounds, *(game.round for game in games)} - {""}, key=in_order)
    figures = Figures(records, ranking, all_rounds[-1] if all_rounds else "")
    criteria: list[Measure[Criterion, str]] = [
        (criterion, lambda group, by=criterion: figures.among(by, group))  # type: ignore[misc]
        for criterion in ranking.criteria
    ]
    main = ranking.by.criterion
    by_name = sorted(records, key=lambda who: natural(_name(records[who])))
    return tuple(
        _standing(
            records[one.entry],
            one.place,
            None if one.decided_by is main else one.decided_by,
            one.shared,
            {each: figures.of(one.entry, each) for each in (*ranking.criteria, *_ALWAYS)},
            all_rounds,
        )
        for one in ranked(by_name, criteria)
    )


def _records(games: Iterable[GameRanking], absences: Iterable[Absence]) -> dict[str, Record]:
    played: dict[str, list[tuple[GameRanking, Placing]]] = {}
    for game in games:
        for placing in game.placings:
            played.setdefault(placing.who, []).append((game, placing))
    away: dict[str, list[Absence]] = {}
    for absence in absences:
        away.setdefault(absence.who, []).append(absence)
        played.setdefault(absence.who, [])
    return {who: Record(who, tuple(own), tuple(away.get(who, ()))) for who, own in played.items()}


def _name(record: Record) -> str:
    return record.games[0][1].player if record.games else record.absences[0].player


def _standing(
    record: Record,
    place: int,
    decided_by: Criterion | None,
    shared: bool,
    figures: Mapping[Criterion, Figure],
    rounds: Sequence[str],
) -> Standing:
    played = {game.round for game, _ in record.games}
    byes = tuple(absence.round for absence in record.absences if not absence.left)
    left = min((a.round for a in record.absences if a.left), key=in_order, default="")
    still = [r for r in rounds if not left or in_order(r) < in_order(left)]
    named = "\0" not in record.who
    return Standing(
        place,
        record.who,
        _name(record),
        figures,
        decided_by,
        shared,
        tuple((game.round, placing.total) for game, placing in record.games),
        byes,
        tuple((one.round, one.total) for one in record.absences if one.total is not None),
        left,
        tuple(r for r in still if named and played != {""} and r not in {*played, *byes}),
        sum(1 for _, placing in record.games if placing.played.by_person),
        sum(1 for _, placing in record.games if placing.played.needs_look),
    )


def _with_failed(players: Iterable[Standing], rows: Sequence[Row]) -> tuple[Standing, ...]:
    """Add each player's unread photos to the pending looks."""
    failed = Counter(map(plain, _on_failed_photos(rows)))
    return tuple(
        replace(player, doubtful=player.doubtful + failed[player.who]) for player in players
    )


def _without_result(
    players: Iterable[Standing], rows: Sequence[Row], expected: Sequence[str]
) -> tuple[str, ...]:
    """Return who should be in the standings and is not."""
    there = {player.who for player in players}
    named = {plain(name): name for name in (*_on_failed_photos(rows), *expected)}
    return tuple(name for who, name in named.items() if who not in there)


def _on_failed_photos(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the players named for photos that were not read."""
    failed = (row.place for row in rows if row.status == "failed")
    return (name for place in failed for name, _ in place.players if name)


def _meetings(games: Sequence[GameRanking]) -> list[list[GameRanking]]:
    """Group the games of several players by who played."""
    meetings: dict[frozenset[str], list[GameRanking]] = {}
    for game in games:
        meetings.setdefault(frozenset(placing.who for placing in game.placings), []).append(game)
    return [met for players, met in meetings.items() if len(players) > 1]


def _dynasties(meetings: Iterable[list[GameRanking]], rule: TieRule) -> Iterator[Dynasty]:
    """Yield a Dynasty for players having met three times.

    The rulebooks name no tie-break for a Dynasty: the game's own decide.
    """
    ties = Ties.DEMO if rule is TieRule.DEMO else Ties.RULEBOOK
    ranking = Ranking(RankBy.TOTAL, (ties,))
    for met in meetings:
        if len(met) == DYNASTY_GAMES:
            yield Dynasty(met[0].table, over(met, ranking), ranking)


def totals_by_round(standing: Standing) -> Mapping[str, int]:
    """Sum a player's totals by round, those of byes among them."""
    totals: dict[str, int] = {}
    for round_, total in (*standing.games, *standing.bye_totals):
        totals[round_] = totals.get(round_, 0) + total
    return totals


def several_results(posted: Standings) -> Iterator[Remark]:
    """Say by round who has several results, and where: all of them count.

    A photo in two folders, say, or a bye beside a game.
    """
    names = {player.who: player.player for player in posted.players}
    found = _results_by_round(posted)
    for round_ in sorted(found, key=in_order):
        several = [
            f"{names[who]} ({', '.join(where)})"
            for who, where in found[round_].items()
            if len(where) > 1
        ]
        if several:
            yield remark("several_results", round=round_, players=", ".join(several))


def _results_by_round(posted: Standings) -> dict[str, dict[str, list[str]]]:
    """Return tables, byes and leavings by round and player."""
    found: dict[str, dict[str, list[str]]] = {}
    for game in posted.games:
        for placing in game.placings:
            if game.round and "\0" not in placing.who:  # a name that a person gave
                found.setdefault(game.round, {}).setdefault(placing.who, []).append(game.table)
    for player in posted.players:
        for round_ in player.byes:
            found.setdefault(round_, {}).setdefault(player.who, []).append("bye")
        for round_, _ in player.games:
            if player.left and in_order(round_) >= in_order(player.left):
                found[round_][player.who].append("left")
    return found
