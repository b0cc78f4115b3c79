"""The photos with their readings drawn on them, as files without metadata."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kscan import files
from kscan.game.squares import Square, Terrain
from kscan.tournament.journal import Journal
from kscan.tournament.records import Row, ScoredKingdom

_QUALITY = 82
# Blue, green, red, as OpenCV has them.
_COLORS = {
    Terrain.WHEAT: (60, 200, 245),
    Terrain.FOREST: (60, 150, 40),
    Terrain.LAKE: (230, 150, 60),
    Terrain.PASTURE: (90, 225, 170),
    Terrain.SWAMP: (110, 135, 160),
    Terrain.MINE: (130, 110, 110),
}
_WHITE, _BLACK, _DOUBT = (255, 255, 255), (0, 0, 0), (0, 90, 255)


def draw_pictures(rows: Sequence[Row], journal: Journal, folder: Path) -> dict[str, str]:
    """Draw every row that has a reading; the places of the files, from beside `folder`, by photo.

    Drawings of an earlier run that no photo has any more are removed.
    """
    places: dict[str, str] = {}
    for row in rows:
        reading = journal.reading(row.digest, with_pictures=True) if row.kingdoms else None
        if reading is None or not reading.picture:
            continue
        place = _place(row)
        content = drawn(reading.picture, row)
        if content:
            files.write_changed(folder / place, content)
            places[row.photo] = f"{folder.name}/{place}"
    _tidy(folder, {folder.parent / place for place in places.values()})
    return places


def _place(row: Row) -> str:
    """A name that every file system takes, which still says whose it is."""
    *folders, file = row.photo.split("/")
    stem = _safe(file.rpartition(".")[0] or file)
    return "/".join([*map(_safe, folders), f"{stem}-{row.digest[:8]}.jpg"])


def _safe(name: str) -> str:
    return re.sub(r"[^\w.-]", "_", name)[:60].strip(".") or "_"


def _tidy(folder: Path, wanted: set[Path]) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in wanted:
            path.unlink()


def drawn(picture: bytes, row: Row) -> bytes:
    """The picture as JPEG with all kingdoms of its row drawn on it; empty where it is none."""
    pixels = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        return b""
    scale = pixels.shape[1] / max(row.width, 1)
    for kingdom in row.kingdoms:
        _draw(pixels, kingdom, scale)
    _, content = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return bytes(content)


def _draw(pixels: Any, kingdom: ScoredKingdom, scale: float) -> None:
    outline = np.array(kingdom.outline, np.float64) * scale
    doubtful = {doubt.cell for doubt in kingdom.reading.doubts}
    read = kingdom.reading.kingdom
    side = float(np.linalg.norm(outline[0][1] - outline[0][0]))
    thick = max(1, round(side / 45))
    # Doubtful squares last, so that no neighbour's edge covers theirs.
    for cell in sorted(read.cells(), key=lambda cell: cell in doubtful):
        row, col = cell
        corners = np.array(
            [
                outline[row][col],
                outline[row][col + 1],
                outline[row + 1][col + 1],
                outline[row + 1][col],
            ]
        )
        middle = corners.mean(axis=0)
        if read[cell].is_empty and cell not in doubtful:
            continue
        inner = np.rint(middle + (corners - middle) * 0.94).astype(np.int32)
        color = _DOUBT if cell in doubtful else _color(read[cell])
        width = 3 * thick if cell in doubtful else thick
        cv2.polylines(pixels, [inner], True, color, width, cv2.LINE_AA)
        _write(pixels, str(read[cell]), middle, side / 75)


def _color(square: Square) -> tuple[int, int, int]:
    return _COLORS[square.terrain] if square.terrain else _WHITE


def _write(pixels: Any, text: str, middle: Any, size: float) -> None:
    font = cv2.FONT_HERSHEY_SIMPLEX
    width = max(1, round(size * 2))
    (across, up), _ = cv2.getTextSize(text, font, size, width)
    at = (round(float(middle[0]) - across / 2), round(float(middle[1]) + up / 2))
    cv2.putText(pixels, text, at, font, size, _BLACK, width + 2 * max(1, width), cv2.LINE_AA)
    cv2.putText(pixels, text, at, font, size, _WHITE, width, cv2.LINE_AA)
