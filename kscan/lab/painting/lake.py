"""Drawings of lakes."""

import numpy as np

from kscan.lab.painting.buildings import thatched
from kscan.lab.painting.colors import WHITE, mixed, shaded, varied
from kscan.lab.painting.look import Drawing, Look
from kscan.lab.painting.pen import Pen, blob_outline, moved


def wave(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a light curl on the water."""
    color = mixed(look.ground.middle, look.ground.light, rng.uniform(0.4, 1.0))
    xs = np.linspace(-0.5, 0.5, 7)
    ys = 0.12 * np.sin(xs * rng.uniform(6, 12))
    pen.line(np.stack([xs, ys], axis=1), color, 0.07)


def foam(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a pale patch under the surface."""
    del look
    patch = blob_outline(rng, (0, 0), (rng.uniform(0.2, 0.6), rng.uniform(0.15, 0.4)))
    pen.veil(patch, WHITE, rng.uniform(0.05, 0.25))


def lily(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Lily pads, one of them in flower."""
    for x, y in rng.uniform(-0.4, 0.4, (3, 2)):
        pen.ellipse(x, y, 0.16, 0.12, varied(rng, look.plant, 0.2))
    if rng.random() < 0.4:
        pen.inked(None).disc(0, 0, 0.08, look.accent)


def fish(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a fish near the surface."""
    pen = pen.at(0, 0, 1.0, rng.uniform(0, 360), bool(rng.random() < 0.5))
    color = varied(rng, look.accent, 0.2)
    pen.polygon([(-0.5, -0.14), (-0.5, 0.14), (-0.25, 0)], color)
    pen.ellipse(0, 0, 0.32, 0.14, color)


def boat(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a rowing boat from above."""
    pen = pen.at(0, 0, 1.0, rng.uniform(-35, 35), bool(rng.random() < 0.5))
    wood = look.materials.wood
    pen.veil([(-0.4, 0.16), (0.45, 0.1), (0.4, 0.24), (-0.3, 0.28)], look.shadow, 0.4)
    hull = [(-0.45, -0.06), (-0.3, 0.14), (0.25, 0.15), (0.48, -0.1), (0.2, -0.08), (-0.2, -0.06)]
    pen.polygon(hull, wood)
    pen.polygon([(-0.36, -0.02), (-0.24, 0.06), (0.2, 0.06), (0.36, -0.06)], shaded(wood, 0.6))
    for x in (-0.15, 0.08):
        pen.line([(x, -0.05), (x + 0.04, 0.08)], shaded(wood, 1.3), 0.05)


def sail(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a boat or raft under sail."""
    wood, cloth = look.materials.wood, look.materials.fleece
    pen.veil([(-0.4, 0.34), (0.45, 0.3), (0.4, 0.46), (-0.3, 0.48)], look.shadow, 0.4)
    pen.polygon([(-0.42, 0.2), (0.44, 0.2), (0.28, 0.38), (-0.28, 0.38)], wood)
    pen.line([(0, 0.2), (0, -0.5)], shaded(wood, 0.7), 0.04)
    bulge = rng.uniform(0.2, 0.42)
    pen.polygon([(0.02, -0.46), (bulge, -0.1), (0.03, 0.14)], cloth)
    if rng.random() < 0.5:
        pen.polygon([(-0.02, -0.3), (-bulge * 0.8, 0.0), (-0.03, 0.14)], look.materials.cloth)


def serpent(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a sea serpent: a dark winding shape, under water or with humps above."""
    dark = shaded(look.ground.dark, 0.65)
    xs = np.linspace(-0.7, 0.7, 16)
    ys = 0.2 * np.sin(xs * rng.uniform(4, 8) + rng.uniform(0, 6))
    if rng.random() < 0.6:
        upper = np.stack([xs, ys - 0.1 + 0.1 * np.abs(xs)], axis=1)
        lower = np.stack([xs, ys + 0.1 - 0.1 * np.abs(xs)], axis=1)[::-1]
        pen.veil(np.concatenate([upper, lower]), dark, 0.6)
        return
    skin = mixed(look.plant, look.ground.dark, 0.3)
    for x, radius in ((-0.35, 0.14), (0.0, 0.18), (0.35, 0.12)):
        pen.polygon(
            [(x - radius, 0.1), (x - radius * 0.7, -radius), (x, -radius * 1.5),
             (x + radius * 0.7, -radius), (x + radius, 0.1)], skin
        )  # fmt: skip


def pier(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Planks on posts, or a square fish pen."""
    wood = varied(rng, look.materials.wood, 0.2)
    if rng.random() < 0.4:
        box = np.array([(-0.3, -0.16), (0.26, -0.2), (0.34, 0.16), (-0.22, 0.22)])
        pen.line(box, wood, 0.08, closed=True)
        for x, y in box:
            pen.disc(x, y, 0.06, shaded(wood, 0.7))
        return
    for y in np.linspace(-0.3, 0.3, 6):
        pen.polygon(
            [(-0.16, y - 0.04), (0.18, y - 0.05), (0.18, y + 0.04), (-0.16, y + 0.05)], wood
        )
    for x in (-0.16, 0.18):
        pen.line([(x, -0.34), (x, 0.4)], shaded(wood, 0.6), 0.04)


def on_stilts(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a fisher's house on a platform."""
    wood = look.materials.wood
    platform = [(-0.48, 0.26), (0.1, 0.48), (0.55, 0.22), (0.1, 0.05)]
    pen.veil(moved(np.array(platform), 0.02, 0.1), look.shadow, 0.5)
    pen.polygon(platform, wood)
    for share in (0.25, 0.5, 0.75):
        pen.line(
            [
                (-0.48 + 0.58 * share, 0.26 + 0.22 * share),
                (0.1 + 0.45 * share, 0.05 + 0.17 * share),
            ],
            shaded(wood, 0.7),
            0.014,
        )
    thatched(pen.at(0, -0.06, 0.8), rng, look)
    if rng.random() < 0.5:
        boat(pen.at(-0.1, 0.55, 0.4), rng, look)


def island(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a sandy islet, perhaps with a bush."""
    pen.blob(rng, (0, 0.05), (0.36, 0.24), look.materials.wall, 0.2)
    pen.inked(None).blob(rng, (0, 0), (0.24, 0.15), varied(rng, look.plant, 0.2), 0.25)


MOTIFS: dict[str, Drawing] = {"wave": wave, "foam": foam, "lily": lily, "fish": fish}
FEATURES: dict[str, Drawing] = {
    "boat": boat,
    "sail": sail,
    "serpent": serpent,
    "pier": pier,
    "on_stilts": on_stilts,
    "island": island,
}
