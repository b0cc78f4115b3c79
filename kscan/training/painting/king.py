"""Kings: wooden figures cut from a board, standing or lying."""

import numpy as np

from kscan.game.squares import CastleColor
from kscan.training.painting.colors import mixed, shaded
from kscan.training.painting.pen import Image
from kscan.training.painting.solid import Floats, Sprite, View, turned
from kscan.training.painting.start import player_color

# Half the outline of a figure with a crown: right side, from the foot up; about 1 high.
_HALF = np.array(
    [(0.0, 0.0), (0.36, 0.0), (0.36, 0.1), (0.2, 0.42), (0.42, 0.48), (0.42, 0.58), (0.2, 0.64),
     (0.2, 0.74), (0.28, 1.0), (0.14, 0.88), (0.0, 1.02)]
)  # fmt: skip


def paint_king(
    color: CastleColor, rng: np.random.Generator, size: int, view: View | None = None
) -> Image:
    """A wooden king, as `paint_castle` paints castles: BGR and opacity, 5 x 5 squares of `size`."""
    view = view or View(rng.uniform(-3, 3), rng.uniform(0, 5), rng.uniform(4, 8))
    tall, thick = rng.uniform(0.45, 0.75), rng.uniform(0.15, 0.3)
    left = _HALF[::-1] * (-1.0, 1.0)
    flat = np.concatenate([_HALF, left[:-1]]) * tall
    layers = np.linspace(-thick / 2, thick / 2, 14)
    standing = rng.random() < 0.5
    turn = rng.uniform(0, 2 * np.pi)
    solids = [turned(_layer(flat, depth, tall, thick, standing), turn) for depth in layers]
    if view.distance(solids[0]) < view.distance(solids[-1]):
        solids.reverse()
    wood = player_color(color, rng)
    sprite = Sprite(size)
    away = rng.uniform(-0.5, 0.5, 2)
    sprite.shadow([s[:, :2] + s[:, 2:] * away for s in solids], rng.uniform(0.2, 0.5))
    for place, solid in enumerate(solids):
        last = place == len(solids) - 1
        sprite.fill(view.on_table(solid), wood if last else shaded(wood, 0.62 + 0.012 * place))
    face = view.on_table(solids[-1])
    sprite.line(face, mixed(wood, (255.0, 255.0, 255.0), 0.25), 0.012, closed=True)
    return sprite.reduced()


def _layer(flat: Floats, depth: float, tall: float, thick: float, standing: bool) -> Floats:
    if standing:
        return np.column_stack([flat[:, 0], np.full(len(flat), depth), flat[:, 1]])
    height = np.full(len(flat), depth + thick / 2)
    return np.column_stack([flat[:, 0], flat[:, 1] - tall / 2, height])
