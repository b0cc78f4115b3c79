"""A grid from corners given by a person."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kscan.errors import UsageError
from kscan.find import refine as second
from kscan.find.grid import GIVEN, Grid
from kscan.find.homography import fitted, in_front, mapped, middles
from kscan.find.refine import SPAN
from kscan.photo.records import Photo

_LEAST_INSIDE = 0.5  # share of the block's squares that the photo must show


def from_corners(
    photo: Photo,
    corners: Sequence[Sequence[float]],
    size: int = 5,
    rows: int | None = None,
    cols: int | None = None,
) -> Grid:
    """Return the grid of a block with these corners.

    `corners` are four points of the photo, the top-left one first, either way around the block of
    `size` x `size` (or `rows` x `cols`) squares. They are taken as they are; only which squares are
    covered is read from the picture. Raises UsageError where they are no corners of a block, or
    most of it lies outside the photo.
    """
    height, width = rows or size, cols or size
    points = np.asarray(corners, dtype=np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise UsageError("a kingdom has four corners, each given as x,y in pixels of the photo")
    if (_turns(points) < 0).all():
        points = points[[0, 3, 2, 1]]
    ends = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    homography = fitted(ends, points, np.ones(4))
    clockwise = (_turns(points) > 0).all()
    if homography is None or not clockwise or not in_front(homography, ends):
        raise UsageError(
            "these four points are not the corners of a kingdom; name them in order around it: "
            "top-left, top-right, bottom-right, bottom-left"
        )
    squares = mapped(homography, middles(np.ones((height, width), np.bool_)))
    if _share_inside(photo, squares) < _LEAST_INSIDE:
        raise UsageError(
            "these corners lie outside the photo, which is {width} x {height} pixels; "
            "give them in pixels of the upright photo",
            width=photo.width,
            height=photo.height,
        )
    left, top = (width - SPAN) // 2, (height - SPAN) // 2
    seen = second.read(photo, second.moved(homography, left, top), turns=4)
    covered = seen.covered[-top : height - top, -left : width - left]
    return Grid(homography, covered, 1.0, (GIVEN,))


def _turns(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the cross product at each point, positive if clockwise."""
    sides = np.roll(points, -1, 0) - points
    after = np.roll(sides, -1, 0)
    return np.asarray(sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0], dtype=np.float64)


def _share_inside(photo: Photo, points: NDArray[np.float64]) -> float:
    """Return the share of points (n x 2) in the photo."""
    return float(((points >= 0) & (points < (photo.width, photo.height))).all(1).mean())
