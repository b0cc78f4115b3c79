"""Evidence for tests: sure of a kingdom, but where a test says otherwise."""

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from kscan.evidence import CLASSES, Evidence, widened
from kscan.game.kingdom import Kingdom
from kscan.game.squares import CastleColor

Views = Mapping[tuple[int, int], Mapping[str, float]]
See = Callable[..., Evidence]


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
    return Evidence(widened(probabilities), colors)
