"""The README's figures are those of the recorded reports, and the reports are those that ship."""

import json
import re
from pathlib import Path

import pytest

from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.parts import weights_under
from kscan.lab.readme import (
    ACCURACY,
    README,
    SPEED,
    accuracy_lines,
    renewed,
    whole_photo_lines,
    with_samples,
)


def recorded(file: Path) -> dict[str, dict[str, object]]:
    if not file.exists():
        pytest.skip(f"{file.name} has not been recorded")
    content: dict[str, dict[str, object]] = json.loads(file.read_text(encoding="utf-8"))
    return content


def test_the_readme_says_what_was_measured() -> None:
    readme = README.read_text(encoding="utf-8")
    assert readme == renewed(readme, recorded(ACCURACY), recorded(SPEED)), (
        "python -m kscan.lab.readme"
    )


def test_the_readme_shows_the_samples_as_they_are_scored() -> None:
    readme = README.read_text(encoding="utf-8")
    shown, scored = map(_without_odds, (readme, with_samples(readme)))
    assert shown == scored, "python -m kscan.lab.readme"


def test_the_figures_are_those_of_the_weights_that_ship() -> None:
    for part, figures in recorded(ACCURACY).items():
        measured: dict[str, str] = figures["made"]["shipped"]  # type: ignore[index]
        assert weights_under(part, measured) == weights_under(part, Models().hashes()), part


def test_figures_come_from_weights_that_had_not_seen_the_pictures() -> None:
    for part, figures in recorded(ACCURACY).items():
        assert figures["made"]["honest"], part  # type: ignore[index]


def test_a_part_that_was_not_measured_has_no_line() -> None:
    group = {"n": 10, "accuracy": 0.9}
    calibration = {"sure": 9, "sure_right": 1.0, "expected_error": 0.01}
    squares = {"n": 10, "accuracy": 0.9, "terrain": 1.0, "groups": {"day": group}}
    squares |= {"calibration": calibration, "made": {"date": "today", "commit": "abc"}}
    lines = list(accuracy_lines({"squares": squares}))
    assert sum(line.startswith("| ") for line in lines) == 2
    assert "| 10 squares | 90.00 % | 100.00 % |" in lines[2]


def test_whole_photos_are_told_with_what_nobody_was_warned_of() -> None:
    one = {"n": 40, "totals": 0.95, "check": 0.1, "silently_wrong": 2}
    tiles = ("photographed tiles", "scanned tiles", "painted tiles")
    sorts = {f"{each}, no hand": {**one, "clear": one} for each in tiles} | {"a hand over it": one}
    composed = {"single": {"by_sort": sorts}, "games": {"together": one}}
    made = {"date": "today", "commit": "abc"}
    lines = list(whole_photo_lines({"composed": composed, "made": made}))
    assert [line for line in lines if "| 40 | 95.00 % | 10.00 % | 2 |" in line] == lines[2:9]
    assert "Measured on today at commit abc." in lines[10]


def _without_odds(text: str) -> str:
    """Remove probabilities: another processor or OpenCV rounds them differently."""
    return re.sub(r"(?:[<>] )?[\d.]+ %", "so many %", text)
