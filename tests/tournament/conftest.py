"""What the tournament's tests share: photos that say what lies on them, a way to run a batch."""

import sys
from pathlib import Path

import pytest

from kscan.locale import words
from kscan.pipeline import solve
from kscan.tournament import batch, results_folder, workers
from kscan.tournament.report.progress import Quiet
from kscan.tournament.report.publish import About, publish
from kscan.tournament.stages import Solve
from kscan.tournament.standings import standings

# Before the tests are imported, and so that child processes import `playthings` as they do.
sys.path.insert(0, str(Path(__file__).parent))

import playthings


@pytest.fixture
def run(tmp_path: Path) -> "playthings.Run":
    """Run a batch of `tmp_path / "in"` into `tmp_path / "out"`; keywords as of `Request`.

    In this process; with `children` in as many child processes.
    """

    def start(
        children: int = 0,
        timeout: float = 60,
        fingerprint: str = "1",
        solve: Solve = solve,
        **asked: object,
    ) -> batch.Batch:
        request = batch.Request(tmp_path / "in", tmp_path / "out", **asked)  # type: ignore[arg-type]
        stages = batch.Stages(playthings.read, solve, fingerprint)
        pool = workers.local(children, timeout) if children else playthings.here()
        results_folder.claim(request.out, request.folder)
        return batch.run(request, stages, pool, Quiet())

    return start


@pytest.fixture
def out(tmp_path: Path, run: "playthings.Run") -> Path:
    """Return the results of a small folder: two games, odd names, a doubt, a failure."""
    doubtful = playthings.photo("L1 F0 Cb L0 L0", orders=["doubt"])
    playthings.write(
        tmp_path / "in",
        {
            "round-1/table-1/anna.jpg": playthings.photo("L0 W0 W1 L0 Cg"),
            "round-1/table-1/boris.jpg": playthings.photo("Cp W0 M3"),
            "round-2/table-1/anna.jpg": doubtful,
            f"round-2/table-1/{playthings.ODD}": playthings.photo("Cp W0 M3", salt="odd"),
            "broken.jpg": b"",
            "notes.txt": b"",
        },
    )
    corrections = tmp_path / "corrections.csv"
    corrections.write_text("photo,kingdom,squares\nround-1/table-1/boris.jpg,1,ok\n")
    done = run(corrections=corrections)
    request = batch.Request(tmp_path / "in", tmp_path / "out", corrections=corrections)
    publish(
        done, standings(done.rows), request, About("spring cup", "1", ("a warning",), words("en"))
    )
    return request.out
