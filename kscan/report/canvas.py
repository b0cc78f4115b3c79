"""A copy of a photo to draw on, no larger than can be mailed."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.photo.pyramid import jpeg, reduced
from kscan.photo.records import Photo, Pixels

Places = NDArray[np.float64]  # n x 2, in pixels of the photo
Color = tuple[int, int, int]  # blue, green, red

WHITE, DARK = (255, 255, 255), (20, 20, 20)
FONT = cv2.FONT_HERSHEY_SIMPLEX
FONT_HEIGHT = 22.0  # pixels of a capital letter at scale 1
_FAR = 30_000  # what lies far outside is drawn no farther away: OpenCV counts in 16 bits


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A picture to draw on, and its mapping from the photo's pixels."""

    pixels: Pixels
    scale: float

    @classmethod
    def over(cls, photo: Photo, longest: int) -> "Canvas":
        """Copy the photo, at most `longest` pixels long."""
        scale = min(1.0, longest / max(photo.width, photo.height))
        return cls(reduced(photo, scale), scale)

    def at(self, places: Places) -> NDArray[np.int32]:
        """Convert places of the photo to canvas pixels (n x 2)."""
        moved = np.rint((places + 0.5) * self.scale - 0.5)
        return np.clip(moved, -_FAR, _FAR).astype(np.int32)

    def jpeg(self, quality: int) -> bytes:
        """Encode the picture without metadata."""
        return jpeg(self.pixels, quality)


def decoded(content: bytes) -> Pixels | None:
    """Decode a JPEG; None if it is none."""
    pixels = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR) if content else None
    return None if pixels is None else np.asarray(pixels, dtype=np.uint8)
