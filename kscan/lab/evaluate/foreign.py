"""How often squares that are no kingdom's are taken for one, and called sure."""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kscan.lab.compose import Recipe, compose
from kscan.lab.compose.held_out import material
from kscan.lab.compose.recipe import LOOKALIKES
from kscan.lab.compose.staging import on_foreign_grid
from kscan.lab.evaluate.answers import Json, wilson
from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.progress import told
from kscan.lab.folds import FULL_FOLD
from kscan.lab.painting.foreign_grids import FOREIGN_GRIDS
from kscan.photo.records import Photo
from kscan.pipeline import scan

SEED = 9_700_000  # no limit was chosen by photos of this seed
EACH = 100  # photos of each kind of grid
_LONG_SIDE = 1600


@dataclass(slots=True)
class _Counts:
    photos: int = 0
    found: int = 0
    sure: int = 0

    def figures(self) -> Json:
        return {
            "n": self.photos,
            "found": self.found,
            "sure": self.sure,
            "sure_95": wilson(self.sure, self.photos),
        }


def foreign(data: Path, models: Models, *, each: int = EACH) -> Json:
    """Measure photos of floors, quilts, other games' tiles, pictures and letters."""
    fold = FULL_FOLD
    stuff = material(data, fold, held_out=True)
    every, by_kind = _Counts(), defaultdict[str, _Counts](_Counts)
    with models.used(fold):
        wanted = [(kind, number) for number in range(each) for kind in FOREIGN_GRIDS]
        for kind, number in told(wanted, "photos of foreign grids", every=10):
            rng = np.random.default_rng([SEED, sum(map(ord, kind)), number])
            recipe = Recipe.random(rng, kingdoms=0, long_side=_LONG_SIDE, without=LOOKALIKES)
            made = compose(rng, stuff, recipe, on_foreign_grid(rng, kind))
            read = scan(Photo(f"{kind} {number:03d}", made.pixels))
            statuses = [kingdom.status for kingdom in read.kingdoms]
            for counts in (every, by_kind[kind]):
                counts.photos += 1
                counts.found += bool(statuses)
                counts.sure += "ok" in statuses
    return {**every.figures(), "by_kind": {kind: by_kind[kind].figures() for kind in FOREIGN_GRIDS}}
