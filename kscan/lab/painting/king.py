"""Kings: wooden figures cut from a board, standing or lying."""

import numpy as np

from kscan.game.squares import CastleColor
from kscan.lab.painting.colors import WHITE, mixed, shaded
from kscan.lab.painting.pen import Image
from kscan.lab.painting.solid import Floats, Sprite, View, turned
from kscan.lab.painting.start import player_color

# The right half of figures with a crown, from the foot up; about 1 high.
_ROBED = [(0, 0), (0.34, 0), (0.34, 0.08), (0.24, 0.3), (0.36, 0.44), (0.3, 0.54), (0.15, 0.58),
          (0.18, 0.72), (0.3, 0.98), (0.14, 0.88), (0, 1.02)]  # fmt: skip
_PAWN = [(0, 0), (0.3, 0), (0.3, 0.1), (0.16, 0.34), (0.13, 0.5), (0.24, 0.6), (0.22, 0.76),
         (0.26, 0.96), (0.12, 0.84), (0, 0.98)]  # fmt: skip
_STRIDING = [(0.08, 0), (0.4, 0), (0.28, 0.24), (0.22, 0.4), (0.48, 0.42), (0.5, 0.54),
             (0.18, 0.62), (0.2, 0.8), (0.22, 0.98), (0.08, 0.9), (0, 1.0)]  # fmt: skip
_LAYERS = 26


def paint_king(color: CastleColor, rng: np.random.Generator, size: int, view: View) -> Image:
    """Paint a wooden king, like `paint_castle` paints castles.

    BGR and opacity, 5 x 5 squares of `size`.
    """
    solids = _layers(rng)
    if view.distance(solids[0]) < view.distance(solids[-1]):
        solids.reverse()
    wood = player_color(color, rng)
    sprite = Sprite(size)
    away = rng.uniform(-0.5, 0.5, 2)
    sprite.shadow([s[:, :2] + s[:, 2:] * away for s in solids[::3]], rng.uniform(0.2, 0.5))
    dark = rng.uniform(0.5, 0.75)
    for solid in solids[:-1]:
        sprite.fill(view.on_table(solid), shaded(wood, dark))
    face = view.on_table(solids[-1])
    sprite.fill(face, wood)
    sprite.line(face, mixed(wood, WHITE, 0.25), 0.008, closed=True)
    return sprite.reduced()


def _layers(rng: np.random.Generator) -> list[Floats]:
    """Return the figure's outline, once for each of many thin boards."""
    half = np.array((_ROBED, _PAWN, _STRIDING)[rng.integers(3)], dtype=np.float64)
    outline = np.concatenate([half, half[::-1] * (-1.0, 1.0)])
    flat = _rounded(outline) * rng.uniform(0.45, 0.75)
    thick, turn = rng.uniform(0.15, 0.3), rng.uniform(0, 2 * np.pi)
    depths = np.linspace(-thick / 2, thick / 2, _LAYERS)
    if rng.random() < 0.5:
        upright = (np.column_stack([flat[:, 0], np.full(len(flat), d), flat[:, 1]]) for d in depths)
        return [turned(layer, turn) for layer in upright]
    flat = flat - flat.mean(axis=0)
    lying = (np.column_stack([flat, np.full(len(flat), d + thick / 2)]) for d in depths)
    return [turned(layer, turn) for layer in lying]


def _rounded(outline: Floats) -> Floats:
    """Cut the outline's corners off, like a saw."""
    after = np.roll(outline, -1, axis=0)
    corners = np.stack([0.8 * outline + 0.2 * after, 0.2 * outline + 0.8 * after], axis=1)
    return np.asarray(corners.reshape(-1, 2))
