"""The whole photo as the first network wants it: as it is, or as the table lies."""

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.vision.lattice.heat import GREY, LONG_SIDE, MARGIN
from kscan.vision.lattice.projective import depths, in_front, inverse, mapped
from kscan.vision.lattice.squaring import squared_up
from kscan.vision.records import Lattice, Photo
from kscan.vision.scales import level, stretched

_MULTIPLE = 32  # the first network halves its input five times
_SQUARE = 24  # pixels of a square that is seen from above
_HORIZON = 1e-12  # of two depths: they are on one side of it
_REACHES = (12.0, 8.0, 5.0)  # squares around a kingdom: all that is not beyond the horizon


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
    to_picture = stretched(picture.shape[1] / width, picture.shape[0] / height)
    return np.asarray(small, np.uint8), to_picture


def _padded(small: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    right, bottom = (-(side + 2 * MARGIN) % _MULTIPLE + MARGIN for side in small.shape[1::-1])
    padded = cv2.copyMakeBorder(
        small, MARGIN, bottom, MARGIN, right, cv2.BORDER_CONSTANT, value=GREY
    )
    shift = np.array([[1.0, 0.0, -MARGIN], [0.0, 1.0, -MARGIN], [0.0, 0.0, 1.0]])
    return np.asarray(padded, np.uint8), shift


def from_above(
    photo: Photo, kingdom: Lattice
) -> tuple[NDArray[np.uint8], NDArray[np.float64]] | None:
    """The table as seen from above, where all squares are as large as this kingdom's; the map back.

    None where its horizon is too near.
    """
    for reach in _REACHES:
        low, high = _table(photo, kingdom, reach)
        ends = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
        if in_front(kingdom.homography, ends):
            return _squared(photo, kingdom, low, high)
    return None


def _table(
    photo: Photo, kingdom: Lattice, reach: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the photo shows of the table around a kingdom, in squares: the low and the high end."""
    to_table = inverse(kingdom.homography)
    middle = np.array([[kingdom.cols / 2, kingdom.rows / 2]])
    across, down = np.linspace(0, photo.width, 17), np.linspace(0, photo.height, 17)
    over_photo = np.stack(np.meshgrid(across, down), -1).reshape(-1, 2)
    places = np.concatenate([kingdom.points(middle), over_photo])
    depth = depths(to_table, places)
    before = depth * depth[0] > _HORIZON
    table = np.clip(mapped(to_table, places[before]), middle - reach, middle + reach)
    return table.min(0), table.max(0)


def _squared(
    photo: Photo, kingdom: Lattice, low: NDArray[np.float64], high: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The part of the table between these ends, and the map from its pixels to the photo's."""
    across, down = (
        int(-(-side // _MULTIPLE) * _MULTIPLE) for side in (high - low) * _SQUARE + 2 * MARGIN
    )
    left, top = low - (MARGIN - 0.5) / _SQUARE
    to_table = np.array([[1 / _SQUARE, 0.0, left], [0.0, 1 / _SQUARE, top], [0.0, 0.0, 1.0]])
    to_photo = kingdom.homography @ to_table
    return squared_up(photo, to_photo, (across, down), kingdom.side() / _SQUARE), to_photo
