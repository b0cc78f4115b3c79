"""Eyes that are told what they see, and `kscan score` as a test calls it."""

import json
from importlib.resources import files
from pathlib import Path

import jsonschema
import numpy as np
from click.testing import CliRunner, Result

from kscan.cli import main
from kscan.evidence import CLASSES, Evidence, widened
from kscan.find.grid import Grid
from kscan.game.kingdom import Kingdom, parse_kingdom
from kscan.game.squares import CastleColor
from kscan.lab.evaluate.answers import class_of

HAMLET = parse_kingdom("""
L1 F0 F0 L1 W0
P0 P0 F0 W0 W0
P0 F0 Cy M2 F1
""")
SIDE = 20  # pixels of a square on the test's photos


def sure_of(kingdom: Kingdom, doubtful: bool) -> Evidence:
    """Evidence of this kingdom; where doubtful, F1 in the corner may be W0."""
    probabilities = np.full((kingdom.rows, kingdom.cols, len(CLASSES)), 1e-5)
    colors = np.full((kingdom.rows, kingdom.cols, 4), 0.02)
    for cell in kingdom.cells():
        probabilities[cell][class_of(kingdom[cell])] = 1.0
        if color := kingdom[cell].color:
            colors[cell][list(CastleColor).index(color)] = 0.94
    if doubtful:
        probabilities[0, 4] = 1e-5
        probabilities[0, 4, [CLASSES.index("F1"), CLASSES.index("W0")]] = 0.6, 0.4
    return Evidence(widened(probabilities / probabilities.sum(2, keepdims=True)), colors)


def lying_at(x: float, kingdom: Kingdom) -> Grid:
    homography = np.array([[SIDE, 0.0, x], [0.0, SIDE, 10.0], [0.0, 0.0, 1.0]])
    return Grid(homography, np.full((kingdom.rows, kingdom.cols), 0.99), 0.9)


def run(*arguments: str | Path, standard_input: bytes | None = None) -> Result:
    given = ["score", *map(str, arguments), "--lang", "en"]
    return CliRunner().invoke(main, given, input=standard_input)


def document(*arguments: str | Path, standard_input: bytes | None = None) -> dict:
    found = json.loads(run(*arguments, "--json", standard_input=standard_input).stdout)
    schema = json.loads(files("kscan.report").joinpath("schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(found)
    return found
