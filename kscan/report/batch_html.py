"""The page of a tournament: one file that opens anywhere, what needs a look first."""

import base64
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import dist
from typing import Any
from urllib.parse import quote

from kscan.game.kingdom import Cell
from kscan.game.scoring import Territory, Variant
from kscan.game.squares import KINDS, CastleColor, Square
from kscan.locale import Words
from kscan.reconstruct.records import Doubt
from kscan.report.batch_sentences import page_notes, reason, told
from kscan.report.batch_wording import PAGE, ROUND, STATUS, TABLE
from kscan.report.scan_sentences import percent
from kscan.report.sentences import cells_text, decider_word
from kscan.report.standings_plots import Plot, terrains_plot, totals_plot
from kscan.report.wording import TERRAINS, VARIANTS, Label
from kscan.tournament.corrections import one_line
from kscan.tournament.records import Point, Row, ScoredKingdom
from kscan.tournament.standings import Standings, totals_by_round

_WIDTH = 1000  # of the drawing over a photo, whatever the photo's pixels
_MOST = 8  # doubts and notes of one kingdom: where there are more, the grid says it better
_RIGHT_TO_LEFT = frozenset({"he"})
_SCRIPT_WORDS = ("yours", "changed", "confirmed", "no_square", "ragged")


@dataclass(frozen=True, slots=True)
class Page:
    """All that the page shows."""

    title: str
    rows: Sequence[Row]
    standings: Standings
    thumbnail: Callable[[Row], bytes]
    picture: Callable[[Row], str]  # where the drawn photo lies, below the page; empty for none
    made_by: str  # version and weights
    say: Words  # the reader's language
    aside: Sequence[str] = ()
    warnings: Sequence[str] = ()
    corrections: Sequence[Sequence[str]] = ()  # those in force: photo, kingdom, squares, content
    corrections_file: str = "corrections.csv"


@dataclass(frozen=True, slots=True)
class Field:
    """One square as the page draws it, on the photo and in the grid."""

    row: int
    col: int
    text: str
    kind: str  # its class in the style sheet
    points: str  # of the polygon over the photo
    x: float
    y: float
    doubtful: bool
    confidence: float


@dataclass(frozen=True, slots=True)
class Overlay:
    """The drawing over a photo."""

    height: int
    letter: float  # size of the text

    width: int = _WIDTH


