"""The second look: a network reads a squared-up window field by field."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan import networks
from kscan.find import homography as projective
from kscan.find.heatmap import GREY, expit
from kscan.find.local_frame import axes_at
from kscan.find.overview import rectified
from kscan.photo.records import Photo

SIDE = 32  # pixels of a field in the window: the network halves its input five times
SPAN = 9  # fields of the window: the largest kingdom and one field around it
CHANNELS = 4
_NET = "finder_fields"
_TURNS = {1: (0,), 2: (0, 2), 4: (0, 1, 2, 3)}


@dataclass(frozen=True, slots=True, eq=False)
class Fields:
    """The second network's output for one window."""

    homography: NDArray[np.float64]  # (column, row) of the window, in fields -> pixels of the photo
    covered: NDArray[np.float64]  # SPAN x SPAN: probability that a tile of this kingdom lies here
    castle: NDArray[np.float64]  # SPAN x SPAN: probability that it is the castle's
    shifts: NDArray[np.float64]  # SPAN x SPAN x 2: how far the true field lies off, in fields
    picture: NDArray[np.uint8]  # the window, squared up: SPAN x SPAN fields of SIDE pixels


def read(photo: Photo, homography: NDArray[np.float64], turns: int = 1) -> Fields:
    """Read the window, averaged over quarter `turns`.

    Test-time augmentation: the mean of up to four turns of the window at the origin of
    `homography`.
    """
    picture = window(photo, homography)
    blob = cv2.dnn.blobFromImages(
        [np.ascontiguousarray(np.rot90(picture, k)) for k in _TURNS[turns]],
        1.0 / 255.0,
        mean=GREY,
    )
    raw = networks.network(_NET).answer(blob, (len(_TURNS[turns]), CHANNELS, SPAN, SPAN))
    mean = np.mean([_unturned(one, k) for one, k in zip(raw, _TURNS[turns], strict=True)], 0)
    covered, castle = expit(mean[:2].astype(np.float64))
    shifts = np.moveaxis(mean[2:], 0, -1).astype(np.float64)
    return Fields(homography, covered, castle, shifts, picture)


def window(photo: Photo, homography: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Rectify the window: SPAN x SPAN fields of SIDE pixels.

    Grey beyond the photo.
    """
    middle = np.array([[SPAN / 2, SPAN / 2]])
    u, v = axes_at(homography, middle)
    side = float(np.sqrt(np.abs(u * v))[0])
    to_fields = np.array(
        [[1 / SIDE, 0.0, 0.5 / SIDE], [0.0, 1 / SIDE, 0.5 / SIDE], [0.0, 0.0, 1.0]]
    )
    return rectified(photo, homography @ to_fields, (SPAN * SIDE, SPAN * SIDE), side / SIDE)


def refined(fields: Fields) -> NDArray[np.float64]:
    """Refit the homography to every covered field."""
    rows, cols = np.nonzero(fields.covered > 0.5)
    if len(rows) < 2:
        return fields.homography
    weight = fields.covered[rows, cols]
    shift = fields.shifts[rows, cols]
    tips = np.array([[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]])
    grid = np.concatenate([np.column_stack([cols, rows]) + tip for tip in tips])
    move = projective.fitted(grid, grid + np.tile(shift, (5, 1)), np.tile(weight, 5))
    return fields.homography if move is None else fields.homography @ move


def moved(homography: NDArray[np.float64], cols: int, rows: int) -> NDArray[np.float64]:
    """Shift the grid's origin by `cols` and `rows`."""
    shift = np.array([[1.0, 0.0, cols], [0.0, 1.0, rows], [0.0, 0.0, 1.0]])
    return np.asarray(homography @ shift, dtype=np.float64)


def _unturned(raw: NDArray[np.float32], k: int) -> NDArray[np.float32]:
    """Turn maps back by `k` quarters."""
    back = np.rot90(raw, -k, axes=(1, 2)).copy()
    for _ in range(k):  # a quarter turn of the picture sends (x, y) to (y, -x); back: (-y, x)
        back[2], back[3] = -back[3].copy(), back[2].copy()
    return back
