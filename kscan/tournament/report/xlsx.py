"""One workbook for spreadsheets: standings, games, photos with links to their pictures."""

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from kscan.errors import UsageError
from kscan.locale import Words
from kscan.report.sentences import decider_word, sentences
from kscan.report.wording import Label
from kscan.tournament.game_results import GameRanking, Placing
from kscan.tournament.records import Row
from kscan.tournament.report.sentences import place_word, why
from kscan.tournament.report.standings_table import cells, columns, remarks
from kscan.tournament.report.wording import PAGE, ROUND, STATUS, Word
from kscan.tournament.standings import Standings

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_WIDEST = 48  # characters of a column
_CONTROL = dict.fromkeys(range(32), " ")  # no workbook may hold them


def refuse_without_library() -> None:
    """Raise UsageError without openpyxl, before an hour's photos are read."""
    if find_spec("openpyxl") is None:
        raise UsageError("a workbook needs one more package: pip install openpyxl")


def workbook(
    posted: Standings,
    rows: Sequence[Row],
    pictures: Mapping[str, str],
    say: Words,
    rules: str,
    called: Callable[[str], str] = str,
) -> bytes:
    """Make an .xlsx file.

    `pictures` are the drawings' places beside the file, by photo; `called` words players' names.
    """
    from openpyxl import Workbook

    book = Workbook()
    del book["Sheet"]
    names = (PAGE["standings"], PAGE["games"], PAGE["photos"])
    standings, games, photos = (book.create_sheet(_name(say(name))) for name in names)
    _fill(standings, _standings(posted, say, called), rules)
    _fill(games, _games(posted.games, say, called), rules)
    _fill(photos, _photos(rows, say, called), rules)
    for sheet in (standings, games, photos):
        sheet.sheet_view.rightToLeft = say.right_to_left
    for line, row in enumerate(rows, 2):
        if row.photo in pictures:
            photos.cell(line, 1).hyperlink = pictures[row.photo]
            photos.cell(line, 1).style = "Hyperlink"
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def _name(title: str) -> str:
    """Return a valid sheet name.

    31 characters, and none that a formula would need.
    """
    return "".join(c for c in title if c not in "[]:*?/\\")[:31]


def _fill(sheet: "Worksheet", lines: Iterable[Sequence[Any]], rules: str) -> None:
    """Write lines as text and numbers, never formulas.

    The first one stays in view.
    """
    from openpyxl.styles import Font

    for number, line in enumerate(lines, 1):
        for column, value in enumerate(line, 1):
            cell = sheet.cell(number, column)
            cell.value = value.translate(_CONTROL) if isinstance(value, str) else value
            if isinstance(value, str):
                cell.data_type = "s"  # '=1+1' is a player's name
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for column in sheet.columns:
        longest = max(len(str(cell.value or "")) for cell in column)
        sheet.column_dimensions[column[0].column_letter].width = min(_WIDEST, longest + 2)
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions
    below = sheet.cell(sheet.max_row + 2, 1)  # apart from the table, which is sorted without it
    below.value, below.data_type = rules, "s"
    sheet.oddFooter.left.text = rules.replace("&", "&&")


def _standings(
    posted: Standings, say: Words, called: Callable[[str], str]
) -> Iterable[Sequence[Any]]:
    rounds = [name for name in posted.rounds if name]
    heads = columns(posted.ranking, posted.players, rounds)
    yield [
        *(place_word(say, ROUND, one.label) if one.round else say(one.label) for one in heads),
        say(PAGE["note"]),
    ]
    for player in posted.players:
        found = cells(player, rounds, say, nothing="")
        line = [
            _number(text) if head.number else called(text) if head.key == "player" else text
            for head, text in zip(heads, found, strict=True)
        ]
        yield [*line, say.joined(remarks(player, say))]


def _number(text: str) -> float | int | str | None:
    """Convert a figure to a number for adding up.

    What is no figure stays as it is.
    """
    try:
        return (float(text) if "." in text else int(text)) if text else None
    except ValueError:
        return text


def _games(
    games: Iterable[GameRanking], say: Words, called: Callable[[str], str]
) -> Iterable[Sequence[Any]]:
    labels = (Label.PLACE, Label.PLAYER, Label.TOTAL, Label.LARGEST, Label.CROWNS, Label.DECIDED)
    yield [say(Word.ROUND), say(Word.TABLE), *map(say, labels)]
    for game in games:
        for placing in game.placings:
            yield [game.round, game.table, *_placing(placing, say, called)]


def _placing(placing: Placing, say: Words, called: Callable[[str], str]) -> Sequence[Any]:
    played = placing.played
    decided = decider_word(placing.decided_by, say)
    return [
        placing.place,
        called(placing.player),
        placing.total,
        played.largest,
        played.crowns,
        decided,
    ]


def _photos(
    rows: Iterable[Row], say: Words, called: Callable[[str], str]
) -> Iterable[Sequence[Any]]:
    places = (say(Word.ROUND), say(Word.TABLE))
    yield [say(PAGE["photos"]), *places, say(Label.PLAYER), say(Label.TOTAL), "", ""]
    for row in rows:
        found = [(one.player, one.total) for one in row.kingdoms]
        found += [(one.player, one.total) for one in row.entered]
        yield [
            row.photo,
            row.place.round,
            row.place.table,
            ", ".join(called(player) for player, _ in found),
            ", ".join(str(total) for _, total in found),
            say(STATUS[row.status]),
            " ".join(sentences(row.remarks, say)) if row.status == "ok" else why(row, say),
        ]
