"""A picture to share: the photo with its reading above its score sheets, a phone wide."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from kscan.game.ranking import TieRule
from kscan.game.scoring import ScoreSheet
from kscan.game.squares import CastleColor, Terrain
from kscan.locale import Words, words
from kscan.locale.terms import VARIANTS
from kscan.photo.pyramid import jpeg
from kscan.photo.records import Pixels
from kscan.report.canvas import Color, decoded
from kscan.report.columns import cut
from kscan.report.scan_names import numbered, player_names, ranking
from kscan.report.wording import WINNER

if TYPE_CHECKING:
    from kscan.records import Scan

WIDTH = 1080

_TALLEST = 1440  # of the photo: with its sheet it still fits a phone's screen
_MARGIN, _QUALITY = 36, 90
_PAPER, _INK, _FAINT, _LINE = (244, 248, 250), (28, 34, 38), (90, 102, 109), (208, 220, 226)
_GOLD = (20, 165, 212)
_TERRAINS: dict[Terrain, Color] = {
    Terrain.WHEAT: (74, 201, 240),
    Terrain.FOREST: (74, 125, 63),
    Terrain.LAKE: (205, 148, 79),
    Terrain.PASTURE: (95, 208, 169),
    Terrain.SWAMP: (114, 140, 160),
    Terrain.MINE: (99, 88, 93),
    Terrain.TOWN: (60, 83, 181),
}
_CASTLES: dict[CastleColor, Color] = {
    CastleColor.PINK: (180, 138, 233),
    CastleColor.YELLOW: (92, 220, 244),
    CastleColor.GREEN: (109, 187, 109),
    CastleColor.BLUE: (220, 168, 111),
    CastleColor.BROWN: (48, 82, 122),
    CastleColor.ORANGE: (42, 132, 232),
    CastleColor.PURPLE: (176, 75, 125),
    CastleColor.WHITE: (234, 241, 244),
    CastleColor.RED: (43, 50, 200),
}
_BOLD, _REGULAR = 700, 400
_NAME, _TOTAL, _SMALL = 44, 72, 28  # pixels of a line's height
_ROW = 64  # a line of territories
EVERY_LETTER = hasattr(cv2, "FontFace")  # OpenCV 4 has Latin letters only


@dataclass(frozen=True, slots=True)
class CardKingdom:
    """One kingdom on the card."""

    name: str  # empty where nobody is named
    sheet: ScoreSheet
    place: int | None = None  # in its game; None where it is ranked with nobody


def card(drawn: bytes, kingdoms: Sequence[CardKingdom], say: Words) -> bytes:
    """Return a JPEG; `drawn` is the photo with its reading."""
    photo = _photo(drawn)
    sheets = [_sheet(each, say) for each in kingdoms]
    return jpeg(np.vstack([photo, *sheets]), _QUALITY)


def share(
    scan: "Scan",
    lang: str | None = None,
    ties: TieRule = TieRule.RULEBOOK,
    game: "Sequence[Scan]" = (),
) -> bytes:
    """Draw a photo's card with names and ranking: among all photos of its `game`, if any.

    A JPEG of its reading.
    """
    say, scans = words(lang), game or [scan]
    every = player_names(scans, say)
    names = every[next(at for at, one in enumerate(scans) if one is scan)]
    places = {place.contender.name: place.place for place in ranking(scans, every, ties)}
    kingdoms = sorted(
        (
            CardKingdom(_headed(name, alone=len(names) == 1), one.sheet, places.get(name))
            for name, one in zip(names, scan.kingdoms, strict=True)
        ),
        key=lambda one: one.place or 0,
    )
    return card(scan.picture(), kingdoms, say)


def _headed(name: str, *, alone: bool) -> str:
    return "" if alone and name.isdigit() else numbered(name)


def _photo(drawn: bytes) -> Pixels:
    """Fit the photo to the card's width.

    Smaller on paper where it is very tall.
    """
    pixels = decoded(drawn)
    assert pixels is not None  # kscan drew it
    rows, cols = pixels.shape[:2]
    scale = min(WIDTH / cols, _TALLEST / rows)
    size = max(1, round(cols * scale)), max(1, round(rows * scale))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    left = (WIDTH - size[0]) // 2
    canvas = _paper(size[1])
    canvas[:, left : left + size[0]] = small
    return canvas


def _paper(height: int) -> Pixels:
    return np.full((height, WIDTH, 3), _PAPER, np.uint8)


def _sheet(scored: CardKingdom, say: Words) -> Pixels:
    """Draw a kingdom's name, total, territories and bonuses."""
    parts = _parts(scored.sheet, say)
    lines = _wrapped(parts)
    canvas = _paper(_MARGIN + _TOTAL + 24 + _ROW * len(lines))
    cv2.line(canvas, (_MARGIN, 2), (WIDTH - _MARGIN, 2), _LINE, 2)
    base = _MARGIN + _TOTAL - 10
    left = _MARGIN
    if color := scored.sheet.kingdom.castle_color:
        cv2.rectangle(canvas, (left, base - 42), (left + 42, base), _CASTLES[color], cv2.FILLED)
        left += 60
    total = str(scored.sheet.total)
    right = WIDTH - _MARGIN - _width(total, _TOTAL, _BOLD)
    _write(canvas, total, (right, base), _TOTAL, _BOLD)
    first = scored.place == 1
    word = say(WINNER) if first else f"{scored.place}." if scored.place else ""
    if word:
        right -= _width(word, _SMALL, _BOLD) + 28
        _write(canvas, word, (right, base), _SMALL, _BOLD, _GOLD if first else _FAINT)
    name = cut(scored.name, 28)
    while name and left + _width(name, _NAME, _BOLD) > right - 20:
        name = cut(name, len(name) - 2) if len(name) > 3 else ""
    _write(canvas, name, (left, base), _NAME, _BOLD)
    for number, line in enumerate(lines):
        _territories(canvas, line, base + 24 + _ROW * number)
    return canvas


