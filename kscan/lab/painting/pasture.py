"""Drawings of pastures."""

import numpy as np

from kscan.lab.painting.buildings import fence
from kscan.lab.painting.colors import mixed, shaded, varied
from kscan.lab.painting.look import Drawing, Look
from kscan.lab.painting.pen import Pen


def sheep(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a sheep: a woolly blob and a head."""
    pen = pen.at(0, 0, 1.0, rng.uniform(-30, 30), bool(rng.random() < 0.5))
    pen.veil([(-0.4, 0.2), (0.4, 0.16), (0.5, 0.36), (-0.3, 0.4)], look.shadow, 0.35)
    wool = varied(rng, look.materials.fleece, 0.06)
    pen.blob(rng, (0, 0), (0.36, 0.27), wool, 0.12, 10)
    head = look.shadow if rng.random() < 0.5 else shaded(wool, 0.7)
    pen.inked(None).ellipse(0.34, -0.08, 0.12, 0.1, head)


def flower(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw one to three small flowers."""
    color = look.accent if rng.random() < 0.6 else look.materials.gold
    for x, y in rng.uniform(-0.4, 0.4, (int(rng.integers(1, 4)), 2)):
        pen.inked(None).disc(x, y, 0.12, color)


def tuft(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Blades of grass."""
    color = mixed(look.plant, look.ground.dark, rng.uniform(0, 0.6))
    for lean in (-0.25, 0.0, 0.25):
        pen.line([(lean * 0.3, 0.25), (lean, -0.25)], color, 0.07)


def pebble(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a stone in the grass."""
    pen.blob(rng, (0, 0), (0.22, 0.16), varied(rng, look.materials.stone, 0.15), 0.2, 7)


def mowing(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a broad darker or lighter sweep of grass."""
    color = look.ground.dark if rng.random() < 0.5 else look.ground.light
    rx, ry = rng.uniform(0.6, 1.8, 2)
    angles = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    pen.veil(np.stack([np.cos(angles) * rx, np.sin(angles) * ry], axis=1), color, 0.3)


def dragon_shadow(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw the shadow of something with wings."""
    pen = pen.at(0, 0, 1.0, rng.uniform(0, 360), bool(rng.random() < 0.5))
    wing = rng.uniform(0.35, 0.55)
    shape = [
        (0.5, 0.04), (0.3, -0.06), (0.1, -0.08), (0.0, -wing), (-0.12, -0.2), (-0.22, -wing * 0.8),
        (-0.2, -0.06), (-0.55, 0.05), (-0.2, 0.06), (-0.2, wing * 0.7), (-0.08, 0.2), (0.06, wing),
        (0.12, 0.09), (0.3, 0.07),
    ]  # fmt: skip
    pen.veil(shape, look.shadow, rng.uniform(0.3, 0.55))


def flock(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Sheep close together, perhaps behind a fence."""
    spots = rng.uniform(-0.36, 0.36, (int(rng.integers(5, 10)), 2))
    for x, y in spots[np.argsort(spots[:, 1])]:
        sheep(pen.at(x, y, 0.24), rng, look)
    if rng.random() < 0.4:
        fence(pen.at(0, 0.45, 0.9), rng, look)


def cow(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a cow or a horse, in patches."""
    hide = look.materials.fleece if rng.random() < 0.5 else look.materials.wood
    pen = pen.at(0, 0, 0.6, 0.0, bool(rng.random() < 0.5))
    for x in (-0.26, -0.16, 0.16, 0.26):
        pen.line([(x, 0.1), (x, 0.42)], shaded(hide, 0.7), 0.07)
    pen.blob(rng, (0, 0), (0.38, 0.2), hide, 0.08)
    pen.inked(None).blob(rng, (-0.05, -0.03), (0.14, 0.1), look.shadow, 0.3, 8)
    pen.polygon([(0.32, -0.12), (0.55, -0.2), (0.6, -0.02), (0.36, 0.04)], hide)


def pond(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Water in the grass."""
    pen.blob(rng, (0, 0), (0.34, 0.22), mixed(look.plant, (230.0, 170.0, 90.0), 0.8), 0.15)


MOTIFS: dict[str, Drawing] = {
    "sheep": sheep,
    "flower": flower,
    "tuft": tuft,
    "pebble": pebble,
    "mowing": mowing,
}
FEATURES: dict[str, Drawing] = {
    "dragon_shadow": dragon_shadow,
    "flock": flock,
    "cow": cow,
    "pond": pond,
}
