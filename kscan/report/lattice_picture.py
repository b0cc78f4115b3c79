"""The photo with what was found drawn on it: grids, corners, covered and doubtful squares."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.report.found import Doubt, describe, doubt_of

if TYPE_CHECKING:
    from kscan.vision.records import Lattice, Photo

Pixels = NDArray[np.uint8]
Places = NDArray[np.float64]
Color = tuple[int, int, int]

_LONGEST = 3000  # pixels; more shows nothing more, and mails worse
_COLORS: tuple[Color, ...] = ((240, 70, 240), (255, 255, 90), (60, 60, 255), (0, 235, 255))
_DOUBTFUL: Color = (0, 120, 255)
_DARK, _WHITE = (20, 20, 20), (255, 255, 255)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_FONT_HEIGHT = 22.0  # pixels of a capital letter at scale 1
_FAR = 30_000  # a corner far outside the photo is drawn no farther away: OpenCV counts in 16 bits


def lattice_picture(photo: "Photo", lattices: "Sequence[Lattice]") -> bytes:
    """A JPEG of the photo, smaller where it is large, with every kingdom's grid on it."""
    pen = _pen(photo)
    for number, lattice in enumerate(lattices, 1):
        _Drawn(pen, lattice, _COLORS[(number - 1) % len(_COLORS)]).draw(number)
    return cv2.imencode(".jpg", pen.pixels, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


@dataclass(frozen=True, slots=True, eq=False)
class _Pen:
    """The picture that is drawn on, and how its pixels lie to the photo's."""

    pixels: Pixels
    scale: float
    width: int  # of a line

    def line(self, places: Places, color: Color, *, closed: bool = False, width: int = 0) -> None:
        """A line over `places` of the photo, edged dark, so that it shows on any ground."""
        width = width or self.width
        points = self._points(places)
        for stroke, ink in ((width + self.width, _DARK), (width, color)):
            cv2.polylines(self.pixels, [points], closed, ink, stroke, cv2.LINE_AA)

    def spot(self, place: Places, radius: int, color: Color) -> None:
        """A round mark at a place of the photo."""
        x, y = (int(value) for value in self._points(place[None])[0])
        cv2.circle(self.pixels, (x, y), radius + self.width, _DARK, -1, cv2.LINE_AA)
        cv2.circle(self.pixels, (x, y), radius, color, -1, cv2.LINE_AA)

    def words(self, text: str, place: Places, height: float, color: Color = _WHITE) -> None:
        """Text on a dark field whose middle lies at a place of the photo, moved inside it."""
        rows, cols = self.pixels.shape[:2]
        height = min(height, rows / 12)  # also because OpenCV crashes on letters of kilometres
        height *= min(1.0, 0.9 * cols / _width(text, height))
        stroke, width = _stroke(height), _width(text, height)
        high, pad = round(height), round(0.6 * height)
        middle = self._points(place[None])[0]
        left = int(np.clip(middle[0] - width // 2, pad, max(pad, cols - width - pad)))
        bottom = int(np.clip(middle[1] + high // 2, high + pad, max(high + pad, rows - pad)))
        ends = (left - pad, bottom - high - pad), (left + width + pad, bottom + pad)
        cv2.rectangle(self.pixels, *ends, _DARK, -1)
        cv2.putText(
            self.pixels,
            text,
            (left, bottom),
            _FONT,
            height / _FONT_HEIGHT,
            color,
            stroke,
            cv2.LINE_AA,
        )

    def _points(self, places: Places) -> NDArray[np.int32]:
        moved = (places + 0.5) * self.scale - 0.5
        return np.clip(np.rint(moved), -_FAR, _FAR).astype(np.int32)


def _stroke(height: float) -> int:
    return max(1, round(height / 9))


def _width(text: str, height: float) -> int:
    """How many pixels wide letters of that height make the text."""
    size, _ = cv2.getTextSize(text, _FONT, height / _FONT_HEIGHT, _stroke(height))
    return max(1, int(size[0]))


def _pen(photo: "Photo") -> _Pen:
    longest = max(photo.width, photo.height)
    scale = min(1.0, _LONGEST / longest)
    if scale < 1:
        size = round(photo.width * scale), round(photo.height * scale)
        pixels = cv2.resize(photo.pixels, size, interpolation=cv2.INTER_AREA)
    else:
        pixels = photo.pixels.copy()
    return _Pen(np.asarray(pixels, dtype=np.uint8), scale, max(2, round(longest * scale / 800)))


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """One kingdom's grid, ready to be drawn."""

    pen: _Pen
    lattice: "Lattice"
    color: Color

    def draw(self, number: int) -> None:
        """The fields, the frame, the corners with their numbers, and a line of words."""
        for row in range(self.lattice.rows):
            for col in range(self.lattice.cols):
                self._field(row, col, float(self.lattice.covered[row, col]))
        corners = self.lattice.corners()
        self.pen.line(corners, self.color, closed=True, width=2 * self.pen.width)
        for index, corner in enumerate(corners, 1):
            self.pen.spot(corner, 4 * self.pen.width, self.color)
            away = corner + 0.35 * self._side * _direction(corners.mean(axis=0), corner)
            self.pen.words(str(index), away, 0.13 * self._side * self.pen.scale)
        top = corners[:2].mean(axis=0) - (0, 0.3 * self._side)
        self.pen.words(f"{number}: {describe(self.lattice)}", top, self._letter, self.color)

    @property
    def _side(self) -> float:
        """How long a field's side is in the photo, on average."""
        corners = self.lattice.corners()
        across = float(np.linalg.norm(corners[1] - corners[0])) / self.lattice.cols
        down = float(np.linalg.norm(corners[3] - corners[0])) / self.lattice.rows
        return (across + down) / 2

    @property
    def _letter(self) -> float:
        return max(9.0, 0.15 * self._side * self.pen.scale)

    def _field(self, row: int, col: int, covered: float) -> None:
        doubt = doubt_of(covered)
        if doubt is Doubt.EMPTY:
            for ends in ([[0.3, 0.3], [0.7, 0.7]], [[0.7, 0.3], [0.3, 0.7]]):
                self.pen.line(self._places(row, col, ends), _WHITE)
            return
        inset = 0.06 if doubt is Doubt.IN_DOUBT else 0.02
        frame = [[inset, inset], [1 - inset, inset], [1 - inset, 1 - inset], [inset, 1 - inset]]
        color = _DOUBTFUL if doubt is Doubt.IN_DOUBT else self.color
        self.pen.line(self._places(row, col, frame), color, closed=True)
        if doubt is Doubt.IN_DOUBT:
            middle = self._places(row, col, [[0.5, 0.5]])[0]
            self.pen.words(f"{covered:.0%}?", middle, 0.8 * self._letter, _DOUBTFUL)

    def _places(self, row: int, col: int, grid: list[list[float]]) -> Places:
        return self.lattice.points(np.array(grid) + np.array([col, row]))


def _direction(start: Places, end: Places) -> Places:
    way = end - start
    return np.asarray(way / max(float(np.linalg.norm(way)), 1e-9), dtype=np.float64)
