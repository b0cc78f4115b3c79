"""Tables for spreadsheets: the photos' rows, the games' rankings, the standings."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence

from kscan.report.sentences import decider_word
from kscan.tournament.records import Row, ScoredKingdom
from kscan.tournament.standings import Dynasty, GameRanking, Standing, totals_by_round
from kscan.tournament.tables import guarded

SEVERAL = "; "  # between the kingdoms of one photo

_RESULTS = (
    "photo",
    "status",
    "code",
    "reason",
    "round",
    "table",
    "player",
    "color",
    "kingdoms",
    "points",
    "bonuses",
    "total",
    "confidence",
    "decided_by",
    "look_at",
    "same_as",
    "notes",
    "content",
)

_STANDINGS = (
    "place",
    "player",
    "total",
    "largest",
    "crowns",
    "won",
    "games",
    "tie_break",
    "decided_by_person",
    "to_check",
)


def results(rows: Sequence[Row]) -> str:
    """One line a photo."""
    return _table(_RESULTS, map(_result, rows))


def rankings(games: Iterable[GameRanking]) -> str:
    """One line a kingdom that played in a game, by round, table and place."""
    columns = (
        "round,table,place,player,color,points,bonuses,total,largest,crowns,tie_break,"
        "decided_by,photo"
    )
    return _table(
        columns.split(","),
        (
            (
                game.round,
                game.table,
                entry.place,
                entry.player,
                _color(entry.kingdom),
                entry.kingdom.sheet.points,
                sum(entry.kingdom.sheet.bonuses.values()),
                entry.kingdom.sheet.total,
                entry.kingdom.sheet.largest,
                entry.kingdom.sheet.crowns,
                decider_word(entry.decided_by),
                _decided(entry.kingdom.by_person),
                entry.photo,
            )
            for game in games
            for entry in game.entries
        ),
    )


def standings(players: Sequence[Standing], rounds: Sequence[str]) -> str:
    """One line a player over the tournament, with the total of every round."""
    return _table(_columns(rounds), (_standing(player, rounds) for player in players))


def dynasties(played: Sequence[Dynasty], rounds: Sequence[str]) -> str:
    """One line a player of each Dynasty."""
    lines = (
        (dynasty.table, *_standing(player, rounds))
        for dynasty in played
        for player in dynasty.standings
    )
    return _table(["table", *_columns(rounds)], lines)


def _columns(rounds: Sequence[str]) -> list[str]:
    shown = [f"round {round_}" if round_.isdecimal() else round_ for round_ in rounds if round_]
    return [*_STANDINGS, *shown]


def _standing(player: Standing, rounds: Sequence[str]) -> tuple[object, ...]:
    totals = totals_by_round(player)
    return (
        player.place,
        player.player,
        player.total,
        player.largest,
        player.crowns,
        player.won,
        len(player.games),
        decider_word(player.decided_by),
        player.by_person,
        player.doubtful,
        *(totals.get(round_, "") for round_ in rounds if round_),
    )


def _result(row: Row) -> tuple[object, ...]:
    failure = row.failure
    return (
        row.photo,
        row.status,
        failure.code if failure else "",
        failure.message if failure else "",
        row.place.round,
        row.place.table,
        _each(row, lambda kingdom: kingdom.player),
        _each(row, _color),
        len(row.kingdoms),
        _each(row, lambda kingdom: kingdom.sheet.points),
        _each(row, lambda kingdom: sum(kingdom.sheet.bonuses.values())),
        _each(row, lambda kingdom: kingdom.sheet.total),
        _each(row, lambda kingdom: f"{kingdom.reading.total_confidence:.3f}"),
        _each(row, lambda kingdom: _decided(kingdom.by_person)),
        _each(row, _look_at),
        row.same_as,
        " ".join(map(str, (*row.remarks, *row.notes))),
        row.digest,
    )


def _each(row: Row, figure: Callable[[ScoredKingdom], object]) -> str:
    return SEVERAL.join(str(figure(kingdom)) for kingdom in row.kingdoms)


def _color(kingdom: ScoredKingdom) -> str:
    return kingdom.color.name.lower() if kingdom.color else ""


def _decided(by_person: bool) -> str:
    return "a person" if by_person else ""


def _look_at(kingdom: ScoredKingdom) -> str:
    """The doubtful squares as a correction writes them, so that one can be copied."""
    doubts = (
        f"r{doubt.cell.row}c{doubt.cell.col}={doubt.read}"
        + "".join(f"|{instead.square}" for instead in doubt.instead)
        for doubt in kingdom.reading.doubts
    )
    return " ".join((*doubts, *map(str, kingdom.remarks)))


def _table(columns: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    stream = io.StringIO()
    usual = csv.writer(stream, lineterminator="\n")
    quoting = csv.writer(stream, lineterminator="\n", quoting=csv.QUOTE_ALL)
    for line in (columns, *lines):
        fields = [_field(value) for value in line]
        # Readers end a line at a bare carriage return, too, which the usual writer does not quote.
        returns = any("\r" in field for field in fields if isinstance(field, str))
        (quoting if returns else usual).writerow(fields)
    return stream.getvalue()


def _field(value: object) -> object:
    return guarded(value) if isinstance(value, str) else value
