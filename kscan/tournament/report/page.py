"""The page of a tournament: one self-contained file, doubtful photos first."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import dist
from typing import Any
from urllib.parse import quote

from kscan.corrections.decisions import middle_text, one_line
from kscan.game.box import Box
from kscan.game.kingdom import SMALLEST, Territory
from kscan.game.remark import cells_text, lines_text
from kscan.game.rules import PLAIN, Rules
from kscan.game.squares import BASE_TERRAINS, Square
from kscan.game.variants import Variant
from kscan.infer.records import Doubt
from kscan.locale import Words
from kscan.locale.terms import TERRAINS, VARIANTS
from kscan.remarks import reason, sentence
from kscan.report.sentences import percent, quest_name
from kscan.tournament.records import PlayedKingdom, Row
from kscan.tournament.report.html import rendered, spoken
from kscan.tournament.report.sentences import page_notes, unnamed_text
from kscan.tournament.report.wording import PAGE, STATUS, STATUS_COUNTS
from kscan.tournament.settings import CORRECTIONS
from kscan.tournament.standings import Standings

_WIDTH = 1000  # of the drawing over a photo, whatever the photo's pixels
DUELLISTS = 2  # share a grid
_MOST = 8  # doubts and notes of one kingdom: where there are more, the grid says it better
# Whose bonus the script computes, too.
_SCRIPT_SCORES = frozenset({Variant.MIDDLE_KINGDOM, Variant.HARMONY})
_SCRIPT_WORDS = (
    *("yours", "changed", "confirmed", "taken_back", "discarded", "no_square", "ragged", "total"),
)


@dataclass(frozen=True, slots=True)
class Page:
    """All content of the page."""

    title: str
    rows: Sequence[Row]
    standings: Standings
    thumbnail: Callable[[Row], str]  # where its small picture lies, below the page; empty for none
    picture: Callable[[Row], str]  # where the drawn photo lies, below the page; empty for none
    made_by: str  # version and weights
    say: Words  # the reader's language
    ignored: Sequence[str] = ()
    warnings: Sequence[str] = ()
    corrections: Sequence[Sequence[str]] = ()  # those in force: photo, kingdom, squares, content
    corrections_file: str = CORRECTIONS
    rules: str = ""  # in play
    size: int | None = None  # of all grids, where the rules say so
    played: Rules = PLAIN


@dataclass(frozen=True, slots=True)
class Overlay:
    """The drawing over a photo."""

    height: int
    letter: float  # size of the text

    width: int = _WIDTH


def render(page: Page) -> str:
    """Render the page as HTML, everything embedded.

    Styles, script and photos.
    """
    return rendered(
        "index", called(page), "'self' file: data:", **_figures(page), **_words(page.say)
    )


def _figures(page: Page) -> dict[str, Any]:
    """Return the template's figures and functions."""
    return {
        "page": page,
        "doubtful": _doubtful_first(page.rows),
        "settled": [row for row in page.rows if row.status == "ok"],
        "counts": {s: sum(row.status == s for row in page.rows) for s in STATUS},
        "palette": _palette(page.played.box),
        "outline": outline,
        "doubtful_cells": doubtful_cells,
        "middle": lambda kingdom: middle_text(kingdom.corners),
        "variants": variants,
        "in_play": _bonuses(page.played.variants),
        "quests": " ".join(map(str, page.played.quests)),
        "grid": _grids(page),
        "terrains": [(each.name.lower(), page.say(TERRAINS[each])) for each in BASE_TERRAINS],
        "overlay": overlay,
        "scored": scored,
        "one_line": one_line,
        "alternatives": partial(alternatives, say=page.say),
        "most": _MOST,
        "percent": partial(percent, say=page.say),
        "cell_text": lambda cell: cells_text([cell]),
        "link": quote,
    }


def _words(say: Words) -> dict[str, Any]:
    """Return the template's words, translated."""
    return {
        **spoken(say),
        "w": {name: say(text) for name, text in PAGE.items()},
        "status_word": {status: say(word) for status, word in STATUS.items()},
        "terrain_word": {terrain: say(word) for terrain, word in TERRAINS.items()},
        "variant_word": {variant: say(word) for variant, word in VARIANTS.items()},
        "dynasty": say(VARIANTS[Variant.DYNASTY]),
        "status_count": lambda status, count: say(STATUS_COUNTS[status], count=count),
        "script_words": {name: say.for_script(PAGE[name]) for name in _SCRIPT_WORDS},
        "told": partial(sentence, say=say),
        "quest_name": partial(quest_name, words=say),
        "quest_places": lambda one: lines_text(one.lines) or cells_text(one.cells),
        "reason": partial(reason, say=say),
        "page_notes": partial(page_notes, say=say),
    }


