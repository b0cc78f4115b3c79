"""The photo as every later stage sees it: decoded and upright."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]  # height x width x 3, BGR


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded picture, upright."""

    name: str
    pixels: Pixels
    notes: tuple[str, ...] = ()  # what a person should know of the file
    # By how often they are halved, as far as anyone asked for (kscan/photo/pyramid.py).
    halves: dict[int, Pixels] = field(default_factory=dict, init=False, repr=False)

    @property
    def height(self) -> int:
        """Rows of pixels."""
        return int(self.pixels.shape[0])

    @property
    def width(self) -> int:
        """Columns of pixels."""
        return int(self.pixels.shape[1])
