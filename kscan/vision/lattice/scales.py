"""The photo at smaller scales, each reduced only once and only when it is asked for."""

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.vision.lattice.heat import GREY, LONG_SIDE, MARGIN
from kscan.vision.records import Photo

_LARGEST = 2048  # pixels: squares of 7 x 7 kingdoms have 60 and more here; nothing needs more
_MULTIPLE = 32  # the first network halves its input five times


class Scales:
    """One photo and its reductions."""

    def __init__(self, photo: Photo) -> None:
        self._photo = photo
        self._first = -(-max(photo.width, photo.height) // _LARGEST)  # how often level 0 is reduced
        self._levels = [_reduced(photo.pixels, self._first)]

    def level(self, factor: float) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        """The photo reduced at most `factor` times, and the map from its pixels to the photo's."""
        picture, times = self._level(factor)
        return picture, _stretch(times, times)

    def whole(self, long_side: int = LONG_SIDE) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        """The photo as the first network wants it: reduced, with a grey margin; and the map back.

        The map goes to the photo's pixels.
        """
        factor = max(self._photo.width, self._photo.height) / (long_side - 2 * MARGIN)
        picture, times = self._level(factor)
        small, to_picture = _resized(picture, factor / times)
        padded, to_small = _padded(small)
        return padded, _stretch(times, times) @ to_picture @ to_small

    def _level(self, factor: float) -> tuple[NDArray[np.uint8], int]:
        """The picture reduced at most `factor` times, and how often it is."""
        place, times = 0, self._first
        while times * 2 <= factor and min(self._levels[place].shape[:2]) >= 4:
            place, times = place + 1, times * 2
            if place == len(self._levels):
                self._levels.append(_reduced(self._levels[-1], 2))
        return self._levels[place], times


def _reduced(picture: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    """The picture without what is left over on the right and below: whole blocks are quick."""
    if times == 1:
        return picture
    height, width = (max(1, side // times) for side in picture.shape[:2])
    blocks = picture[: height * times, : width * times]
    return np.asarray(cv2.resize(blocks, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _stretch(across: float, down: float) -> NDArray[np.float64]:
    return np.array([[across, 0.0, (across - 1) / 2], [0.0, down, (down - 1) / 2], [0.0, 0.0, 1.0]])


def _resized(
    cut: NDArray[np.uint8], factor: float
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    height, width = (max(1, round(side / factor)) for side in cut.shape[:2])
    method = cv2.INTER_AREA if factor > 1 else cv2.INTER_LINEAR
    small = cv2.resize(cut, (width, height), interpolation=method)
    return np.asarray(small, np.uint8), _stretch(cut.shape[1] / width, cut.shape[0] / height)


def _padded(small: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    right, bottom = (-(side + 2 * MARGIN) % _MULTIPLE + MARGIN for side in small.shape[1::-1])
    padded = cv2.copyMakeBorder(
        small, MARGIN, bottom, MARGIN, right, cv2.BORDER_CONSTANT, value=GREY
    )
    shift = np.array([[1.0, 0.0, -MARGIN], [0.0, 1.0, -MARGIN], [0.0, 0.0, 1.0]])
    return np.asarray(padded, np.uint8), shift
