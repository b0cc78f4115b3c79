"""Photos that were cut to a kingdom's outline before they came here."""

import numpy as np
from numpy.typing import NDArray

from kscan.vision.lattice.block import Block
from kscan.vision.lattice.projective import fitted, mapped
from kscan.vision.records import Photo

_NEAR = 0.2  # of a field: so near to the photo's corners all four of the kingdom's must lie


def agreed_with_frame(
    photo: Photo, homography: NDArray[np.float64], block: Block
) -> NDArray[np.float64]:
    """The homography half way to the photo's own corners, where these cut out the block.

    Whoever cut the photo saw the outline, the network sees the seams: each errs in its own way.
    """
    left, top, right, bottom = (
        float(side)
        for side in (block.left, block.top, block.left + block.cols, block.top + block.rows)
    )
    ends = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    seen = mapped(homography, ends)
    w, h = photo.width - 0.5, photo.height - 0.5
    frame = np.array([[-0.5, -0.5], [w, -0.5], [w, h], [-0.5, h]])
    away = np.hypot(*np.moveaxis(seen[:, None] - frame[None], -1, 0))
    nearest = away.argmin(1)
    side = np.hypot(*(seen[1] - seen[0])) / block.cols
    if len(set(nearest.tolist())) < len(ends) or away.min(1).max() > _NEAR * side:
        return homography
    agreed = fitted(ends, (seen + frame[nearest]) / 2, np.ones(len(ends)))
    return homography if agreed is None else agreed
