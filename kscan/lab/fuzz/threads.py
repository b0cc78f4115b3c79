"""Scans from eight threads at once: their answers beside one thread's, and how many a second."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from kscan.lab.fuzz.trials import SAMPLES
from kscan.pipeline import scan
from kscan.records import Scan

THREADS = 8


@dataclass(frozen=True, slots=True)
class Threaded:
    """What became of scans from several threads."""

    scans: int
    different: int  # answers unlike those of one thread
    alone: float  # scans a second of one thread
    together: float  # and of eight


def told(scanned: Scan) -> tuple[object, ...]:
    """Return all of an answer that computing could change."""
    return (
        scanned.status,
        *(
            (one.sheet, one.reading.total_confidence, one.grid.corners().tobytes())
            for one in scanned.kingdoms
        ),
    )


def threaded(count: int) -> Threaded:
    """Scan the samples in turn, `count` times, from eight threads."""
    photos = [path.read_bytes() for path in sorted(SAMPLES.glob("*.jpg"))]

    def answer(turn: int) -> tuple[object, ...]:
        return told(scan(photos[turn % len(photos)]))

    answer(0)  # loads the networks
    expected = dict(enumerate(map(answer, range(len(photos)))))
    start = time.perf_counter()
    for turn in range(len(photos)):
        answer(turn)
    alone = len(photos) / (time.perf_counter() - start)
    start = time.perf_counter()
    with ThreadPoolExecutor(THREADS) as pool:
        answers: Iterator[tuple[object, ...]] = pool.map(answer, range(count))
        different = sum(one != expected[turn % len(photos)] for turn, one in enumerate(answers))
    return Threaded(count, different, alone, count / (time.perf_counter() - start))
