"""Evidence for tests: sure of a kingdom, but where a test says otherwise."""

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from kscan.game.kingdom import Kingdom, parse_kingdom
from kscan.game.squares import CastleColor
from kscan.vision.records import CLASSES, Evidence

Views = Mapping[tuple[int, int], Mapping[str, float]]
See = Callable[..., Evidence]

VILLAGE = """
M2 W0 S0 W0 F1
S0 S1 S2 W0 W0
P0 F0 P0 W0 M3
P0 P2 L0 Cp W0
S1 W0 L0 L0 L0
"""


@pytest.fixture
def village() -> Kingdom:
    """A 5 x 5 kingdom of the box, its castle in the middle."""
    return parse_kingdom(VILLAGE)


@pytest.fixture
def see() -> See:
    """`see(kingdom, views)`: evidence that is sure of `kingdom` but for the views of fields."""
    return _see


def _see(kingdom: Kingdom, views: Views | None = None, sure: float = 0.999) -> Evidence:
    shape = (kingdom.rows, kingdom.cols)
    probabilities = np.full((*shape, len(CLASSES)), (1.0 - sure) / (len(CLASSES) - 1))
    colors = np.full((*shape, 4), 0.02)
    for cell in kingdom.cells():
        square = kingdom[cell]
        label = "C" if square.castle else str(square)
        probabilities[cell][CLASSES.index(label)] = sure
        if square.color:
            colors[cell][list(CastleColor).index(square.color)] = 0.94
    for cell, view in (views or {}).items():
        rest = (1.0 - sum(view.values())) / (len(CLASSES) - len(view))
        probabilities[cell] = rest
        for label, share in view.items():
            probabilities[cell][CLASSES.index(label)] = share
    return Evidence(probabilities, colors)
