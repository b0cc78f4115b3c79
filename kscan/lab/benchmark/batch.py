"""Batches: photos a second, what a second worker adds, and that workers' memory stays flat."""

import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from kscan.lab.benchmark.figures import Figure, Subject, enlarged
from kscan.lab.benchmark.watching import command, memory
from kscan.pipeline import scan

SCENES = ("village", "duel", "lamplight", "castle")
TIMED = 48  # photos of nine megapixels: of fewer, starting up is a part that counts
ROUNDS = 2  # at most: each takes as long as the photos do


def measure(subject: Subject) -> Iterator[Figure]:
    """Photos of nine megapixels a second with one and two workers, and the share of decoding."""
    with tempfile.TemporaryDirectory() as name:
        photos = Path(name) / "photos"
        photos.mkdir()
        decoding, scoring = map(sum, zip(*_lay_out(subject, photos), strict=True))
        timed: dict[int, list[float]] = {1: [], 2: []}
        for number in range(min(ROUNDS, subject.rounds)):
            for jobs, seconds in timed.items():
                seconds.append(_seconds(photos, Path(name) / f"out{number}-{jobs}", jobs))
    one, two = min(timed[1]), min(timed[2])
    yield Figure("batch.photos_a_second", TIMED / one, "photos/s")
    yield Figure("batch.photos_a_second.two", TIMED / two, "photos/s", note="with two workers")
    yield Figure("batch.decoding_share", decoding / one, "of the time")
    yield Figure("batch.beside_scores", one / scoring, "x their warm scores", 1.15)
    yield Figure("batch.two_workers", one / two, "x one worker", 1.7, at_least=True)
    yield from memory(subject)


def _lay_out(subject: Subject, folder: Path) -> Iterator[tuple[float, float]]:
    """Write photos that differ in every byte; the seconds to decode and to score each."""
    scan((subject.samples / f"{SCENES[0]}.jpg").read_bytes())  # loads the networks
    for index in range(TIMED):
        scene = SCENES[index % len(SCENES)]
        sample = (subject.samples / f"{scene}.jpg").read_bytes()
        data = enlarged(sample, 9.0, quality=50 + index)
        (folder / f"{scene}-{index}.jpg").write_bytes(data)
        yield subject.decoding_of(data), subject.once(lambda data=data: scan(data))  # type: ignore[misc]


def _seconds(photos: Path, out: Path, jobs: int) -> float:
    start = time.perf_counter()
    subprocess.run(command(photos, out, jobs), stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start
