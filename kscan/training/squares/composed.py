"""Windows from composed photos: holes among tiles, castles that lean over, real perspective."""

from collections.abc import Iterator

import cv2
import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from kscan.game.kingdom import Cell
from kscan.game.squares import Square
from kscan.training.compose import ComposedKingdom, Hazard, Material, Recipe, compose
from kscan.training.squares.labels import Target, target_of
from kscan.training.squares.pool import CANVAS, CORE, VEILED, Window

# Of the photos so many get for certain what hides more squares than all else.
_HIDING = {Hazard.HAND: 0.15, Hazard.CASTLE: 0.4}
_VEILED = 0.9  # of a square: with less in view it counts as a source of its own
_INSIDE = 0.8  # of a square: with less in the frame, it is not read but said to be outside
_STRAYING = (Hazard.LOOSE, Hazard.BACKS, Hazard.BOX)  # these may lie where no tile is expected


def from_composed(material: Material, photos: int, seed: int) -> Iterator[Window]:
    """The fields of the kingdoms of `photos` composed photos, their holes among them.

    Composed on all cores.
    """
    work = (delayed(_windows)(material, seed, number) for number in range(photos))
    for windows in Parallel(n_jobs=-1, return_as="generator")(work):
        yield from windows


def _windows(material: Material, seed: int, number: int) -> list[Window]:
    """The windows of one photo."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, number])
    kingdoms = int(rng.choice((1, 2, 4), p=(0.8, 0.1, 0.1)))
    side = int(rng.integers(500, 1100))
    force = [hazard for hazard, odds in _HIDING.items() if rng.random() < odds]
    recipe = Recipe.random(rng, kingdoms=kingdoms, long_side=side, force=force)
    photo = compose(rng, material, recipe)
    ring = 1 if kingdoms == 1 and not any(recipe.has(h) for h in _STRAYING) else 0
    windows = []
    for kingdom in photo.kingdoms:
        for cell, target in targets(kingdom, ring, rng):
            pixels, known = _cut(photo.pixels, kingdom.homography, cell)
            if known[CORE, CORE].mean() > _INSIDE:
                scene = f"composed {seed} {number}"
                source = VEILED if is_veiled(kingdom, cell) else "composed"
                windows.append(Window(pixels, known, target, scene, source, 0.05))
    return windows


def is_veiled(kingdom: ComposedKingdom, cell: Cell) -> bool:
    """Whether something or glare hides part of the square there."""
    grid = kingdom.kingdom
    inside = 0 <= cell.row < grid.rows and 0 <= cell.col < grid.cols
    covered = inside and not (grid[cell].is_empty or grid[cell].castle)
    return covered and bool(kingdom.visible[cell] < _VEILED)


def targets(
    kingdom: ComposedKingdom, ring: int, rng: np.random.Generator
) -> Iterator[tuple[Cell, Target]]:
    """Every covered field and some others; hidden ones, too, so that they are read with doubt."""
    grid = kingdom.kingdom
    for row in range(-ring, grid.rows + ring):
        for col in range(-ring, grid.cols + ring):
            cell = Cell(row, col)
            square: Square = grid[cell]
            if not square.is_empty:
                yield cell, target_of(str(square))
            inside = 0 <= row < grid.rows and 0 <= col < grid.cols
            if square.is_empty and (inside or rng.random() < 0.25):
                yield cell, target_of(".")


def _cut(
    pixels: NDArray[np.uint8], homography: NDArray[np.float64], cell: Cell
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    side = CORE.stop - CORE.start
    step = 1 / side
    start = -CORE.start / side + step / 2
    place = np.array([[step, 0, cell.col + start], [0, step, cell.row + start], [0, 0, 1]])
    reverse = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (CANVAS, CANVAS)
    shown = cv2.warpPerspective(pixels, homography @ place, size, flags=reverse)
    inside = np.full(pixels.shape[:2], 255, np.uint8)
    known = cv2.warpPerspective(inside, homography @ place, size, flags=reverse) > 128
    return np.asarray(shown, np.uint8), known
