"""Tables for spreadsheets: the photos' rows, the games' rankings, the standings."""

from collections.abc import Callable, Iterable, Sequence

from kscan.corrections.csv_tables import as_csv
from kscan.errors import shown
from kscan.game.scoring import ScoreSheet
from kscan.locale import words
from kscan.report.sentences import decider_word, sentences
from kscan.tournament.game_results import GameRanking, Placing
from kscan.tournament.games_csv import color_name
from kscan.tournament.records import Entered, PlayedKingdom, Row
from kscan.tournament.report.standings_table import cells, columns, remarks
from kscan.tournament.standings import Standing, Standings
from kscan.tournament.tie_breaks import Ranking

_ENGLISH = words("en")  # tables are for spreadsheets and programs: the same in every language
SEVERAL = "; "  # between the kingdoms of one photo

RESULTS = (
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
    "rules",
)
RANKINGS = (
    "round",
    "table",
    "place",
    "player",
    "color",
    "points",
    "bonuses",
    "total",
    "largest",
    "crowns",
    "tie_break",
    "decided_by",
    "photo",
    "rules",
)


def results(rows: Sequence[Row], rules: str = "") -> str:
    """Write one line a photo."""
    return _table(RESULTS, ((*_result(row), rules) for row in rows))


def rankings(games: Iterable[GameRanking], rules: str = "") -> str:
    """Write one line a player of each game, by round, table and place."""
    lines = ((*_ranking(game, placing), rules) for game in games for placing in game.placings)
    return _table(RANKINGS, lines)


def _ranking(game: GameRanking, placing: Placing) -> tuple[object, ...]:
    played = placing.played
    sheet = played.sheet
    return (
        game.round,
        game.table,
        placing.place,
        placing.player,
        color_name(played.kingdom.color) if played.kingdom else "",
        sheet.points if sheet else "",
        _bonuses(sheet),
        placing.total,
        _known(played.largest),
        _known(played.crowns),
        decider_word(placing.decided_by),
        _decided(played.by_person),
        played.photo,
    )


def _known(figure: int | None) -> object:
    return "" if figure is None else figure


def standings(posted: Standings, rules: str = "") -> str:
    """Write one line a player: what decides, then every round."""
    rounds = posted.rounds
    lines = (_standing(player, rounds, rules) for player in posted.players)
    return _table(_columns(posted.ranking, posted.players, rounds), lines)


def dynasties(posted: Standings, rules: str = "") -> str:
    """Return one line a player of each Dynasty."""
    lines = [
        (dynasty.table, *_standing(player, posted.rounds, rules))
        for dynasty in posted.dynasties
        for player in dynasty.standings
    ]
    one = posted.dynasties[0]
    return _table(["table", *_columns(one.ranking, one.standings, posted.rounds)], lines)


NOTED = ("decided_by_person", "to_check", "note", "rules")


def _columns(ranking: Ranking, players: Sequence[Standing], rounds: Sequence[str]) -> list[str]:
    keys = [column.key for column in columns(ranking, players, rounds)]
    before = len(keys) - len([*filter(None, rounds)])
    return [*keys[:before], *NOTED[:2], *keys[before:], *NOTED[2:]]


def _standing(player: Standing, rounds: Sequence[str], rules: str) -> tuple[object, ...]:
    found = cells(player, rounds, _ENGLISH, nothing="")
    before = len(found) - len([*filter(None, rounds)])
    note = "; ".join(remarks(player, _ENGLISH))
    return (*found[:before], player.by_person, player.doubtful, *found[before:], note, rules)


def _result(row: Row) -> tuple[object, ...]:
    failure = row.failure
    return (
        row.photo,
        row.status,
        failure.code if failure else "",
        failure.message if failure else "",
        row.place.round,
        row.place.table,
        _each(row, lambda kingdom: kingdom.player, lambda one: one.player),
        _each(row, lambda kingdom: color_name(kingdom.color)),
        len(row.kingdoms) + len(row.entered),
        _each(row, lambda kingdom: kingdom.sheet.points, _points),
        _each(row, lambda kingdom: _bonuses(kingdom.sheet), lambda one: _bonuses(one.sheet)),
        _each(row, lambda kingdom: kingdom.total, lambda one: one.total),
        _each(row, _confidence),
        _each(row, lambda kingdom: _decided(kingdom.scored.decided), lambda _: _decided(True)),
        _each(row, _look_at),
        row.same_as,
        " ".join(sentences(row.remarks, _ENGLISH)),
        row.digest,
    )


def _each(
    row: Row,
    figure: Callable[[PlayedKingdom], object],
    of_entered: Callable[[Entered], object] = lambda _: "",
) -> str:
    """Join a figure of every kingdom, read or typed in."""
    figures = [*map(figure, row.kingdoms), *map(of_entered, row.entered)]
    return SEVERAL.join(map(str, figures))


def _points(entered: Entered) -> object:
    return entered.sheet.points if entered.sheet else ""


def _bonuses(sheet: ScoreSheet | None) -> object:
    return sum(sheet.bonuses.values()) if sheet else ""


def _confidence(kingdom: PlayedKingdom) -> str:
    certainty = kingdom.reading.certainty
    return "" if certainty is None else f"{certainty:.3f}"


def _decided(by_person: bool) -> str:
    return "a person" if by_person else ""


def _look_at(kingdom: PlayedKingdom) -> str:
    """Write the doubtful squares like corrections, to be copied."""
    doubts = (
        f"r{doubt.cell.row}c{doubt.cell.col}={doubt.read}"
        + "".join(f"|{instead.square}" for instead in doubt.instead)
        for doubt in kingdom.reading.doubts
    )
    return " ".join((*doubts, *sentences(kingdom.reasons, _ENGLISH)))


def _table(columns: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    # Characters that end lines, move a terminal's cursor or turn its direction are written out.
    return as_csv(
        [shown(value) if isinstance(value, str) else value for value in line]
        for line in (columns, *lines)
    )
