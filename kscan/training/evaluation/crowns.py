"""Whether crowns are seen: on drawings made here, whose crowns have nothing to do with the art."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from kscan.game.kingdom import Kingdom
from kscan.game.squares import KINDS
from kscan.training.evaluation.answers import Json
from kscan.training.evaluation.models import Models
from kscan.training.evaluation.squares import Case, lattice_of_frame, read_cases
from kscan.training.folds import FOLDS
from kscan.training.painting.style import Style
from kscan.training.painting.tiles import paint_square
from kscan.vision.records import Photo

SEED = 20_000_003  # no training paints with it
EDITIONS = 60  # styles, each with every kind of square once
SIDE = 96
_CROWNS = np.array([*(kind.crowns for kind in KINDS), 0, 0])  # along CLASSES


def crowns(_: Path, models: Models) -> Json:
    """How many drawings are read with the right number of crowns, and as the right kind."""
    answers = read_cases(painted(), models)
    figures = answers.figures()
    counted = _CROWNS[answers.read] == _CROWNS[answers.truth]
    return {"n": figures["n"], "crowns": float(counted.mean()), **figures}


def painted() -> Iterator[Case]:
    """Every kind of square, in many styles of drawing."""
    rng = np.random.default_rng(SEED)
    for edition in range(EDITIONS):
        style = Style.random(rng)
        for kind in KINDS:
            photo = Photo(f"{kind} {edition}", paint_square(str(kind), style, rng, SIDE))
            lattice = lattice_of_frame(photo, 1, 1)
            edition_name = f"edition {edition}"
            # No fold has seen any: each edition is read by another one's weights.
            fold = FOLDS[edition % len(FOLDS)]
            yield Case(
                photo.name, photo, lattice, Kingdom(((kind,),)), "painted", edition_name, fold
            )
