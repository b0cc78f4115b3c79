"""Peaks of a heat map, to a fraction of a pixel."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.find.homography import Points

MOST = 600  # peaks a map may give: four kingdoms of 49 squares have 196 centres, 256 vertices


@dataclass(frozen=True, slots=True, eq=False)
class Peaks:
    """Places of local maxima, the surest first."""

    points: Points  # n x 2
    scores: NDArray[np.float64]  # n, 0 to 1

    def __len__(self) -> int:
        """Count them."""
        return len(self.points)

    def kept(self, keep: NDArray[np.bool_]) -> "Peaks":
        """Return the peaks selected by `keep` (n)."""
        return Peaks(self.points[keep], self.scores[keep])


def local_maxima(heat: NDArray[np.float32], least: float) -> Peaks:
    """Find local maxima of `heat`, to fractions of a pixel.

    Those of at least `least`.
    """
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, cols = np.nonzero((heat >= highest) & (heat >= least))
    order = np.argsort(-heat[rows, cols], kind="stable")[:MOST]
    rows, cols = rows[order], cols[order]
    padded = np.pad(heat, 1, mode="edge")
    left, right = padded[rows + 1, cols], padded[rows + 1, cols + 2]
    above, below = padded[rows, cols + 1], padded[rows + 2, cols + 1]
    here = heat[rows, cols]
    points = np.column_stack([cols + _top(left, here, right), rows + _top(above, here, below)])
    return Peaks(points.astype(np.float64), here.astype(np.float64))


def _top(
    before: NDArray[np.float32], here: NDArray[np.float32], after: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return a parabola's peak offset from its middle sample."""
    bend = before + after - 2.0 * here
    top = np.where(bend < -1e-6, (before - after) / (2.0 * np.minimum(bend, -1e-6)), 0.0)
    return np.asarray(np.clip(top, -0.5, 0.5), dtype=np.float32)


def non_maximum_suppression(found: Peaks, radius: NDArray[np.float64]) -> Peaks:
    """Drop every peak within `radius` (n) of a surer one."""
    if not len(found):
        return found
    offsets = found.points[:, None] - found.points[None]
    close = np.hypot(offsets[..., 0], offsets[..., 1]) < radius[:, None]
    keep = np.ones(len(found), dtype=np.bool_)
    for place in range(1, len(found)):
        keep[place] = not (close[place, :place] & keep[:place]).any()
    return found.kept(keep)
