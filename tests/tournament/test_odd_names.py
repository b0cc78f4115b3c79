"""Names that few systems make: whatever they are, a batch has its rows, its tables and its page."""

import csv
import io
import os
from pathlib import Path

import playthings
import pytest

from kscan.locale import words
from kscan.pipeline import solve
from kscan.tournament import batch, results_folder
from kscan.tournament.report.progress import Quiet
from kscan.tournament.report.publish import About, publish
from kscan.tournament.standings import standings

KINGDOM = playthings.photo("W0 W0 Cg")


def results(folder: Path, out: Path) -> list[dict[str, str]]:
    """Return the rows of results.csv, after everything was written."""
    request = batch.Request(folder, out)
    stages = batch.Stages(playthings.read, solve, "1")
    results_folder.claim(out, folder)
    done = batch.run(request, stages, playthings.here(), Quiet())
    publish(done, standings(done.rows), request, About("cup", "1", (), words("en")))
    results_folder.claim(out, folder)  # the same command again finds its own results
    return list(
        csv.DictReader(io.StringIO((out / "results.csv").read_bytes().decode(), newline=""))
    )


def test_control_characters_of_a_name_are_written_out(tmp_path: Path) -> None:
    folder = playthings.write(tmp_path / "in", {"a\rb.jpg": KINGDOM})
    (row,) = results(folder, tmp_path / "out")
    assert (row["photo"], row["player"]) == ("a\\rb.jpg", "a\\rb")


def test_a_name_as_long_as_a_name_may_be_has_its_drawing(tmp_path: Path) -> None:
    folder = playthings.write(tmp_path / "in", {"\U0001f3f0" * 60 + ".jpg": KINGDOM})
    (row,) = results(folder, tmp_path / "out")
    assert row["status"] == "ok"
    assert len(list((tmp_path / "out" / "pictures").iterdir())) == 1


def test_a_folder_whose_name_is_not_utf_8_has_its_page(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/M\xfcnchen"))
    try:
        playthings.write(folder, {"a.jpg": KINGDOM})
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    (row,) = results(folder, tmp_path / "out")
    assert row["status"] == "ok"
    assert (tmp_path / "out" / "index.html").exists()
