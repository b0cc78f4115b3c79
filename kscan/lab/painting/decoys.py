"""Decoys: things in the colours of crowns that are none, so that colour alone decides nothing."""

from collections.abc import Callable

import numpy as np

from kscan.lab.painting.colors import shaded
from kscan.lab.painting.crowns import CrownStyle
from kscan.lab.painting.pen import Pen

Points = list[tuple[float, float]]


def _coin(rng: np.random.Generator) -> Points:
    del rng
    angles = np.arange(18) * (2 * np.pi / 18)
    return [(float(0.42 * np.cos(a)), float(0.42 * np.sin(a))) for a in angles]


def _star(rng: np.random.Generator) -> Points:
    tips = int(rng.integers(5, 9))
    angles = np.arange(2 * tips) * (np.pi / tips) - np.pi / 2
    radii = np.where(np.arange(2 * tips) % 2, rng.uniform(0.2, 0.3), 0.48)
    return [
        (float(r * np.cos(a)), float(r * np.sin(a))) for a, r in zip(angles, radii, strict=True)
    ]


def _shield(rng: np.random.Generator) -> Points:
    dip = rng.uniform(-0.1, 0.1)
    return [
        (-0.38, -0.42),
        (0.0, -0.42 + dip),
        (0.38, -0.42),
        (0.36, 0.05),
        (0.0, 0.5),
        (-0.36, 0.05),
    ]


def _pennant(rng: np.random.Generator) -> Points:
    notch = rng.uniform(0.1, 0.4)
    return [(-0.45, -0.25), (0.48, -0.25), (0.48 - notch, 0.0), (0.48, 0.25), (-0.45, 0.25)]


def _gem(rng: np.random.Generator) -> Points:
    del rng
    return [(-0.25, -0.3), (0.25, -0.3), (0.45, -0.05), (0.0, 0.45), (-0.45, -0.05)]


_SHAPES: tuple[Callable[[np.random.Generator], Points], ...] = (
    _coin,
    _star,
    _shield,
    _pennant,
    _gem,
)


def draw_decoy(pen: Pen, rng: np.random.Generator, crown: CrownStyle) -> None:
    """Something coloured and outlined as this edition's crowns are, in the pen's square."""
    shape = _SHAPES[int(rng.integers(len(_SHAPES)))](rng)
    near, far = rng.uniform(0.12, 0.25), rng.uniform(0.75, 0.88)
    x, y = (float(value) for value in rng.choice([near, far, 0.5], 2))
    thing = pen.at(x, y, crown.width * rng.uniform(0.7, 1.1), rng.uniform(-15, 15))
    rim = 2.0 * crown.rim_width
    if crown.ink is not None:
        thing.line(shape, crown.ink, rim + 0.07, closed=True)
    if crown.rim is not None:
        thing.line(shape, crown.rim, rim, closed=True)
    thing.inked(None).polygon(shape, shaded(crown.fill, rng.uniform(0.85, 1.05)))
    thing.line(np.asarray(shape) * 0.6, crown.line, 0.04, closed=True)
