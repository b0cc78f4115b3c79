"""Flat polygons in space, drawn on the table as a camera at one place sees them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.lab.painting.colors import Bgr
from kscan.lab.painting.pen import Image

# A sprite shows this many squares to each side of the one on which the thing stands.
REACH = 2

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class View:
    """Where the camera is, in squares from the middle of the thing's square: right, down, up."""

    x: float = 0.0
    y: float = 2.0
    height: float = 6.0

    def on_table(self, points: Floats) -> Floats:
        """Project points (n x 3) onto the table (n x 2).

        Along the lines of sight.
        """
        eye = np.array([self.x, self.y])
        # Nothing is as high as the camera; the floor keeps a view from the table's level finite.
        stretch = self.height / np.maximum(self.height - points[:, 2], 0.05 * self.height)
        return np.asarray(eye + (points[:, :2] - eye) * stretch[:, None])

    def distance(self, points: Floats) -> float:
        """Return the camera's distance to the points' middle."""
        return float(np.linalg.norm(points.mean(axis=0) - (self.x, self.y, self.height)))


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One flat polygon of a solid; `marks` are lines printed on it."""

    points: Floats  # n x 3: right, down, up
    color: Bgr
    edge: Bgr | None = None
    marks: tuple[tuple[Floats, Bgr], ...] = ()
    patches: tuple[tuple[Floats, Bgr], ...] = ()
    depth: float = 0.0  # added to the distance where neighbours would be drawn in wrong order


def turned(points: Floats, angle: float) -> Floats:
    """Points (n x 3) turned about the upright axis, in radians."""
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]))


class Sprite:
    """A see-through picture of the table around one square."""

    def __init__(self, size: int) -> None:
        side = 2 * size * (2 * REACH + 1)
        self._size = size
        self._color: Image = np.zeros((side, side, 3), np.uint8)
        self._alpha: Image = np.zeros((side, side), np.uint8)

    def _fixed(self, points: Floats) -> NDArray[np.int32]:
        pixels = (points + REACH + 0.5) * (2 * self._size)
        return (np.clip(pixels, -9999, 9999) * 16.0).astype(np.int32)

    def fill(self, points: Floats, color: Bgr, alpha: int = 255) -> None:
        """Draw a polygon given by points on the table (n x 2)."""
        fixed = self._fixed(points)
        cv2.fillPoly(self._color, [fixed], color, cv2.LINE_8, 4)
        cv2.fillPoly(self._alpha, [fixed], (alpha,), cv2.LINE_8, 4)

    def line(self, points: Floats, color: Bgr, width: float, closed: bool = False) -> None:
        """Draw a stroke, `width` in squares."""
        thick = max(1, round(width * 2 * self._size))
        fixed = self._fixed(points)
        cv2.polylines(self._color, [fixed], closed, color, thick, cv2.LINE_8, 4)
        cv2.polylines(self._alpha, [fixed], closed, (255,), thick, cv2.LINE_8, 4)

    def draw(self, faces: Iterable[Face], view: View, edge_width: float = 0.02) -> None:
        """Faces from far to near."""
        for face in sorted(faces, key=lambda f: -(view.distance(f.points) + f.depth)):
            outline = view.on_table(face.points)
            self.fill(outline, face.color)
            for patch, color in face.patches:
                self.fill(view.on_table(patch), color)
            for mark, color in face.marks:
                self.line(view.on_table(mark), color, 0.008)
            if face.edge is not None:
                self.line(outline, face.edge, edge_width, closed=True)

    def shadow(self, outlines: Sequence[Floats], strength: float) -> None:
        """Draw a soft shadow on the table.

        Call before anything is drawn.
        """
        mask = np.zeros_like(self._alpha)
        for outline in outlines:
            cv2.fillPoly(mask, [self._fixed(outline)], (round(255 * strength),), cv2.LINE_8, 4)
        blur = max(1, self._size // 8) * 2 + 1
        self._alpha = np.asarray(cv2.GaussianBlur(mask, (blur, blur), 0), np.uint8)

    def reduced(self) -> Image:
        """Paint the finished picture: BGR and opacity, `size` pixels a square."""
        side = self._size * (2 * REACH + 1)
        alpha = self._alpha[:, :, None].astype(np.uint16)
        weighted = ((self._color * alpha) // 255).astype(np.uint8)
        both = np.dstack([weighted, self._alpha])
        small = np.asarray(cv2.resize(both, (side, side), interpolation=cv2.INTER_AREA))
        opacity = np.maximum(small[:, :, 3:].astype(np.uint16), 1)
        color = np.minimum(small[:, :, :3].astype(np.uint16) * 255 // opacity, 255)
        return np.dstack([color.astype(np.uint8), small[:, :, 3]])
