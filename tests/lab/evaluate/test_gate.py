"""The gate lets nothing sink unsaid, and trusts no record of other weights or data."""

import json
from pathlib import Path
from typing import Any

import pytest

from kscan.errors import UsageError
from kscan.lab.evaluate.gate import Gate, figure, open_gate, write_floors
from kscan.lab.evaluate.report import Report

SHIPPED = {"reader.onnx": "abc"}


def report(accuracy: float, **made: Any) -> Report:
    """Return a report of one figure."""
    now = {"shipped": SHIPPED, "data": "d1", "note": "", **made}
    return Report(now, {"boards": {"n": 1000, "accuracy": accuracy}})


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    """Floors of 0.99 for what ships and 0.98 for what was held out, recorded at 0.985."""
    record = {
        "boards": {"n": 1000, "accuracy": 0.985, "made": {"shipped": SHIPPED, "data": "d1"}},
    }
    (tmp_path / "figures.json").write_text(json.dumps(record))
    floors = {
        "floors": {"boards.accuracy": 0.99},
        "held_out": {"boards.accuracy": 0.98},
        "figures": "figures.json",
    }
    (tmp_path / "floors.json").write_text(json.dumps(floors))
    return open_gate(tmp_path / "floors.json")


def test_figures_on_or_above_their_floors_pass(gate: Gate) -> None:
    assert list(gate.complaints(report(0.99))) == []


def test_a_figure_that_sank_is_named(gate: Gate) -> None:
    (complaint,) = gate.complaints(report(0.9899))
    assert complaint == "boards.accuracy is 0.9899, below its floor of 0.9900"


def test_a_held_out_figure_that_sank_is_named(gate: Gate) -> None:
    gate.content["held_out"]["boards.accuracy"] = 0.99
    (complaint,) = gate.complaints(report(0.99))
    assert complaint.startswith("held out: boards.accuracy is 0.9850")


def test_new_weights_need_new_folds(gate: Gate) -> None:
    (complaint,) = gate.complaints(report(0.99, shipped={"reader.onnx": "xyz"}))
    assert "other weights than those that ship" in complaint


def test_other_data_needs_new_figures(gate: Gate) -> None:
    (complaint,) = gate.complaints(report(0.99, data="d2"))
    assert "other data than this" in complaint


def test_floors_sink_only_when_they_are_written(gate: Gate) -> None:
    before = gate.file.read_text()
    assert list(gate.complaints(report(0.95)))
    assert gate.file.read_text() == before
    write_floors(gate, report(0.95))
    assert list(open_gate(gate.file).complaints(report(0.95))) == []


def test_a_floor_leaves_two_squares_to_other_builds(gate: Gate) -> None:
    write_floors(gate, report(0.95))
    again = open_gate(gate.file)
    assert list(again.complaints(report(0.948))) == []
    assert list(again.complaints(report(0.947)))


def test_the_count_nearest_to_a_figure_gives_its_slack(gate: Gate) -> None:
    gate.content["floors"] = {"score.full.totals": 1.0}
    found = {"n": 99, "full": {"n": 4, "totals": 1.0}}
    write_floors(gate, Report(report(1.0).made, {"score": found}))
    assert open_gate(gate.file).content["floors"] == {"score.full.totals": 0.5}


def test_a_figure_that_was_not_measured_is_named() -> None:
    with pytest.raises(UsageError, match=r"find\.found: this figure was not measured"):
        figure({"boards": {"accuracy": 1.0}}, "find.found")


def test_what_is_no_number_has_no_floor() -> None:
    for name in ("squares.castle_color.accuracy", "squares.castle_color"):
        with pytest.raises(UsageError, match="no figure that could have a floor"):
            figure({"squares": {"castle_color": {"accuracy": None}}}, name)


def test_a_missing_or_broken_file_of_floors_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        open_gate(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(UsageError, match="is not JSON"):
        open_gate(tmp_path / "bad.json")
