"""Grids found on a photo, with their certainty: as a line of text, as JSON, drawn on the photo."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from kscan.errors import PhotoError
from kscan.game.kingdom import Cell
from kscan.locale import Words, words
from kscan.remarks import PHOTO
from kscan.report.canvas import DARK, FONT, FONT_HEIGHT, WHITE, Canvas, Color, Places
from kscan.report.wording import CORNERS, COVERED, DOUBTFUL, GRID_NOTES, NUMBERED, QUALITY

if TYPE_CHECKING:
    from kscan.find.grid import Grid
    from kscan.photo.records import Photo

Json = dict[str, Any]

SCHEMA = "kscan-find/1"  # a document of its own: grids, on which nothing was read yet

_LONGEST = 3000  # pixels; more shows nothing more, and mails worse
_QUALITY = 90
_COLORS: tuple[Color, ...] = ((240, 70, 240), (255, 255, 90), (60, 60, 255), (0, 235, 255))
_IN_DOUBT: Color = (0, 120, 255)


def doubtful(grid: "Grid") -> tuple[Cell, ...]:
    """Return the fields in doubt of being covered.

    A person should look whether a tile lies there.
    """
    neither = ~grid.surely_empty & ~grid.surely_covered
    return tuple(Cell(int(row), int(col)) for row, col in zip(*neither.nonzero(), strict=True))


def tight(grid: "Grid") -> "Grid":
    """Crop surely empty outer rows and columns."""
    return grid.cropped_to(~grid.surely_empty)


def describe(grid: "Grid", say: Words) -> str:
    """Describe the grid: its size, coverage and clearness."""
    told = [say.figure(f"{grid.rows} x {grid.cols}"), say(COVERED, count=grid.surely_covered.sum())]
    if unsure := len(doubtful(grid)):
        told.append(say(DOUBTFUL, count=unsure))
    told.append(say(QUALITY, quality=say.figure(f"{grid.quality:.2f}")))
    notes = (say(GRID_NOTES[note]) if note in GRID_NOTES else note for note in grid.notes)
    return ", ".join((*told, *notes))


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The grids of one photo; without them, `error` says why."""

    photo: str
    width: int = 0
    height: int = 0
    grids: "tuple[Grid, ...]" = ()
    notes: tuple[str, ...] = ()
    error: PhotoError | None = None

    @property
    def status(self) -> str:
        """`failed` without a grid, `check`, or `ok`.

        `check` if a person should look.
        """
        if self.error is not None:
            return "failed"
        return "check" if self.notes or any(map(_unclear, self.grids)) else "ok"


def lines(found: Found, shown: str, say: Words) -> Iterator[str]:
    """Yield a line for each kingdom on the photo.

    It is called `shown`.
    """
    for number, grid in enumerate(found.grids, 1):
        corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in grid.corners())
        where = say(CORNERS, corners=corners)
        kingdom = say(NUMBERED, number=number)
        yield f"{say.isolated(shown)}: {kingdom}: {describe(grid, say)}, {where}"


def document(photos: Sequence[Found]) -> Json:
    """Return the JSON document for these photos."""
    return {"schema": SCHEMA, "photos": [_photo_object(found) for found in photos]}


def _photo_object(found: Found) -> Json:
    error = found.error and {"code": found.error.code, "message": found.error.message}
    return {
        "photo": found.photo,
        "width": found.width,
        "height": found.height,
        "status": found.status,
        "error": error,
        "kingdoms": [_kingdom_object(grid) for grid in found.grids],
        "notes": [PHOTO.get(note, note) for note in found.notes],
    }


def _kingdom_object(grid: "Grid") -> Json:
    return {
        "rows": grid.rows,
        "cols": grid.cols,
        "corners": grid.corners().round(1).tolist(),
        "covered": grid.covered.round(4).tolist(),
        "doubts": [{"row": cell.row, "col": cell.col} for cell in doubtful(grid)],
        "quality": round(grid.quality, 4),
        "notes": list(grid.notes),
    }


def _unclear(grid: "Grid") -> bool:
    return bool(grid.doubts or doubtful(grid))


def grid_picture(photo: "Photo", grids: "Sequence[Grid]") -> bytes:
    """Draw every kingdom's grid on a JPEG of the photo.

    Smaller where it is large.
    """
    canvas = Canvas.over(photo, _LONGEST)
    pen = _Pen(canvas, max(2, round(max(canvas.pixels.shape[:2]) / 800)))
    for number, grid in enumerate(grids, 1):
        _Drawn(pen, grid, _COLORS[(number - 1) % len(_COLORS)]).draw(number)
    return canvas.jpeg(_QUALITY)


