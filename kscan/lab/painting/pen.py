"""The pen: draws anti-aliased shapes in a frame that may be moved, scaled, turned and mirrored."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.lab.painting.colors import Bgr

Image = NDArray[np.uint8]
Points = Sequence[tuple[float, float]] | NDArray[np.float64]

# cv2 takes fixed-point coordinates: 4 bits below the pixel.
_SHIFT = 4
_FIXED = float(1 << _SHIFT)
_ROUNDED = 9  # with fewer corners a patch is faceted, like a stone


@cache
def _ring(count: int) -> NDArray[np.float64]:
    angles = np.arange(count) * (2.0 * np.pi / count)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


@cache
def _waves(count: int) -> NDArray[np.float64]:
    """Slow waves around a ring, one a column: any mix of them bends it smoothly."""
    angles = np.arange(count)[:, None] * (2.0 * np.pi / count)
    turns = np.array([[2, 3, 4, 6]])
    return np.concatenate([np.cos(angles * turns), np.sin(angles * turns)], axis=1)


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on `pixels` in local coordinates; `ink`, if any, outlines every filled shape."""

    pixels: Image
    matrix: NDArray[np.float64]  # 2 x 2, local to pixels, for row vectors
    origin: NDArray[np.float64]  # where local (0, 0) lies, in pixels
    scale: float  # pixels of one local unit
    ink: Bgr | None = None
    ink_width: float = 0.012  # in squares of the tile, whatever the local scale
    unit: float = 1.0  # pixels of one square

    @classmethod
    def on(cls, pixels: Image, unit: float, ink: Bgr | None = None, width: float = 0.012) -> "Pen":
        """Return a pen from the picture's corner.

        Its 1 is `unit` pixels.
        """
        return cls(pixels, np.eye(2) * unit, np.zeros(2), unit, ink, width, unit)

    def at(
        self, x: float, y: float, scale: float = 1.0, turn: float = 0.0, mirror: bool = False
    ) -> "Pen":
        """Return a pen at (x, y), scaled, turned (degrees), mirrored."""
        c, s = cos(radians(turn)) * scale, sin(radians(turn)) * scale
        local = np.array([[-c if mirror else c, -s if mirror else s], [-s, c]])
        return Pen(
            self.pixels,
            local @ self.matrix,
            np.array([x, y]) @ self.matrix + self.origin,
            self.scale * scale,
            self.ink,
            self.ink_width,
            self.unit,
        )

    def inked(self, ink: Bgr | None) -> "Pen":
        """Return the same pen with another outline colour, or none."""
        return replace(self, ink=ink)

    def _fixed(self, points: Points) -> NDArray[np.int32]:
        pixels = np.asarray(points, dtype=np.float64) @ self.matrix + self.origin
        return (pixels * _FIXED).astype(np.int32)

    def _ink_pixels(self) -> int:
        """Return the outline's width in pixels.

        That of the edition, but never so much as to drown a small thing.
        """
        return max(1, round(min(self.ink_width * self.unit, 0.1 * self.scale)))

    def _thickness(self, width: float) -> int:
        return max(1, round(width * self.scale))

    def polygon(self, points: Points, color: Bgr) -> None:
        """Draw a filled shape, outlined where the pen has ink."""
        fixed = self._fixed(points)
        cv2.fillPoly(self.pixels, [fixed], color, cv2.LINE_AA, _SHIFT)
        if self.ink is not None:
            cv2.polylines(
                self.pixels, [fixed], True, self.ink, self._ink_pixels(), cv2.LINE_AA, _SHIFT
            )

    def line(self, points: Points, color: Bgr, width: float, closed: bool = False) -> None:
        """Draw a stroke through the points, `width` in local units."""
        cv2.polylines(
            self.pixels,
            [self._fixed(points)],
            closed,
            color,
            self._thickness(width),
            cv2.LINE_AA,
            _SHIFT,
        )

    def disc(self, x: float, y: float, radius: float, color: Bgr) -> None:
        """Draw a filled circle, outlined where the pen has ink."""
        (px, py) = self._fixed([(x, y)])[0]
        at, size = (int(px), int(py)), max(1, int(radius * self.scale * _FIXED))
        cv2.circle(self.pixels, at, size, color, -1, cv2.LINE_AA, _SHIFT)
        if self.ink is not None:
            cv2.circle(self.pixels, at, size, self.ink, self._ink_pixels(), cv2.LINE_AA, _SHIFT)

    def ellipse(self, x: float, y: float, rx: float, ry: float, color: Bgr) -> None:
        """Draw a filled ellipse along the local axes."""
        self.polygon(_ring(16) * (rx, ry) + (x, y), color)

    def blob(
        self,
        rng: np.random.Generator,
        at: tuple[float, float],
        radii: tuple[float, float],
        color: Bgr,
        rough: float = 0.18,
        corners: int = 12,
    ) -> None:
        """Draw an irregular rounded or, with few corners, faceted patch."""
        self.polygon(blob_outline(rng, at, radii, rough, corners), color)

    def veil(self, points: Points, color: Bgr, strength: float) -> None:
        """Draw a see-through shape: shadows, reflections, ripples."""
        fixed = self._fixed(points)
        low = fixed.min(axis=0) // int(_FIXED) - 1
        high = fixed.max(axis=0) // int(_FIXED) + 2
        height, width = self.pixels.shape[:2]
        x0, y0 = max(int(low[0]), 0), max(int(low[1]), 0)
        x1, y1 = min(int(high[0]), width), min(int(high[1]), height)
        if x0 >= x1 or y0 >= y1:
            return
        under = self.pixels[y0:y1, x0:x1]
        over = under.copy()
        shift = np.array([x0, y0]) * int(_FIXED)
        cv2.fillPoly(over, [(fixed - shift).astype(np.int32)], color, cv2.LINE_AA, _SHIFT)
        self.pixels[y0:y1, x0:x1] = cv2.addWeighted(over, strength, under, 1.0 - strength, 0.0)


def moved(outline: NDArray[np.float64], x: float, y: float) -> NDArray[np.float64]:
    """Move the outline."""
    return np.asarray(outline + np.array([x, y]), dtype=np.float64)


def blob_outline(
    rng: np.random.Generator,
    at: tuple[float, float],
    radii: tuple[float, float],
    rough: float = 0.18,
    corners: int = 12,
) -> NDArray[np.float64]:
    """Outline an irregular patch.

    Rounded, or faceted where it has few corners.
    """
    if corners < _ROUNDED:
        lengths = 1.0 + rough * rng.uniform(-1.0, 1.0, corners)
    else:
        corners *= 2
        lengths = 1.0 + _waves(corners) @ rng.uniform(-0.6 * rough, 0.6 * rough, 8)
    return np.asarray(_ring(corners) * lengths[:, None] * radii + at, dtype=np.float64)
