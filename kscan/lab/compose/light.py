"""Light on the scene: its colour, its course over the picture, and what shadows leave of it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.lab.compose.pictures import Light
from kscan.lab.compose.recipe import Hazard, Recipe
from kscan.lab.compose.shadows import draw_shadow

FIELD = 256  # the light is drawn this coarsely along the photo's long side

Field = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Lighting:
    """How the scene is lit."""

    color: NDArray[np.float64]  # blue, green, red
    field: Field  # small, three channels: how bright each part of the picture is

    def on(self, light: Light) -> Light:
        """Light the picture."""
        high, wide = light.shape[:2]
        field = cv2.resize(self.field, (wide, high), interpolation=cv2.INTER_LINEAR)
        colored = cv2.multiply(light, np.array([*self.color, 1.0]))
        return np.asarray(cv2.multiply(colored, field), dtype=np.float32)


def draw_lighting(rng: np.random.Generator, recipe: Recipe, width: int, height: int) -> Lighting:
    """Draw the photo's light at random."""
    color = _color(rng, recipe)
    field = _course(rng, width, height)
    if recipe.has(Hazard.VIGNETTE):
        field = field * _vignette(rng, width, height)
    bright = cv2.merge([field * np.float32(_exposure(rng, recipe))] * 3)
    if recipe.has(Hazard.SHADOW):
        bright = bright * _shadowed(rng, field.shape[:2])
    return Lighting(color, np.asarray(bright, dtype=np.float32))


def _shadowed(rng: np.random.Generator, shape: tuple[int, ...]) -> Field:
    """Draw the light left by shadows.

    Less of all colours, least of red.
    """
    left = np.ones((shape[0], shape[1], 3), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        mask = draw_shadow(rng, (shape[0], shape[1]))
        depth = rng.uniform(0.25, 0.75) * np.array([0.88, 0.97, 1.0])
        left *= 1.0 - mask[:, :, None] * depth.astype(np.float32)
    return left


def _color(rng: np.random.Generator, recipe: Recipe) -> NDArray[np.float64]:
    """Draw the light's colour left by white balance."""
    warmth = rng.normal(0.0, 0.06)
    if recipe.has(Hazard.WARM):
        warmth = rng.uniform(0.2, 0.6)
    elif recipe.has(Hazard.COLD):
        warmth = -rng.uniform(0.15, 0.4)
    tint = rng.normal(0.0, 0.03)
    if recipe.has(Hazard.LAMP):  # green by fluorescent tubes, magenta by plant lamps and signs
        tint = float(rng.choice((-1.0, 1.0))) * rng.uniform(0.15, 0.6)
    color = np.exp([-warmth * 1.2 - tint * recipe.has(Hazard.LAMP) / 2, tint, warmth * 0.7])
    return np.asarray(color / color.max())


def _exposure(rng: np.random.Generator, recipe: Recipe) -> float:
    if recipe.has(Hazard.DARK):
        return float(rng.uniform(0.15, 0.4))
    if recipe.has(Hazard.BRIGHT):
        return float(rng.uniform(1.6, 2.6))
    return float(rng.uniform(0.6, 1.4))


def _grid(width: int, height: int) -> tuple[Field, Field]:
    """Coordinates of the coarse field, -1 to 1 along the longer side."""
    longest = max(width, height)
    x = np.linspace(-width / longest, width / longest, max(8, round(FIELD * width / longest)))
    y = np.linspace(-height / longest, height / longest, max(8, round(FIELD * height / longest)))
    across, down = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
    return across, down


def _course(rng: np.random.Generator, width: int, height: int) -> Field:
    """Draw the course of light from one side.

    A lamp's or a window's.
    """
    x, y = _grid(width, height)
    at = rng.uniform(-2.5, 2.5, 2)
    away = rng.uniform(1.2, 4.0)
    falling = 1.0 / ((x - at[0]) ** 2 + (y - at[1]) ** 2 + away**2)
    return np.asarray(falling / falling.mean(), dtype=np.float32)


def _vignette(rng: np.random.Generator, width: int, height: int) -> Field:
    x, y = _grid(width, height)
    return np.asarray(1.0 / (1.0 + rng.uniform(0.2, 0.7) * (x**2 + y**2)) ** 2, dtype=np.float32)