@dataclass(frozen=True, slots=True, eq=False)
class _Pen:
    """A pen visible on any ground."""

    canvas: Canvas
    width: int  # of a line

    def line(self, places: Places, color: Color, *, closed: bool = False, width: int = 0) -> None:
        """Draw a dark-edged line over `places` of the photo."""
        width = width or self.width
        points = self.canvas.at(places)
        for stroke, ink in ((width + self.width, DARK), (width, color)):
            cv2.polylines(self.canvas.pixels, [points], closed, ink, stroke, cv2.LINE_AA)

    def spot(self, place: Places, radius: int, color: Color) -> None:
        """Draw a round mark at a place."""
        x, y = (int(value) for value in self.canvas.at(place[None])[0])
        cv2.circle(self.canvas.pixels, (x, y), radius + self.width, DARK, -1, cv2.LINE_AA)
        cv2.circle(self.canvas.pixels, (x, y), radius, color, -1, cv2.LINE_AA)

    def words(self, text: str, place: Places, height: float, color: Color = WHITE) -> None:
        """Write on a dark field, centred at a place.

        Moved inside the picture.
        """
        rows, cols = self.canvas.pixels.shape[:2]
        height = min(height, rows / 12)  # also because OpenCV crashes on letters of kilometres
        height *= min(1.0, 0.9 * cols / _width(text, height))
        stroke, width = _stroke(height), _width(text, height)
        high, pad = round(height), round(0.6 * height)
        middle = self.canvas.at(place[None])[0]
        left = int(np.clip(middle[0] - width // 2, pad, max(pad, cols - width - pad)))
        bottom = int(np.clip(middle[1] + high // 2, high + pad, max(high + pad, rows - pad)))
        ends = (left - pad, bottom - high - pad), (left + width + pad, bottom + pad)
        cv2.rectangle(self.canvas.pixels, *ends, DARK, -1)
        cv2.putText(
            self.canvas.pixels,
            text,
            (left, bottom),
            FONT,
            height / FONT_HEIGHT,
            color,
            stroke,
            cv2.LINE_AA,
        )


def _stroke(height: float) -> int:
    return max(1, round(height / 9))


def _width(text: str, height: float) -> int:
    """Return the text's width in pixels, at this height."""
    size, _ = cv2.getTextSize(text, FONT, height / FONT_HEIGHT, _stroke(height))
    return max(1, int(size[0]))


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """One kingdom's grid, ready to be drawn."""

    pen: _Pen
    grid: "Grid"
    color: Color

    def draw(self, number: int) -> None:
        """Draw fields, frame, numbered corners, and a caption."""
        unsure = doubtful(self.grid)
        for row in range(self.grid.rows):
            for col in range(self.grid.cols):
                if self.grid.surely_empty[row, col]:
                    self._cross(row, col)
                else:
                    self._square(row, col, (row, col) in unsure)
        corners = self.grid.corners()
        self.pen.line(corners, self.color, closed=True, width=2 * self.pen.width)
        for index, corner in enumerate(corners, 1):
            self.pen.spot(corner, 4 * self.pen.width, self.color)
            away = corner + 0.35 * self._side * _direction(corners.mean(axis=0), corner)
            self.pen.words(str(index), away, 0.13 * self._side * self.pen.canvas.scale)
        top = corners[:2].mean(axis=0) - (0, 0.3 * self._side)
        said = describe(self.grid, words("en"))  # the font has Latin letters only
        self.pen.words(f"{number}: {said}", top, self._letter, self.color)

    @property
    def _side(self) -> float:
        """A field's mean side length in the photo."""
        corners = self.grid.corners()
        across = float(np.linalg.norm(corners[1] - corners[0])) / self.grid.cols
        down = float(np.linalg.norm(corners[3] - corners[0])) / self.grid.rows
        return (across + down) / 2

    @property
    def _letter(self) -> float:
        return max(9.0, 0.15 * self._side * self.pen.canvas.scale)

    def _cross(self, row: int, col: int) -> None:
        for ends in ([[0.3, 0.3], [0.7, 0.7]], [[0.7, 0.3], [0.3, 0.7]]):
            self.pen.line(self._places(row, col, ends), WHITE)

    def _square(self, row: int, col: int, unsure: bool) -> None:
        inset = 0.06 if unsure else 0.02
        frame = [[inset, inset], [1 - inset, inset], [1 - inset, 1 - inset], [inset, 1 - inset]]
        color = _IN_DOUBT if unsure else self.color
        self.pen.line(self._places(row, col, frame), color, closed=True)
        if unsure:
            middle = self._places(row, col, [[0.5, 0.5]])[0]
            covered = f"{self.grid.covered[row, col]:.0%}?"
            self.pen.words(covered, middle, 0.8 * self._letter, _IN_DOUBT)

    def _places(self, row: int, col: int, grid: list[list[float]]) -> Places:
        return self.grid.points(np.array(grid) + np.array([col, row]))


def _direction(start: Places, end: Places) -> Places:
    way = end - start
    return np.asarray(way / max(float(np.linalg.norm(way)), 1e-9), dtype=np.float64)
