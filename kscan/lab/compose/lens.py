"""What lens, sensor, development and file format do to the light."""

import cv2
import numpy as np

from kscan.lab.compose.pictures import Light, Pixels, to_pixels
from kscan.lab.compose.recipe import Hazard, Recipe


def through_lens(
    rng: np.random.Generator, recipe: Recipe, light: Light, least: float = 0.0
) -> Light:
    """Blur the picture by lens and hands.

    At least by `least` pixels.
    """
    longest = max(light.shape[:2])
    spread = max(least, float(rng.uniform(0.2, 0.6)) * max(1.0, longest / 1000))
    if recipe.has(Hazard.DEFOCUS):
        light = _defocused(rng, light, max(spread, longest * float(rng.uniform(0.0015, 0.0035))))
    else:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), spread), dtype=np.float32)
    if recipe.has(Hazard.MOTION):
        shake = _shake(rng, longest * float(rng.uniform(0.003, 0.008)))
        light = np.asarray(cv2.filter2D(light, -1, shake), dtype=np.float32)
    return light


def developed(rng: np.random.Generator, recipe: Recipe, light: Light) -> Pixels:
    """Develop the file's pixels: noise, taste, compression."""
    pixels = to_pixels(_with_noise(rng, recipe, light))
    pixels = _to_taste(rng, pixels)
    if rng.random() < 0.35:
        pixels = _sharpened(pixels, float(rng.uniform(0.2, 0.9)))
    quality = int(rng.integers(25, 55) if recipe.has(Hazard.JPEG) else rng.integers(72, 97))
    packed = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def _defocused(rng: np.random.Generator, light: Light, spread: float) -> Light:
    """Defocus everywhere, or growing towards one side."""
    radius = spread * 1.8
    side = 2 * int(np.ceil(radius)) + 1
    disc = np.zeros((side, side), np.float32)
    middle = (side // 2 * 16, side // 2 * 16)
    cv2.circle(disc, middle, round(radius * 16), 1.0, -1, cv2.LINE_AA, 4)
    blurred = cv2.filter2D(light, -1, disc / disc.sum())
    if rng.random() < 0.5:
        return np.asarray(blurred, dtype=np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    x, y = np.meshgrid(np.linspace(-1, 1, 32), np.linspace(-1, 1, 32))
    ramp = np.clip(0.5 + (np.cos(angle) * x + np.sin(angle) * y) * rng.uniform(0.5, 1.5), 0, 1)
    share = cv2.resize(ramp.astype(np.float32), light.shape[1::-1])
    return np.asarray(cv2.blendLinear(blurred, light, share, 1.0 - share), dtype=np.float32)


def _with_noise(rng: np.random.Generator, recipe: Recipe, light: Light) -> Light:
    """Shot noise and a little of the sensor's own, coarse where the camera has smoothed it."""
    strength = rng.uniform(0.02, 0.05) if recipe.has(Hazard.NOISE) else rng.uniform(0.002, 0.012)
    noise = np.empty(light.shape, np.float32)
    cv2.setRNGSeed(int(rng.integers(1 << 31)))
    cv2.randn(noise, np.zeros(3), np.full(3, strength))
    if recipe.has(Hazard.NOISE) and rng.random() < 0.6:
        noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.5, 1.0)) * 1.6, np.float32)
    grain = cv2.sqrt(np.maximum(light, 0.0) + 0.02)
    return np.asarray(cv2.add(light, cv2.multiply(noise, grain)), dtype=np.float32)


def _to_taste(rng: np.random.Generator, pixels: Pixels) -> Pixels:
    """Apply the camera's contrast curve and saturation."""
    steps = np.arange(256) / 255.0
    strength = rng.normal(0.1, 0.2)
    curve = steps + strength * np.sin(2 * np.pi * steps) * -0.15
    toned = cv2.LUT(pixels, np.clip(curve * 255, 0, 255).astype(np.uint8))
    vivid = float(np.clip(rng.normal(1.05, 0.12), 0.7, 1.4))
    grey = cv2.cvtColor(cv2.cvtColor(toned, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.addWeighted(toned, vivid, grey, 1.0 - vivid, 0.0), dtype=np.uint8)


def _sharpened(pixels: Pixels, amount: float) -> Pixels:
    soft = cv2.GaussianBlur(pixels, (0, 0), 1.0)
    return np.asarray(cv2.addWeighted(pixels, 1.0 + amount, soft, -amount, 0.0), dtype=np.uint8)


def _shake(rng: np.random.Generator, length: float) -> Light:
    """Draw a point's path during exposure.

    A line, a little bent.
    """
    side = 2 * int(np.ceil(length / 2 + 1)) + 1
    kernel = np.zeros((side, side), np.float32)
    angle, bend = rng.uniform(0, np.pi), rng.normal(0, 0.15) * length
    along = np.linspace(-0.5, 0.5, 17)
    x = along * length * np.cos(angle) - bend * (along**2 - 0.1) * np.sin(angle)
    y = along * length * np.sin(angle) + bend * (along**2 - 0.1) * np.cos(angle)
    path = np.rint((np.column_stack([x, y]) + side // 2) * 16).astype(np.int32)
    cv2.polylines(kernel, [path], False, 1.0, 1, cv2.LINE_AA, shift=4)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)
