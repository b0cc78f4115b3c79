"""`kscan lab compose`: a folder of photos that goes on where it stopped."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from kscan.cli.lab.compose import command as main
from kscan.lab.compose.album import TRUTH


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in (*arguments, "--width", "300")])


def test_a_second_run_composes_what_is_missing(tmp_path: Path) -> None:
    assert run(tmp_path, "--count", "1", "--kingdoms", "1").exit_code == 0
    second = run(tmp_path, "--count", "2", "--kingdoms", "1")
    assert "1 photos composed, 1 were there" in second.stderr
    lines = [json.loads(line) for line in (tmp_path / TRUTH).read_text().splitlines()]
    assert [line["number"] for line in lines] == [0, 1]
    assert all((tmp_path / line["photo"]).exists() for line in lines)
    assert all(max(line["width"], line["height"]) == 300 for line in lines)


def test_a_difficulty_can_be_asked_for(tmp_path: Path) -> None:
    assert run(tmp_path, "--count", "1", "--force", "hand").exit_code == 0
    assert "hand" in json.loads((tmp_path / TRUTH).read_text())["hazards"]


def test_a_folder_of_another_order_is_left_alone(tmp_path: Path) -> None:
    run(tmp_path, "--count", "1", "--kingdoms", "0")
    before = (tmp_path / TRUTH).read_text()
    other = run(tmp_path, "--count", "1", "--kingdoms", "0", "--seed", "9")
    assert other.exit_code == 2
    assert "choose another folder" in other.stderr
    assert (tmp_path / TRUTH).read_text() == before


def test_held_out_belongs_to_a_fold(tmp_path: Path) -> None:
    assert run(tmp_path, "--held-out").exit_code == 2
