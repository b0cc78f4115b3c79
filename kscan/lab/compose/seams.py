"""Two squares as one domino: how the print passes from one half to the other."""

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.lab.compose.pictures import Pixels

RAN_OVER = 0.14  # of a side: so far one half's land runs over into the other's
TORN = 0.03  # so far the line between two lands strays from the middle
INK = np.array([35.0, 60.0, 95.0])  # of the line that is printed between two lands


def joined(rng: np.random.Generator, left: Pixels, right: Pixels, *, same_land: bool) -> Pixels:
    """Join two squares side by side.

    One landscape, or two that meet at a torn line.
    """
    side = left.shape[0]
    reach = round(side * (RAN_OVER if same_land else 2 * TORN))
    if reach < 1 or rng.random() < 0.15:
        return np.hstack([left, right])
    # Each half goes on past the middle as its own mirror image.
    one = np.hstack([left, left[:, : -reach - 1 : -1]])[:, -2 * reach :]
    other = np.hstack([right[:, reach - 1 :: -1], right])[:, : 2 * reach]
    places = np.arange(2 * reach) - reach + 0.5
    edge = _wave(rng, side) * reach * 0.5
    soft = reach * 0.5 if same_land else max(0.7, side * 0.006)
    share = np.clip((places[None, :] - edge[:, None]) / (2 * soft) + 0.5, 0, 1)[:, :, None]
    middle = one * (1 - share) + other * share
    if not same_land:
        middle = _inked(rng, middle, np.abs(places[None, :] - edge[:, None]) / side)
    whole = np.hstack([left, right])
    whole[:, side - reach : side + reach] = middle.astype(np.uint8)
    return whole


def _inked(
    rng: np.random.Generator, print_: NDArray[np.float64], off: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Draw a dark line along the seam.

    `off` tells how far each place is from it.
    """
    strength, width = rng.uniform(0.0, 0.85), rng.uniform(0.008, 0.02)
    ink = (strength * np.exp(-((off / width) ** 2)))[:, :, None]
    return np.asarray(print_ * (1 - ink) + INK * ink)


def _wave(rng: np.random.Generator, length: int) -> NDArray[np.float64]:
    """Draw a torn line, from -1 to 1."""
    knots = rng.normal(0, 0.5, (1, 12)).astype(np.float32)
    line = cv2.resize(knots, (length, 1), interpolation=cv2.INTER_CUBIC)[0]
    return np.asarray(np.clip(line, -1, 1), dtype=np.float64)
