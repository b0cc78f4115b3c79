"""The photo at smaller scales, each made once for all who look at it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.vision.records import Photo


def level(photo: Photo, factor: float) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The photo halved so that it is reduced at most `factor` times; the map to its own pixels."""
    most = min(factor, photo.width, photo.height)
    halvings = int(np.log2(most)) if most > 1 else 0
    times = 2.0**halvings
    return _halved(photo, halvings), stretched(times, times)


def stretched(across: float, down: float) -> NDArray[np.float64]:
    """From a picture's pixels to those of the same picture, made so many times as large."""
    return np.array([[across, 0.0, (across - 1) / 2], [0.0, down, (down - 1) / 2], [0.0, 0.0, 1.0]])


def _halved(photo: Photo, times: int) -> NDArray[np.uint8]:
    """The pixels after so many halvings, without what is left over: whole blocks are quick."""
    while len(photo.halves) < times:
        whole = photo.halves[-1] if photo.halves else photo.pixels
        height, width = (side // 2 for side in whole.shape[:2])
        blocks = whole[: 2 * height, : 2 * width]
        half = cv2.resize(blocks, (width, height), interpolation=cv2.INTER_AREA)
        photo.halves.append(np.asarray(half, np.uint8))
    return photo.halves[times - 1] if times else photo.pixels
