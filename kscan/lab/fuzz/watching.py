"""Cases run in a process of their own, which may crash, hang, swell or talk; all of it is seen."""

import contextlib
import multiprocessing
import os
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from random import Random
from typing import IO, Any

from kscan import heap
from kscan.lab.fuzz.trials import LIMITS, Trial

MEMORY = 3_000_000_000  # bytes of its own that the process may ask for
SWELL = 150  # megabytes that a case may take for a while: 4 megapixels, 12 bytes each, and spare
SLOW = 5.0  # seconds of the processor
PATIENCE = 120.0  # seconds; a busy machine makes a case of two seconds last a minute
_START = 60.0  # seconds more for the first case of a process, which imports everything
_WARM = 100  # cases after which memory should stay what it is


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one case."""

    index: int
    what: str
    seconds: float  # of the processor; for a lost process of the clock
    resident: int  # megabytes held after it
    swell: int = 0  # megabytes held more in the middle of it than after it
    failure: str = ""  # empty where all is well


@dataclass(slots=True)
class Tally:
    """What became of all cases of one trial."""

    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[Outcome] = field(default_factory=list)
    slowest: Outcome = Outcome(-1, "", 0.0, 0)
    seconds: float = 0.0
    first_resident: int = 0  # once everything is imported and warm
    most_resident: int = 0
    last_resident: int = 0
    largest_swell: Outcome = Outcome(-1, "", 0.0, 0)

    @property
    def cases(self) -> int:
        """How many there were."""
        return self.outcomes.total()

    def add(self, outcome: Outcome) -> None:
        """Count one more case."""
        self.outcomes[outcome.what] += 1
        if outcome.failure:
            self.failures.append(outcome)
        self.slowest = max(self.slowest, outcome, key=lambda one: one.seconds)
        self.largest_swell = max(self.largest_swell, outcome, key=lambda one: one.swell)
        self.seconds += outcome.seconds
        if self.cases <= _WARM:
            self.first_resident = outcome.resident
        self.most_resident = max(self.most_resident, outcome.resident)
        self.last_resident = outcome.resident


def dice_for(trial: str, seed: int, index: int) -> Random:
    """Return the dice of one case; it can be made again from these three."""
    return Random(f"{trial} {seed} {index}")


@dataclass(frozen=True, slots=True)
class Order:
    """Which cases are to be run."""

    trial: str
    prepare: Callable[[], Trial[Any]]  # called in the process that is watched
    seed: int = 0
    patience: float = PATIENCE  # seconds for one case


def watched(order: Order, count: int) -> Iterator[Outcome]:
    """Yield the outcomes of cases 0 to `count`, each as soon as it is there."""
    done = 0
    while done < count:
        for outcome in _one_process(order, range(done, count)):
            yield outcome
            done = outcome.index + 1


def _one_process(order: Order, cases: range) -> Iterator[Outcome]:
    """Outcomes until all cases are done or the process is lost, the loss being one of them."""
    context = multiprocessing.get_context("spawn")
    ear, mouth = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(mouth, order, cases), daemon=True)
    before = dict(os.environ)
    # OpenCV asks for its limit while the child imports it.
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(LIMITS.pixels)
    process.start()
    os.environ.clear()
    os.environ.update(before)
    mouth.close()
    try:
        for index in cases:
            start = time.monotonic()
            if not ear.poll(order.patience + (_START if index == cases.start else 0)):
                yield _lost(index, "hang", f"no answer after {order.patience:g} s", start)
                return
            try:
                yield ear.recv()
            except EOFError:
                process.join()
                yield _lost(index, "crash", f"ended with {process.exitcode}", start)
                return
    finally:
        process.kill()
        process.join()
        ear.close()


def _lost(index: int, what: str, how: str, start: float) -> Outcome:
    return Outcome(index, what, time.monotonic() - start, 0, 0, how)


def _serve(mouth: Connection, order: Order, cases: range) -> None:
    """Run cases and tell their outcomes; both outputs lead into a file that must stay empty."""
    heap.limit(MEMORY)
    made = order.prepare()
    with _outputs_into_file() as spilled:
        for index in cases:
            data = made.make(dice_for(order.trial, order.seed, index))
            mouth.send(_tried(index, made.run, data, spilled))
    mouth.close()


def _tried(index: int, run: Callable[[Any], str], data: Any, spilled: IO[bytes]) -> Outcome:
    forget_peak()
    start = time.process_time()
    what, failure = "", ""
    try:
        what = run(data)
    except BaseException as error:
        what, failure = type(error).__name__, traceback.format_exc()
    seconds = time.process_time() - start
    if not failure and (words := _drained(spilled)):
        what, failure = "talk", f"printed {words[:500]!r}"
    peak, resident = held("VmHWM"), held("VmRSS")
    if not failure and peak - resident > SWELL:
        what, failure = "swell", f"held {peak} MB for a while"
    if not failure and seconds > SLOW:
        what, failure = "slow", f"took {seconds:.1f} s"
    return Outcome(index, what, seconds, resident, peak - resident, failure)


@contextlib.contextmanager
def _outputs_into_file() -> Iterator[IO[bytes]]:
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        yield file


def _drained(file: IO[bytes]) -> bytes:
    """Return what was written since the last call."""
    file.seek(0)
    words = file.read()
    file.seek(0)
    file.truncate()
    return words


def forget_peak() -> None:
    """Count the most memory held from now on."""
    with contextlib.suppress(OSError), open("/proc/self/clear_refs", "w") as file:
        file.write("5")


def held(what: str) -> int:
    """Return a figure of this process's memory, in megabytes."""
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) // 1024 for line in file if line.startswith(what))
