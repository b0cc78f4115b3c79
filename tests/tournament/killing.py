"""A batch in a process of its own, which tests kill and start again."""

import hashlib
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import playthings

PROGRAM = """
import sys
import signal
import playthings
from kscan.cli import main
from kscan.pipeline import solve
from kscan.tournament import batch, stages as reading
read, fingerprint = {read}
reading.stages = lambda: batch.Stages(read, solve, fingerprint)
# A test run in the background hands on that Ctrl-C is to be ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""
PLAYTHINGS = 'playthings.read, "1"'
REAL = "playthings.read_really, reading.fingerprint()"

Running = subprocess.Popen[str]


def start(folder: Path, out: Path, log: Path, *more: str, read: str = PLAYTHINGS) -> Running:
    """`kscan batch` of `folder` into `out`; `log` gets a line for every photo that was read."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(read=read), "batch", folder, "-o", out, *more],
        env=os.environ | {"PYTHONPATH": _path(), playthings.LOG: str(log), "LANGUAGE": "en"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _path() -> str:
    """Where children find what this process finds."""
    return os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])


def contents(out: Path) -> dict[str, str]:
    """Return every file of the results by its content, but for those with time stamps."""
    return {
        str(path.relative_to(out)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name not in ("last-run.json", "digests.json")
    }


def kept(out: Path) -> set[str]:
    """Return the content of every photo that is finished."""
    return {path.stem for path in (out / "journal").glob("*/*.npz")}


def wait_until_kept(run: Running, out: Path, count: int) -> None:
    """Wait until so many photos are finished."""
    while len(kept(out)) < count and run.poll() is None:
        time.sleep(0.02)


def killed_again_and_again(
    begin: Callable[[], Running],
    out: Path,
    log: Path,
    moments: list[Callable[[Running], None]],
) -> tuple[dict[str, int], int]:
    """Start, wait for a moment, kill, as often as there are moments.

    How often each photo had been read by the time it was finished, and how many kills came before
    the end of the run.
    """
    reads: dict[str, int] = {}
    struck = 0
    for moment in moments:
        run = begin()
        moment(run)
        struck += run.poll() is None
        run.kill()
        run.communicate()
        done = kept(out)
        assert reads.keys() <= done
        read = times_read(log)
        reads = {content: reads.get(content, read[content]) for content in done}
    return reads, struck


def times_read(log: Path) -> "Counter[str]":
    """How often each content was read to its end."""
    return Counter(log.read_text().split() if log.exists() else ())


def after(seconds: float) -> Callable[[Running], None]:
    """Return the moment so many seconds after the start, or the end where that is earlier."""

    def wait(run: Running) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until and run.poll() is None:
            time.sleep(0.01)

    return wait


def some_more(out: Path, chance: random.Random, most: int) -> Callable[[Running], None]:
    """Return the moment when a few more photos are finished than now."""
    return lambda run: wait_until_kept(run, out, len(kept(out)) + chance.randrange(1, most + 1))
