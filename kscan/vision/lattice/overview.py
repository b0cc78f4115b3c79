"""The whole photo as the first network wants it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.vision.lattice.heat import GREY, LONG_SIDE, MARGIN
from kscan.vision.records import Photo
from kscan.vision.scales import level, stretched

_MULTIPLE = 32  # the first network halves its input five times


def overview(
    photo: Photo, long_side: int = LONG_SIDE
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The photo reduced, with a grey margin; the map from its pixels to the photo's."""
    factor = max(photo.width, photo.height) / (long_side - 2 * MARGIN)
    picture, to_photo = level(photo, factor)
    small, to_picture = _resized(picture, factor / to_photo[0, 0])
    padded, to_small = _padded(small)
    return padded, to_photo @ to_picture @ to_small


def _resized(
    picture: NDArray[np.uint8], factor: float
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    height, width = (max(1, round(side / factor)) for side in picture.shape[:2])
    method = cv2.INTER_AREA if factor > 1 else cv2.INTER_LINEAR
    small = cv2.resize(picture, (width, height), interpolation=method)
    return np.asarray(small, np.uint8), stretched(
        picture.shape[1] / width, picture.shape[0] / height
    )


def _padded(small: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    right, bottom = (-(side + 2 * MARGIN) % _MULTIPLE + MARGIN for side in small.shape[1::-1])
    padded = cv2.copyMakeBorder(
        small, MARGIN, bottom, MARGIN, right, cv2.BORDER_CONSTANT, value=GREY
    )
    shift = np.array([[1.0, 0.0, -MARGIN], [0.0, 1.0, -MARGIN], [0.0, 0.0, 1.0]])
    return np.asarray(padded, np.uint8), shift
