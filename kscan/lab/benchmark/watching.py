"""What a batch and its workers hold in memory while they read."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from kscan.lab.benchmark.figures import Figure, Subject

_LOOK = 0.1  # seconds between two looks


def command(photos: Path, out: Path, jobs: int) -> list[str]:
    """Return the command of a batch in its own Python."""
    code = "from kscan.cli import main; main()"
    return [sys.executable, "-c", code, "batch", *map(str, (photos, "-o", out, "-q", "-j", jobs))]


@dataclass(frozen=True, slots=True)
class Look:
    """What processes held at one moment, in megabytes, and how many photos were done by then."""

    done: int
    batch: float
    worker: float  # the largest


def memory(subject: Subject) -> Iterator[Figure]:
    """Yield a worker's peak memory, and its late growth.

    By how much more it holds at the end than after the first third.
    """
    with tempfile.TemporaryDirectory() as name:
        photos, out = Path(name) / "photos", Path(name) / "out"
        photos.mkdir()
        for number, data in zip(range(subject.photos), salted(subject.samples), strict=False):
            (photos / f"{number}.jpg").write_bytes(data)
        looks = list(_looks(photos, out))
    if not looks:  # a system that does not tell
        return
    early = [look.worker for look in looks if 3 * look.done <= subject.photos]
    late = [look.worker for look in looks if 3 * look.done >= 2 * subject.photos]
    said = f"{subject.photos} photos"
    yield Figure("batch.memory.worker", max(look.worker for look in looks), "MB", note=said)
    yield Figure("batch.memory.growth", max(late) / max(early), "x its first third", 1.05)
    yield Figure("batch.memory.batch", max(look.batch for look in looks), "MB", note=said)


def salted(samples: Path) -> Iterator[bytes]:
    """Yield the samples, over and over, each time with another comment in the file."""
    pictures = [path.read_bytes() for path in sorted(samples.glob("*.jpg"))]
    for number in count():
        data = pictures[number % len(pictures)]
        comment = str(number).encode()
        yield data[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + data[2:]


def _looks(photos: Path, out: Path) -> Iterator[Look]:
    """Sample the memory of a batch with two workers."""
    total = sum(1 for _ in photos.iterdir())
    with subprocess.Popen(command(photos, out, 2), stdout=subprocess.DEVNULL) as batch:
        while batch.poll() is None:
            done = sum(1 for _ in (out / "journal").glob("*/*.npz"))
            workers = [held(pid) for pid in children(batch.pid)]
            if workers and 0 < done < total:
                yield Look(done, held(batch.pid), max(workers))
            time.sleep(_LOOK)


def children(parent: int) -> Iterator[int]:
    """Yield the processes that a process started and that still run."""
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if int(fields[1]) == parent:
            yield int(status.parent.name)


def held(process: int, what: str = "VmRSS") -> float:
    """Return a process's memory in megabytes, or 0 if ended.

    VmHWM is its most.
    """
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1e3 for line in lines if line.startswith(what)), 0.0)
