"""`kscan lab evaluate` prints, keeps and judges what was measured."""

import json
from importlib import import_module
from pathlib import Path
from typing import get_type_hints

import cv2
import pytest
from click.testing import CliRunner, Result

from kscan.cli import main
from kscan.cli.lab.evaluate import DRAWN, PARTS, USUAL
from kscan.lab.evaluate import parts
from kscan.lab.evaluate.answers import Answers

pytestmark = pytest.mark.usefixtures("grey_reader")


def evaluate(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["lab", "evaluate", *map(str, arguments)])


def test_the_command_knows_the_parts_there_are() -> None:
    assert tuple(parts.PARTS) == PARTS
    assert set(USUAL) <= set(PARTS)


def test_the_parts_that_can_be_drawn_are_those_that_answer_square_by_square() -> None:
    assert {name for name in PARTS if answer_of(name) is Answers} == set(DRAWN)


def answer_of(part: str) -> object:
    """Return what the function of this part says that it returns."""
    module, function = parts.PARTS[part][1].split(":")
    measure = getattr(import_module(f"kscan.lab.evaluate.{module}"), function)
    return get_type_hints(measure)["return"]


def test_json_holds_the_figures_and_how_they_were_made(data: Path) -> None:
    result = evaluate(data, "--json", "-q")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert document["squares"]["n"] == 4
    assert document["boards"]["accuracy"] == document["full"]["terrain"] == 1.0
    assert document["made"]["weights"] == "shipped"
    assert not document["made"]["honest"]


def test_people_are_told_that_shipped_weights_saw_the_pictures(data: Path) -> None:
    result = evaluate(data, "boards")
    assert "which were trained on the project's pictures" in result.stdout
    assert "accuracy 1" in result.stdout
    assert result.stderr == "measuring boards\n"


def test_the_worst_are_drawn(data: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "worst.png"
    assert evaluate(data, "boards", "--worst", sheet).exit_code == 0
    assert cv2.imread(str(sheet)).shape == (130, 960, 3)


def test_a_record_keeps_the_parts_of_earlier_runs(data: Path, tmp_path: Path) -> None:
    record = tmp_path / "figures.json"
    evaluate(data, "boards", "--record", record)
    evaluate(data, "full", "--record", record)
    kept = json.loads(record.read_text())
    assert set(kept) == {"boards", "full"}
    assert kept["boards"]["made"]["weights"] == "shipped"


def test_the_gate_stops_figures_that_sank(data: Path, tmp_path: Path) -> None:
    evaluate(data, "boards", "--record", tmp_path / "figures.json")
    gate = tmp_path / "floors.json"
    floors = {"floors": {"boards.accuracy": 1.1}, "held_out": {}, "figures": "figures.json"}
    gate.write_text(json.dumps(floors))
    result = evaluate(data, "boards", "--gate", gate)
    assert result.exit_code == 1
    assert "boards.accuracy is 1.0000, below its floor of 1.1000" in result.stderr
    assert evaluate(data, "boards", "--gate", gate, "--accept-lower").exit_code == 0
    assert evaluate(data, "boards", "--gate", gate).exit_code == 0


def test_what_contradicts_itself_is_refused(data: Path, tmp_path: Path) -> None:
    assert evaluate(data, "--accept-lower").exit_code == 2
    assert evaluate(tmp_path / "none").exit_code == 2
    assert evaluate(data / "full").exit_code == 2


@pytest.fixture
def unmeasured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measuring anything is an error."""

    def measured(*_: object) -> None:
        raise AssertionError("measured before it was checked")

    monkeypatch.setattr(parts, "measured", measured)


@pytest.mark.usefixtures("unmeasured")
def test_the_worst_of_what_has_no_squares_are_refused_at_once(data: Path, tmp_path: Path) -> None:
    result = evaluate(data, "find", "score", "--worst", tmp_path / "worst.png")
    assert result.exit_code == 2
    assert "--worst draws answers for squares" in result.stderr


@pytest.mark.usefixtures("unmeasured")
@pytest.mark.parametrize("content", ["{bad", "[]", "\xff"])
def test_a_file_that_is_no_record_is_refused_at_once(
    data: Path, tmp_path: Path, content: str
) -> None:
    record = tmp_path / "record.json"
    record.write_text(content, encoding="latin-1")
    result = evaluate(data, "boards", "--record", record)
    assert result.exit_code == 2
    assert "record.json: is no record of figures" in result.stderr


@pytest.mark.usefixtures("unmeasured")
@pytest.mark.parametrize("record", ["a" * 300, "squares.csv/below"])
def test_a_record_that_cannot_be_read_is_refused_at_once(data: Path, record: str) -> None:
    result = evaluate(data, "boards", "--record", data / record)
    assert result.exit_code == 2
    assert "cannot be read" in result.stderr


FLOORS: dict[str, object] = {"floors": {}, "held_out": {}, "figures": "figures.json"}


@pytest.mark.usefixtures("unmeasured")
@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({}, "does not hold floors"),
        ([], "does not hold floors"),
        (FLOORS | {"floors": 3}, "does not hold floors"),
        (FLOORS | {"floors": {"boards.accuracy": "high"}}, "does not hold floors"),
        (FLOORS | {"held_out": {"boards.accuracy": 0.9}}, "does not hold floors"),
        (FLOORS | {"held_out": {"boards.terrain": 0.9}}, "boards.terrain: this figure was not"),
        (FLOORS | {"figures": "none.json"}, "none.json: cannot be read"),
        (FLOORS | {"floors": {"find.found": 0.9}}, "find.found: --gate has a floor for this"),
    ],
)
def test_floors_that_cannot_be_judged_by_are_refused_at_once(
    data: Path, tmp_path: Path, content: object, said: str
) -> None:
    (tmp_path / "figures.json").write_text(json.dumps({"boards": {"accuracy": 1.0}}))
    gate = tmp_path / "floors.json"
    gate.write_text(json.dumps(content))
    result = evaluate(data, "boards", "--gate", gate)
    assert result.exit_code == 2
    assert said in result.stderr


def test_the_gate_may_count_on_the_record_of_the_same_run(data: Path, tmp_path: Path) -> None:
    gate = tmp_path / "floors.json"
    gate.write_text(json.dumps(FLOORS | {"held_out": {"boards.accuracy": 1.0}}))
    record = tmp_path / "figures.json"
    assert evaluate(data, "boards", "--record", record, "--gate", gate).exit_code == 0
