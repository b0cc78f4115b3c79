"""Batches: photos a second, and what a second worker adds."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from kscan.training.benchmark.figures import Figure, Subject, enlarged

PHOTOS = 16
SCENES = ("village", "duel", "lamplight", "castle")


def measure(subject: Subject) -> Iterator[Figure]:
    """Photos of nine megapixels a second with one and two workers, and the share of decoding."""
    with tempfile.TemporaryDirectory() as name:
        photos = Path(name) / "photos"
        photos.mkdir()
        decoding = sum(_lay_out(subject, photos))
        one, two = (_seconds(photos, Path(name) / f"out{jobs}", jobs) for jobs in (1, 2))
    yield Figure("batch.photos_a_second", PHOTOS / one, "photos/s")
    yield Figure("batch.decoding_share", decoding / one, "of the time")
    yield Figure("batch.two_workers", one / two, "x one worker", 1.7, at_least=True)


def _lay_out(subject: Subject, folder: Path) -> Iterator[float]:
    """Write photos that differ in every byte; the seconds to decode each."""
    for index in range(PHOTOS):
        scene = SCENES[index % len(SCENES)]
        sample = (subject.samples / f"{scene}.jpg").read_bytes()
        data = enlarged(sample, 9.0, quality=80 + index)
        (folder / f"{scene}-{index}.jpg").write_bytes(data)
        yield subject.decoding_of(data)


def _seconds(photos: Path, out: Path, jobs: int) -> float:
    code = "from kscan.cli import main; main()"
    command = [sys.executable, "-c", code, "batch", str(photos), "-o", str(out), "-q"]
    start = time.perf_counter()
    subprocess.run([*command, "-j", str(jobs)], stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start
