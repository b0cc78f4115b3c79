"""Killed, interrupted, out of workers: what is done is kept, and the same command ends the same."""

import random
import signal
from pathlib import Path

import playthings
import pytest
from killing import (
    contents,
    kept,
    killed_again_and_again,
    some_more,
    start,
    times_read,
    wait_until_kept,
)

KINGDOM = "L0 W0 W1 L0 Cg"


def photos(folder: Path, count: int, wait: float) -> Path:
    return playthings.write(
        folder,
        {
            f"{n}.jpg": playthings.photo(KINGDOM, salt=str(n), orders=[f"wait {wait}"])
            for n in range(count)
        }
        | {"broken.jpg": b"broken", "empty.jpg": b""},
    )


def test_killed_again_and_again_it_ends_as_if_undisturbed(tmp_path: Path) -> None:
    folder, log = photos(tmp_path / "in", 12, 0.1), tmp_path / "log"
    calm = start(folder, tmp_path / "calm", tmp_path / "calm.log", "-j", "1")
    said, _ = calm.communicate()
    assert calm.returncode == 4, said
    out = tmp_path / "out"
    moments = [some_more(out, random.Random(number), 3) for number in range(3)]
    reads, _ = killed_again_and_again(lambda: start(folder, out, log, "-j", "2"), out, log, moments)
    last = start(folder, out, log, "-j", "2")
    said, _ = last.communicate()
    assert last.returncode == 4, said
    assert contents(out) == contents(tmp_path / "calm")
    read = times_read(log)
    assert {content: read[content] for content in reads} == reads


def test_ctrl_c_says_130_and_keeps_what_is_done(tmp_path: Path) -> None:
    folder, out = photos(tmp_path / "in", 30, 0.2), tmp_path / "out"
    run = start(folder, out, tmp_path / "log", "-j", "2")
    wait_until_kept(run, out, 2)
    run.send_signal(signal.SIGINT)
    said, _ = run.communicate(timeout=60)
    assert run.returncode == 130, said
    assert "Traceback" not in said
    assert len(kept(out)) >= 2
    assert not (out / "results.csv").exists()


def test_a_killed_reader_costs_nothing(tmp_path: Path) -> None:
    psutil = pytest.importorskip("psutil", reason="psutil finds the reader to kill")
    folder, out = photos(tmp_path / "in", 6, 0.3), tmp_path / "out"
    run = start(folder, out, tmp_path / "log", "-j", "1")
    wait_until_kept(run, out, 1)
    for child in psutil.Process(run.pid).children():
        child.kill()
    said, _ = run.communicate()
    assert run.returncode == 4, said
    assert "6 ok, 0 to check, 2 failed" in said
