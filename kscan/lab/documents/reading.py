"""The pictures of docs/how-reading-works.md: each step of reading a sample, drawn by the code."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.evidence import LABELS, Evidence
from kscan.files import write_changed
from kscan.find.finder import find, guessed, settled
from kscan.find.grid import Grid
from kscan.find.heatmap import LONG_SIDE, STRIDE, Heat, look, sightings
from kscan.find.homography import mapped
from kscan.find.overview import overview
from kscan.find.refine import SIDE, SPAN, Fields
from kscan.find.views import looks
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.scoring import score
from kscan.game.squares import Terrain
from kscan.infer.belief import believe
from kscan.infer.best_first import explore
from kscan.infer.penalties import Laws
from kscan.locale import words
from kscan.photo.records import Photo
from kscan.read.reader import cut, read
from kscan.report.sentences import percent

SAMPLE = "lamplight"
FOLDER = "docs/pictures"
Pixels = NDArray[np.uint8]
Color = tuple[int, int, int]

_WHITE, _BLACK, _RED, _GOLD = (255, 255, 255), (0, 0, 0), (60, 60, 230), (40, 190, 250)
_LAND: dict[Terrain, Color] = {
    Terrain.WHEAT: (110, 205, 240),
    Terrain.FOREST: (90, 140, 90),
    Terrain.LAKE: (205, 160, 100),
    Terrain.PASTURE: (120, 210, 170),
    Terrain.SWAMP: (130, 155, 175),
    Terrain.MINE: (120, 115, 120),
}
_CELL, _SHOWN = 64, 3  # pixels of a drawn square, and readings side by side
_QUALITY = 82


def draw(checkout: Path, drawn: Iterable[tuple[str, Pixels]]) -> None:
    """Write pictures of the documents, by their names."""
    for name, pixels in drawn:
        encoded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1]
        write_changed(checkout / FOLDER / f"{name}.jpg", encoded.tobytes())


def pictures(photo: Photo) -> Iterator[tuple[str, Pixels]]:
    """Yield each step's picture with its name."""
    yield "reading-heat", heat(photo)
    yield "reading-grid", grid(photo)
    yield "reading-covered", covered(photo)
    found = find(photo)[0]
    (evidence,) = read(photo, [found])
    yield "reading-labels", labels(photo, found, evidence)
    yield "reading-alternatives", alternatives(evidence)


def heat(photo: Photo) -> Pixels:
    """Draw the first network's maps: tiles in colour, vertices, squares with axes."""
    picture, _ = overview(photo, LONG_SIDE)
    seen = look(picture)
    shown = cv2.resize(_overlaid(picture, seen), None, fx=2, fy=2, interpolation=cv2.INTER_AREA)
    found = sightings(seen)
    for x, y in 2 * found.vertices.points:
        cv2.circle(shown, (round(x), round(y)), 5, _WHITE, 2, cv2.LINE_AA)
    for (x, y), u, v in zip(2 * found.centres.points, found.u, found.v, strict=True):
        for axis in (0.7 * u, 0.7 * v):
            tip = (round(x + axis.real), round(y + axis.imag))
            cv2.line(shown, (round(x), round(y)), tip, _BLACK, 2, cv2.LINE_AA)
        cv2.circle(shown, (round(x), round(y)), 4, _GOLD, -1, cv2.LINE_AA)
    return np.asarray(shown, np.uint8)


def _overlaid(picture: Pixels, seen: Heat) -> Pixels:
    tile = cv2.resize(seen.tile, None, fx=STRIDE, fy=STRIDE, interpolation=cv2.INTER_LINEAR)
    warm = cv2.applyColorMap((255 * np.clip(tile, 0, 1)).astype(np.uint8), cv2.COLORMAP_INFERNO)
    return np.asarray(cv2.addWeighted(picture, 0.45, warm, 0.55, 0), np.uint8)


def grid(photo: Photo) -> Pixels:
    """Draw the grown squares, and over them the refined window."""
    guess = guessed(looks(photo))[0]
    shown = photo.pixels.copy()
    for field in guess.fields:
        col, row = field
        _outline(shown, guess.homography, (col + 0.15, row + 0.15), 0.7, _GOLD, 3)
    fields = _settled(photo)[0]
    for row, col in product(range(SPAN), range(SPAN)):
        if fields.covered[row, col] > 0.5:
            _outline(shown, fields.homography, (col, row), 1, _WHITE, 2)
    _outline(shown, fields.homography, (0, 0), SPAN, _RED, 3)
    return _smaller(shown)


