"""Windows from composed photos: holes among tiles, castles that lean over, real perspective."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from kscan.game.boxes import GIANTS
from kscan.game.kingdom import Cell
from kscan.game.squares import Square
from kscan.lab.compose import ComposedKingdom, Hazard, Material, Recipe, compose
from kscan.lab.compose.giants import TWICE_CROWNED
from kscan.lab.compose.recipe import COVERING, NEVER_LEARNT
from kscan.lab.train_reader.labels import Target, target_of
from kscan.lab.train_reader.pool import CANVAS, CORE, COVERED, VEILED, Window

# Of the photos so many get for certain what hides more squares than all else.
_HIDING = {Hazard.HAND: 0.15, Hazard.CASTLE: 0.4}
_LIGHTS = {Hazard.SKY: 0.12, Hazard.LAMP: 0.06}
_THINGS = (1, 2, 3)  # kinds of things on a kingdom, where there are any
_TAUGHT = (
    *sorted(COVERING - NEVER_LEARNT, key=lambda hazard: hazard.value),
    Hazard.FACE_DOWN,  # twice: of 30 with the make before 5 were silent, of no other kind over 2
)
_GIANTS_AMONG = 4  # photos is one of Age of Giants, for its squares of two crowns
# Of which less is in view is "something else", and of which more is what it is; between, partly.
_NOTHING, _ENOUGH = 0.15, 0.55
_VEILED = 0.9  # of a square: with less in view it counts as a source of its own
_INSIDE = 0.8  # of a square: with less in the frame, it is not read but said to be outside
_STRAYING = (Hazard.LOOSE, Hazard.BACKS, Hazard.BOX)  # these may lie where no tile is expected


def from_composed(
    material: Material, photos: int, seed: int, things: float = 0.0
) -> Iterator[Window]:
    """Yield the fields of `photos` composed photos, holes included.

    On a share of them, `things`, something lies on the kingdoms. Composed on all cores.
    """
    work = (delayed(_windows)(material, seed, number, things) for number in range(photos))
    for windows in Parallel(n_jobs=-1, return_as="generator")(work):
        yield from windows


def _windows(material: Material, seed: int, number: int, things: float) -> list[Window]:
    """Compose one photo's windows."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, number])
    kingdoms = int(rng.choice((1, 2, 4), p=(0.8, 0.1, 0.1)))
    side = int(rng.integers(500, 1100))
    force = [hazard for hazard, odds in _HIDING.items() if rng.random() < odds]
    if things:
        force += [hazard for hazard, odds in _LIGHTS.items() if rng.random() < odds]
        if rng.random() < things:
            some = rng.permutation(len(_TAUGHT))[: int(rng.choice(_THINGS, p=(0.6, 0.3, 0.1)))]
            force += {_TAUGHT[int(k)] for k in some}
    recipe = Recipe.random(rng, kingdoms=kingdoms, long_side=side, force=force)
    if number % _GIANTS_AMONG == 0:
        recipe = replace(recipe, box=GIANTS, wanted=TWICE_CROWNED)
    photo = compose(rng, material, recipe)
    ring = 1 if kingdoms == 1 and not any(recipe.has(h) for h in _STRAYING) else 0
    windows = []
    for kingdom in photo.kingdoms:
        for cell, target in targets(kingdom, ring, rng):
            pixels, known = _cut(photo.pixels, kingdom.homography, cell)
            if known[CORE, CORE].mean() > _INSIDE:
                scene = f"composed {seed} {number}"
                source = COVERED if target.other > 0.5 else "composed"
                if source != COVERED and is_veiled(kingdom, cell):
                    source = VEILED
                windows.append(Window(pixels, known, target, scene, source, 0.05))
    return windows


def is_veiled(kingdom: ComposedKingdom, cell: Cell) -> bool:
    """Return True if the square is partly hidden.

    By something or by glare.
    """
    grid = kingdom.kingdom
    inside = 0 <= cell.row < grid.rows and 0 <= cell.col < grid.cols
    covered = inside and not (grid[cell].is_empty or grid[cell].castle)
    return covered and bool(kingdom.visible[cell] < _VEILED)


def targets(
    kingdom: ComposedKingdom, ring: int, rng: np.random.Generator
) -> Iterator[tuple[Cell, Target]]:
    """Yield every covered field and some others.

    Hidden ones, too, so that they are read with doubt. Where next to nothing of a tile or of the
    table is in view, something else is.
    """
    grid = kingdom.kingdom
    for row in range(-ring, grid.rows + ring):
        for col in range(-ring, grid.cols + ring):
            cell = Cell(row, col)
            square: Square = grid[cell]
            seen = 1.0 - kingdom.covered_at(cell)
            other = float(np.clip((_ENOUGH - seen) / (_ENOUGH - _NOTHING), 0.0, 1.0))
            if not square.is_empty:
                yield cell, replace(target_of(str(square)), other=other)
            inside = 0 <= row < grid.rows and 0 <= col < grid.cols
            if square.is_empty and (inside or other > 0.5 or rng.random() < 0.25):
                yield cell, replace(target_of("."), other=other)


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
