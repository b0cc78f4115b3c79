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
        long_side = max(photo.width, photo.height)
        self._levels = [_reduced(photo.pixels, max(1, -(-long_side // _LARGEST)))]
        self._photo = photo

    def level(self, factor: float) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        """The photo reduced at most `factor` times, and the map from its pixels to the photo's."""
        place = 0
        while (
            self._factor_of(self._level(place)) * 2 <= factor
            and min(self._level(place).shape[:2]) >= 4
        ):
            place += 1
        picture = self._level(place)
        return picture, _to_photo(picture, self._photo)

    def whole(self, long_side: int = LONG_SIDE) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        """The photo as the first network wants it: reduced, with a grey margin; and the map back.

        The map goes to the photo's pixels.
        """
        factor = max(self._photo.width, self._photo.height) / (long_side - 2 * MARGIN)
        picture, to_photo = self.level(factor)
        small, to_picture = _resized(picture, factor / self._factor_of(picture))
        padded, to_small = _padded(small)
        return padded, to_photo @ to_picture @ to_small

    def _factor_of(self, picture: NDArray[np.uint8]) -> float:
        return max(self._photo.width, self._photo.height) / int(max(picture.shape[:2]))

    def _level(self, place: int) -> NDArray[np.uint8]:
        while len(self._levels) <= place:
            self._levels.append(_reduced(self._levels[-1], 2))
        return self._levels[place]


def _reduced(picture: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    if times == 1:
        return picture
    height, width = (max(1, round(side / times)) for side in picture.shape[:2])
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _to_photo(picture: NDArray[np.uint8], photo: Photo) -> NDArray[np.float64]:
    """Pixels of a reduced picture -> pixels of the photo; whole numbers are pixel centres."""
    return _stretch(photo.width / picture.shape[1], photo.height / picture.shape[0])


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
