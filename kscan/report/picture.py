"""The photo with its readings drawn on it: squares, territories and their points, doubts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.game.kingdom import Cell, Territory
from kscan.game.scoring import ScoreSheet
from kscan.game.squares import Terrain
from kscan.report.canvas import DARK, FONT, FONT_HEIGHT, WHITE, Canvas, Color, decoded

if TYPE_CHECKING:
    from kscan.find.grid import Grid
    from kscan.infer.records import Reading
    from kscan.photo.records import Photo

Positions = NDArray[np.float64]

_LONGEST = 2400  # pixels: crowns can still be counted, and the file can be mailed
_QUALITY = 88
_TINT = 0.28  # of a territory's colour; more hides what lies there
_TINTS: dict[Terrain, Color] = {
    Terrain.WHEAT: (40, 210, 255),
    Terrain.FOREST: (40, 110, 20),
    Terrain.LAKE: (230, 130, 30),
    Terrain.PASTURE: (80, 230, 130),
    Terrain.SWAMP: (90, 110, 150),
    Terrain.MINE: (60, 60, 60),
    Terrain.TOWN: (60, 60, 190),
}
_DOUBT = (0, 0, 255)
_QUEST = (90, 240, 255)


class Drawable(Protocol):
    """A kingdom as the drawing needs it."""

    @property
    def grid(self) -> "Grid":
        """Its grid in the photo, cropped to its block."""

    @property
    def reading(self) -> "Reading":
        """Its reading."""

    @property
    def sheet(self) -> ScoreSheet:
        """Its score sheet."""


def picture(photo: "Photo", kingdoms: Iterable[Drawable]) -> bytes:
    """Draw every reading on a JPEG of the photo.

    Smaller where it is large.
    """
    return _drawn(Canvas.over(photo, _LONGEST), kingdoms)


def picture_on_copy(copy: bytes, width: int, kingdoms: Iterable[Drawable]) -> bytes:
    """Draw the readings on a smaller copy (a JPEG).

    Of a photo `width` wide; empty where it is none.
    """
    pixels = decoded(copy)
    if pixels is None:
        return b""
    return _drawn(Canvas(pixels, pixels.shape[1] / width), kingdoms)


def _drawn(canvas: Canvas, kingdoms: Iterable[Drawable]) -> bytes:
    several = [*kingdoms]
    for number, kingdom in enumerate(several, 1):
        _Drawing(canvas, kingdom, number if len(several) > 1 else 0).draw()
    return canvas.jpeg(_QUALITY)


@dataclass(frozen=True, slots=True, eq=False)
class _Drawing:
    """One kingdom on the picture."""

    canvas: Canvas
    scanned: Drawable
    number: int  # among several kingdoms; 0: there is only this one

    def draw(self) -> None:
        """Draw tints, borders and frames, then all text."""
        self._tint()
        self._borders()
        for doubt in self.scanned.reading.doubts:
            self._frame(doubt.cell)
        for cell in self.scanned.reading.kingdom.cells():
            square = self.scanned.reading.kingdom[cell]
            if not square.is_empty:
                self._words(str(square), cell, (0.5, 0.2), 0.13)
        for territory in self.scanned.sheet.territories:
            if territory.points:
                at = _middle(territory)
                self._words(str(territory.points), at, (0.5, 0.58), 0.3, strong=True)
        for doubt in self.scanned.reading.doubts:
            self._words("?", doubt.cell, (0.82, 0.8), 0.2, ink=_DOUBT)
        self._quests()
        self._edges()
        self._total()

    @property
    def _side(self) -> float:
        """A square's mean side length in the picture."""
        corners = self.scanned.grid.corners() * self.canvas.scale
        area = cv2.contourArea(corners.astype(np.float32))
        fields = self.scanned.grid.rows * self.scanned.grid.cols
        return float(np.sqrt(max(area, 1.0) / max(fields, 1)))

    @property
    def _stroke(self) -> int:
        return max(1, round(self._side / 40))

    def _outline(self, cell: Cell, inset: float = 0.0) -> NDArray[np.int32]:
        low, high = inset, 1.0 - inset
        ends = np.array([[low, low], [high, low], [high, high], [low, high]])
        return self._at(ends + np.array([cell.col, cell.row]))

    def _at(self, grid: Positions) -> NDArray[np.int32]:
        return self.canvas.at(self.scanned.grid.points(grid))

    def _tint(self) -> None:
        tinted = self.canvas.pixels.copy()
        for territory in self.scanned.sheet.territories:
            for cell in territory.cells:
                cv2.fillConvexPoly(tinted, self._outline(cell), _TINTS[territory.terrain])
        mixed = cv2.addWeighted(tinted, _TINT, self.canvas.pixels, 1.0 - _TINT, 0)
        self.canvas.pixels[:] = mixed

    def _borders(self) -> None:
        """Draw the grid thinly, and territories' borders strongly.

        Also those to the table.
        """
        kingdom = self.scanned.reading.kingdom
        for cell in kingdom.covered:
            cv2.polylines(self.canvas.pixels, [self._outline(cell)], True, WHITE, 1, cv2.LINE_AA)
        ends = [line for cell in kingdom.covered for line in self._sides(cell)]
        for width, color in ((3 * self._stroke, DARK), (self._stroke, WHITE)):
            cv2.polylines(self.canvas.pixels, ends, False, color, width, cv2.LINE_AA)

    def _sides(self, cell: Cell) -> Iterator[NDArray[np.int32]]:
        """Yield a square's sides towards other terrain or none."""
        kingdom = self.scanned.reading.kingdom
        sides = (((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 1), (1, 1)))
        for other, side in zip(cell.neighbours(), sides, strict=True):
            if kingdom[other].terrain is not kingdom[cell].terrain or kingdom[other].is_empty:
                yield self._at(np.array(side, dtype=np.float64) + np.array([cell.col, cell.row]))

    def _frame(self, cell: Cell) -> None:
        """Frame a doubtful square, outside of its label."""
        outline = self._outline(cell, 0.05)
        for width, color in ((4 * self._stroke, WHITE), (2 * self._stroke, _DOUBT)):
            cv2.polylines(self.canvas.pixels, [outline], True, color, width, cv2.LINE_AA)

    def _edges(self) -> None:
        """Name rows and columns at the block's edge, and the kingdom, as corrections do."""
        corner = Cell(0, 0)
        for col in range(self.scanned.grid.cols):
            self._words(f"c{col}", corner, (col + 0.5, -0.14), 0.12)
        for row in range(self.scanned.grid.rows):
            self._words(f"r{row}", corner, (-0.16, row + 0.5), 0.12)
        if self.number:
            self._words(f"k{self.number}", corner, (-0.16, -0.14), 0.16)

    def _quests(self) -> None:
        """List the quests below the block, by their names as options, and mark what earns them."""
        rows, cols = self.scanned.grid.rows, self.scanned.grid.cols
        for number, one in enumerate(self.scanned.sheet.quests, 1):
            for line in one.lines:
                middles = self._at(np.array([[cell.col + 0.5, cell.row + 0.5] for cell in line]))
                for width, color in ((4 * self._stroke, DARK), (2 * self._stroke, _QUEST)):
                    cv2.polylines(self.canvas.pixels, [middles], False, color, width, cv2.LINE_AA)
            for cell in one.cells:
                self._words(f"q{number}", cell, (0.2, 0.1 + 0.25 * number), 0.13, ink=_QUEST)
            listed = f"q{number} {one.quest}: {one.points}"
            self._words(listed, Cell(rows, 0), (cols / 2, 0.3 * number - 0.05), 0.16, ink=_QUEST)

    def _total(self) -> None:
        grid = self.scanned.grid
        above = Cell(-1, 0)
        self._words(str(self.scanned.sheet.total), above, (grid.cols / 2, 0.45), 0.4, strong=True)

    def _words(
        self,
        text: str,
        cell: Cell,
        place: tuple[float, float],
        height: float,
        *,
        strong: bool = False,
        ink: Color = WHITE,
    ) -> None:
        """Write in a square, centred at `place`.

        0 to 1 each way; `height` is a share of its side.
        """
        pixels = min(max(8.0, height * self._side), min(self.canvas.pixels.shape[:2]) / 8)
        scale, stroke = pixels / FONT_HEIGHT, max(1, round(pixels / (6 if strong else 9)))
        (wide, _), _ = cv2.getTextSize(text, FONT, scale, stroke)
        x, y = self._at(np.array([[cell.col + place[0], cell.row + place[1]]]))[0]
        rows, cols = self.canvas.pixels.shape[:2]
        left = int(np.clip(x - wide // 2, 2, max(2, cols - wide - 2)))
        base = int(np.clip(y + pixels / 2, pixels + 2, max(pixels + 2, rows - 3)))
        for width, color in ((3 * stroke, DARK), (stroke, ink)):
            cv2.putText(
                self.canvas.pixels, text, (left, base), FONT, scale, color, width, cv2.LINE_AA
            )


def _middle(territory: Territory) -> Cell:
    """Return the territory's square nearest to its middle."""
    rows, cols = zip(*territory.cells, strict=True)
    row, col = sum(rows) / len(rows), sum(cols) / len(cols)
    return min(territory.cells, key=lambda cell: (cell.row - row) ** 2 + (cell.col - col) ** 2)
