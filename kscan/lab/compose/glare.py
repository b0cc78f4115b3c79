"""Glare: lamps and windows mirrored in what shines."""

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.lab.compose.pictures import Light, Pixels
from kscan.lab.compose.recipe import Hazard, Recipe

# Where glare alone gives this much of white, or so many times the light of what lies around, no
# contrast is left in the print.
DROWNED, OVERPOWERED = 0.75, 4.0
COARSE = 320  # the mirror images are drawn this coarsely along the photo's long side


def with_glare(rng: np.random.Generator, recipe: Recipe, light: Light, gloss: Pixels) -> Light:
    """Add mirror images to glossy places.

    Hardly any without the hazard.
    """
    strong = recipe.has(Hazard.GLARE)
    if recipe.has(Hazard.SKY):
        light = _with_sky(rng, light, gloss)
    if not strong and rng.random() < 0.5:
        return light
    high, wide = light.shape[:2]
    zoom = COARSE / max(high, wide)
    shape = (max(8, round(high * zoom)), max(8, round(wide * zoom)))
    mirrored = np.zeros(shape, np.float32)
    for _ in range(int(rng.integers(1, 4))):
        image = _window(rng, shape) if rng.random() < 0.5 else _lamp(rng, shape)
        bright = rng.uniform(0.15, 1.3) if strong else rng.uniform(0.02, 0.12)
        mirrored += np.float32(bright) * image
    mirrored *= _rough(rng, shape)
    veil = np.float32(rng.uniform(0.0, 0.06)) if strong else np.float32(0.0)
    large = cv2.resize(mirrored, (wide, high), interpolation=cv2.INTER_LINEAR) + veil
    shine = cv2.multiply(large, gloss, scale=1 / 255, dtype=cv2.CV_32F)
    return np.asarray(cv2.add(light, cv2.merge([shine] * 3)), dtype=np.float32)


def _with_sky(rng: np.random.Generator, light: Light, gloss: Pixels) -> Light:
    """Add mirrored panes of sky.

    Blue, and broad beside a lamp's image.
    """
    high, wide = light.shape[:2]
    zoom = COARSE / max(high, wide)
    shape = (max(8, round(high * zoom)), max(8, round(wide * zoom)))
    mirrored = np.zeros(shape, np.float32)
    for _ in range(int(rng.integers(1, 4))):
        image = _window(rng, shape) if rng.random() < 0.7 else _lamp(rng, shape)
        mirrored += np.float32(rng.uniform(0.06, 0.6)) * image
    mirrored *= _rough(rng, shape)
    veil = np.float32(rng.choice((0.0, rng.uniform(0.0, 0.12))))
    large = cv2.resize(mirrored, (wide, high), interpolation=cv2.INTER_LINEAR) + veil
    shine = cv2.multiply(large, gloss, scale=1 / 255, dtype=cv2.CV_32F)
    blue, green, red = 1.0, rng.uniform(0.55, 0.9), rng.uniform(0.15, 0.7)
    return np.asarray(
        cv2.add(light, cv2.merge([shine * blue, shine * green, shine * red])), dtype=np.float32
    )


def drowned_by(light: Light, glaring: Light) -> Pixels:
    """White where the picture cannot be told in the glare, or is burnt out in all channels."""
    mirrored = _darkest(np.asarray(cv2.subtract(glaring, light), np.float32))
    burnt = _darkest(glaring) >= 1.0
    near = max(3, max(light.shape) // 40)
    blue, green, red = cv2.split(light)
    around = cv2.blur((blue + green + red) / 3, (near, near))
    drowned = (mirrored >= DROWNED) | (mirrored >= OVERPOWERED * around) | burnt
    return np.asarray(drowned, dtype=np.uint8) * np.uint8(255)


def _darkest(light: Light) -> NDArray[np.float32]:
    """Return the minimum of the channels.

    Whole planes are compared several times as fast as pixels.
    """
    blue, green, red = cv2.split(light)
    return np.asarray(cv2.min(cv2.min(blue, green), red), dtype=np.float32)


def _lamp(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float32]:
    """Draw a soft spot, longer than wide."""
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    longest = max(shape)
    spot = rng.uniform(0, 1, 2) * shape
    angle, length = rng.uniform(0, np.pi), rng.uniform(0.03, 0.16) * longest
    width = length * rng.uniform(0.25, 1.0)
    across = (x - spot[1]) * np.cos(angle) + (y - spot[0]) * np.sin(angle)
    along = (y - spot[0]) * np.cos(angle) - (x - spot[1]) * np.sin(angle)
    far = (along / length) ** 2 + (across / width) ** 2
    return np.asarray(np.exp(-(far ** rng.uniform(0.7, 2.0))), dtype=np.float32)


def _window(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float32]:
    """Panes, a little blurred."""
    image = np.zeros(shape, np.float32)
    longest = max(shape)
    middle = rng.uniform(0.1, 0.9, 2) * shape[::-1]
    size = rng.uniform(0.05, 0.25, 2) * longest
    angle, slant = rng.uniform(0, np.pi), rng.normal(0, 0.3)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    panes = int(rng.integers(1, 4))
    for pane in range(panes):
        left, right = (np.array([pane + 0.06, pane + 0.94]) / panes - 0.5) * size[0]
        low = size[1] / 2
        corners = np.array([[left, -low], [right, -low], [right, low], [left, low]])
        corners[:, 0] += slant * corners[:, 1]
        place = np.rint((corners @ turn.T + middle) * 16).astype(np.int32)
        cv2.fillConvexPoly(image, place, 1.0, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(1.0, 9.0)), dtype=np.float32)


def _rough(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float32]:
    """Scatter a mirror image by cardboard's linen grain.

    0 to about 2.
    """
    noise = rng.standard_normal(shape).astype(np.float32)
    fine = cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.6, 1.5))
    coarse = cv2.GaussianBlur(noise[::-1], (0, 0), rng.uniform(4, 12))
    depth = rng.uniform(0.0, 0.5)
    mixed = fine / max(float(fine.std()), 1e-6) + coarse / max(float(coarse.std()), 1e-6)
    return np.asarray(np.clip(1.0 + depth * mixed, 0.0, 2.5), dtype=np.float32)
