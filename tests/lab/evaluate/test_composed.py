"""Kingdoms of composed photos, counted by whether all of them can be seen."""

from dataclasses import replace

import numpy as np

from kscan.game.squares import CastleColor
from kscan.lab.compose.play import play
from kscan.lab.compose.truth import ComposedKingdom
from kscan.lab.evaluate.composed import Outcomes


def seen_whole() -> ComposedKingdom:
    kingdom = play(np.random.default_rng(0), 5, (CastleColor.BLUE,))[0].kingdom
    shape = (kingdom.rows, kingdom.cols)
    squares = np.zeros((*shape, 4, 2))
    return ComposedKingdom(
        kingdom,
        np.eye(3),
        squares,
        np.ones(shape),
        np.ones(shape),
        (),
        np.zeros((shape[0] + 2, shape[1] + 2)),
    )


def test_kingdoms_with_a_hidden_square_are_counted_apart() -> None:
    clear = seen_whole()
    drowned = clear.visible.copy()
    drowned[clear.kingdom.castles[0]] = 0.1
    outcomes = Outcomes()
    for truth in (clear, clear, replace(clear, visible=drowned)):
        outcomes.add(truth, None, "failed")
    figures = outcomes.figures()
    assert (figures["n"], figures["clear"]["n"], figures["hidden"]["n"]) == (3, 2, 1)
    assert (figures["missed"], figures["check"], figures["wrong_of_ok"]) == (3, 1.0, 0.0)


def test_a_kingdom_that_is_missed_on_a_photo_called_ok_is_a_silent_mistake() -> None:
    outcomes = Outcomes()
    for status in ("ok", "check", "failed"):
        outcomes.add(seen_whole(), None, status)
    figures = outcomes.figures()
    assert (figures["missed"], figures["silently_wrong"]) == (3, 1)
    assert figures["check"] == 2 / 3
