"""A lattice from corners that a person gave."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kscan.errors import UsageError
from kscan.vision.lattice import fields as second
from kscan.vision.lattice.fields import SPAN
from kscan.vision.lattice.projective import fitted, in_front
from kscan.vision.records import Lattice, Photo

GIVEN = "corners_given"  # the note of a lattice whose corners a person gave


def from_corners(
    photo: Photo,
    corners: Sequence[Sequence[float]],
    size: int = 5,
    rows: int | None = None,
    cols: int | None = None,
) -> Lattice:
    """The lattice whose block of `size` x `size` (or `rows` x `cols`) squares has these corners.

    `corners` are four points of the photo, in order around the block. They are taken as they are;
    only which squares are covered is read from the picture. Raises UsageError where they are no
    corners of a block.
    """
    height, width = rows or size, cols or size
    points = np.asarray(corners, dtype=np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise UsageError("a kingdom has four corners, each given as x,y in pixels of the photo")
    ends = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    homography = fitted(ends, points, np.ones(4))
    if homography is None or not _convex(points) or not in_front(homography, ends):
        raise UsageError("these four corners go around no block of squares; give them in order")
    left, top = (width - SPAN) // 2, (height - SPAN) // 2
    seen = second.read(photo, second.moved(homography, left, top), turns=4)
    covered = seen.covered[-top : height - top, -left : width - left]
    return Lattice(homography, covered, 1.0, (GIVEN,))


def _convex(points: NDArray[np.float64]) -> bool:
    sides = np.roll(points, -1, 0) - points
    after = np.roll(sides, -1, 0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    return bool((turns > 0).all() or (turns < 0).all())
