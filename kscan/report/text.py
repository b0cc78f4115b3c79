"""Score sheets and rankings as text: 80 columns, readable without colour, in twelve languages."""

from collections.abc import Iterator, Sequence

from kscan.game.kingdom import Kingdom, Territory
from kscan.game.quests import QuestScore
from kscan.game.ranking import RankedPlayer
from kscan.game.remark import Remark, cells_text, lines_text
from kscan.game.scoring import ScoreSheet
from kscan.game.squares import Square, Terrain
from kscan.locale import Words, words
from kscan.locale.terms import TERRAINS, VARIANTS
from kscan.remarks import SCORE, color_word, sentence
from kscan.report.columns import cut, isolated, table, width, wrap
from kscan.report.sentences import decider_word, quest_name
from kscan.report.wording import Label

WIDTH = 80

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
    sentences = [
        *(say(SCORE[note.value]) for note in sheet.notes),
        *(sentence(finding, say) for finding in findings),
        *(_earned(one, say) for one in sheet.quests if one.cells),
    ]
    lines = [_title(sheet, name, say), "", kingdom_drawing(sheet.kingdom, color=color), ""]
    lines += [f"  {line}" for line in table([*_rows(sheet, say)], "<>>>")]
    lines += ["", isolated(f"  {say(Label.LARGEST)}: {sheet.largest}"), *_remarks(sentences)]
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


def _remarks(sentences: Sequence[str]) -> list[str]:
    return [line for sentence in sentences for line in wrap(sentence, WIDTH, "  ! ", "    ")]
