"""Drawings of swamps."""

import numpy as np

from kscan.lab.painting.buildings import cast_shadow
from kscan.lab.painting.colors import mixed, shaded, varied
from kscan.lab.painting.look import Drawing, Look
from kscan.lab.painting.pen import Pen


def reeds(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a stand of reeds, some with heads."""
    color = varied(rng, look.plant, 0.2)
    for x in rng.uniform(-0.3, 0.3, 5):
        lean = rng.uniform(-0.2, 0.2)
        pen.line([(x, 0.4), (x + lean, -0.4)], color, 0.045)
        if rng.random() < 0.4:
            pen.inked(None).ellipse(x + lean, -0.36, 0.05, 0.14, look.materials.wood)


def puddle(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a flat patch, darker or lighter than the mud."""
    color = mixed(look.ground.middle, look.ground.dark if rng.random() < 0.5 else look.accent, 0.7)
    wide = rng.uniform(0.4, 1.0)
    pen.inked(None).blob(rng, (0, 0), (wide, wide * rng.uniform(0.25, 0.5)), color, 0.25, 12)


def mound(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a hump of mud with a dark underside."""
    wide = rng.uniform(0.35, 0.7)
    pen.inked(None).blob(rng, (0, 0.06), (wide, 0.16), shaded(look.ground.dark, 0.75), 0.2)
    pen.inked(None).blob(rng, (0, -0.02), (wide, 0.13), look.plant_light, 0.2)


def root(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a crooked branch or root arching out of the mud."""
    wood = varied(rng, look.materials.wood, 0.25)
    xs = np.linspace(-0.5, 0.5, 6)
    ys = -0.2 + 0.9 * xs**2 + rng.uniform(-0.08, 0.08, 6)
    pen.line(np.stack([xs, ys], axis=1), shaded(wood, 0.7), 0.13)
    pen.line(np.stack([xs, ys - 0.03], axis=1), wood, 0.06)
    pen.line([(xs[2], ys[2]), (xs[2] - 0.15, ys[2] - 0.25)], wood, 0.06)


def bones(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Ribs and a skull, or a single bone."""
    bone = look.materials.fleece
    pen = pen.at(0, 0, 1.0, rng.uniform(-40, 40))
    if rng.random() < 0.5:
        pen.line([(-0.25, 0.05), (0.25, -0.05)], bone, 0.09)
        for x, y in ((-0.27, 0.0), (-0.25, 0.1), (0.27, -0.1), (0.25, 0.0)):
            pen.inked(None).disc(x, y, 0.07, bone)
        return
    for x in np.linspace(-0.3, 0.3, 5):
        pen.line([(x, 0.2), (x + 0.06, -0.05), (x, -0.25)], bone, 0.06)
    pen.line([(-0.4, 0.0), (0.4, 0.0)], bone, 0.06)


def specks(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Small dark marks."""
    for x, y in rng.uniform(-0.5, 0.5, (4, 2)):
        pen.line([(x, y), (x + 0.06, y + 0.12)], look.shadow, 0.05)


def dead_tree(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a leafless tree with spread roots."""
    wood = varied(rng, shaded(look.materials.wood, 0.75), 0.2)
    cast_shadow(pen, look, 0.4, 0.12, 0.4)
    pen.polygon(
        [(-0.08, -0.1), (0.08, -0.1), (0.12, 0.3), (0.3, 0.44), (-0.3, 0.46), (-0.1, 0.3)], wood
    )
    for x, y, width in ((-0.36, -0.3, 0.07), (0.4, -0.34, 0.07), (0.05, -0.52, 0.08)):
        elbow = (x * 0.5 + rng.uniform(-0.06, 0.06), y * 0.5 - 0.05)
        pen.line([(0, -0.05), elbow, (x, y)], wood, width)
        pen.line([elbow, (x * 0.4, y * 1.2)], wood, width * 0.6)


def camp(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a lean-to over a board with things.

    A pot and green and white things.
    """
    made = look.materials
    pen.blob(rng, (0, 0.24), (0.5, 0.12), made.wood, 0.1)
    pen.polygon([(-0.4, 0.2), (0.0, -0.45), (0.12, 0.1)], made.thatch)
    pen.polygon([(0.0, -0.45), (0.36, -0.1), (0.12, 0.1)], shaded(made.thatch, 0.75))
    for x in (-0.3, -0.1, 0.12, 0.3):
        color = (look.plant, made.fleece, made.cloth, made.gold)[rng.integers(4)]
        pen.disc(x, 0.14, rng.uniform(0.05, 0.1), varied(rng, color, 0.2))


def beast(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a scaly back breaking the surface."""
    skin = mixed(look.plant, look.shadow, rng.uniform(0.1, 0.5))
    teeth = np.linspace(-0.45, 0.45, 9)
    ys = np.where(np.arange(9) % 2, -0.26, -0.08)
    pen.polygon([(-0.5, 0.14), *zip(teeth, ys, strict=True), (0.5, 0.14)], shaded(skin, 0.7))
    pen.polygon([(-0.52, 0.12), (-0.2, -0.1), (0.2, -0.1), (0.5, 0.14), (0, 0.2)], skin)


def wreck(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a boat left in the mud."""
    wood = varied(rng, look.materials.wood, 0.2)
    pen = pen.at(0, 0, 0.9, rng.uniform(-25, 25), bool(rng.random() < 0.5))
    pen.polygon([(-0.48, -0.1), (-0.1, 0.02), (0.48, -0.04), (0.3, 0.18), (-0.3, 0.14)], wood)
    pen.polygon([(-0.36, -0.04), (-0.1, 0.05), (0.36, 0.0), (0, 0.1)], shaded(wood, 0.55))


MOTIFS: dict[str, Drawing] = {
    "reeds": reeds,
    "puddle": puddle,
    "mound": mound,
    "root": root,
    "bones": bones,
    "specks": specks,
}
FEATURES: dict[str, Drawing] = {
    "dead_tree": dead_tree,
    "camp": camp,
    "beast": beast,
    "wreck": wreck,
}
