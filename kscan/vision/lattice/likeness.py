"""What looks like the table around a kingdom is table: holes do, tiles seldom, whatever the colour.

The network knows what tables look like; only the photo shows what this one does.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.vision.lattice.fields import SPAN, Fields
from kscan.vision.lattice.projective import mapped
from kscan.vision.odds import as_probabilities, log_odds
from kscan.vision.records import Photo

_PIXELS = 16  # of a field's side: what is finer is noise
_INNER = slice(2, 14)  # of these: what shows nothing of the neighbours, though tiles stray
_TABLE, _TILE = 0.02, 0.98  # fields this sure show what table and tiles look like here
# The second nearest piece of table and the third nearest tile: the nearest may be a mistake.
_NTH_TABLE, _NTH_TILE = 2, 3
_ALIKE = 0.3  # distance: nearer ones are all alike
_SUREST = 1e-4  # the network is not believed to be wrong more seldom
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

# Log odds of being covered, fitted as kscan/training/lattice/likening.py does.
_BASE, _NETWORK = -1.13, 0.99
_FROM_TABLE, _FROM_TILES = 3.28, -1.48  # a step of the logarithm of the distance


def agreed_with_table(photo: Photo, fields: Fields) -> NDArray[np.float64]:
    """How probable it is that each field is covered (SPAN x SPAN), the table's look considered."""
    known, away = signs(photo, fields)
    odds = _BASE + _NETWORK * network_odds(fields)
    odds += _FROM_TABLE * away[..., 0] + _FROM_TILES * away[..., 1]
    return np.where(known, as_probabilities(odds), fields.covered)


def network_odds(fields: Fields) -> NDArray[np.float64]:
    """What the network says of each field being covered, in log odds."""
    return log_odds(fields.covered, _SUREST)


def signs(photo: Photo, fields: Fields) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Of which fields more is known, and their log distances to table and tiles (... x 2)."""
    inside = _inside(photo, fields).ravel()
    covered = fields.covered.ravel()
    looks = _looks(fields)
    apart = np.linalg.norm(looks[:, None] - looks[None], axis=2)
    np.fill_diagonal(apart, np.inf)  # nothing is compared with itself
    table = _nth_nearest(apart, inside & (covered < _TABLE), _NTH_TABLE)
    tiles = _nth_nearest(apart, inside & (covered > _TILE), _NTH_TILE)
    known = inside & np.isfinite(table) & np.isfinite(tiles)
    both = np.where(known[:, None], np.column_stack([table, tiles]), 1.0)
    shape = (SPAN, SPAN)
    return known.reshape(shape), np.log(both + _ALIKE).reshape(*shape, 2)


def _nth_nearest(
    apart: NDArray[np.float64], chosen: NDArray[np.bool_], nth: int
) -> NDArray[np.float64]:
    """How far each field (n) is from the nth nearest of the chosen; infinite where too few are."""
    if chosen.sum() < nth:
        return np.full(len(apart), np.inf)
    return np.asarray(np.partition(apart[:, chosen], nth - 1, axis=1)[:, nth - 1])


def _looks(fields: Fields) -> NDArray[np.float64]:
    """What each field looks like (n x 7): its mean colour, how it varies, how rough it is."""
    size = (SPAN * _PIXELS, SPAN * _PIXELS)
    small = cv2.resize(fields.picture, size, interpolation=cv2.INTER_AREA)
    lab = _lab(np.asarray(small, np.uint8)).reshape(SPAN, _PIXELS, SPAN, _PIXELS, 3)
    inner = np.concatenate(lab.swapaxes(1, 2)[:, :, _INNER, _INNER])
    light = inner[..., 0]
    rough = np.abs(np.diff(light, axis=1)).mean((1, 2)) + np.abs(np.diff(light)).mean((1, 2))
    mean = inner.mean((1, 2)) / (_LIGHTNESS, _COLOUR, _COLOUR)
    return np.column_stack([mean, np.log1p(inner.std((1, 2))), np.log1p(rough)])


def _lab(picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    """CIELAB in steps of 8 bits, as OpenCV counts them, which takes 0.1 s to make its tables."""
    xyz = _LINEAR[picture] @ _TO_XYZ
    x, y, z = np.moveaxis(np.where(xyz > 216 / 24389, np.cbrt(xyz), 7.787 * xyz + 16 / 116), -1, 0)
    lab = np.stack([(116.0 * y - 16.0) * 2.55, 500.0 * (x - y) + 128, 200.0 * (y - z) + 128], -1)
    return np.asarray(np.rint(lab), dtype=np.float64)


def _inside(photo: Photo, fields: Fields) -> NDArray[np.bool_]:
    """Which fields lie wholly in the photo (SPAN x SPAN)."""
    ends = np.stack(np.meshgrid(np.arange(SPAN + 1.0), np.arange(SPAN + 1.0)), axis=-1)
    x, y = mapped(fields.homography, ends.reshape(-1, 2)).T
    within = (x >= 0) & (x <= photo.width) & (y >= 0) & (y <= photo.height)
    here = within.reshape(SPAN + 1, SPAN + 1)
    return np.asarray(here[:-1, :-1] & here[1:, :-1] & here[:-1, 1:] & here[1:, 1:])
