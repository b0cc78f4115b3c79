"""The photo as every later stage sees it: upright, and decoded as far as anyone asks."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]  # height x width x 3, BGR


class Photo:
    """A picture, upright; of a large one the full size is decoded once somebody asks for it."""

    __slots__ = ("_halvings", "_whole", "height", "levels", "name", "notes", "width")

    def __init__(
        self,
        name: str,
        pixels: Pixels,
        notes: tuple[str, ...] = (),
        *,
        size: tuple[int, int] | None = None,
        halvings: int = 0,
        whole: Callable[[], Pixels] | None = None,
    ) -> None:
        """Hold pixels halved `halvings` times from `size`; `whole` decodes all."""
        self.name = name
        self.width, self.height = size or (int(pixels.shape[1]), int(pixels.shape[0]))
        self.notes = notes  # what a person should know of the file
        # By how often they are halved, as far as anyone asked for (kscan/photo/pyramid.py).
        self.levels: dict[int, Pixels] = {halvings: pixels}
        self._halvings, self._whole = halvings, whole

    def as_decoded(self) -> "Photo":
        """Return the photo without the levels made since."""
        first = self.levels[self._halvings]
        size = self.width, self.height
        return Photo(
            self.name, first, self.notes, size=size, halvings=self._halvings, whole=self._whole
        )

    @property
    def pixels(self) -> Pixels:
        """The pixels at full size."""
        if 0 not in self.levels and self._whole is not None:
            # Two threads may both come here: they make the same, and one of them is kept.
            self.levels.setdefault(0, self._whole())
        return self.levels[0]
