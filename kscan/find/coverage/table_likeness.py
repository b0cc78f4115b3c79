"""How like the photo's own table, and its own tiles, each field looks: nearest neighbours.

The network knows what tables look like; only the photo shows what this one does.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.find.homography import mapped
from kscan.find.refine import SPAN, Fields
from kscan.photo.records import Photo

_PIXELS = 16  # of a field's side: what is finer is noise
_INNER = slice(2, 14)  # of these: what shows nothing of the neighbours, though tiles stray
_TABLE, _TILE = 0.02, 0.98  # fields this sure show what table and tiles look like here
# The second nearest piece of table and the third nearest tile: the nearest may be a mistake.
_NTH_TABLE, _NTH_TILE = 2, 3
_ALIKE = 0.3  # distance: nearer ones are all alike
_LIGHTNESS, _COLOUR = 15.0, 6.0  # steps of CIELAB that count as one: light varies over a table

# sRGB: how much light a step of 8 bits is, and what blue, green and red of it are of white's XYZ.
_STEPS = np.arange(256) / 255.0
_LINEAR = np.where(_STEPS <= 0.04045, _STEPS / 12.92, ((_STEPS + 0.055) / 1.055) ** 2.4)
_TO_XYZ = np.array(
    [
        [0.180423, 0.072169, 0.950227],
        [0.357580, 0.715160, 0.119193],
        [0.412453, 0.212671, 0.019334],
    ]
) / (0.950456, 1.0, 1.088754)

Features = NDArray[np.float64]  # n x 7, a field a row


def features_of(fields: Fields) -> Features:
    """Describe each field: colour, spread, roughness."""
    size = (SPAN * _PIXELS, SPAN * _PIXELS)
    small = cv2.resize(fields.picture, size, interpolation=cv2.INTER_AREA)
    lab = _lab(np.asarray(small, np.uint8)).reshape(SPAN, _PIXELS, SPAN, _PIXELS, 3)
    inner = np.concatenate(lab.swapaxes(1, 2)[:, :, _INNER, _INNER])
    light = inner[..., 0]
    rough = np.abs(np.diff(light, axis=1)).mean((1, 2)) + np.abs(np.diff(light)).mean((1, 2))
    mean = inner.mean((1, 2)) / (_LIGHTNESS, _COLOUR, _COLOUR)
    return np.column_stack([mean, np.log1p(inner.std((1, 2))), np.log1p(rough)])


def distances(
    photo: Photo, fields: Fields, features: Features
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return comparable fields, and log distances to table and tiles.

    The distances are ... x 2; `features` are those of the fields.
    """
    inside = _inside(photo, fields).ravel()
    covered = fields.covered.ravel()
    apart = np.linalg.norm(features[:, None] - features[None], axis=2)
    np.fill_diagonal(apart, np.inf)  # nothing is compared with itself
    table = _nth_nearest(apart, inside & (covered < _TABLE), _NTH_TABLE)
    tiles = _nth_nearest(apart, inside & (covered > _TILE), _NTH_TILE)
    known = inside & np.isfinite(table) & np.isfinite(tiles)
    both = np.where(known[:, None], np.column_stack([table, tiles]), 1.0)
    shape = (SPAN, SPAN)
    return known.reshape(shape), np.log(both + _ALIKE).reshape(*shape, 2)


def distance_to_table(
    photo: Photo, fields: Fields, features: Features, around: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return each field's distance (SPAN x SPAN) to the table.

    The table shows on the fields `around`. Zero for fields that lie partly outside the photo, or
    where too little table is seen.
    """
    inside = _inside(photo, fields)
    table = (inside & around & (fields.covered < _TABLE)).ravel()
    if table.sum() <= _NTH_TABLE:
        return np.zeros((SPAN, SPAN))
    apart = np.linalg.norm(features[:, None] - features[None, table], axis=2)
    nearest = np.partition(apart, _NTH_TABLE - 1, axis=1)[:, _NTH_TABLE - 1]
    return np.where(inside, nearest.reshape(SPAN, SPAN), 0.0)


def _nth_nearest(
    apart: NDArray[np.float64], chosen: NDArray[np.bool_], nth: int
) -> NDArray[np.float64]:
    """Return each field's distance to its nth nearest chosen neighbour."""
    if chosen.sum() < nth:
        return np.full(len(apart), np.inf)
    return np.asarray(np.partition(apart[:, chosen], nth - 1, axis=1)[:, nth - 1])


def _lab(picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Convert BGR to CIELAB in OpenCV's steps of 8 bits.

    OpenCV's own takes 0.064 s to make its tables, a fifth of the benchmark's `cold.sample`.
    """
    xyz = _LINEAR[picture] @ _TO_XYZ
    x, y, z = np.moveaxis(np.where(xyz > 216 / 24389, np.cbrt(xyz), 7.787 * xyz + 16 / 116), -1, 0)
    lab = np.stack([(116.0 * y - 16.0) * 2.55, 500.0 * (x - y) + 128, 200.0 * (y - z) + 128], -1)
    return np.asarray(np.rint(lab), dtype=np.float64)


def _inside(photo: Photo, fields: Fields) -> NDArray[np.bool_]:
    """Return the fields (SPAN x SPAN) wholly in the photo."""
    ends = np.stack(np.meshgrid(np.arange(SPAN + 1.0), np.arange(SPAN + 1.0)), axis=-1)
    x, y = mapped(fields.homography, ends.reshape(-1, 2)).T
    within = (x >= 0) & (x <= photo.width) & (y >= 0) & (y <= photo.height)
    here = within.reshape(SPAN + 1, SPAN + 1)
    return np.asarray(here[:-1, :-1] & here[1:, :-1] & here[:-1, 1:] & here[1:, 1:])
