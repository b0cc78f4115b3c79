"""Photos that still decode but make no sense any more."""

from collections.abc import Callable
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

_SIDES = (32, 90, 400, 1500)
_LEAST = 40  # pixels that a cut leaves of each side


def mangled(pixels: Pixels, dice: Random) -> Pixels:
    """Squeeze, cut, turn, drown in noise, invert or tile a photo, up to three times."""
    for _ in range(dice.randint(1, 3)):
        pixels = np.ascontiguousarray(dice.choice(_CHANGES)(pixels, dice))
    return pixels


def busy_scene(height: int, width: int) -> Pixels:
    """Soft colours with some noise: compresses like a photo."""
    noise = np.random.default_rng(1)
    soft = noise.integers(0, 256, (6, 8, 3), dtype=np.uint8)
    large = cv2.resize(soft, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(large // 2 + noise.integers(0, 60, large.shape), dtype=np.uint8)


def _squeezed(pixels: Pixels, dice: Random) -> Pixels:
    return _resized(pixels, dice.choice(_SIDES), dice.choice(_SIDES))


def _cut(pixels: Pixels, dice: Random) -> Pixels:
    height, width = pixels.shape[:2]
    top, left = (dice.randint(0, max(0, side - _LEAST)) for side in (height, width))
    return pixels[top : top + max(_LEAST, height // 2), left : left + max(_LEAST, width // 2)]


def _turned(pixels: Pixels, dice: Random) -> Pixels:
    return np.rot90(pixels, dice.randint(1, 3))


def _noisy(pixels: Pixels, dice: Random) -> Pixels:
    noise = np.random.default_rng(dice.randrange(2**32))
    grains = noise.integers(0, 256, pixels.shape, dtype=np.uint8)
    return pixels // 2 + grains // 2


def _flat(pixels: Pixels, dice: Random) -> Pixels:
    return np.full_like(pixels, dice.randrange(256))


def _inverted(pixels: Pixels, _: Random) -> Pixels:
    return 255 - pixels


def _tiled(pixels: Pixels, _: Random) -> Pixels:
    return np.tile(_resized(pixels, 200, 200), (4, 4, 1))


def _resized(pixels: Pixels, width: int, height: int) -> Pixels:
    return np.asarray(cv2.resize(pixels, (width, height)), dtype=np.uint8)


_CHANGES: tuple[Callable[[Pixels, Random], Pixels], ...] = (
    _squeezed, _cut, _turned, _noisy, _flat, _inverted, _tiled,
)  # fmt: skip
