"""Drawings of wheat fields."""

import numpy as np

from kscan.lab.painting.buildings import cast_shadow
from kscan.lab.painting.colors import mixed, shaded, varied
from kscan.lab.painting.look import Drawing, Look
from kscan.lab.painting.pen import Pen


def ears(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a tuft of stalks with ears."""
    for x in rng.uniform(-0.4, 0.4, 4):
        lean = rng.uniform(-0.15, 0.15)
        pen.line([(x, 0.5), (x + lean, -0.3)], shaded(look.plant, 0.8), 0.06)
        pen.ellipse(x + lean, -0.36, 0.06, 0.18, look.plant_light)


def strokes(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a few short marks of the brush."""
    for _ in range(3):
        x, y = rng.uniform(-0.5, 0.5, 2)
        color = mixed(look.ground.middle, look.plant, rng.uniform(0.3, 1.0))
        pen.line([(x, y), (x + 0.3, y + rng.uniform(-0.1, 0.1))], color, 0.06)


def bird(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a crow, flying or pecking."""
    dark = shaded(look.shadow, 0.7)
    pen = pen.at(0, 0, 1.0, rng.uniform(-60, 60), bool(rng.random() < 0.5))
    pen.polygon([(-0.5, -0.2), (0.0, 0.0), (0.5, -0.3), (0.1, 0.25), (-0.05, 0.2)], dark)
    if rng.random() < 0.4:
        pen.disc(0.12, 0.12, 0.07, look.accent)


def poppy(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a flower in the corn."""
    pen.disc(0, 0, 0.28, varied(rng, look.accent, 0.2))
    pen.disc(0.04, 0.02, 0.09, look.shadow)


def furrow(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a ploughed line, nearly level."""
    y = rng.uniform(-0.2, 0.2)
    pen.line([(-2.0, y), (0.0, -y), (2.0, y)], shaded(look.ground.dark, 0.92), 0.06)


def haystack(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a round stack of hay."""
    cast_shadow(pen, look, 0.4, 0.16, 0.25)
    hay = varied(rng, look.materials.thatch, 0.12)
    pen.polygon(
        [(-0.36, 0.3), (0.36, 0.3), (0.3, -0.05), (0.12, -0.34), (-0.1, -0.34), (-0.3, -0.05)], hay
    )
    for x in rng.uniform(-0.25, 0.25, 6):
        y = rng.uniform(-0.2, 0.15)
        pen.line([(x, y), (x + 0.05, y + 0.12)], shaded(hay, 0.75), 0.02)


def sheaves(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Bound sheaves standing in a group."""
    for x in (-0.28, 0.26, 0.0):
        hay = varied(rng, look.plant, 0.15)
        y = rng.uniform(-0.1, 0.15)
        pen.polygon(
            [(x - 0.16, y + 0.3), (x + 0.16, y + 0.3), (x + 0.05, y), (x + 0.2, y - 0.28),
             (x - 0.2, y - 0.28), (x - 0.05, y)], hay
        )  # fmt: skip
        pen.line([(x - 0.07, y), (x + 0.07, y)], look.materials.wood, 0.05)


def scarecrow(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a scarecrow on its cross."""
    wood, cloth = look.materials.wood, look.materials.cloth
    pen.line([(0, -0.3), (0, 0.5)], wood, 0.06)
    pen.line([(-0.42, -0.12), (0.42, -0.16)], wood, 0.05)
    pen.polygon([(-0.2, -0.18), (0.2, -0.2), (0.16, 0.2), (-0.14, 0.22)], cloth)
    pen.disc(0, -0.3, 0.12, look.materials.wall)
    pen.polygon([(-0.2, -0.36), (0.2, -0.38), (0.05, -0.56)], shaded(wood, rng.uniform(0.6, 1.1)))


MOTIFS: dict[str, Drawing] = {
    "ears": ears,
    "strokes": strokes,
    "bird": bird,
    "poppy": poppy,
    "furrow": furrow,
}
FEATURES: dict[str, Drawing] = {"haystack": haystack, "sheaves": sheaves, "scarecrow": scarecrow}
