"""Scans, score sheets and rankings as text: 80 columns, readable without colour, translated."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kscan.errors import shown
from kscan.game.kingdom import Kingdom, Territory
from kscan.game.quests import QuestScore
from kscan.game.ranking import RankedPlayer, TieRule
from kscan.game.remark import Remark, cells_text, lines_text
from kscan.game.scoring import ScoreSheet
from kscan.game.squares import Square, Terrain
from kscan.locale import Words, words
from kscan.locale.terms import TERRAINS, VARIANTS
from kscan.remarks import KINGDOM_RULES, SCORE, color_word, sentence
from kscan.report.columns import cut, isolated, table, width, wrap
from kscan.report.scan_names import (
    game_remarks_of,
    numbered,
    player_names,
    ranking,
    remarks_without_game,
)
from kscan.report.sentences import (
    decider_word,
    doubt_text,
    kingdom_notes,
    percent,
    quest_name,
    sentences,
)
from kscan.report.wording import LOOK, SURE, Label

if TYPE_CHECKING:
    from kscan.records import Scan, ScoredKingdom

WIDTH = 80
_DOUBTS = 8  # more fields than these need another photo rather than a look

# Text and ground of each terrain in a terminal of 256 colours: near to the tiles, and dark enough
# or light enough to be read.
_PAINT = {
    Terrain.WHEAT: (16, 220),
    Terrain.FOREST: (231, 22),
    Terrain.LAKE: (231, 25),
    Terrain.PASTURE: (16, 113),
    Terrain.SWAMP: (231, 95),
    Terrain.MINE: (231, 236),
    Terrain.TOWN: (231, 124),
    None: (16, 252),
}


def report(
    scans: "Sequence[Scan]",
    *,
    ranked: bool,
    lang: str | None = None,
    color: bool = False,
    ties: TieRule = TieRule.RULEBOOK,
) -> str:
    """Write all readings on these photos.

    Where `ranked`, they show one game: who won.
    """
    say = words(lang)
    names = player_names(scans, say)
    parts: list[str] = []
    places = ranking(scans, names, ties) if ranked else ()
    for scan, photo in zip(scans, names, strict=True):
        notes = scan.remarks if places else remarks_without_game(scan)
        parts += [*_kingdoms(scan, photo, say, color), *_photo_notes(notes, say)]
    if places:
        every = [name for photo in names for name in photo]
        parts += [game_remarks(game_remarks_of(scans), every, lang=lang)]
        parts += [ranking_table([_numbered(place) for place in places], lang=lang)]
    return "\n\n".join(filter(None, parts))


def _numbered(place: RankedPlayer) -> RankedPlayer:
    contender = replace(place.contender, name=numbered(place.contender.name))
    return replace(place, contender=contender)


def brief(scans: "Sequence[Scan]", lang: str | None = None) -> Iterator[str]:
    """Yield one line a kingdom.

    The photo, whose it is, its total, and what to look at.
    """
    say = words(lang)
    names = player_names(scans, say)
    for scan, photo in zip(scans, names, strict=True):
        for number, (name, kingdom) in enumerate(zip(photo, scan.kingdoms, strict=True), 1):
            of = _number(scan, number)
            asked = _asked(kingdom, of, say)
            parts = [shown(scan.photo), _called(name, of), str(kingdom.sheet.total), *asked]
            yield "  ".join(map(isolated, parts))
        for note in sentences([one for one in remarks_without_game(scan) if one.look], say):
            yield f"{isolated(shown(scan.photo))}  ? {note}"


def _asked(kingdom: "ScoredKingdom", of: str, say: Words) -> Iterator[str]:
    if kingdom.status == "check":
        doubts = ", ".join(of + cells_text([one.cell]) for one in kingdom.reading.doubts)
        yield f"? {say(LOOK)} {doubts}".rstrip()


def _number(scan: "Scan", number: int) -> str:
    """Write a kingdom's number as corrections do: `k2`; empty if it is alone."""
    return f"k{number}" if len(scan.kingdoms) > 1 else ""


def _called(name: str, of: str) -> str:
    """Put the kingdom's number before its player's name, or in its place."""
    return of if name == of[1:] else f"{of} {name}".strip()


def _kingdoms(scan: "Scan", names: Sequence[str], say: Words, color: bool) -> Iterator[str]:
    single = len(scan.kingdoms) == 1
    for number, (name, kingdom) in enumerate(zip(names, scan.kingdoms, strict=True), 1):
        of = _number(scan, number)
        sheet = score_sheet(
            kingdom.sheet,
            name=None if single and name.isdigit() else _called(name, of),
            findings=kingdom.said(KINGDOM_RULES),
            lang=say.lang,
            color=color,
        )
        yield "\n".join([sheet, *_trust(kingdom, of, say)])


def _trust(kingdom: "ScoredKingdom", of: str, say: Words) -> Iterator[str]:
    """Yield the total's confidence, settled squares, and doubts."""
    reading = kingdom.reading
    if reading.certainty is not None:
        sure = say(SURE, probability=percent(reading.certainty, say))
        yield from wrap(sure, WIDTH, "  ", "  ")
    for note in kingdom_notes(kingdom, say):
        yield from wrap(note, WIDTH, "  * ", "    ")
    if kingdom.status == "check" and reading.doubts:
        yield f"  {say(LOOK)}"
        for doubt in reading.doubts[:_DOUBTS]:
            certainty = reading.confidence[doubt.cell.row][doubt.cell.col]
            yield from wrap(doubt_text(doubt, certainty, say, of), WIDTH, "  ? ", "    ")


