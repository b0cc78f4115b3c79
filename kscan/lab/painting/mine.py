"""Drawings of mines and mountains."""

import numpy as np

from kscan.lab.painting.colors import WHITE, mixed, shaded, varied
from kscan.lab.painting.look import Drawing, Look
from kscan.lab.painting.pen import Pen, blob_outline, moved


def rock(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a loose rock: a shadow, a side and a lit face."""
    stone = varied(rng, look.materials.stone, 0.15)
    outline = blob_outline(rng, (0, 0), (0.4, 0.32), 0.2, 7)
    pen.veil(moved(outline, 0.1, 0.12), look.shadow, 0.5)
    pen.polygon(outline, shaded(stone, 0.75))
    pen.inked(None).polygon(moved(outline * 0.65, -0.05, -0.08), stone)


def nugget(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Grains of gold or crystal."""
    for x, y in rng.uniform(-0.35, 0.35, (3, 2)):
        pen.blob(rng, (x, y), (0.14, 0.12), varied(rng, look.materials.gold, 0.2), 0.25, 5)


def crystal(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Pointed crystals."""
    for turn in (-30, 0, 28):
        shard = pen.at(0, 0.2, rng.uniform(0.7, 1.1), turn)
        shard.polygon(
            [(-0.1, 0.0), (-0.1, -0.35), (0, -0.5), (0.1, -0.35), (0.1, 0.0)], look.accent
        )
        shard.inked(None).polygon(
            [(0, 0), (0, -0.5), (0.1, -0.35), (0.1, 0)], shaded(look.accent, 0.7)
        )


def crack(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a dark line in the ground."""
    points = np.cumsum(rng.uniform(-0.3, 0.4, (5, 2)), axis=0) - 0.3
    pen.line(points, shaded(look.ground.dark, 0.6), 0.05)


def gravel(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Small stones."""
    for x, y in rng.uniform(-0.5, 0.5, (5, 2)):
        pen.inked(None).disc(x, y, rng.uniform(0.04, 0.1), varied(rng, look.plant_light, 0.25))


def heap(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a hill piled up of rounded rocks."""
    stone = look.materials.stone
    pen.veil([(-0.5, 0.35), (0.5, 0.3), (0.6, 0.48), (-0.3, 0.55)], look.shadow, 0.5)
    wide = rng.uniform(0.34, 0.46)
    for y, count in ((-0.25, 2), (-0.05, 3), (0.14, 4), (0.3, 5)):
        reach = wide * (0.35 + 0.65 * (y + 0.3) / 0.6)
        for x in np.linspace(-reach, reach, count):
            at = (x + rng.uniform(-0.04, 0.04), y + rng.uniform(-0.03, 0.03))
            pen.blob(rng, at, (0.19, 0.15), varied(rng, stone, 0.16), 0.14, 9)


def shaft(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a hill with timbered entrances, one to three."""
    heap(pen, rng, look)
    wood = varied(rng, look.materials.wood, 0.2)
    if rng.random() < 0.4:
        wood = varied(rng, look.materials.roof, 0.2)
    for x in rng.choice([-0.22, 0.0, 0.22], int(rng.integers(1, 4)), replace=False):
        pen.polygon([(x - 0.13, 0.42), (x + 0.13, 0.42), (x + 0.1, 0.1), (x - 0.1, 0.1)], wood)
        pen.inked(None).polygon(
            [(x - 0.08, 0.42), (x + 0.08, 0.42), (x + 0.06, 0.16), (x - 0.06, 0.16)],
            shaded(look.shadow, 0.5),
        )
        pen.polygon([(x - 0.17, 0.12), (x + 0.17, 0.12), (x + 0.13, 0.04), (x - 0.13, 0.04)], wood)
    if rng.random() < 0.5:
        nugget(pen.at(rng.uniform(-0.3, 0.3), 0.45, 0.4), rng, look)


def peaks(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Pointed mountains, perhaps with snow."""
    snow = rng.random() < 0.6
    for x, high in sorted(zip(rng.uniform(-0.3, 0.3, 3), (0.5, 0.75, 0.6), strict=True)):
        stone = varied(rng, mixed(look.materials.stone, look.ground.light, 0.5), 0.15)
        top = (x, 0.4 - high)
        pen.polygon([(x - 0.3, 0.4), (x + 0.3, 0.4), top], stone)
        pen.inked(None).polygon([(x + 0.05, 0.4), (x + 0.3, 0.4), top], shaded(stone, 0.65))
        if snow:
            cap = [(x - 0.09, top[1] + 0.22), (x, top[1] + 0.16), (x + 0.09, top[1] + 0.22), top]
            pen.polygon(cap, WHITE)


def hoard(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a heap of gold."""
    for x, y in rng.normal(0, 0.16, (14, 2)):
        pen.disc(x, y * 0.6 + 0.1, 0.07, varied(rng, look.materials.gold, 0.2))


MOTIFS: dict[str, Drawing] = {
    "rock": rock,
    "nugget": nugget,
    "crystal": crystal,
    "crack": crack,
    "gravel": gravel,
}
FEATURES: dict[str, Drawing] = {"heap": heap, "shaft": shaft, "peaks": peaks, "hoard": hoard}
