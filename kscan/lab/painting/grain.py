"""Grain: cached noise fields, and grounds made of them by a colour ramp."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.lab.painting.colors import Bgr, mixed
from kscan.lab.painting.pen import Image

FIELD = 768  # side of a cached noise field: large enough that crops do not repeat


def _normal(field: NDArray[np.float32]) -> NDArray[np.uint8]:
    spread = float(field.std()) or 1.0
    even = 128.0 + (field - field.mean()) * (52.0 / spread)
    return np.asarray(np.clip(even, 0, 255), np.uint8)


def _octave(rng: np.random.Generator, rows: int, cols: int) -> NDArray[np.float32]:
    seed = rng.standard_normal((rows + 3, cols + 3)).astype(np.float32)
    return np.asarray(cv2.resize(seed, (FIELD, FIELD), interpolation=cv2.INTER_CUBIC), np.float32)


def _clouds(rng: np.random.Generator) -> NDArray[np.float32]:
    return sum(
        (_octave(rng, n, n) * np.float32(0.55**i) for i, n in enumerate((6, 12, 24, 48, 96))),
        np.zeros((FIELD, FIELD), np.float32),
    )


def _speckle(rng: np.random.Generator) -> NDArray[np.float32]:
    return np.asarray(_octave(rng, 380, 380) + 0.6 * _octave(rng, 150, 150), np.float32)


def _fibres(rng: np.random.Generator) -> NDArray[np.float32]:
    both = _octave(rng, 24, 260) + 0.6 * _octave(rng, 90, 380) + 0.4 * _octave(rng, 5, 8)
    return np.asarray(both, np.float32)


def _ripples(rng: np.random.Generator) -> NDArray[np.float32]:
    y = np.linspace(0.0, 62.0, FIELD, dtype=np.float32)[:, None]
    bend = 2.2 * _octave(rng, 9, 7) + 0.7 * _octave(rng, 40, 22)
    return np.asarray(np.sin(y + bend) + 0.4 * _octave(rng, 60, 16), np.float32)


def _patches(rng: np.random.Generator) -> NDArray[np.float32]:
    steps = np.round(_clouds(rng) * 1.6)
    return np.asarray(steps + 0.12 * _octave(rng, 300, 300), np.float32)


def _cells(rng: np.random.Generator) -> NDArray[np.float32]:
    seeds = np.full((FIELD, FIELD), 255, np.uint8)
    spots = rng.integers(0, FIELD, (900, 2))
    seeds[spots[:, 0], spots[:, 1]] = 0
    return np.asarray(-cv2.distanceTransform(seeds, cv2.DIST_L2, 5), np.float32)


def _canvas_cloth(rng: np.random.Generator) -> NDArray[np.float32]:
    threads = _octave(rng, 8, 300) + _octave(rng, 300, 8)
    return np.asarray(threads + 0.5 * _octave(rng, 300, 300), np.float32)


def _hatching(rng: np.random.Generator) -> NDArray[np.float32]:
    y, x = np.mgrid[0:FIELD, 0:FIELD].astype(np.float32)
    wave = np.sin((x + y) * 0.35 + 1.5 * _octave(rng, 20, 20))
    return np.asarray(wave * (_clouds(rng) > 0.3) + 0.3 * _octave(rng, 60, 60), np.float32)


_KINDS = (_clouds, _speckle, _fibres, _ripples, _patches, _cells, _canvas_cloth, _hatching)
GRAINS = tuple(kind.__name__.strip("_") for kind in _KINDS)


@cache
def field(name: str) -> Image:
    """Paint one noise field of this kind, the same in every run: FIELD x FIELD, mean 128."""
    place = GRAINS.index(name)
    return _normal(_KINDS[place](np.random.default_rng(7919 + place)))


def noise(
    rng: np.random.Generator,
    name: str,
    height: int,
    width: int,
    coarseness: float = 1.0,
    stretch: float = 1.0,
) -> Image:
    """Paint a piece of a noise field: coarser, or drawn out from top to bottom, as asked."""
    rows = max(4, int(height / (coarseness * stretch)))
    cols = max(4, int(width / coarseness))
    high, wide = min(rows, FIELD - 1), min(cols, FIELD - 1)
    y, x = int(rng.integers(FIELD - high)), int(rng.integers(FIELD - wide))
    piece = field(name)[y : y + high, x : x + wide]
    if high < rows or wide < cols:
        down, right, mirror = rows - high, cols - wide, cv2.BORDER_REFLECT_101
        piece = np.asarray(cv2.copyMakeBorder(piece, 0, down, 0, right, mirror), np.uint8)
    if piece.shape == (height, width):
        return piece
    return np.asarray(cv2.resize(piece, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


@dataclass(frozen=True, slots=True)
class Ground:
    """How a flat ground is printed: a ramp of three colours over two mixed grains."""

    dark: Bgr
    middle: Bgr
    light: Bgr
    grain: str
    coarseness: float
    fine: str
    fine_coarseness: float
    fine_share: float  # 0: only the coarse grain
    contrast: float  # 0: a plain colour; 1: the whole ramp


@cache
def _ramp(ground: Ground) -> Image:
    shares = np.clip((np.arange(256) - 128.0) / 128.0 * ground.contrast, -1.0, 1.0)
    colors = [
        mixed(ground.middle, ground.light if share > 0 else ground.dark, abs(share))
        for share in shares
    ]
    return np.asarray(np.round(colors), np.uint8).reshape(256, 1, 3)


def lay_ground(rng: np.random.Generator, ground: Ground, height: int, width: int) -> Image:
    """Paint a fresh piece of the ground."""
    coarse = noise(rng, ground.grain, height, width, ground.coarseness)
    fine = noise(rng, ground.fine, height, width, ground.fine_coarseness)
    both = cv2.addWeighted(coarse, 1.0 - ground.fine_share, fine, ground.fine_share, 0.0)
    return np.asarray(cv2.applyColorMap(both, _ramp(ground)), np.uint8)
