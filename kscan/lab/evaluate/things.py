"""How often a thing on the tiles makes a wrong total that is called sure, kind by kind of thing."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from kscan.lab.compose import Hazard, Material, Recipe, compose
from kscan.lab.compose.held_out import material
from kscan.lab.compose.recipe import COVERING, NEVER_LEARNT
from kscan.lab.evaluate.answers import Json, wilson
from kscan.lab.evaluate.composed import ELSEWHERE, Outcome, Scene, looked_at, read_kingdoms
from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.progress import told
from kscan.lab.folds import FULL_FOLD

SEED = 7_300_000  # nothing is fitted to photos of this seed, and no limit chosen by them
EACH = 30  # photos of each kind of thing
LIGHTS = 60  # photos of each kind of light
_LIGHTS = (Hazard.SKY, Hazard.LAMP)
_HIDDEN = 0.6  # of a square: from here on a thing lies over it


def things(data: Path, models: Models, *, each: int = EACH, lights: int = LIGHTS) -> Json:
    """Measure photos with things on the kingdoms, and with coloured light and reflections."""
    fold = FULL_FOLD
    stuff = material(data, fold, held_out=True)
    with models.used(fold):
        kinds = sorted(COVERING, key=lambda hazard: hazard.value)
        return {
            "things": _measured(stuff, [(kind, each) for kind in kinds]),
            "lights": _measured(stuff, [(kind, lights) for kind in _LIGHTS]),
        }


def _measured(stuff: Material, kinds: list[tuple[Hazard, int]]) -> Json:
    """Return the figures over all photos, by kind, and over kinds that no training shows."""
    every, unlearnt, whole = Outcome(), Outcome(), Outcome()
    by_kind: defaultdict[str, Outcome] = defaultdict(Outcome)
    for kind, scene in _scenes(stuff, kinds):
        for truth, read, status in read_kingdoms(scene, same_game=True):
            over_squares = bool((truth.covered[1:-1, 1:-1] >= _HIDDEN).any())
            for outcome, counts in (
                (every, True),
                (by_kind[kind.value], True),
                (unlearnt, kind in NEVER_LEARNT),
                (whole, over_squares),
            ):
                if counts:
                    outcome.add(truth.kingdom, read, status)
    return {
        **figures(every),
        "over_squares": figures(whole),
        "never_learnt": figures(unlearnt),
        "by_kind": {name: figures(by_kind[name]) for name in sorted(by_kind)},
    }


def figures(outcome: Outcome) -> Json:
    """Return an outcome's shares, with the interval of what was wrong and called sure."""
    return {
        **outcome.figures(),
        "silently_wrong_95": wilson(outcome.silently_wrong, outcome.kingdoms),
    }


def _scenes(stuff: Material, kinds: list[tuple[Hazard, int]]) -> Iterator[tuple[Hazard, Scene]]:
    """Photos of 5x5 and 7x7 kingdoms in turn, each with the thing that it is composed for."""
    wanted = [(kind, number) for kind, count in kinds for number in range(count)]
    for kind, number in told(wanted, "photos with things", every=10):
        rng = np.random.default_rng([SEED, sum(map(ord, kind.value)), number])
        size = 5 if number % 2 else 7
        recipe = Recipe.random(rng, kingdoms=1, size=size, force=[kind], without=ELSEWHERE)
        made = compose(rng, stuff, recipe)
        if any(kingdom.partly_outside for kingdom in made.kingdoms):
            continue
        yield kind, looked_at(made, f"{kind.value} {number:03d}")