def _photo_notes(remarks: Sequence[Remark], say: Words) -> Iterator[str]:
    lines = [line for note in sentences(remarks, say) for line in wrap(note, WIDTH, "* ", "  ")]
    if lines:
        yield "\n".join(lines)


def score_sheet(
    sheet: ScoreSheet,
    *,
    name: str | None = None,
    findings: Sequence[Remark] = (),
    lang: str | None = None,
    color: bool = False,
) -> str:
    """Write kingdom, territories, total, and broken rules."""
    say = words(lang)
    said = [
        *(say(SCORE[note.value]) for note in sheet.notes),
        *(sentence(finding, say) for finding in findings),
        *(_earned(one, say) for one in sheet.quests if one.cells),
    ]
    lines = [_title(sheet, name, say), "", kingdom_drawing(sheet.kingdom, color=color), ""]
    lines += [f"  {line}" for line in table([*_rows(sheet, say)], "<>>>")]
    lines += ["", isolated(f"  {say(Label.LARGEST)}: {sheet.largest}"), *_remarks(said)]
    return "\n".join(lines)


def game_remarks(
    findings: Sequence[Remark], names: Sequence[str], *, lang: str | None = None
) -> str:
    """Write the rules broken by kingdoms together, if any."""
    say = words(lang)
    return "\n".join(_remarks([sentence(finding, say, names) for finding in findings]))


def ranking_table(places: Sequence[RankedPlayer], *, lang: str | None = None) -> str:
    """Write the ranking, and the deciding figures."""
    say = words(lang)
    heads = (Label.PLACE, Label.PLAYER, Label.TOTAL, Label.LARGEST, Label.CROWNS, Label.DECIDED)
    rows = [[say(head) for head in heads], *(_place(place, say) for place in places)]
    if not any(place.decided_by for place in places):
        rows = [row[:-1] for row in rows]
    # Names have the room that the figures leave.
    figures = table([[row[0], "", *row[2:]] for row in rows], "><>>><"[: len(rows[0])])
    room = WIDTH - 2 - max(map(width, figures))
    rows = [[row[0], cut(row[1], room), *row[2:]] for row in rows]
    return "\n".join(f"  {line}" for line in table(rows, "><>>><"[: len(rows[0])]))


def _place(place: RankedPlayer, say: Words) -> list[str]:
    player = place.contender
    figures = map(str, (player.total, player.largest, player.crowns))
    return [str(place.place), player.name, *figures, decider_word(place.decided_by, say)]


def kingdom_drawing(kingdom: Kingdom, *, color: bool = False) -> str:
    """Draw the squares, rows and columns numbered."""
    columns = max(2, kingdom.widest)
    heads = " ".join(str(col).ljust(columns) for col in range(kingdom.cols))
    lines = [f"     {heads}".rstrip()]
    for row, squares in enumerate(kingdom.squares):
        drawn = [
            _painted(square, columns) if color else str(square).ljust(columns) for square in squares
        ]
        lines.append(f"  {row}  " + ("" if color else " ").join(drawn).rstrip())
    return "\n".join(lines)


def _painted(square: Square, columns: int) -> str:
    if square.is_empty:
        return " .".ljust(columns + 1)
    text, ground = _PAINT[square.terrain]
    return f"\x1b[38;5;{text};48;5;{ground}m{str(square).ljust(columns)} \x1b[0m"


def _title(sheet: ScoreSheet, name: str | None, say: Words) -> str:
    kingdom = sheet.kingdom
    parts = [say(Label.GRID, size=sheet.size)]
    if len(kingdom.castles) == 1:
        color = kingdom.castle_color
        word = color_word(color, say)
        parts.append(say(Label.COLORED_CASTLE, color=word) if color else say(Label.CASTLE))
    what = ", ".join(map(isolated, parts))
    return f"{isolated(cut(name, WIDTH // 2))}: {what}" if name else what


def _rows(sheet: ScoreSheet, say: Words) -> Iterator[list[str]]:
    yield [say(Label.TERRITORY), say(Label.SQUARES), say(Label.CROWNS), say(Label.POINTS)]
    for territory in sorted(sheet.territories, key=_by_points):
        figures = (territory.squares, territory.crowns, territory.points)
        yield [say(TERRAINS[territory.terrain]), *map(str, figures)]
    if sheet.bonuses or sheet.quests:
        yield [say(Label.POINTS), "", "", str(sheet.points)]
    for variant, bonus in sheet.bonuses.items():
        yield [say(VARIANTS[variant]), "", "", str(bonus)]
    for one in sheet.quests:
        yield [quest_name(one.quest, say), "", "", str(one.points)]
    squares = sum(territory.squares for territory in sheet.territories)
    yield [say(Label.TOTAL), str(squares), str(sheet.crowns), str(sheet.total)]


def _earned(one: QuestScore, say: Words) -> str:
    """Write the squares that earn a quest's points; of the Folie its lines."""
    if one.lines:
        return say(Label.FOLIE, lines=lines_text(one.lines))
    return f"{quest_name(one.quest, say)}: {isolated(cells_text(one.cells))}."


def _by_points(territory: Territory) -> tuple[int, int]:
    return -territory.points, -territory.squares


def _remarks(said: Sequence[str]) -> list[str]:
    return [line for one in said for line in wrap(one, WIDTH, "  ! ", "    ")]
