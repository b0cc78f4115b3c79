"""What lens, sensor and file format do to the light."""

import cv2
import numpy as np

from kscan.training.compose.pictures import Light, Pixels, to_pixels
from kscan.training.compose.recipe import Hazard, Recipe


def through_lens(rng: np.random.Generator, recipe: Recipe, light: Light) -> Light:
    """The picture as sharp as lens and hands make it."""
    longest = max(light.shape[:2])
    spread = float(rng.uniform(0.25, 0.9))
    if recipe.has(Hazard.DEFOCUS):
        spread = longest * float(rng.uniform(0.0015, 0.0035))
    blurred = cv2.GaussianBlur(light, (0, 0), spread)
    if recipe.has(Hazard.MOTION):
        blurred = cv2.filter2D(blurred, -1, _shake(rng, longest * rng.uniform(0.003, 0.008)))
    return np.asarray(blurred, dtype=np.float32)


def developed(rng: np.random.Generator, recipe: Recipe, light: Light) -> Pixels:
    """The file's pixels: with the sensor's noise, and what compression leaves."""
    noisy = _with_noise(rng, recipe, light)
    pixels = to_pixels(noisy)
    quality = int(rng.integers(25, 55) if recipe.has(Hazard.JPEG) else rng.integers(72, 97))
    packed = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def _with_noise(rng: np.random.Generator, recipe: Recipe, light: Light) -> Light:
    strength = rng.uniform(0.02, 0.05) if recipe.has(Hazard.NOISE) else rng.uniform(0.002, 0.012)
    noise = np.empty(light.shape, np.float32)
    cv2.setRNGSeed(int(rng.integers(1 << 31)))
    cv2.randn(noise, np.zeros(3), np.full(3, strength))
    if recipe.has(Hazard.NOISE) and rng.random() < 0.6:
        noise = cv2.GaussianBlur(noise, (0, 0), float(rng.uniform(0.5, 1.0))) * 1.6
    grain = cv2.sqrt(np.maximum(light, 0.0) + 0.02)
    return np.asarray(light + noise * grain, dtype=np.float32)


def _shake(rng: np.random.Generator, length: float) -> Light:
    """The path of a point while the shutter is open: a line, a little bent."""
    side = 2 * int(np.ceil(length / 2 + 1)) + 1
    kernel = np.zeros((side, side), np.float32)
    angle, bend = rng.uniform(0, np.pi), rng.normal(0, 0.15) * length
    along = np.linspace(-0.5, 0.5, 17)
    x = along * length * np.cos(angle) - bend * (along**2 - 0.1) * np.sin(angle)
    y = along * length * np.sin(angle) + bend * (along**2 - 0.1) * np.cos(angle)
    path = np.column_stack([x, y]) + side // 2
    cv2.polylines(
        kernel, [np.rint(path * 16).astype(np.int32)], False, 1.0, 1, cv2.LINE_AA, shift=4
    )
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)
