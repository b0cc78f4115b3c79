"""How well a picture supports a grid: what separates kingdoms from chessboards and loose tiles."""

import numpy as np
from numpy.typing import NDArray

from kscan.vision.lattice.fields import Fields


def quality(fields: Fields, group: NDArray[np.bool_], support: float) -> float:
    """0 to 1; `group` are the fields taken for the kingdom, `support` that of the first look."""
    count = int(group.sum())
    if count < 3:
        return 0.0
    sure = float(fields.covered[group].mean())
    castle = float(fields.castle[group].max())
    size = 1.0 - np.exp(-count / 6.0)
    return float(np.clip(sure * (0.75 + 0.25 * castle) * size * (0.5 + 0.5 * support), 0.0, 1.0))
