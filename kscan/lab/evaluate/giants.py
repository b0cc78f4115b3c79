"""Squares of Age of Giants: wheat, forest and lake with two crowns, read by its kinds of square."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from kscan.game.kingdom import Kingdom
from kscan.game.squares import KINDS, parse_square
from kscan.lab.compose import giants as crowned
from kscan.lab.evaluate.answers import Answers, Json
from kscan.lab.evaluate.crowns import EDITIONS, SIDE
from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.squares import Case, grid_of_frame, read_cases, square_cases
from kscan.lab.folds import FOLDS
from kscan.lab.painting.style import Style
from kscan.lab.painting.tiles import paint_square
from kscan.photo.records import Photo

SEED = 20_000_007  # no training paints with it
NEW = tuple(map(parse_square, crowned.MORE.values()))
BOX = (*KINDS, *NEW)


def giants(data: Path, models: Models) -> Json:
    """Measure squares with a second crown, and those with one, by the expansion's kinds.

    Photographed wheat is missing: its own crown is too pale to be found and laid once more.
    """
    cases = list(_photographed(data))
    two = read_cases(cases, models, kinds=BOX)
    singles = [case for case in square_cases(data) if str(case.kingdom[0, 0]) in crowned.MORE]
    return {
        "photographed": _figures(two),
        "with_one_crown": _figures(read_cases(singles, models, kinds=BOX)),
        "painted": _figures(read_cases(_painted(), models, kinds=BOX)),
    }


def _figures(answers: Answers) -> Json:
    figures = answers.figures()
    return {name: figures[name] for name in ("n", "accuracy", "terrain", "wrong", "confusions")}


def _photographed(data: Path) -> Iterator[Case]:
    """Phone squares, of sessions that a fold left out, with their crown laid in once more."""
    crown = crowned.printed_crown(data / "art")
    for case in square_cases(data):
        more = crowned.MORE.get(str(case.kingdom[0, 0]))
        pixels = more and crowned.photo_with_second_crown(case.photo.pixels, crown)
        if more and pixels is not None:
            photo = Photo(case.name, np.ascontiguousarray(pixels))
            kingdom = Kingdom(((parse_square(more),),))
            yield replace(case, photo=photo, grid=grid_of_frame(photo, 1, 1), kingdom=kingdom)


def _painted() -> Iterator[Case]:
    """Yield the new kinds in many styles of drawing."""
    rng = np.random.default_rng(SEED)
    for edition in range(EDITIONS):
        style = Style.random(rng)
        for kind in NEW:
            photo = Photo(f"{kind} {edition}", paint_square(str(kind), style, rng, SIDE))
            grid, name = grid_of_frame(photo, 1, 1), f"edition {edition}"
            fold = FOLDS[edition % len(FOLDS)]
            yield Case(photo.name, photo, grid, Kingdom(((kind,),)), "painted", name, fold)
