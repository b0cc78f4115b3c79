"""Start tiles: one square with the player's colour, in several printings."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.game.squares import CastleColor
from kscan.lab.painting.colors import WHITE, Bgr, drawn, mixed, shaded, varied
from kscan.lab.painting.crowns import CrownStyle
from kscan.lab.painting.forest import bush
from kscan.lab.painting.look import Look
from kscan.lab.painting.pen import Pen, blob_outline, moved

_HUES: dict[CastleColor, tuple[float, float]] = {
    CastleColor.PINK: (322.0, 354.0),
    CastleColor.YELLOW: (46.0, 60.0),
    CastleColor.GREEN: (120.0, 165.0),
    CastleColor.BLUE: (192.0, 222.0),
}


def player_color(color: CastleColor | None, rng: np.random.Generator) -> Bgr:
    """Return a shade of the player's colour, or grey."""
    if color is None:
        return drawn(rng, (30, 60), (0.0, 0.2), (0.3, 0.8))
    return drawn(rng, _HUES[color], (0.45, 0.95), (0.5, 0.95))


def _emblem(rng: np.random.Generator) -> NDArray[np.float64]:
    outline = CrownStyle.random(rng).outline() * rng.uniform(0.6, 0.8)
    return moved(outline, 0.5, 0.5)


def _frame(pen: Pen, color: Bgr, rng: np.random.Generator) -> None:
    width = rng.uniform(0.03, 0.07)
    if rng.random() < 0.5:
        pen.line([(0, 0), (1, 0), (1, 1), (0, 1)], color, 2 * width, closed=True)
        return
    count = int(rng.integers(5, 12))
    for side in range(4):
        edge = pen.at(0.5, 0.5, 1.0, 90.0 * side).at(-0.5, -0.5)
        for place in range(count):
            a, b = place / count, (place + 0.9) / count
            brick = [(a, 0.0), (b, 0.0), (b, width), (a, width)]
            edge.inked(None).polygon(brick, varied(rng, color, 0.25))


def cobbles(pen: Pen, rng: np.random.Generator, color: Bgr, look: Look) -> None:
    """Speckled stone: cobbles, among which coloured ones form a crown."""
    del look
    mortar = drawn(rng, (25, 60), (0.03, 0.25), (0.45, 0.8))
    stone = drawn(rng, (20, 60), (0.02, 0.3), (0.35, 0.8))
    bare = pen.inked(None)
    bare.polygon([(0, 0), (1, 0), (1, 1), (0, 1)], mortar)
    emblem = _emblem(rng).astype(np.float32)
    light = mixed(color, WHITE, rng.uniform(0.0, 0.4))
    if rng.random() < 0.7:
        bare.polygon(emblem.astype(np.float64), mixed(color, WHITE, rng.uniform(0.3, 0.8)))
    count = int(rng.integers(9, 17))
    step = 1.0 / count
    shapes = [blob_outline(rng, (0, 0), (0.42 * step, 0.38 * step), 0.25, 6) for _ in range(12)]
    jitter = rng.uniform(-0.25, 0.25, (count, count, 2)) * step
    tones = rng.uniform(0.75, 1.2, (count, count))
    for row in range(count):
        for col in range(count):
            x = (col + 0.5 + 0.25 * (row % 2)) * step + jitter[row, col, 0]
            y = (row + 0.5) * step + jitter[row, col, 1]
            inside = cv2.pointPolygonTest(emblem, (float(x), float(y)), False) >= 0
            tone = shaded(light if inside else stone, tones[row, col])
            bare.polygon(shapes[(row * 5 + col) % 12] + (x, y), tone)
    if rng.random() < 0.7:
        _frame(pen, color, rng)


def meadow(pen: Pen, rng: np.random.Generator, color: Bgr, look: Look) -> None:
    """Grass with a path across and a border in the player's colour."""
    path = drawn(rng, (25, 45), (0.15, 0.5), (0.5, 0.9))
    bend = rng.uniform(0.3, 0.7)
    pen.line([(0.5, -0.1), (bend, 0.35), (1 - bend, 0.7), (0.5, 1.1)], path, rng.uniform(0.12, 0.3))
    if rng.random() < 0.6:
        pen.blob(rng, (0.5, 0.5), (0.28, 0.24), varied(rng, path, 0.1), 0.12)
    for x, y in rng.uniform(0.08, 0.92, (int(rng.integers(0, 9)), 2)):
        bush(pen.at(x, y, 0.16), rng, look)
    _frame(pen, color, rng)


def plain(pen: Pen, rng: np.random.Generator, color: Bgr, look: Look) -> None:
    """Draw one flat colour with an emblem or a cross, perhaps framed."""
    del look
    ground = mixed(color, drawn(rng, (20, 60), (0.0, 0.4), (0.4, 0.95)), rng.uniform(0.0, 0.7))
    pen.veil([(0, 0), (1, 0), (1, 1), (0, 1)], ground, rng.uniform(0.7, 1.0))
    marked = rng.random() < 0.85
    if marked:
        tone = (
            shaded(color, 0.5) if rng.random() < 0.3 else mixed(color, WHITE, rng.uniform(0.4, 0.9))
        )
        pen.polygon(_emblem(rng), tone)
    else:  # Without a mark it must not be taken for land of the same colour.
        pen.line([(0.1, 0.1), (0.9, 0.9)], color, 0.12)
        pen.line([(0.9, 0.1), (0.1, 0.9)], color, 0.12)
    if rng.random() < 0.6:
        _frame(pen, color, rng)


def courtyard(pen: Pen, rng: np.random.Generator, color: Bgr, look: Look) -> None:
    """Draw a paved yard seen from above.

    With walls and corner towers in the player's colour.
    """
    slab = drawn(rng, (20, 60), (0.02, 0.3), (0.4, 0.85))
    pen.inked(None).polygon([(0, 0), (1, 0), (1, 1), (0, 1)], slab)
    for line in np.linspace(0.0, 1.0, int(rng.integers(4, 9))):
        pen.line([(line, 0), (line, 1)], shaded(slab, 0.8), 0.012)
        pen.line([(0, line), (1, line)], shaded(slab, 0.8), 0.012)
    inset = rng.uniform(0.12, 0.26)
    far = 1.0 - inset
    corners = [(inset, inset), (far, inset), (far, far), (inset, far)]
    pen.line(corners, shaded(look.materials.stone, 0.8), rng.uniform(0.06, 0.12), closed=True)
    for x, y in corners:
        pen.disc(x, y, 0.1, look.materials.stone)
        pen.disc(x, y, 0.065, color)


Printing = Callable[[Pen, np.random.Generator, Bgr, Look], None]
PRINTINGS: dict[str, Printing] = {
    "cobbles": cobbles,
    "meadow": meadow,
    "plain": plain,
    "courtyard": courtyard,
}
