"""Pictures as the composer keeps them: read once, in approximately linear light where it counts."""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.errors import PhotoError

Pixels = NDArray[np.uint8]  # height x width x 3, BGR
Light = NDArray[np.float32]  # the same in linear light, 1 is white

# Squares and roots stand for the sRGB curve: close enough for light to add up plausibly.
_TO_LIGHT = ((np.arange(256) / 255.0) ** 2).astype(np.float32)


@lru_cache(maxsize=8192)
def read_picture(path: Path) -> Pixels:
    """Read and cache the pixels of `path`."""
    data = np.fromfile(path, np.uint8)
    pixels = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    if pixels is None:
        raise PhotoError("not_a_picture", f"{path}: not a picture that can be read")
    pixels.setflags(write=False)
    return np.asarray(pixels, dtype=np.uint8)


def to_light(pixels: Pixels) -> Light:
    """Linear light, 0 to 1."""
    return np.asarray(cv2.LUT(pixels, _TO_LIGHT), dtype=np.float32)


def to_pixels(light: Light) -> Pixels:
    """Eight bits again; what is brighter than white is white."""
    root = cv2.sqrt(np.maximum(light, 0.0))
    return np.asarray(cv2.convertScaleAbs(root, alpha=255.0), dtype=np.uint8)


def relit(pixels: Pixels, gains: NDArray[np.float64]) -> Pixels:
    """Multiply each channel in linear light."""
    root = np.sqrt(np.maximum(gains, 0.0))
    table = np.clip(np.arange(256)[:, None] * root, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(pixels, table.reshape(1, 256, 3)), dtype=np.uint8)


def mean_light(pixels: Pixels) -> NDArray[np.float64]:
    """Return each channel's mean linear light, in the middle."""
    high, wide = (side // 8 for side in pixels.shape[:2])
    inner = pixels[high:-high, wide:-wide].astype(np.float64) / 255.0
    return np.asarray((inner**2).mean(axis=(0, 1)))


def resized(pixels: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """Resize the picture, averaging where it shrinks."""
    shrinks = width * height < pixels.shape[0] * pixels.shape[1]
    way = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=way), dtype=np.uint8)
