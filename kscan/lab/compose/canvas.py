"""The picture while it is drawn: finer than the photo, with what light needs to know."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.lab.compose.camera import Camera, Floats
from kscan.lab.compose.pictures import Pixels

_BITS = 4  # of a pixel's fraction, for OpenCV's outlines
_ONE = 1 << _BITS


@dataclass(slots=True, eq=False)
class Canvas:
    """A picture that things are drawn on, from the table upwards."""

    camera: Camera
    pixels: Pixels
    gloss: NDArray[np.uint8]  # how much each place shines
    above: NDArray[np.uint8]  # where something stands that may hide squares

    @classmethod
    def blank(cls, camera: Camera) -> "Canvas":
        """Make an empty canvas for this camera."""
        shape = (camera.height, camera.width)
        return cls(
            camera,
            np.zeros((*shape, 3), np.uint8),
            np.zeros(shape, np.uint8),
            np.zeros(shape, np.uint8),
        )

    def fill(self, outline: Floats, color: tuple[float, float, float]) -> None:
        """Fill a convex outline (n x 2, in pixels) with one colour."""
        cv2.fillConvexPoly(self.pixels, fixed(outline), color, cv2.LINE_AA, _BITS)

    def paste(self, texture: Pixels, corners: Floats, outline: Floats, gloss: int) -> None:
        """Lay `texture` with its corners at `corners` (pixels) within the outline (pixels)."""
        left, top, right, bottom = self._clip(outline)
        if left >= right or top >= bottom:
            return
        source = _frame(texture)
        place = (corners - (left, top)).astype(np.float32)
        warp = cv2.getPerspectiveTransform(source, place)
        size = (right - left, bottom - top)
        seen = np.asarray(
            cv2.warpPerspective(
                texture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            ),
            np.uint8,
        )
        mask = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillConvexPoly(mask, fixed(outline - (left, top)), 255, cv2.LINE_AA, _BITS)
        part = self.pixels[top:bottom, left:right]
        part[:] = blended(part, seen, mask)
        np.copyto(self.gloss[top:bottom, left:right], np.uint8(gloss), where=mask > 127)

    def paste_cut(
        self, texture: Pixels, shape: NDArray[np.uint8], corners: Floats, solid: int
    ) -> None:
        """Draw `texture` with its corners at `corners` as far as `shape` is opaque.

        What is at least `solid` opaque counts as hiding what is below.
        """
        left, top, right, bottom = self._clip(corners)
        if left >= right or top >= bottom:
            return
        place = (corners - (left, top)).astype(np.float32)
        warp = cv2.getPerspectiveTransform(_frame(texture), place)
        size = (right - left, bottom - top)
        seen = cv2.warpPerspective(
            texture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        mask = np.asarray(cv2.warpPerspective(shape, warp, size), np.uint8)
        part = self.pixels[top:bottom, left:right]
        part[:] = blended(part, np.asarray(seen, np.uint8), mask)
        above = self.above[top:bottom, left:right]
        above[mask >= solid] = 255

    def shade(self, mask: NDArray[np.uint8], blur: float, depth: float) -> None:
        """Take away `depth` of the light where the mask is white, with soft edges."""
        if not mask.any():
            return
        soft = _softened(mask, blur)
        falling = 255.0 * np.sqrt(1.0 - depth * np.linspace(0, 1, 256))
        light = cv2.LUT(soft, falling.astype(np.uint8))
        share = cv2.cvtColor(light, cv2.COLOR_GRAY2BGR)
        cv2.multiply(self.pixels, share, dst=self.pixels, scale=1 / 255)

    def _clip(self, outline: Floats) -> tuple[int, int, int, int]:
        low = np.floor(outline.min(axis=0)).astype(int) - 1
        high = np.ceil(outline.max(axis=0)).astype(int) + 2
        return (
            max(0, int(low[0])),
            max(0, int(low[1])),
            min(self.camera.width, int(high[0])),
            min(self.camera.height, int(high[1])),
        )


def _softened(mask: NDArray[np.uint8], blur: float) -> NDArray[np.uint8]:
    """Blur the mask, coarsely if invisible."""
    if blur <= 0.4:
        return mask
    if blur < 4:
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.uint8)
    coarse = max(1, int(blur / 2))
    high, wide = mask.shape
    small = cv2.resize(mask, (-(-wide // coarse), -(-high // coarse)), interpolation=cv2.INTER_AREA)
    return np.asarray(
        cv2.resize(cv2.GaussianBlur(small, (0, 0), blur / coarse), (wide, high)), np.uint8
    )


def fixed(outline: Floats) -> NDArray[np.int32]:
    """Convert an outline to OpenCV's fixed-point numbers.

    It fills between pixels with them.
    """
    return np.asarray(np.rint(np.clip(outline, -30000, 30000) * _ONE), dtype=np.int32)


def blended(below: Pixels, over: Pixels, mask: NDArray[np.uint8]) -> Pixels:
    """`over` where the mask is 255, `below` where it is 0."""
    share = cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR)
    one = cv2.multiply(over, share, scale=1 / 255)
    other = cv2.multiply(below, cv2.bitwise_not(share), scale=1 / 255)
    return np.asarray(cv2.add(one, other), dtype=np.uint8)


def _frame(texture: Pixels) -> NDArray[np.float32]:
    """Return a picture's outer corners, pixel centres at integers."""
    high, wide = texture.shape[:2]
    right, bottom = wide - 0.5, high - 0.5
    return np.array(
        [[-0.5, -0.5], [right, -0.5], [right, bottom], [-0.5, bottom]], dtype=np.float32
    )
