"""Bombs and honest pictures near the limit, each loaded in a process of its own: the table."""

import multiprocessing
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from kscan import heap, photo
from kscan.errors import PhotoError
from kscan.lab.fuzz.bombs import BOMBS
from kscan.lab.fuzz.watching import MEMORY, forget_peak, held

MOST_MEMORY, MOST_SECONDS = 1000, 5.0  # megabytes and processor seconds that a bomb may take
_HONEST = (10_000, 9_990)  # rows and columns: just below the limit


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one bomb."""

    name: str
    size: int  # bytes of the file
    peak: int  # megabytes held at the most, Python and OpenCV among them
    seconds: float  # of the processor
    answer: str
    honest: bool = False

    @property
    def is_bad(self) -> bool:
        """Whether it took more than a bomb may; an honest picture may take what it needs."""
        return not self.honest and (self.peak > MOST_MEMORY or self.seconds > MOST_SECONDS)


def explode() -> Iterator[Row]:
    """Yield a row for each bomb that can be made here, and for each honest picture."""
    for name, make in BOMBS.items():
        yield _alone(name, make, honest=False)
    for extension in (".jpg", ".png", ".webp", ".tiff"):
        yield _alone(f"honest {extension}", partial(_large, extension), honest=True)


def _alone(name: str, make: Callable[[], bytes | None], honest: bool) -> Row:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        try:
            return pool.submit(_loaded, name, make, honest).result()
        except BrokenProcessPool:
            return Row(name, 0, 10**6, 0.0, "the process died")


def _loaded(name: str, make: Callable[[], bytes | None], honest: bool) -> Row:
    data = make()
    if data is None:
        return Row(name, 0, 0, 0.0, "cannot be made here", honest)
    heap.limit(MEMORY)
    forget_peak()
    start = time.process_time()
    try:
        loaded = photo.load(data, name)
        answer = f"{loaded.width} x {loaded.height} pixels"
    except PhotoError as error:
        answer = error.code
    return Row(name, len(data), held("VmHWM"), time.process_time() - start, answer, honest)


def _large(extension: str) -> bytes | None:
    grey = np.zeros((*_HONEST, 3), np.uint8)
    done, data = cv2.imencode(extension, grey)
    return data.tobytes() if done else None
