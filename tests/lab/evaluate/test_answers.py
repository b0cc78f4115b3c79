"""Figures follow from answers as a person would count them."""

import numpy as np
import pytest

from kscan.evidence import CLASSES, LABELS
from kscan.game.squares import CastleColor, parse_square
from kscan.lab.evaluate.answers import (
    UNKNOWN,
    Answers,
    class_of,
    color_of,
    expected_calibration_error,
    joined,
    wilson,
)


def answers(*said: tuple[str, str, float], group: str = "phone") -> Answers:
    """Answers given as (what it is, what was read, how sure)."""
    probabilities = np.zeros((len(said), len(LABELS)))
    for row, (_, read, sure) in zip(probabilities, said, strict=True):
        row[:] = (1 - sure) / (len(LABELS) - 1)
        row[LABELS.index(read)] = sure
    return Answers(
        names=tuple(f"{i}.jpg" for i in range(len(said))),
        groups=(group,) * len(said),
        truth=np.array([LABELS.index(truth) for truth, _, _ in said], dtype=np.int64),
        probabilities=probabilities,
        crops=np.zeros((len(said), 8, 8, 3), np.uint8),
        colors=np.tile([0.7, 0.1, 0.1, 0.1], (len(said), 1)),
        true_colors=np.full(len(said), UNKNOWN),
    )


def test_a_wrong_crown_count_is_still_the_right_terrain() -> None:
    figures = answers(("W0", "W0", 0.9), ("W0", "W1", 0.9), ("W0", "F0", 0.9)).figures()
    assert figures["n"] == 3
    assert figures["wrong"] == 2
    assert figures["accuracy"] == pytest.approx(1 / 3)
    assert figures["terrain"] == pytest.approx(2 / 3)


def test_confusions_are_counted_and_the_surest_mistake_comes_first() -> None:
    figures = answers(("W0", "C", 0.6), ("W0", "C", 0.9), ("L0", ".", 0.7)).figures()
    assert figures["confusions"][0] == {"is": "W0", "read": "C", "n": 2}
    assert [mistake["square"] for mistake in figures["mistakes"]] == ["1.jpg", "2.jpg", "0.jpg"]


def test_figures_are_split_by_group() -> None:
    both = joined(
        [answers(("W0", "W0", 0.9), group="day"), answers(("W0", "L0", 0.9), group="night")]
    )
    assert both.figures()["groups"] == {
        "day": {"n": 1, "accuracy": 1.0},
        "night": {"n": 1, "accuracy": 0.0},
    }


def test_what_is_said_with_certainty_is_counted_apart() -> None:
    figures = answers(("W0", "W0", 0.999), ("W0", "F0", 0.995), ("W0", "F0", 0.5)).figures()
    assert figures["calibration"]["sure"] == 2
    assert figures["calibration"]["sure_right"] == 0.5


def test_a_reader_who_is_as_right_as_it_says_has_no_calibration_error() -> None:
    right = np.array([True] * 90 + [False] * 10)
    assert expected_calibration_error(right, np.full(100, 0.9)) == pytest.approx(0.0)
    assert expected_calibration_error(right, np.full(100, 0.7)) == pytest.approx(0.2)


def test_bins_are_weighed_by_what_is_in_them() -> None:
    right = np.array([True] * 75 + [False] * 25)
    said = np.array([1.0] * 75 + [0.4] * 25)
    assert expected_calibration_error(right, said) == pytest.approx(0.25 * 0.4)


def test_castle_colours_count_only_where_they_are_known() -> None:
    some = answers(("C", "C", 0.9), ("W0", "W0", 0.9))
    some.true_colors[0] = color_of(parse_square("Cy"))
    assert some.figures()["castle_color"] == {"n": 1, "accuracy": 0.0}


def test_a_castle_is_one_class_whatever_its_colour() -> None:
    assert class_of(parse_square("Cg")) == class_of(parse_square("C")) == CLASSES.index("C")
    assert color_of(parse_square("Cg")) == list(CastleColor).index(CastleColor.GREEN)
    assert color_of(parse_square("C")) == UNKNOWN


def test_nothing_measured_is_no_figure() -> None:
    assert answers().figures() == {"n": 0}


def test_wilsons_interval_holds_the_share_and_narrows_with_more() -> None:
    assert wilson(0, 100) == pytest.approx((0.0, 0.037), abs=1e-3)
    assert wilson(5, 10) == pytest.approx((0.237, 0.763), abs=1e-3)
    low, high = wilson(50, 1000)
    assert low < 0.05 < high
    assert high - low < wilson(5, 100)[1] - wilson(5, 100)[0]
    assert wilson(0, 0) == (0.0, 1.0)
