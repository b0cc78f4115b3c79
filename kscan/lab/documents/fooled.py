"""The pictures of what fools kscan: painted photos that are read wrong, and with certainty."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.lab.compose import Hazard, Material, Recipe, compose
from kscan.photo.records import Photo
from kscan.pipeline import scan

Pixels = NDArray[np.uint8]

# Seeds of photos that were wrong and called certain, when 172 with a domino on its face were read.
_BACKS = {"fooled-pastures": 143, "fooled-lakes": 122}
_WITHOUT = (Hazard.HAND, Hazard.OUTSIDE, Hazard.WHOLE, Hazard.GLARE)
_SIDE, _MARGIN = 520, 40  # pixels


def pictures() -> Iterator[tuple[str, Pixels]]:
    """Yield the readings drawn on the photos, with their names."""
    material = Material.painted()
    for name, seed in _BACKS.items():
        rng = np.random.default_rng([11, sum(map(ord, Hazard.FACE_DOWN.value)), seed])
        recipe = Recipe.random(
            rng, kingdoms=1, size=5, force=[Hazard.FACE_DOWN], without=_WITHOUT, long_side=1000
        )
        read = scan(Photo(name, compose(rng, material, recipe).pixels))
        drawn = cv2.imdecode(np.frombuffer(read.picture(), np.uint8), cv2.IMREAD_COLOR)
        yield name, _around(np.asarray(drawn, np.uint8), read.kingdoms[0].grid.corners())


def _around(picture: Pixels, corners: NDArray[np.float64]) -> Pixels:
    """Cut out the kingdom, small enough for a page."""
    left, top = np.maximum(corners.min(axis=0) - _MARGIN, 0).astype(int)
    right, bottom = (corners.max(axis=0) + _MARGIN).astype(int)
    part = picture[top:bottom, left:right]
    scale = _SIDE / max(part.shape[:2])
    return np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
