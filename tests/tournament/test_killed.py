"""Killed, interrupted, out of workers: what is done is kept, and the same command ends the same."""

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import playthings
import pytest

PROGRAM = """
import sys
import signal
import playthings
from kscan.cli import main
from kscan.reconstruct import reconstruct
from kscan.tournament import batch, reading
reading.stages = lambda: batch.Stages(playthings.read, reconstruct, "1")
# A test run in the background hands on that Ctrl-C is to be ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""
KINGDOM = "L0 W0 W1 L0 Cg"


def start(folder: Path, out: Path, log: Path, *more: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "batch", str(folder), "-o", str(out), *more],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent), playthings.LOG: str(log)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def photos(folder: Path, count: int, wait: float) -> Path:
    return playthings.write(
        folder,
        {
            f"{n}.jpg": playthings.photo(KINGDOM, salt=str(n), orders=[f"wait {wait}"])
            for n in range(count)
        }
        | {"broken.jpg": b"broken", "empty.jpg": b""},
    )


def contents(out: Path) -> dict[str, str]:
    """Every file of the results by its content, the journal's too."""
    return {
        str(path.relative_to(out)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(out.rglob("*"))
        if path.is_file()
    }


def kept(out: Path) -> int:
    return len(list((out / "journal").glob("*/*.npz")))


def wait_until_kept(run: "subprocess.Popen[str]", out: Path, count: int) -> None:
    while kept(out) < count and run.poll() is None:
        time.sleep(0.02)


def test_killed_again_and_again_it_ends_as_if_undisturbed(tmp_path: Path) -> None:
    folder, log = photos(tmp_path / "in", 12, 0.1), tmp_path / "log"
    calm = start(folder, tmp_path / "calm", tmp_path / "calm.log", "-j", "1")
    said, _ = calm.communicate()
    assert calm.returncode == 4, said
    out = tmp_path / "out"
    chance = random.Random(5)
    reads: dict[str, int] = {}  # of every photo that was kept, how often it was read until then
    for _ in range(3):
        run = start(folder, out, log, "-j", "2")
        wait_until_kept(run, out, kept(out) + chance.randrange(1, 4))
        run.kill()
        run.communicate()
        read = Counter(log.read_text().split())
        done = {path.stem for path in (out / "journal").glob("*/*.npz")}
        assert reads.keys() <= done
        reads = {digest: reads.get(digest, read[digest]) for digest in done}
    last = start(folder, out, log, "-j", "2")
    said, _ = last.communicate()
    assert last.returncode == 4, said
    assert contents(out) == contents(tmp_path / "calm")
    read = Counter(log.read_text().split())
    assert {digest: read[digest] for digest in reads} == reads


def test_ctrl_c_says_130_and_keeps_what_is_done(tmp_path: Path) -> None:
    folder, out = photos(tmp_path / "in", 30, 0.2), tmp_path / "out"
    run = start(folder, out, tmp_path / "log", "-j", "2")
    wait_until_kept(run, out, 2)
    run.send_signal(signal.SIGINT)
    said, _ = run.communicate(timeout=60)
    assert run.returncode == 130, said
    assert "Traceback" not in said
    assert kept(out) >= 2
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
