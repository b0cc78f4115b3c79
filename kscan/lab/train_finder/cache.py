"""Filling the cache of scenes, and reading it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from joblib import Parallel, delayed

from kscan.lab.compose import (
    Composed,
    ComposedKingdom,
    Hazard,
    Material,
    Recipe,
    compose,
    staging,
)
from kscan.lab.compose.staging import Staging
from kscan.lab.train_finder.scenes import Scene, TrueGrid, load, save, scene

Report = Callable[[str], None]

_BATCH = 200  # photos from one report to the next
_GLIMPSE = 0.2  # of a square: with less in view nobody could tell that it is covered
# Long sides of composed photos: squares have the 32 pixels that the second look sees, or more.
_ALONE, _SEVERAL = (480, 960), (640, 1200)
# What is found most seldom is shown more often than chance would.
_HARD = 0.15
_HARDEST = (
    (Hazard.HAND,),
    (Hazard.HAND, Hazard.CASTLE),
    (Hazard.HOLES, Hazard.CASTLE),
    (Hazard.DARK,),
    (Hazard.FILLING,),
    (Hazard.FILLING, Hazard.HOLES),
)

# And what chance never gives: games just begun, planes that lean, neighbours, rows to draw from.
_STAGED, _STAGES = 0.3, (0.4, 0.25, 0.2, 0.15)
_NOT_STAGED = (Hazard.OUTSIDE, Hazard.FILLING, Hazard.WHOLE, Hazard.TILT)


def true_grid(kingdom: ComposedKingdom) -> TrueGrid:
    """Return a composed kingdom's true grid."""
    covered = np.zeros((kingdom.kingdom.rows, kingdom.kingdom.cols), dtype=np.bool_)
    for cell in kingdom.kingdom.covered:
        covered[cell] = True
    castles = kingdom.kingdom.castles
    castle = (castles[0].row, castles[0].col) if castles else None
    return TrueGrid(kingdom.homography, covered, castle, covered & (kingdom.visible < _GLIMPSE))


def fill(folder: Path, count: int, stuff: Material, seed: int, report: Report) -> None:
    """Compose scenes into `folder` until it holds `count`, on all cores; goes on where it was."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [n for n in range(count) if not _file(folder, n).exists()]
    for first in range(0, len(missing), _BATCH):
        numbers = missing[first : first + _BATCH]
        Parallel(n_jobs=-1)(delayed(_fill)(folder, number, stuff, seed) for number in numbers)
        report(f"{count - len(missing) + first + len(numbers)} of {count} photos composed")


def _fill(folder: Path, number: int, stuff: Material, seed: int) -> None:
    cv2.setNumThreads(1)
    save(_file(folder, number), _scene(composed(np.random.default_rng([seed, number]), stuff)))


def _file(folder: Path, number: int) -> Path:
    return folder / f"{number:05d}.npz"


def composed(rng: np.random.Generator, stuff: Material) -> Composed:
    """Compose a photo small enough for full-size training."""
    if rng.random() < _STAGED:
        return _staged(rng, stuff)
    force = _HARDEST[int(rng.integers(len(_HARDEST)))] if rng.random() < _HARD else ()
    recipe = Recipe.random(rng, kingdoms=1 if force else None, force=force)
    sides = _SEVERAL if recipe.kingdoms > 1 else _ALONE
    return compose(rng, stuff, replace(recipe, long_side=int(rng.integers(*sides))))


def _staged(rng: np.random.Generator, stuff: Material) -> Composed:
    """Compose a game that has just begun, one that leans, or neighbours close together."""
    side, size = int(rng.integers(*_SEVERAL)), int(rng.choice((5, 7)))
    recipe = Recipe.random(rng, kingdoms=1, size=size, long_side=side, without=_NOT_STAGED)
    gap, fill = float(rng.uniform(0.0, 0.35)), float(rng.uniform(0.25, 0.9))
    stages = (
        lambda: Staging(
            staging.in_progress(rng, int(rng.integers(1, 5))), staging.from_afar(fill, side)
        ),
        lambda: Staging(staging.alone(rng, size), staging.leaning(50.0, 66.0, side)),
        lambda: Staging(staging.neighbours(rng, size, gap)),
        lambda: Staging(staging.beside_a_row(rng, size, gap)),
    )
    return compose(rng, stuff, recipe, stages[int(rng.choice(len(stages), p=_STAGES))]())


def _scene(photo: Composed) -> Scene:
    return scene(photo.pixels, [true_grid(kingdom) for kingdom in photo.kingdoms])


def scenes(folder: Path) -> tuple[Scene, ...]:
    """Load the cached scenes, in order."""
    return tuple(map(load, sorted(folder.glob("*.npz"))))
