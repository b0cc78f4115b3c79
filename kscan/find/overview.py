"""Pictures of the photo as the networks want them: reduced, or rectified."""

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.find.grid import Grid
from kscan.find.heatmap import GREY, LONG_SIDE, MARGIN
from kscan.find.homography import depths, in_front, inverse, mapped
from kscan.find.local_frame import axes_at
from kscan.find.plane import Plane
from kscan.photo.pyramid import level, stretched
from kscan.photo.records import Photo

_MULTIPLE = 32  # the first network halves its input five times
_SQUARE = 24  # pixels of a square that is seen from above
_MOST = 1024  # pixels of a view in which all squares are alike
_HORIZON = 1e-12  # of two depths: they are on one side of it
_REACHES = (12.0, 8.0, 5.0)  # squares around a kingdom: all that is not beyond the horizon


def overview(
    photo: Photo, long_side: int = LONG_SIDE
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Reduce the photo within a grey margin.

    Return it and the map to the photo's pixels.
    """
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


def rectified(
    photo: Photo, to_photo: NDArray[np.float64], size: tuple[int, int], factor: float
) -> NDArray[np.uint8]:
    """Warp the photo to a picture of `size`.

    `size` is width and height, `to_photo` maps the picture's pixels to the photo's. `factor` pixels
    of the photo make one of it; what lies beyond the photo is grey.
    """
    picture, from_level = level(photo, factor)
    seen = cv2.warpPerspective(
        picture,
        inverse(from_level) @ to_photo,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=GREY,
    )
    return np.asarray(seen, np.uint8)


def from_above(photo: Photo, kingdom: Grid) -> tuple[NDArray[np.uint8], NDArray[np.float64]] | None:
    """Rectify the table to squares of this kingdom's size.

    Return that and the map back; None if the horizon is too near.
    """
    for reach in _REACHES:
        low, high = _table(photo, kingdom, reach)
        ends = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
        if in_front(kingdom.homography, ends):
            return _squared(photo, kingdom, low, high)
    return None


def flattened(photo: Photo, plane: Plane) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Rectify a part of the plane with squares.

    Return it and the map to the photo's pixels.
    """
    scale = max(plane.side / _SQUARE, float((plane.high - plane.low).max()) / _MOST)
    across, down = _multiples((plane.high - plane.low) / scale + 2 * MARGIN)
    left, top = plane.low - MARGIN * scale
    to_plane = np.array([[scale, 0.0, left], [0.0, scale, top], [0.0, 0.0, 1.0]])
    to_photo = inverse(plane.from_photo) @ to_plane
    u, v = axes_at(to_photo, np.array([[across / 2, down / 2]]))
    factor = float(np.sqrt(np.abs((np.conj(u) * v).imag))[0])
    return rectified(photo, to_photo, (across, down), factor), to_photo


def _table(
    photo: Photo, kingdom: Grid, reach: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return a kingdom's table in view, in squares.

    Its low and its high end.
    """
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
    photo: Photo, kingdom: Grid, low: NDArray[np.float64], high: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Rectify the table between these ends.

    Return it and the map to the photo's pixels.
    """
    across, down = _multiples((high - low) * _SQUARE + 2 * MARGIN)
    left, top = low - (MARGIN - 0.5) / _SQUARE
    to_table = np.array([[1 / _SQUARE, 0.0, left], [0.0, 1 / _SQUARE, top], [0.0, 0.0, 1.0]])
    to_photo = kingdom.homography @ to_table
    return rectified(photo, to_photo, (across, down), kingdom.side() / _SQUARE), to_photo


def _multiples(size: NDArray[np.float64]) -> tuple[int, int]:
    """Round up to multiples of the network's 32 pixels.

    It halves width and height five times.
    """
    across, down = (int(-(-side // _MULTIPLE) * _MULTIPLE) for side in size)
    return across, down
