"""Squares that only Age of Giants has: wheat, forest and lake with a second crown laid beside.

No picture shows them, so a square with one crown gets another one, cut from its own picture.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.game.boxes import GIANTS
from kscan.lab.compose.pictures import Pixels, read_picture

SIDE = 96  # pixels of a square while its crown is looked for
# Where the first crown of a scan lies, in its sides: left, top, right, bottom.
_CROWN = (0.015, 0.015, 0.3, 0.26)
_STEP = 0.315  # of a side: how far printed crowns lie apart
_DARK_SCAN = "M2_01.png"  # crowns on the darkest ground: there they can be cut out
_INK = 70  # brightness of a crown and its rim there
_ALIKE = 0.6  # correlation from which on a crown is found
_ZOOMS = (0.75, 0.8, 0.85, 0.9)  # a phone's square is cut out with a margin: its crown is smaller
MORE = {"W1": "W2", "F1": "F2", "L1": "L2"}  # what a square becomes with a second crown
# The dominoes that show such squares, by their place in the box.
TWICE_CROWNED = frozenset(
    place
    for place, domino in enumerate(GIANTS.dominoes, 1)
    if not {str(domino.first), str(domino.second)}.isdisjoint(MORE.values())
)


@dataclass(frozen=True, slots=True, eq=False)
class Crown:
    """A printed crown, upright, from a square that is SIDE pixels wide."""

    pixels: Pixels
    shape: NDArray[np.uint8]  # 255 where the crown is
    corner: tuple[int, int]  # x and y of its left top


@lru_cache(maxsize=2)
def printed_crown(art: Path) -> Crown:
    """Cut the first crown out of a scan."""
    scan = cv2.resize(read_picture(art / _DARK_SCAN), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    left, top, right, bottom = (round(part * SIDE) for part in _CROWN)
    pixels = scan[top:bottom, left:right]
    bright = (pixels.max(axis=2) > _INK).astype(np.uint8) * 255
    outlines, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    shape = np.zeros_like(bright)
    cv2.drawContours(shape, [max(outlines, key=cv2.contourArea)], -1, 255, -1)
    return Crown(np.asarray(pixels, np.uint8), shape, (left, top))


def scan_with_second_crown(scan: Pixels, crown: Crown) -> Pixels:
    """Lay a second crown beside the first one of an upright scan."""
    square = cv2.resize(scan, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return _laid(np.array(square, np.uint8), crown.shape, *crown.corner)


def photo_with_second_crown(picture: Pixels, crown: Crown) -> Pixels | None:
    """Lay a second crown into a photographed square; None where the first one is not found."""
    square = np.asarray(cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
    found = max(
        (
            (*_found(np.ascontiguousarray(np.rot90(square, turn)), crown, zoom), turn, zoom)
            for turn in range(4)
            for zoom in _ZOOMS
        ),
        key=lambda one: one[0],
    )
    alike, (x, y), turn, zoom = found
    if alike < _ALIKE:
        return None
    shape = np.asarray(cv2.resize(crown.shape, None, fx=zoom, fy=zoom), np.uint8)
    return np.rot90(_laid(np.array(np.rot90(square, turn)), shape, x, y), -turn)


def _found(square: Pixels, crown: Crown, zoom: float) -> tuple[float, tuple[int, int]]:
    """Match the crown's template: its score, left and top."""
    sought, shape = (cv2.resize(one, None, fx=zoom, fy=zoom) for one in (crown.pixels, crown.shape))
    # White shows in all three channels: so a crown's rim stands out from any ground, even wheat.
    white, crown_white = (np.ascontiguousarray(one.min(axis=2)) for one in (square, sought))
    scores = cv2.matchTemplate(
        white, crown_white, cv2.TM_CCOEFF_NORMED, mask=np.asarray(shape, np.uint8)
    )
    _, best, _, place = cv2.minMaxLoc(np.where(np.isfinite(scores), scores, -1.0))
    return float(best), (int(place[0]), int(place[1]))


def _laid(square: Pixels, shape: NDArray[np.uint8], x: int, y: int) -> Pixels:
    """Copy the square's crown a step right or left."""
    high, wide = shape.shape
    step = round(_STEP / (_CROWN[2] - _CROWN[0]) * wide)
    to = x + step if x + step + wide <= SIDE else max(0, x - step)
    soft = cv2.GaussianBlur(shape, (3, 3), 0)[..., None] / 255.0
    own = square[y : y + high, x : x + wide].astype(np.float64)
    below = square[y : y + high, to : to + wide]
    below[:] = (own * soft + below * (1 - soft)).astype(np.uint8)
    return square
