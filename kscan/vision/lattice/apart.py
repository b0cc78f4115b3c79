"""Tiles that lie apart: whether they belong to the kingdom, what a tile looks like cannot tell."""

import numpy as np
from numpy.typing import NDArray

from kscan.vision.lattice.block import SURE, joined


def held_apart(covered: NDArray[np.float64], finder: NDArray[np.float64]) -> NDArray[np.float64]:
    """`covered` (rows x cols), where tiles lie apart from the kingdom no surer than `finder` is.

    Who sees that a tile lies there does not see whose it is: a loose one that touches the kingdom
    over a corner at most looks like any other. The finder sees how it lies.
    """
    apart = (covered > SURE) & ~joined(covered, corners=False)
    return np.where(apart, np.minimum(covered, finder), covered)