def render(page: Page) -> str:
    """The page as HTML, with styles, script and photos in it."""
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
    from markupsafe import Markup

    loader = PackageLoader("kscan.report")
    environment = Environment(
        loader=loader,
        autoescape=select_autoescape(),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    style, script = (
        loader.get_source(environment, name)[0].strip() for name in ("batch.css", "batch.js")
    )
    environment.filters["called"] = _called(page)
    return environment.get_template("index.html").render(
        **_figures(page),
        **_words(page.say),
        style=Markup(style),
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _figures(page: Page) -> dict[str, Any]:
    """What the template shows, and how it asks for more."""
    return {
        "page": page,
        "plots": _plots(page),
        "doubtful": _doubtful_first(page.rows),
        "settled": [row for row in page.rows if row.status == "ok"],
        "counts": {s: sum(row.status == s for row in page.rows) for s in STATUS},
        "palette": _palette(),
        "fields": fields,
        "overlay": overlay,
        "scored": scored,
        "one_line": one_line,
        "totals_by_round": totals_by_round,
        "alternatives": alternatives,
        "most": _MOST,
        "percent": percent,
        "round_word": partial(_numbered, page.say, ROUND),
        "table_word": partial(_numbered, page.say, TABLE),
        "cell_text": lambda cell: cells_text([cell]),
        "link": quote,
        "image": lambda row: base64.b64encode(page.thumbnail(row)).decode(),
    }


def _words(say: Words) -> dict[str, Any]:
    """What the template says, in the reader's language."""
    return {
        "say": say,
        "right_to_left": say.lang in _RIGHT_TO_LEFT,
        "w": {name: say(message) for name, message in PAGE.items()},
        "label": {label.name.lower(): say(label) for label in Label},
        "status_word": {status: say(word) for status, word in STATUS.items()},
        "terrain_word": {terrain: say(word) for terrain, word in TERRAINS.items()},
        "variant_word": {variant: say(word) for variant, word in VARIANTS.items()},
        "dynasty": say(VARIANTS[Variant.DYNASTY]),
        "script_words": {name: say(PAGE[name]) for name in _SCRIPT_WORDS},
        "told": partial(told, say=say),
        "reason": partial(reason, say=say),
        "page_notes": partial(page_notes, say=say),
        "decider_word": partial(decider_word, words=say),
    }


def _plots(page: Page) -> list[Plot]:
    plots = (totals_plot(page.standings, page.say), terrains_plot(page.standings, page.say))
    called = _called(page)
    return [
        replace(plot, bars=tuple(replace(bar, label=called(bar.label)) for bar in plot.bars))
        for plot in plots
        if len(plot.bars) > 1
    ]


def _numbered(say: Words, message: str, name: str) -> str:
    """The name of a round or a table; where it is but a number, with the word before it."""
    return say(message, name=name) if name.isdecimal() else name


def _called(page: Page) -> Callable[[str], str]:
    """What to call a player in the reader's language: castles' colours are words of it."""
    unnamed = {
        kingdom.player: told(kingdom.called, page.say)
        for row in page.rows
        for kingdom in row.kingdoms
        if kingdom.called is not None
    }
    return lambda player: unnamed.get(player, player)


def _doubtful_first(rows: Sequence[Row]) -> list[Row]:
    """What needs a look, the least certain first; then what could not be read."""
    checked = [row for row in rows if row.status == "check"]
    failed = [row for row in rows if row.status == "failed"]
    return sorted(checked, key=_certainty) + failed


def _certainty(row: Row) -> float:
    return min((kingdom.reading.total_confidence for kingdom in row.kingdoms), default=1.0)


def fields(row: Row, kingdom: ScoredKingdom) -> list[list[Field]]:
    """The kingdom's squares, row by row, with their places on the photo."""
    scale = _WIDTH / max(row.width, 1)
    read = kingdom.reading
    doubtful = {doubt.cell for doubt in read.doubts}
    return [
        [
            _field(
                Cell(r, c),
                square,
                [(x * scale, y * scale) for x, y in _around(kingdom.outline, r, c)],
                Cell(r, c) in doubtful,
                read.confidence[r][c],
            )
            for c, square in enumerate(squares)
        ]
        for r, squares in enumerate(read.kingdom.squares)
    ]


def _around(outline: Sequence[Sequence[Point]], row: int, col: int) -> tuple[Point, ...]:
    above, below = outline[row], outline[row + 1]
    return above[col], above[col + 1], below[col + 1], below[col]


def _field(
    cell: Cell, square: Square, corners: Sequence[Point], doubtful: bool, confidence: float
) -> Field:
    return Field(
        cell.row,
        cell.col,
        str(square),
        kind_of(square),
        " ".join(f"{x:.0f},{y:.0f}" for x, y in corners),
        round(sum(x for x, _ in corners) / 4),
        round(sum(y for _, y in corners) / 4),
        doubtful,
        confidence,
    )


def kind_of(square: Square) -> str:
    """The class of a square in the style sheet."""
    if square.castle:
        return "castle" + (f" castle-{square.color.name.lower()}" if square.color else "")
    return square.terrain.name.lower() if square.terrain else "nothing"


def overlay(row: Row) -> Overlay:
    """How high the drawing is, and how large its letters: a quarter of a square."""
    height = round(_WIDTH * row.height / max(row.width, 1))
    sides = [
        dist(kingdom.outline[0][0], kingdom.outline[0][1])
        for kingdom in row.kingdoms
        if kingdom.outline and len(kingdom.outline[0]) > 1
    ]
    side = min(sides, default=100.0) * _WIDTH / max(row.width, 1)
    return Overlay(height, round(max(9.0, side / 4), 1))


def scored(kingdom: ScoredKingdom) -> list[Territory]:
    """The territories that score, most points first."""
    territories = [each for each in kingdom.sheet.territories if each.points]
    return sorted(territories, key=lambda each: -each.points)


def alternatives(doubt: Doubt) -> list[tuple[str, str, str, int]]:
    """What else a doubtful square could be: notation, class, probability, the total then."""
    return [
        (str(other.square), kind_of(other.square), percent(other.probability), other.total)
        for other in doubt.instead
    ]


def _palette() -> list[list[tuple[str, str]]]:
    """All squares that a person can choose, a line a terrain."""
    castles = [Square(castle=True, color=color) for color in (None, *CastleColor)]
    lines: dict[str, list[tuple[str, str]]] = {}
    for square in (*KINDS, *castles, Square()):
        key = square.terrain.name if square.terrain else "other"
        lines.setdefault(key, []).append((str(square), kind_of(square)))
    return list(lines.values())
