"""Whether crowns are seen: on drawings made here, whose crowns have nothing to do with the art."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from kscan.evidence import LABELS
from kscan.game.kingdom import Kingdom
from kscan.game.squares import KINDS
from kscan.lab.evaluate.answers import Json
from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.squares import Case, grid_of_frame, read_cases
from kscan.lab.folds import FOLDS
from kscan.lab.painting.style import Style
from kscan.lab.painting.tiles import paint_square
from kscan.photo.records import Photo

SEED = 20_000_003  # no training paints with it
EDITIONS = 60  # styles, each with every kind of square once
SIDE = 96
_CROWNS = np.array([int(name[1:] or 0) for name in LABELS])


def crowns(_: Path, models: Models) -> Json:
    """Measure the drawings read right, by crowns and kind."""
    answers = read_cases(painted(), models)
    figures = answers.figures()
    counted = _CROWNS[answers.read] == _CROWNS[answers.truth]
    return {"n": figures["n"], "crowns": float(counted.mean()), **figures}


def painted() -> Iterator[Case]:
    """Yield every kind of square, in many styles of drawing."""
    rng = np.random.default_rng(SEED)
    for edition in range(EDITIONS):
        style = Style.random(rng)
        for kind in KINDS:
            photo = Photo(f"{kind} {edition}", paint_square(str(kind), style, rng, SIDE))
            grid = grid_of_frame(photo, 1, 1)
            edition_name = f"edition {edition}"
            # No fold has seen any: each edition is read by another one's weights.
            fold = FOLDS[edition % len(FOLDS)]
            yield Case(photo.name, photo, grid, Kingdom(((kind,),)), "painted", edition_name, fold)
