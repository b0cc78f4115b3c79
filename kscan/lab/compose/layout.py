"""Where kingdoms lie on the table, and from where the camera looks at them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kscan.game.squares import CastleColor
from kscan.lab import dataset
from kscan.lab.compose.camera import Camera, Floats, aim
from kscan.lab.compose.laying import UNIT, Care, LaidKingdom, LaidTile, lay, lay_whole
from kscan.lab.compose.play import PlayedKingdom, play, with_discards
from kscan.lab.compose.recipe import Hazard, Recipe
from kscan.lab.compose.sources import board_strays

STRAIGHT = 0.02  # radians by which a cut-out kingdom may still be turned
SPREAD = 0.12  # radians by which several kingdoms differ from the table's directions


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The kingdoms of a photo, and the dominoes that lie in none of them."""

    kingdoms: tuple[LaidKingdom, ...]
    unused: tuple[int, ...]
    board: dataset.LabelledBoard | None = None  # where the kingdom is a photographed one
    beside: tuple[LaidTile, ...] = ()  # dominoes that belong to no kingdom, laid in a certain place


def lay_out(
    rng: np.random.Generator, recipe: Recipe, boards: Sequence[dataset.LabelledBoard]
) -> Layout:
    """Lay out a played game, or a photographed board."""
    if recipe.has(Hazard.WHOLE) and boards:
        board = boards[int(rng.integers(len(boards)))]
        strays = board_strays(board)
        whole = lay_whole(board.kingdom.trimmed(), strays, _angle(rng, recipe), np.zeros(2))
        return Layout((whole,), (), board)
    colors = [list(CastleColor)[i] for i in rng.permutation(4)[: recipe.kingdoms]]
    complete = not recipe.has(Hazard.HOLES)
    played = play(rng, recipe.size, colors, complete=complete, box=recipe.box, wanted=recipe.wanted)
    played = _discarded(rng, recipe, played)
    care, base = _care(rng, recipe), _angle(rng, recipe)
    laid = []
    for kingdom, spot in zip(played, _spots(rng, recipe, base), strict=True):
        angle = base + rng.integers(4) * np.pi / 2
        angle += rng.normal(0, SPREAD) if recipe.kingdoms > 1 else 0.0
        laid.append(lay(rng, kingdom, care, float(angle), spot))
    used = {domino.number for kingdom in played for domino in kingdom.dominoes}
    unused = [n for n in range(1, len(recipe.box.dominoes) + 1) if n not in used]
    return Layout(tuple(laid), tuple(int(n) for n in rng.permutation(unused)))


def _angle(rng: np.random.Generator, recipe: Recipe) -> float:
    if recipe.has(Hazard.FILLING):
        return float(rng.integers(4) * np.pi / 2 + rng.normal(0, STRAIGHT / 3))
    if recipe.kingdoms > 1 and rng.random() < 0.6:  # who photographs a whole table faces it
        return float(rng.integers(4) * np.pi / 2 + rng.normal(0, SPREAD))
    return float(rng.uniform(0, 2 * np.pi))


def _care(rng: np.random.Generator, recipe: Recipe) -> Care:
    most = 0.08 if recipe.has(Hazard.MISLAID) else 0.04
    stray = most * float(rng.uniform(0.3, 0.6) if most > 0.05 else rng.uniform(0.1, 0.5))
    return Care(float(rng.uniform(0.0, 1.2) * stray), stray, stray * 0.5, most)


