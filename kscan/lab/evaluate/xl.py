"""Games of two boxes, three and four kingdoms of 7 x 7, beside the base box's of 5 x 5."""

from dataclasses import replace
from pathlib import Path
from time import process_time

import numpy as np

from kscan.game.box import BASE, Box
from kscan.game.boxes import XL
from kscan.game.legality import BY_THE_BOX
from kscan.game.rules import Rules
from kscan.infer.records import CONTRADICTED
from kscan.lab.compose import Material
from kscan.lab.compose.held_out import material
from kscan.lab.evaluate.answers import Json, wilson
from kscan.lab.evaluate.composed import Outcome, read_kingdoms
from kscan.lab.evaluate.expansion import codes, recipes, scene_of
from kscan.lab.evaluate.models import Models
from kscan.lab.folds import FULL_FOLD
from kscan.pipeline import score_game

GAMES = 20  # photos of three kingdoms, and as many of four
_LARGE = 1600  # pixels of a photo's long side: else a square of four 7 x 7 has too few
_SHORTAGE = BY_THE_BOX | CONTRADICTED


def xl(data: Path, models: Models) -> Json:
    """Measure games of two boxes, of material that the fold's weights have not seen."""
    stuff = material(data, FULL_FOLD, held_out=True)
    with models.used(FULL_FOLD):
        return two_boxes(stuff, GAMES)


def two_boxes(stuff: Material, count: int) -> Json:
    """Games of three and four 7 x 7 kingdoms of two boxes, and base games of 5 x 5."""
    return {
        f"{players} kingdoms": {
            "xl": _games(stuff, count, players, XL, 7),
            "base": _games(stuff, count, players, BASE, 5),
        }
        for players in (3, 4)
    }


def _games(stuff: Material, count: int, players: int, box: Box, size: int) -> Json:
    """Read whole games: totals, shortages that are none, and the seconds of inference."""
    outcome, seconds = Outcome(), list[float]()
    short = right = squares = 0
    for recipe, number in recipes(count, players, size, long_side=_LARGE):
        scene = scene_of(stuff, replace(recipe, box=box), players, number)
        if scene.sight is None:
            continue
        began = process_time()
        (scan,) = score_game([scene.sight], Rules(box=box))
        seconds.append(process_time() - began)
        squares += sum(len(truth.kingdom.covered) for truth in scene.truths)
        game = Outcome()
        for truth, read, status in read_kingdoms(scene, same_game=True, rules=Rules(box=box)):
            for each in (outcome, game):
                each.add(truth.kingdom, read, status)
        lacking = not codes(scan).isdisjoint(_SHORTAGE)
        short += lacking
        right += lacking and game.squares_right == game.kingdoms
    return {
        **outcome.figures(),
        "totals_95": wilson(outcome.totals_right, outcome.kingdoms),
        "games": len(seconds),
        "false_shortages": short,
        "false_shortages_95": wilson(short, len(seconds)),
        "false_shortages_of_right_readings": right,
        "seconds": {
            "median": float(np.median(seconds or [0.0])),
            "longest": max(seconds, default=0.0),
            "a_square": sum(seconds) / max(squares, 1),
        },
    }
