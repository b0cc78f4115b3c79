"""Drawings of forests."""

import numpy as np

from kscan.lab.painting.buildings import cast_shadow
from kscan.lab.painting.colors import mixed, shaded, varied
from kscan.lab.painting.look import Drawing, Look
from kscan.lab.painting.pen import Pen


def round_tree(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a leafy tree: a trunk, a crown of leaves lit from the upper left."""
    leaf = varied(rng, look.plant, 0.15)
    pen.veil([(-0.3, 0.4), (0.3, 0.3), (0.6, 0.45), (0.2, 0.6)], look.shadow, 0.4)
    pen.line([(0, 0.1), (0.02, 0.52)], look.materials.wood, 0.1)
    pen.blob(rng, (0, -0.05), (0.46, 0.42), shaded(leaf, 0.7), 0.1, 11)
    bare = pen.inked(None)
    bare.blob(rng, (-0.05, -0.1), (0.36, 0.32), leaf, 0.16, 9)
    light = mixed(leaf, look.plant_light, 0.6)
    for x, y in ((-0.16, -0.22), (0.08, -0.12), (-0.12, 0.02)):
        bare.disc(x + rng.uniform(-0.05, 0.05), y, 0.1, light)


def conifer(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a fir of three tiers."""
    leaf = varied(rng, shaded(look.plant, 0.85), 0.15)
    pen.line([(0, 0.3), (0, 0.55)], look.materials.wood, 0.1)
    for top, wide in ((0.05, 0.36), (-0.22, 0.28), (-0.5, 0.2)):
        pen.polygon(
            [(-wide, top + 0.36), (0.0, top + 0.42), (wide, top + 0.34), (0.0, top - 0.1)], leaf
        )
        pen.inked(None).polygon(
            [(-wide, top + 0.36), (-wide * 0.3, top + 0.38), (0.0, top - 0.08)],
            mixed(leaf, look.plant_light, 0.35),
        )


def from_above(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a tree seen straight from above: rings of leaves."""
    leaf = varied(rng, look.plant, 0.2)
    pen.veil([(-0.3, 0.2), (0.2, -0.3), (0.6, 0.1), (0.2, 0.6)], look.shadow, 0.35)
    pen.blob(rng, (0, 0), (0.46, 0.46), leaf, 0.12, 10)
    bare = pen.inked(None)
    bare.blob(rng, (-0.06, -0.06), (0.3, 0.3), mixed(leaf, look.plant_light, 0.4), 0.2, 8)
    bare.blob(rng, (-0.1, -0.1), (0.14, 0.14), mixed(leaf, look.plant_light, 0.8), 0.2, 7)


def star_fir(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a fir from above: a star of branches."""
    leaf = varied(rng, look.plant, 0.2)
    turn = rng.uniform(0, 45)
    for scale, factor in ((0.5, 0.75), (0.34, 1.0), (0.18, 1.25)):
        angles = np.radians(np.arange(16) * 22.5 + turn)
        lengths = np.where(np.arange(16) % 2, 0.6, 1.0) * scale
        star = np.stack([np.cos(angles) * lengths, np.sin(angles) * lengths], axis=1)
        (pen if scale == 0.5 else pen.inked(None)).polygon(star, shaded(leaf, factor))


def poplar(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a tall narrow tree."""
    leaf = varied(rng, look.plant, 0.15)
    pen.line([(0, 0.2), (0, 0.55)], look.materials.wood, 0.08)
    pen.blob(rng, (0, -0.1), (0.24, 0.5), leaf, 0.1, 12)
    pen.inked(None).blob(rng, (-0.07, -0.15), (0.1, 0.34), mixed(leaf, look.plant_light, 0.5), 0.2)


def bush(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a low bush, at times with berries."""
    leaf = varied(rng, look.plant_light, 0.2)
    pen.blob(rng, (0, 0.1), (0.3, 0.22), leaf, 0.2, 9)
    if rng.random() < 0.3:
        for x, y in rng.uniform(-0.18, 0.18, (3, 2)):
            pen.inked(None).disc(x, y + 0.1, 0.05, look.accent)


def logs(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Felled logs in a pile."""
    cast_shadow(pen, look, 0.45, 0.16, 0.2)
    wood = look.materials.wood
    for x, y in ((-0.1, 0.2), (-0.05, 0.02), (0.05, -0.14)):
        pen.polygon(
            [(x - 0.3, y - 0.08), (x + 0.3, y - 0.12), (x + 0.3, y + 0.06), (x - 0.3, y + 0.1)],
            varied(rng, wood, 0.15),
        )
        pen.disc(x + 0.3, y - 0.03, 0.09, mixed(wood, look.materials.wall, 0.6))


def clearing(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a light clearing with a path across."""
    light = mixed(look.ground.light, look.materials.wall, 0.25)
    pen.inked(None).blob(rng, (0, 0), (0.5, 0.34), light, 0.25, 11)
    bend = rng.uniform(-0.2, 0.2)
    pen.line([(-0.9, bend), (-0.2, 0), (0.3, bend), (0.9, 0)], light, 0.2)


MOTIFS: dict[str, Drawing] = {
    "round_tree": round_tree,
    "conifer": conifer,
    "from_above": from_above,
    "star_fir": star_fir,
    "poplar": poplar,
    "bush": bush,
}
FEATURES: dict[str, Drawing] = {"logs": logs, "clearing": clearing}
