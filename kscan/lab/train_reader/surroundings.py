"""What lies around a square whose source shows nothing of it: neighbours, table, blur."""

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.lab.train_reader.pool import CANVAS, CORE, Pool


class Surroundings:
    """Fills the unknown parts of windows with plausible surroundings."""

    def __init__(self, pool: Pool, tables: NDArray[np.uint8]) -> None:
        self._pool = pool
        self._tables = tables  # n x CANVAS x CANVAS x 3
        self._members = {int(g): np.flatnonzero(pool.groups == g) for g in np.unique(pool.groups)}

    def canvases(self, chosen: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.uint8]:
        """Complete the windows `chosen` (n x CANVAS x CANVAS x 3)."""
        out = self._pool.pixels[chosen]
        known = self._pool.known[chosen]
        for place, (canvas, mask) in enumerate(zip(out, known, strict=True)):
            if not mask.all():
                # A bare table is the first of its run: the tiles around this hole come next.
                host = chosen[place + 1] if self._pool.lone[chosen[place]] else chosen[place]
                filler = self._filler(canvas, mask, int(host), rng)
                np.copyto(canvas, filler, where=~mask[..., None])
        return out

    def _filler(
        self,
        canvas: NDArray[np.uint8],
        mask: NDArray[np.bool_],
        index: int,
        rng: np.random.Generator,
    ) -> NDArray[np.uint8]:
        draw = rng.random()
        if draw < 0.25:
            return self._stretched(canvas, mask, rng)
        base = self._table(rng)
        if draw < 0.9:
            self._lay_neighbours(base, index, rng)
        return base

    def _stretched(
        self, canvas: NDArray[np.uint8], mask: NDArray[np.bool_], rng: np.random.Generator
    ) -> NDArray[np.uint8]:
        rows, cols = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
        top, bottom, left, right = rows[0], rows[-1] + 1, cols[0], cols[-1] + 1
        mode = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_REFLECT
        part = canvas[top:bottom, left:right]
        bordered = cv2.copyMakeBorder(
            part, int(top), int(CANVAS - bottom), int(left), int(CANVAS - right), mode
        )
        return np.asarray(bordered, dtype=np.uint8)

    def _table(self, rng: np.random.Generator) -> NDArray[np.uint8]:
        if rng.random() < 0.3:
            plain = rng.integers(0, 256, 3) if rng.random() < 0.5 else rng.integers(0, 256)
            return np.broadcast_to(np.asarray(plain, np.uint8), (CANVAS, CANVAS, 3)).copy()
        return np.array(self._tables[rng.integers(len(self._tables))])

    def _lay_neighbours(
        self, base: NDArray[np.uint8], index: int, rng: np.random.Generator
    ) -> None:
        """Squares of the same light on some of the four sides, a little off their place."""
        friends = self._members[int(self._pool.groups[index])]
        size = CORE.stop - CORE.start
        for row, col in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)):
            if rng.random() < 0.25:
                continue
            friend = self._pool.pixels[friends[rng.integers(len(friends))], CORE, CORE]
            friend = np.rot90(friend, int(rng.integers(4)))
            dy, dx = rng.integers(-3, 4, 2)
            y, x = CORE.start + row * size + int(dy), CORE.start + col * size + int(dx)
            y0, y1, x0, x1 = max(y, 0), min(y + size, CANVAS), max(x, 0), min(x + size, CANVAS)
            base[y0:y1, x0:x1] = friend[y0 - y : y1 - y, x0 - x : x1 - x]