@dataclass(frozen=True, slots=True)
class _Part:
    """A source of points: a territory, or a bonus without terrain."""

    text: str
    color: Color | None

    @property
    def width(self) -> int:
        return _width(self.text, _SMALL, _REGULAR) + (44 if self.color else 0) + 36


def _parts(sheet: ScoreSheet, say: Words) -> list[_Part]:
    scoring = sorted((one for one in sheet.territories if one.points), key=lambda one: -one.points)
    parts = [
        _Part(f"{one.squares} × {one.crowns} = {one.points}", _TERRAINS[one.terrain])
        for one in scoring
    ]
    return parts + [
        _Part(f"{say(VARIANTS[variant])} +{points}", None)
        for variant, points in sheet.bonuses.items()
        if points
    ]


def _wrapped(parts: Sequence[_Part]) -> list[list[_Part]]:
    lines: list[list[_Part]] = []
    room = 0
    for part in parts:
        if part.width > room:
            lines.append([])
            room = WIDTH - 2 * _MARGIN
        lines[-1].append(part)
        room -= part.width
    return lines


def _territories(canvas: Pixels, parts: Sequence[_Part], top: int) -> None:
    left = _MARGIN
    for part in parts:
        start = left
        if part.color is not None:
            cv2.rectangle(canvas, (left, top + 10), (left + 32, top + 42), part.color, cv2.FILLED)
            start += 44
        _write(canvas, part.text, (start, top + 36), _SMALL, _REGULAR)
        left += part.width


def _write(
    canvas: Pixels, text: str, at: tuple[int, int], size: int, weight: int, color: Color = _INK
) -> None:
    if EVERY_LETTER:
        cv2.putText(canvas, visual(text), at, color, _font(), size, weight)
        return
    plain = unicodedata.normalize("NFKD", text.replace("×", "x")).encode("ascii", "ignore").decode()
    stroke = 3 if weight == _BOLD else 1
    cv2.putText(canvas, plain, at, cv2.FONT_HERSHEY_SIMPLEX, size / 32, color, stroke, cv2.LINE_AA)


def _width(text: str, size: int, weight: int) -> int:
    if EVERY_LETTER:
        _, _, width, _ = cv2.getTextSize(
            (WIDTH, WIDTH), visual(text), (0, 0), _font(), size, weight
        )
        return int(width)
    return int(cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size / 32, 2)[0][0])


def _font() -> "cv2.FontFace":
    return cv2.FontFace("sans")


def visual(text: str) -> str:
    """Reorder `text` for drawing from the left.

    Hebrew runs the other way.
    """
    if not any(unicodedata.bidirectional(c) in ("R", "AL") for c in text):
        return text
    runs: list[str] = []
    for character in reversed(text):
        mirrored = unicodedata.bidirectional(character) in ("R", "AL", "WS", "ON", "NSM")
        if (
            mirrored
            or not runs
            or unicodedata.bidirectional(runs[-1][0]) in ("R", "AL", "WS", "ON")
        ):
            runs.append(character)
        else:
            runs[-1] = character + runs[-1]
    return "".join(runs)
