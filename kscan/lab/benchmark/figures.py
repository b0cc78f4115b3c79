"""What a benchmark measures: one figure, the picture it is measured on, and time itself."""

import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from kscan import cli, heap
from kscan.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels: TypeAlias = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured speed, and the limit that this project sets itself."""

    name: str  # topic and what: `score.5x5`
    value: float
    unit: str  # `x decoding`: times the full decoding of the same photo
    limit: float | None = None
    at_least: bool = False  # the limit is a lower one
    note: str = ""

    @property
    def kept(self) -> bool:
        """Whether the figure is on the right side of its limit."""
        if self.limit is None:
            return True
        return self.value >= self.limit if self.at_least else self.value <= self.limit


@dataclass(frozen=True)
class Subject:
    """The photo that everything is compared on, and how patient to be."""

    photo: Path
    samples: Path  # the project's own pictures
    rounds: int = 5
    enlarge: bool = False  # to the nine megapixels of a phone's photo
    photos: int = 100  # in the batch whose memory is watched

    @cached_property
    def data(self) -> bytes:
        """The photo's file, or what stands for it."""
        data = self.photo.read_bytes()
        return enlarged(data, 9.0) if self.enlarge else data

    def seconds(self, work: Callable[[], object]) -> float:
        """CPU seconds of `work`, warm: the fastest of `rounds` after one for nothing."""
        work()
        return min(_cpu(work) for _ in range(self.rounds))

    @staticmethod
    def once(work: Callable[[], object]) -> float:
        """CPU seconds of `work`, done once."""
        return _cpu(work)

    def wall(self, work: Callable[[], object]) -> float:
        """Seconds of the clock that `work` takes, warm: the fastest of `rounds`."""
        work()
        return min(_wall(work) for _ in range(self.rounds))

    @cached_property
    def decoding(self) -> float:
        """CPU seconds to decode the photo once at full size with OpenCV: the unit of ratios."""
        return self.decoding_of(self.data)

    def decoding_of(self, data: bytes) -> float:
        """CPU seconds to decode another picture once at full size."""
        return self.seconds(lambda: decoded(data))

    def enlarged(self, sample: str, megapixels: float = 9.0) -> bytes:
        """Encode a sample as a JPEG of so many megapixels."""
        return enlarged((self.samples / f"{sample}.jpg").read_bytes(), megapixels)


class Topic(Protocol):
    """A module that measures one thing."""

    def measure(self, subject: Subject) -> Iterator[Figure]:
        """Yield the figures of this topic, each as soon as it is known."""


def decoded(data: bytes) -> "Pixels":
    """Decode the picture in `data` by OpenCV alone."""
    import cv2
    import numpy as np

    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise UsageError("the photo to measure on cannot be decoded by OpenCV; name a JPEG.")
    return np.asarray(pixels, dtype=np.uint8)


def enlarged(data: bytes, megapixels: float, quality: int = 90) -> bytes:
    """Encode a picture as a JPEG of about so many megapixels."""
    import cv2

    picture = decoded(data)
    factor = (megapixels * 1e6 / (picture.shape[0] * picture.shape[1])) ** 0.5
    larger = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
    _, jpeg = cv2.imencode(".jpg", larger, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return jpeg.tobytes()


def cpu_of_processes(*commands: Sequence[str], rounds: int = 5) -> list[float]:
    """CPU seconds (user and system) of new Pythons with these arguments; the least of `rounds`.

    They take turns, so that what else the machine does slows all of them. What they import is
    compiled already, as after an installation, whatever the environment says of that.
    """
    with tempfile.TemporaryDirectory() as compiled:
        turns = [[_cpu_of_child(one, compiled) for one in commands] for _ in range(rounds + 1)]
    return [min(seconds) for seconds in zip(*turns[1:], strict=True)]


def fresh_memory() -> None:
    """Let every picture get new memory from the system, as the first photo of a process does.

    The C library of Linux else keeps large pieces by luck: then the same photo decodes in half
    the time, and every ratio doubles.
    """
    heap.give_back(1_000_000)


def _cpu(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def _wall(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _cpu_of_child(arguments: Sequence[str], compiled: str) -> float:
    settings = {
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": compiled,
    }
    before = _cpu_of_children()
    done = subprocess.run(
        [sys.executable, *arguments],
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=os.environ | settings,
    )
    if done.returncode != cli.LOOK:  # a photo that needs a look was read like any other
        done.check_returncode()
    return _cpu_of_children() - before


def _cpu_of_children() -> float:
    """CPU seconds of all children that have ended, finer than os.times where that is to be had."""
    try:
        import resource
    except ImportError:  # Windows
        spent = os.times()
        return spent.children_user + spent.children_system
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
