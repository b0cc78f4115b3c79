"""The photo at smaller scales: halves, each made once for all who look at it, and copies."""

from math import log2

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.photo.records import Photo, Pixels


def level(photo: Photo, factor: float) -> tuple[Pixels, NDArray[np.float64]]:
    """Halve the photo, by `factor` at most.

    Return also the map to its pixels.
    """
    most = min(factor, photo.width, photo.height)
    halvings = int(np.log2(most)) if most > 1 else 0
    times = 2.0**halvings
    return _halved(photo, halvings), stretched(times, times)


def stretched(across: float, down: float) -> NDArray[np.float64]:
    """Return the pixel map of a picture scaled like this.

    From a picture's pixels to those of the same picture, made so many times as large.
    """
    return np.array([[across, 0.0, (across - 1) / 2], [0.0, down, (down - 1) / 2], [0.0, 0.0, 1.0]])


def reduced(photo: Photo, scale: float) -> Pixels:
    """Make a copy of the photo, `scale` of its size, at most 1."""
    size = max(1, round(photo.width * scale)), max(1, round(photo.height * scale))
    picture, _ = level(photo, 1 / scale)
    if picture.shape[1::-1] == size:
        return picture.copy()
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def preview(photo: Photo, side: int, quality: int) -> bytes:
    """Make a small JPEG without metadata.

    At most `side` pixels along its longer side; a little less rather than to decode a photo anew.
    """
    scale = min(1.0, side / max(photo.width, photo.height))
    decoded = min(photo.levels)
    if int(log2(1 / scale)) < decoded:
        scale = min(scale, 0.5**decoded)
    return jpeg(reduced(photo, scale), quality)


def jpeg(pixels: Pixels, quality: int) -> bytes:
    """Encode pixels as a JPEG without metadata."""
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def _halved(photo: Photo, times: int) -> Pixels:
    """Halve the pixels so many times, without odd edges.

    Whole blocks are quick.
    """
    if not times:
        return photo.pixels
    if times not in photo.levels:
        whole = _halved(photo, times - 1)
        height, width = (side // 2 for side in whole.shape[:2])
        blocks = whole[: 2 * height, : 2 * width]
        half = cv2.resize(blocks, (width, height), interpolation=cv2.INTER_AREA)
        # Two threads may both come here: they make the same, and one of them is kept.
        photo.levels.setdefault(times, np.asarray(half, np.uint8))
    return photo.levels[times]