def called(page: Page) -> Callable[[str], str]:
    """Make a function to translate unnamed players.

    Castles' colours are words of the reader's language.
    """
    unnamed = {
        kingdom.player: unnamed_text(kingdom.unnamed, page.say.lang)
        for row in page.rows
        for kingdom in row.kingdoms
        if kingdom.unnamed is not None
    }
    return lambda player: unnamed.get(player, player)


def _doubtful_first(rows: Sequence[Row]) -> list[Row]:
    """Sort by certainty, least first, unread photos last.

    Only what needs a look, or could not be read.
    """
    checked = [row for row in rows if row.status == "check"]
    failed = [row for row in rows if row.status == "failed"]
    return sorted(checked, key=_certainty) + failed


def _certainty(row: Row) -> float:
    return min((kingdom.reading.certainty or 0.0 for kingdom in row.kingdoms), default=1.0)


def outline(row: Row, kingdom: PlayedKingdom) -> str:
    """Write the grid's crossings on the drawing, row-wise.

    Rows are apart by semicolons.
    """
    scale = _WIDTH / max(row.width, 1)
    return ";".join(
        " ".join(f"{x * scale:.0f},{y * scale:.0f}" for x, y in line) for line in kingdom.outline
    )


def doubtful_cells(kingdom: PlayedKingdom) -> str:
    """Write the squares in doubt for the script: `0,1 3,2`."""
    return " ".join(f"{cell.row},{cell.col}" for cell in (d.cell for d in kingdom.reading.doubts))


def variants(kingdom: PlayedKingdom) -> str:
    """Write the variants for the script, `?` if it cannot compute all."""
    if not _SCRIPT_SCORES.issuperset(kingdom.sheet.bonuses):
        return "?"
    return _bonuses(kingdom.sheet.bonuses)


def _bonuses(of: Collection[Variant]) -> str:
    """Write those of these variants whose bonus the script computes, in the rules' order."""
    return " ".join(each.value for each in Variant if each in of and each in _SCRIPT_SCORES)


def _grids(page: Page) -> Callable[[PlayedKingdom], tuple[int | str, int]]:
    """Return each kingdom's known grid, and its least side.

    Two players share one, and the other's kingdom may show it.
    """
    least: dict[int, int] = {}
    for game in page.standings.games:
        kingdoms = [placing.played.kingdom for placing in game.placings if placing.played.kingdom]
        if len(kingdoms) == DUELLISTS:
            for mine, other in (kingdoms, kingdoms[::-1]):
                least[id(mine)] = other.reading.kingdom.trimmed().size
    return lambda kingdom: (page.size or "", least.get(id(kingdom), SMALLEST))


def kind_of(square: Square) -> str:
    """Return a square's class in the style sheet."""
    if square.castle:
        return "castle" + (f" castle-{square.color.name.lower()}" if square.color else "")
    return square.terrain.name.lower() if square.terrain else "nothing"


def overlay(row: Row) -> Overlay:
    """Return the drawing's height and its letters' size.

    A quarter of a square.
    """
    height = round(_WIDTH * row.height / max(row.width, 1))
    sides = [
        dist(kingdom.outline[0][0], kingdom.outline[0][1])
        for kingdom in row.kingdoms
        if kingdom.outline and len(kingdom.outline[0]) > 1
    ]
    side = min(sides, default=100.0) * _WIDTH / max(row.width, 1)
    return Overlay(height, round(max(9.0, side / 4), 1))


def scored(kingdom: PlayedKingdom) -> list[Territory]:
    """Return the scoring territories, most points first."""
    territories = [each for each in kingdom.sheet.territories if each.points]
    return sorted(territories, key=lambda each: -each.points)


def alternatives(doubt: Doubt, say: Words) -> list[tuple[str, str, str, int]]:
    """List a doubtful square's alternatives.

    Notation, class, probability, the total then.
    """
    return [
        (str(other.square), kind_of(other.square), percent(other.probability, say), other.total)
        for other in doubt.instead
    ]


def _palette(box: Box) -> list[list[tuple[str, str]]]:
    """List all squares of the box to choose from, a line a terrain; giants cover crowns."""
    castles = [Square(castle=True, color=color) for color in (None, *box.colors)]
    lines: dict[str, list[tuple[str, str]]] = {}
    for square in (*box.kinds, *castles, Square()):
        key = square.terrain.name if square.terrain else "other"
        covered = range(min(square.crowns, box.giants) + 1)
        squares = [replace(square, giants=giants) for giants in covered]
        lines.setdefault(key, []).extend((str(each), kind_of(each)) for each in squares)
    return list(lines.values())
