"""`kscan evaluate` prints, keeps and judges what was measured."""

import json
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result

from kscan.cli import main
from kscan.cli.evaluate import PARTS, USUAL
from kscan.training.evaluation import parts

pytestmark = pytest.mark.usefixtures("grey_reader")


def evaluate(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["evaluate", *map(str, arguments)])


def test_the_command_knows_the_parts_there_are() -> None:
    assert tuple(parts.PARTS) == PARTS
    assert set(USUAL) <= set(PARTS)


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
