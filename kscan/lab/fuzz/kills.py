"""Batches killed at random moments: what they leave, and whether a rerun ends as if undisturbed."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import cv2
import numpy as np

from kscan.lab.fuzz.pictures import jpeg
from kscan.lab.fuzz.trials import SAMPLES
from kscan.photo import load
from kscan.tournament import digests

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL)
_LONG_SIDE = 900  # pixels: a batch of a few seconds has as many moments as a long one
_RERUNS = 0.5  # of the kills are followed by a run to the end; the others by the next kill
_PATIENCE = 120.0  # seconds that a run may last
_LEAVE = 5.0  # seconds that a process may outlive its run
_OF_THE_RUN = ("last-run.json", digests.FILE)  # say when it was, and what it hashed


@dataclass(frozen=True, slots=True)
class Kill:
    """What one kill left."""

    number: int
    victim: str  # parent or worker
    sent: str  # the signal
    struck: bool  # whether the run was still going on
    rerun: bool  # whether a run to the end followed
    failure: str = ""


def kills(count: int, seed: int) -> Iterator[Kill]:
    """Kill a batch so often; yield what each kill left."""
    with tempfile.TemporaryDirectory() as made:
        photos, calm, out = (Path(made) / name for name in ("photos", "calm", "out"))
        _write(photos)
        start = time.monotonic()
        code, _ = _ended(_begun(photos, calm))
        lasts, expected = time.monotonic() - start, (code, _contents(calm))
        for number in range(count):
            dice = Random(f"kills {seed} {number}")
            kill = _kill(number, photos, out, lasts, dice)
            if not kill.failure and dice.random() < _RERUNS:
                code, _ = _ended(_begun(photos, out))
                kill = replace(kill, rerun=True, failure=_difference(code, out, expected))
                shutil.rmtree(out)
            yield kill


def _write(folder: Path) -> None:
    """Write the samples, small, twice one of them, and two files that are no photo."""
    folder.mkdir()
    for path in sorted(SAMPLES.glob("*.jpg")):
        pixels = load(path.read_bytes(), path.name).pixels
        share = _LONG_SIDE / max(pixels.shape[:2])
        small = cv2.resize(pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        (folder / path.name).write_bytes(jpeg(np.asarray(small, np.uint8)))
    shutil.copy(next(folder.iterdir()), folder / "again.jpg")
    (folder / "broken.jpg").write_bytes(b"broken")
    (folder / "empty.jpg").write_bytes(b"")


def _begun(photos: Path, out: Path) -> "subprocess.Popen[str]":
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "kscan",
        "batch",
        photos,
        "-o",
        out,
        "-j",
        "2",
        "-q",
    ]
    return subprocess.Popen(
        command,
        env=os.environ | {"LANGUAGE": "en", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=_heed_ctrl_c,
    )


def _heed_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's jobs ignore it


def _ended(run: "subprocess.Popen[str]") -> tuple[int, str]:
    said, _ = run.communicate(timeout=_PATIENCE)
    return run.returncode, said


def _kill(number: int, photos: Path, out: Path, lasts: float, dice: Random) -> Kill:
    """Begin a batch and kill it, or one of its workers, at a moment that the dice say."""
    run = _begun(photos, out)
    victim, sent = dice.choice(("parent", "worker")), dice.choice(SIGNALS)
    with suppress(subprocess.TimeoutExpired):
        run.wait(dice.uniform(0.0, lasts))
    workers = sorted(_of_session(run.pid) - {run.pid})
    target = dice.choice(workers) if victim == "worker" and workers else run.pid
    struck = run.poll() is None
    if struck:
        with suppress(ProcessLookupError):
            os.kill(target, sent)
    kill = Kill(number, "parent" if target == run.pid else "worker", sent.name, struck, False)
    try:
        _, said = _ended(run)
    except subprocess.TimeoutExpired:
        run.kill()
        return replace(kill, failure=f"went on for {_PATIENCE:g} s")
    if "Traceback" in said:
        return replace(kill, failure=said)
    return replace(kill, failure="left an orphan") if _orphans(run.pid) else kill


def _difference(code: int, out: Path, expected: tuple[int, dict[str, str]]) -> str:
    """Say what a rerun left otherwise than an undisturbed run."""
    there = _contents(out)
    files = sorted(name for name, _ in there.items() ^ expected[1].items())
    if (code, there) == expected:
        return ""
    return f"the rerun ended with {code}, and differs in {', '.join(dict.fromkeys(files))}"


def _orphans(session: int) -> set[int]:
    """Return the processes that outlive their run; end them."""
    until = time.monotonic() + _LEAVE
    while (left := _of_session(session)) and time.monotonic() < until:
        time.sleep(0.05)
    for process in left:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    return left


def _of_session(session: int) -> set[int]:
    """Return the living processes of a session, as Linux lists them."""
    found = set[int]()
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            state, _, _, other = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(other) == session and state != "Z":
                found.add(int(folder.name))
    return found


def _contents(out: Path) -> dict[str, str]:
    """Return the digest of every file of the results, the cache's too."""
    return {
        str(path.relative_to(out)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name not in _OF_THE_RUN
    }