def _spots(rng: np.random.Generator, recipe: Recipe, base: float) -> list[Floats]:
    """Choose spots in a row, or around a table.

    In a table's directions.
    """
    step = recipe.size * 1.16 + float(rng.uniform(0.2, 1.4))
    in_a_row = recipe.kingdoms < 3 or (recipe.kingdoms == 3 and rng.random() < 0.3)
    wide = recipe.kingdoms if in_a_row else 2
    cos, sin = np.cos(base), np.sin(base)
    turn = np.array([[cos, -sin], [sin, cos]])
    places = np.array([[k % wide, k // wide] for k in range(recipe.kingdoms)], dtype=np.float64)
    return [turn @ (place * step + rng.normal(0, 0.12, 2)) for place in places]


def _discarded(
    rng: np.random.Generator, recipe: Recipe, played: tuple[PlayedKingdom, ...]
) -> tuple[PlayedKingdom, ...]:
    corners = recipe.has(Hazard.CORNERS)
    if not (recipe.has(Hazard.HOLES) or corners):
        return played
    most = 8 if recipe.size == 7 else 4
    return tuple(
        with_discards(rng, kingdom, int(rng.integers(1, most + 1)), corners=corners)
        for kingdom in played
    )


def look_at(rng: np.random.Generator, recipe: Recipe, layout: Layout, height: float) -> Camera:
    """Aim the recipe's camera at the kingdoms.

    Their tops lie at `height`.
    """
    if recipe.has(Hazard.FILLING) and layout.kingdoms:
        return _cut_out(rng, recipe, layout.kingdoms[0], height)
    points = _points(rng, layout, height)
    wide, high = _frame(rng, recipe, points)
    low, most = (20.0, 45.0) if recipe.has(Hazard.TILT) else (0.0, 20.0)
    tilt, azimuth = rng.uniform(low, most), rng.uniform(0, 2 * np.pi)
    focal = rng.uniform(0.68, 1.5)
    fill = rng.uniform(0.82, 0.99) if recipe.kingdoms > 1 else rng.triangular(0.55, 0.9, 0.98)
    offset = rng.uniform(-0.9, 0.9, 2)
    for _ in range(6):
        camera = aim(
            points,
            width=wide,
            height=high,
            focal=float(focal),
            tilt=float(np.radians(tilt)),
            azimuth=float(azimuth),
            fill=float(fill),
            offset=(float(offset[0]), float(offset[1])),
        )
        if camera.sees_table():
            break
        # A longer lens and a kingdom nearer the middle keep the horizon out of the frame.
        focal, offset = focal * 1.25, offset * 0.6
    return _pushed_out(rng, camera, points) if recipe.has(Hazard.OUTSIDE) else camera


def _frame(rng: np.random.Generator, recipe: Recipe, points: Floats) -> tuple[int, int]:
    """Choose the photo's width and height.

    Who photographs much mostly turns the camera to fit it.
    """
    ratio = float(rng.choice((4 / 3, 4 / 3, 16 / 9 if recipe.kingdoms < 3 else 4 / 3, 1.0)))
    short = round(recipe.long_side / ratio)
    extent = np.ptp(points, axis=0)
    fitting = extent[0] > extent[1] if rng.random() < 0.7 else rng.random() < 0.5
    return (recipe.long_side, short) if fitting else (short, recipe.long_side)


def _points(rng: np.random.Generator, layout: Layout, height: float) -> Floats:
    """Return the corners of everything to be in view."""
    flat = np.vstack(
        [kingdom.corners.reshape(-1, 2) for kingdom in layout.kingdoms]
        or [UNIT * rng.uniform(4, 16, 2)]
    )
    flat = flat[~np.isnan(flat[:, 0])]
    return np.column_stack([flat, np.full(len(flat), height)])


def _pushed_out(rng: np.random.Generator, camera: Camera, points: Floats) -> Camera:
    """Move the view to cut off a part."""
    seen = camera.pixels(points)
    low, high = seen.min(axis=0), seen.max(axis=0)
    size, part = np.array([camera.width, camera.height]), rng.uniform(0.12, 0.5)
    axis, move = int(rng.integers(2)), np.zeros(2)
    if rng.random() < 0.5:
        move[axis] = -(low[axis] + part * (high[axis] - low[axis]))
    else:
        move[axis] = size[axis] - (high[axis] - part * (high[axis] - low[axis]))
    return camera.shifted(float(move[0]), float(move[1]))


def _cut_out(
    rng: np.random.Generator, recipe: Recipe, kingdom: LaidKingdom, height: float
) -> Camera:
    """Crop the frame to the kingdom's block."""
    block = np.array([kingdom.kingdom.cols, kingdom.kingdom.rows])
    flat = UNIT * block @ kingdom.grid[:2, :2].T + kingdom.grid[:2, 2]
    points = np.column_stack([flat, np.full(4, height)])
    wide, high = np.ptp(flat, axis=0)
    zoom = recipe.long_side / max(wide, high)
    return aim(
        points,
        width=round(wide * zoom),
        height=round(high * zoom),
        focal=float(rng.uniform(0.7, 1.5)),
        tilt=float(np.radians(rng.uniform(0, 2))),
        azimuth=float(rng.uniform(0, 2 * np.pi)),
        fill=float(rng.uniform(0.97, 1.02)),
        offset=(0.0, 0.0),
    )
