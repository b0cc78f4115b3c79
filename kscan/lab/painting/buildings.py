"""Buildings and wooden things that may stand on any terrain; each about one local unit wide."""

import numpy as np

from kscan.lab.painting.colors import Bgr, mixed, shaded, varied
from kscan.lab.painting.look import Look
from kscan.lab.painting.pen import Pen, moved


def cast_shadow(pen: Pen, look: Look, rx: float = 0.5, ry: float = 0.22, y: float = 0.3) -> None:
    """Draw a soft dark patch on the ground under a thing."""
    angles = np.linspace(0.0, 2.0 * np.pi, 14, endpoint=False)
    outline = np.stack([np.cos(angles) * rx + 0.08, np.sin(angles) * ry + y], axis=1)
    pen.veil(outline, look.shadow, 0.45)


def house(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a cottage seen from above at a tilt.

    Wall, gable, roof, perhaps timbers and a chimney.
    """
    made = look.materials
    _house(pen, rng, look, varied(rng, made.roof, 0.15), made.wall)


def thatched(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a cottage in thatch and wood."""
    made = look.materials
    wall = made.wall if rng.random() < 0.5 else made.wood
    _house(pen, rng, look, varied(rng, made.thatch, 0.15), wall)


def _house(pen: Pen, rng: np.random.Generator, look: Look, roof: Bgr, wall: Bgr) -> None:
    depth, rise, high = rng.uniform(0.12, 0.3), rng.uniform(0.2, 0.42), rng.uniform(0.16, 0.34)
    cast_shadow(pen, look)
    left, right, ground = -0.42, 0.24, 0.36
    eaves = ground - high
    far = (right + 0.2, ground - depth)
    pen.polygon([(left, ground), (right, ground), (right, eaves), (left, eaves)], wall)
    ridge = ((right + far[0]) / 2, eaves - rise)
    gable = [(right, ground), far, (far[0], far[1] - high), ridge, (right, eaves)]
    pen.polygon(gable, shaded(wall, 0.75))
    slope = [(left - 0.05, eaves + 0.04), (right + 0.02, eaves + 0.04), ridge]
    pen.polygon([*slope, (left + 0.1, ridge[1])], roof)
    for share in (0.25, 0.5, 0.75):
        a = (left - 0.05 + 0.15 * share, eaves + 0.04 + (ridge[1] - eaves - 0.04) * share)
        b = (right + (ridge[0] - right) * share, a[1])
        pen.line([a, b], shaded(roof, 0.72), 0.012)
    if rng.random() < 0.6:
        for x in np.linspace(left + 0.08, right - 0.08, 4):
            pen.line([(x, ground), (x, eaves + 0.05)], look.materials.wood, 0.025)
    door = -0.2 + rng.uniform(0.0, 0.25)
    pen.polygon(
        [
            (door, ground),
            (door + 0.12, ground),
            (door + 0.12, ground - 0.14),
            (door, ground - 0.14),
        ],
        shaded(look.materials.wood, 0.6),
    )
    if rng.random() < 0.4:
        top = ridge[1]
        pen.polygon(
            [(-0.2, top + 0.1), (-0.1, top + 0.1), (-0.1, top - 0.1), (-0.2, top - 0.1)], wall
        )


def mill(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a windmill: a tower, a cap, and four sails at any angle."""
    made = look.materials
    cast_shadow(pen, look, 0.4, 0.2)
    body = made.wood if rng.random() < 0.6 else made.wall
    pen.polygon([(-0.2, 0.45), (0.22, 0.45), (0.14, -0.1), (-0.12, -0.1)], body)
    pen.polygon([(0.05, 0.45), (0.22, 0.45), (0.14, -0.1), (0.05, -0.1)], shaded(body, 0.75))
    pen.polygon([(-0.2, -0.06), (0.22, -0.06), (0.01, -0.34)], made.thatch)
    turn, long = rng.uniform(0, 90), rng.uniform(0.4, 0.55)
    sail = made.cloth if rng.random() < 0.4 else made.wall
    for quarter in range(4):
        arm = pen.at(0.0, -0.06, 1.0, turn + 90 * quarter)
        arm.polygon([(0.08, -0.06), (long, -0.07), (long, 0.05), (0.08, 0.03)], sail)
        arm.line([(0.0, 0.0), (long, 0.0)], made.wood, 0.03)
        for x in np.linspace(0.14, long, 4):
            arm.line([(x, -0.06), (x, 0.05)], made.wood, 0.012)


def hut(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a round hut or tent with a pointed roof, with cloth spread beside it at times."""
    made = look.materials
    cast_shadow(pen, look)
    roof = (made.thatch, made.wood, made.cloth)[rng.integers(3)]
    if rng.random() < 0.5:
        sheet = made.fleece if rng.random() < 0.6 else made.cloth
        pen.blob(rng, (0.1, 0.3), (0.36, 0.16), sheet, 0.3, 8)
    pen.polygon([(-0.28, 0.3), (0.26, 0.3), (0.24, 0.0), (-0.26, 0.0)], made.wall)
    pen.polygon([(-0.1, 0.3), (0.06, 0.3), (0.06, 0.1), (-0.1, 0.1)], shaded(made.wood, 0.5))
    peak = (rng.uniform(-0.1, 0.1), -0.42)
    pen.polygon([(-0.4, 0.08), (-0.1, 0.14), (0.2, 0.12), (0.4, 0.04), peak], roof)
    for x in (-0.22, -0.02, 0.2):
        pen.line([(x, 0.11), peak], shaded(roof, 0.7), 0.014)


def roofs_from_above(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a house seen straight from above: two slopes and their ridge."""
    roof = (look.materials.roof, look.materials.thatch, look.materials.wood)[rng.integers(3)]
    wide, high = rng.uniform(0.26, 0.42), rng.uniform(0.2, 0.34)
    pen = pen.at(0, 0, 1.0, rng.uniform(0, 360))
    box = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)])
    pen.veil(moved(box, 0.07, 0.09), look.shadow, 0.45)
    pen.polygon([(-wide, -high), (wide, -high), (wide, 0), (-wide, 0)], roof)
    pen.polygon([(-wide, high), (wide, high), (wide, 0), (-wide, 0)], shaded(roof, 0.68))
    for x in np.linspace(-wide, wide, 7)[1:-1]:
        pen.line([(x, -high), (x, high)], shaded(roof, 0.8), 0.012)


def cart(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a cart with a load: hay, ore or logs."""
    made = look.materials
    cast_shadow(pen, look, 0.42, 0.14, 0.26)
    load = (made.thatch, made.gold, made.stone, made.wood)[rng.integers(4)]
    pen.blob(rng, (0.0, -0.02), (0.3, 0.22), load, 0.12)
    pen.polygon([(-0.36, 0.0), (0.36, 0.0), (0.3, 0.2), (-0.3, 0.2)], made.wood)
    for x in (-0.2, 0.2):
        pen.disc(x, 0.24, 0.11, shaded(made.wood, 0.6))
        pen.disc(x, 0.24, 0.05, mixed(made.wood, made.wall, 0.5))
    pen.line([(0.34, 0.08), (0.6, 0.16)], made.wood, 0.03)


def fence(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    """Draw a run of posts and rails."""
    wood = varied(rng, look.materials.wood, 0.2)
    pen = pen.at(0, 0, 1.0, rng.choice([0, 0, 90, rng.uniform(-40, 40)]))
    for y in (-0.06, 0.06):
        pen.line([(-0.5, y), (0.5, y + rng.uniform(-0.04, 0.04))], wood, 0.035)
    for x in np.linspace(-0.45, 0.45, int(rng.integers(3, 6))):
        pen.line([(x, -0.14), (x, 0.14)], shaded(wood, 0.75), 0.05)


FEATURES = {
    "house": house,
    "thatched": thatched,
    "mill": mill,
    "hut": hut,
    "roofs": roofs_from_above,
    "cart": cart,
    "fence": fence,
}