def _settled(photo: Photo) -> tuple[Fields, NDArray[np.float64]]:
    looked = settled(photo, guessed(looks(photo))[0])
    if looked is None:
        raise ValueError(f"no kingdom is found on {SAMPLE}")
    return looked


def covered(photo: Photo) -> Pixels:
    """Draw the squared-up window with the second network's coverage."""
    fields = _settled(photo)[0]
    side = 2 * SIDE
    larger = (SPAN * side, SPAN * side)
    shown = np.asarray(cv2.resize(fields.picture, larger, interpolation=cv2.INTER_CUBIC), np.uint8)
    for row, col in product(range(SPAN), range(SPAN)):
        probability = float(fields.covered[row, col])
        color = _WHITE if probability > 0.5 else _GOLD
        _write(shown, _percent(probability), (col + 0.5) * side, (row + 0.5) * side, 0.38, color)
        corner = (col * side, row * side)
        cv2.rectangle(shown, corner, (corner[0] + side, corner[1] + side), _BLACK, 1)
    return shown


def labels(photo: Photo, found: Grid, evidence: Evidence) -> Pixels:
    """Draw each square's window with its two likeliest labels."""
    side = 112
    shown = np.zeros((evidence.rows * side, evidence.cols * side, 3), np.uint8)
    cells = product(range(evidence.rows), range(evidence.cols))
    for (row, col), window in zip(cells, cut(photo, found), strict=True):
        square = cv2.resize(window, (side - 2, side - 2), interpolation=cv2.INTER_CUBIC)
        top, left = row * side + 1, col * side + 1
        shown[top : top + side - 2, left : left + side - 2] = square
        first, second = np.argsort(-evidence.probabilities[row, col])[:2]
        for label, place, size in ((first, 0.45, 0.55), (second, 0.75, 0.45)):
            probability = float(evidence.probabilities[row, col, label])
            if probability >= 0.01:
                text = f"{LABELS[label]} {_percent(probability)}"
                _write(shown, text, left + side / 2, top + place * side, size, _WHITE)
    return shown


def alternatives(evidence: Evidence) -> Pixels:
    """Draw the most probable kingdoms, their totals, and their differences."""
    belief = believe(evidence)
    found = explore(belief, Laws(belief))
    everything = found.unseen + sum(one.weight for one in found.candidates)
    best = belief.kingdom(found.best.labels)
    boards = [
        _board(belief.kingdom(one.labels), best, one.weight / everything)
        for one in found.candidates[:_SHOWN]
    ]
    return np.hstack(boards)


def _board(kingdom: Kingdom, best: Kingdom, share: float) -> Pixels:
    """Draw one reading; frame its differences from the best one."""
    height, width = (kingdom.rows + 1) * _CELL, (kingdom.cols + 1) * _CELL
    shown = np.full((height, width, 3), 255, np.uint8)
    text = f"{_percent(share)}: total {score(kingdom).total}"
    _write(shown, text, width / 2, _CELL / 2, 0.8, _BLACK)
    for cell in kingdom.cells():
        square = kingdom[cell]
        left, top = cell.col * _CELL + _CELL // 2, (cell.row + 1) * _CELL
        ground = _LAND[square.terrain] if square.terrain else (235, 235, 235)
        cv2.rectangle(shown, (left, top), (left + _CELL - 3, top + _CELL - 3), ground, -1)
        if square != best[Cell(*cell)]:
            cv2.rectangle(shown, (left, top), (left + _CELL - 4, top + _CELL - 4), _RED, 4)
        _write(shown, str(square), left + _CELL / 2, top + _CELL / 2, 0.7, _BLACK)
    return shown


def _outline(
    shown: Pixels,
    homography: NDArray[np.float64],
    field: Sequence[float],
    side: float,
    color: Color,
    width: int,
) -> None:
    col, row = field
    corners = [(col, row), (col + side, row), (col + side, row + side), (col, row + side)]
    places = mapped(homography, np.array(corners, float)).round().astype(np.int32)
    cv2.polylines(shown, [places], True, color, width, cv2.LINE_AA)


def _smaller(shown: Pixels, longest: int = 900) -> Pixels:
    factor = longest / max(shown.shape[:2])
    smaller = cv2.resize(shown, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, np.uint8)


def _percent(probability: float) -> str:
    return percent(probability, words("en"))


def _write(shown: Pixels, text: str, x: float, y: float, size: float, color: Color) -> None:
    """Write text centred at a place, edged so it shows on anything."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    at = (round(x - width / 2), round(y + height / 2))
    edge = _WHITE if color == _BLACK else _BLACK
    for ink, stroke in ((edge, 4), (color, 1 if size < 0.7 else 2)):
        cv2.putText(shown, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, stroke, cv2.LINE_AA)
