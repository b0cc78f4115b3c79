"""Readings counted beside the truth, and what the box is worth against noise."""

from dataclasses import replace

import numpy as np
import pytest

from kscan.game.kingdom import Kingdom, parse_kingdom
from kscan.game.scoring import score
from kscan.infer import infer_kingdoms
from kscan.lab.evaluate.noise import by_noise
from kscan.lab.evaluate.standin import evidence_of
from kscan.lab.evaluate.tally import Tally


def test_a_perfect_reading_is_right_in_every_way(village: Kingdom) -> None:
    evidence = evidence_of(village, np.random.default_rng(2), 1e-6)
    tally = Tally()
    tally.seconds.append(0.02)
    tally.add(village, evidence, infer_kingdoms([evidence])[0])
    figures = tally.figures()
    for name in ("squares", "totals", "kingdoms", "castle_color", "squares_without_box"):
        assert figures[name] == 1.0, name
    assert (figures["check"], figures["silently_wrong"]) == (0.0, 0)
    assert figures["milliseconds"]["median"] == pytest.approx(20)


def test_a_wrong_total_that_is_called_sure_is_counted_as_such(village: Kingdom) -> None:
    evidence = evidence_of(village, np.random.default_rng(1), 1e-6)
    reading = infer_kingdoms([evidence])[0]
    tally = Tally(seconds=[0.0])
    tally.add_reading(village, replace(reading, total=score(village).total + 1), "ok")
    tally.add_reading(village, replace(reading, total=score(village).total + 1), "check")
    figures = tally.figures()
    assert (figures["n"], figures["totals"], figures["silently_wrong"]) == (2, 0.0, 1)
    assert figures["check"] == 0.5


def test_a_reading_is_compared_where_it_lies_in_its_window() -> None:
    window = parse_kingdom("""
    .  .  .  .
    W0 W0 Cg .
    .  .  .  .
    """)
    evidence = evidence_of(window, np.random.default_rng(4), 1e-6)
    tally = Tally(seconds=[0.0])
    tally.add(window, evidence, infer_kingdoms([evidence])[0])
    assert tally.figures()["squares"] == 1.0


def test_nothing_counted_is_no_figure() -> None:
    assert Tally().figures() == {"n": 0}


def test_the_box_mends_what_noise_breaks() -> None:
    figures = by_noise(2, errors=(0.0001, 0.03), players=2)
    clean, noisy = figures["0.0001"], figures["0.03"]
    assert clean["alone"]["n"] == clean["together"]["n"] == 4
    assert clean["alone"]["totals"] == 1.0
    for way in ("alone", "together"):
        assert noisy[way]["squares"] >= noisy[way]["squares_without_box"]
