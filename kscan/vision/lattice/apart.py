"""Tiles that lie apart: whether they belong to the kingdom, what a tile looks like cannot tell."""

import cv2
import numpy as np
from numpy.typing import NDArray

_SURE = 0.5  # covered rather than empty


def held_apart(covered: NDArray[np.float64], finder: NDArray[np.float64]) -> NDArray[np.float64]:
    """`covered` (rows x cols), where tiles lie apart from the kingdom no surer than `finder` is.

    Who sees that a tile lies there does not see whose it is: a loose one that touches the kingdom
    over a corner at most looks like any other. The finder sees how it lies.
    """
    sure = np.asarray(covered > _SURE)
    _, labels = cv2.connectedComponents(sure.astype(np.uint8), connectivity=4)
    masses = np.bincount(labels[sure], weights=covered[sure]) if sure.any() else np.zeros(1)
    apart = sure & (labels != int(masses.argmax()))
    return np.where(apart, np.minimum(covered, finder), covered)
