"""`kscan batch` where nothing is new: the same words and exit code, at once."""

import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kscan.cli import main
from kscan.tournament import batch


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "round-1" / "table-1").mkdir(parents=True)
    (tmp_path / "round-1" / "table-1" / "anna.txt").write_text("total 57")
    (tmp_path / "round-1" / "table-1" / "ben.txt").write_text("W0 W1 Cb")
    return tmp_path


def run(folder: Path, *more: str) -> Result:
    done = CliRunner().invoke(main, ["batch", str(folder), *more])
    assert done.exit_code == 0, done.output
    return done


def test_a_second_run_says_the_same_and_reads_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run(folder)

    def refuse(*_: object) -> None:
        raise AssertionError("nothing is new")

    monkeypatch.setattr(batch, "run", refuse)
    assert run(folder).stdout == first.stdout
    assert run(folder, "-q").output == ""


def test_a_change_is_found_and_counted(folder: Path) -> None:
    run(folder)
    time.sleep(0.01)
    (folder / "round-1" / "table-1" / "ben.txt").write_text("total 60")
    run(folder)
    standings = (folder / "results" / "standings.csv").read_text().splitlines()
    assert standings[1].startswith("1,ben,60")


@pytest.mark.parametrize("lost", ["index.html", "standings.json"])
def test_results_that_were_lost_are_made_again(folder: Path, lost: str) -> None:
    run(folder)
    (folder / "results" / lost).unlink()
    run(folder)
    assert (folder / "results" / lost).is_file()


def test_an_empty_folder_is_refused_with_what_to_do(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["batch", str(tmp_path)])
    assert done.exit_code == 2
    assert "no photos here; put them into folders such as" in done.output


def test_rules_that_differ_are_refused_unless_they_are_changed(folder: Path) -> None:
    run(folder, "--rules", "family")
    refused = CliRunner().invoke(main, ["batch", str(folder), "--variant", "none"])
    assert refused.exit_code == 2
    assert "add --change" in refused.output
    run(folder, "--variant", "none", "--change")
    assert "no variants" in run(folder).stdout


@pytest.mark.parametrize(("ties", "first"), [("largest,", 2), ("buchholz, total", 0)])
def test_tie_breaks_are_given_in_deciding_order(folder: Path, ties: str, first: int) -> None:
    done = CliRunner().invoke(
        main, ["batch", str(folder), "--rank-by", "WINS", "--ties", ties, "--change"]
    )
    assert done.exit_code == first
    if not first:
        head = (folder / "results" / "standings.csv").read_text().splitlines()[0]
        assert head.startswith("place,player,won,buchholz,total,")
