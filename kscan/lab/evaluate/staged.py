"""Stages that chance seldom gives: neighbours, cut rows, small, leaning and early kingdoms."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from kscan.lab.compose import Material, Recipe, compose, staging
from kscan.lab.compose.held_out import material
from kscan.lab.compose.recipe import Hazard
from kscan.lab.compose.staging import Staging
from kscan.lab.evaluate.answers import Json, wilson
from kscan.lab.evaluate.composed import Outcome, Scene, looked_at, read_kingdoms
from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.progress import told
from kscan.lab.folds import FULL_FOLD

Stage = Callable[[np.random.Generator, int], Staging]  # of kingdoms up to so wide

SEED = 8_900_000  # no limit was chosen by photos of this seed
EACH = 40  # photos of each sort
_LONG_SIDE = 1600
# What else may hide squares or cut them off is measured elsewhere; the stage says where all lies.
_WITHOUT = (
    Hazard.HAND,
    Hazard.OUTSIDE,
    Hazard.FILLING,
    Hazard.WHOLE,
    Hazard.TILT,
    Hazard.LOOSE,
    Hazard.BACKS,
    Hazard.BOX,
)


def _close(rng: np.random.Generator, size: int) -> Staging:
    return Staging(staging.neighbours(rng, size, float(rng.uniform(0.0, 0.3))))


def _draw_row(rng: np.random.Generator, size: int) -> Staging:
    return Staging(staging.beside_a_row(rng, size, float(rng.uniform(0.1, 0.3))))


def _cut_row(rng: np.random.Generator, size: int) -> Staging:
    look = staging.cut_off(0.25, 0.75, _LONG_SIDE)
    return Staging(staging.sparse_row(rng, size), look)


def _wide(rng: np.random.Generator, size: int) -> Staging:
    del size
    return Staging(staging.wider_than_seven(rng))


def _early(dominoes: int, rng: np.random.Generator, size: int) -> Staging:
    del size
    return Staging(staging.in_progress(rng, dominoes))


def _small(share: float, rng: np.random.Generator, size: int) -> Staging:
    return Staging(staging.alone(rng, size), staging.from_afar(share, _LONG_SIDE))


def _leaning(low: float, rng: np.random.Generator, size: int) -> Staging:
    look = staging.leaning(low, low + 5.0, _LONG_SIDE)
    return Staging(staging.alone(rng, size), look)


STAGES: dict[str, Stage] = {
    "two kingdoms within 0.3 of a square": _close,
    "the dominoes to draw from at 0.1 to 0.3 of a square": _draw_row,
    "a sparse outer row cut by a quarter to three": _cut_row,
    "wider than seven": _wide,
    **{f"{number} dominoes laid": partial(_early, number) for number in (1, 2, 3)},
    **{
        f"{share:.0%} of the short side": partial(_small, share)
        for share in (0.12, 0.15, 0.2, 0.25, 0.3, 0.4)
    },
    **{f"{low} to {low + 5} degrees": partial(_leaning, float(low)) for low in (50, 55, 60)},
}


def staged(data: Path, models: Models, *, each: int = EACH) -> Json:
    """Measure photos of each stage, of material that the fold's weights have not seen."""
    fold = FULL_FOLD
    stuff = material(data, fold, held_out=True)
    with models.used(fold):
        return {name: _figures(_outcome(stuff, name, each)) for name in STAGES}


def _figures(outcome: Outcome) -> Json:
    n = outcome.kingdoms
    return {
        **outcome.figures(),
        "found": 1.0 - outcome.missed / max(n, 1),
        "found_95": wilson(n - outcome.missed, n),
        "silently_wrong_95": wilson(outcome.silently_wrong, n),
    }


def _outcome(stuff: Material, name: str, each: int) -> Outcome:
    outcome = Outcome()
    for scene in _scenes(stuff, name, each):
        for truth, read, status in read_kingdoms(scene, same_game=True):
            outcome.add(truth.kingdom, read, status)
    return outcome


def _scenes(stuff: Material, name: str, count: int) -> Iterator[Scene]:
    """Photos of 5x5 and 7x7 kingdoms in turn, staged."""
    for number in told(range(count), name, every=10):
        rng = np.random.default_rng([SEED, sum(map(ord, name)), number])
        size = 5 if number % 2 else 7
        recipe = Recipe.random(rng, kingdoms=1, size=size, long_side=_LONG_SIDE, without=_WITHOUT)
        made = compose(rng, stuff, recipe, STAGES[name](rng, size))
        yield looked_at(made, f"{name} {number:03d}")
