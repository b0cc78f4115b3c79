"""How often a castle's colour, the name of its player, is right, asked, or wrong."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kscan.game.kingdom import Kingdom
from kscan.game.squares import CastleColor
from kscan.lab.compose import Hazard, Material, Recipe, compose
from kscan.lab.compose.held_out import material
from kscan.lab.evaluate.answers import Json, wilson
from kscan.lab.evaluate.composed import ELSEWHERE, Scene, looked_at, read_kingdoms
from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.progress import told
from kscan.lab.folds import FULL_FOLD

SEED = 9_100_000  # no limit was chosen by photos of this seed
EACH = 300  # photos with a bare start tile, and with a castle on it


@dataclass(slots=True)
class Names:
    """Colours of castles, compared with the true ones."""

    kingdoms: int = 0
    right: int = 0
    asked: int = 0

    def add(self, truth: CastleColor | None, read: CastleColor | None) -> None:
        """Count one castle; None where no colour is named."""
        self.kingdoms += 1
        self.right += read is truth
        self.asked += read is None

    def figures(self) -> Json:
        """Return the shares, with the interval of what is wrong."""
        wrong = self.kingdoms - self.right - self.asked
        return {
            "n": self.kingdoms,
            "right": self.right / max(self.kingdoms, 1),
            "asked": self.asked / max(self.kingdoms, 1),
            "wrong": wrong,
            "wrong_95": wilson(wrong, self.kingdoms),
        }


def castles(data: Path, models: Models, *, each: int = EACH) -> Json:
    """Measure the colours named on photos of one kingdom, its castle bare and standing."""
    fold = FULL_FOLD
    stuff = material(data, fold, held_out=True)
    every, by_sort = Names(), defaultdict[str, Names](Names)
    with models.used(fold):
        for scene in _scenes(stuff, each):
            standing = Hazard.CASTLE.value in scene.hazards
            sort = f"{scene.tiles}, {'a castle on it' if standing else 'bare'}"
            for truth, read, _ in read_kingdoms(scene, same_game=True):
                if read is None:
                    continue
                shown = color_of(truth.kingdom), color_of(read.reading.kingdom)
                every.add(*shown)
                by_sort[sort].add(*shown)
    sorts = {sort: by_sort[sort].figures() for sort in sorted(by_sort)}
    return {**every.figures(), "by_sort": sorts}


def color_of(kingdom: Kingdom) -> CastleColor | None:
    """Return the colour of a kingdom's castle, if it is known."""
    return next((s.color for row in kingdom.squares for s in row if s.castle), None)


def _scenes(stuff: Material, each: int) -> Iterator[Scene]:
    """Photos in turn of a bare start tile and of one with a castle, of any light."""
    for number in told(range(2 * each), "photos of castles", every=10):
        rng = np.random.default_rng([SEED, number])
        force, without = ([Hazard.CASTLE], ()) if number % 2 else ([], (Hazard.CASTLE,))
        recipe = Recipe.random(rng, kingdoms=1, force=force, without=(*ELSEWHERE, *without))
        made = compose(rng, stuff, recipe)
        if any(kingdom.partly_outside for kingdom in made.kingdoms):
            continue
        yield looked_at(made, f"{number:04d}")
