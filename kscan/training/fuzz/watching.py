"""Cases run in a process of their own, which may crash, hang, swell or talk; all of it is seen."""

import contextlib
import multiprocessing
import os
import resource
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from random import Random
from typing import IO, Any

from kscan.training.fuzz.trials import Trial

MEMORY = 3_000_000_000  # bytes of address space that the process may ask for
PATIENCE = 120.0  # seconds; a busy machine makes a case of two seconds last a minute
_START = 60.0  # seconds more for the first case of a process, which imports everything
_WARM = 100  # cases after which memory should stay what it is
_MEGABYTE = 1_048_576


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one case."""

    index: int
    what: str
    seconds: float  # of the processor; for a lost process of the clock
    resident: int  # megabytes held after it
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
        self.seconds += outcome.seconds
        if self.cases <= _WARM:
            self.first_resident = outcome.resident
        self.most_resident = max(self.most_resident, outcome.resident)
        self.last_resident = outcome.resident


def dice_for(trial: str, seed: int, index: int) -> Random:
    """The dice of one case; it can be made again from these three."""
    return Random(f"{trial} {seed} {index}")


@dataclass(frozen=True, slots=True)
class Order:
    """Which cases are to be run."""

    trial: str
    prepare: Callable[[], Trial[Any]]  # called in the process that is watched
    seed: int = 0
    patience: float = PATIENCE  # seconds for one case


def watched(order: Order, count: int) -> Iterator[Outcome]:
    """The outcomes of cases 0 to `count`, each as soon as it is there."""
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
    process.start()
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
    return Outcome(index, what, time.monotonic() - start, 0, how)


def _serve(mouth: Connection, order: Order, cases: range) -> None:
    """Run cases and tell their outcomes; both outputs lead into a file that must stay empty."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    made = order.prepare()
    with _outputs_into_file() as spilled:
        for index in cases:
            data = made.make(dice_for(order.trial, order.seed, index))
            mouth.send(_tried(index, made.run, data, spilled))
    mouth.close()


def _tried(index: int, run: Callable[[Any], str], data: Any, spilled: IO[bytes]) -> Outcome:
    start = time.process_time()
    what, failure = "", ""
    try:
        what = run(data)
    except BaseException as error:
        what, failure = type(error).__name__, traceback.format_exc()
    seconds = time.process_time() - start
    if not failure and (words := _drained(spilled)):
        what, failure = "talk", f"printed {words[:500]!r}"
    return Outcome(index, what, seconds, _resident(), failure)


@contextlib.contextmanager
def _outputs_into_file() -> Iterator[IO[bytes]]:
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        yield file


def _drained(file: IO[bytes]) -> bytes:
    """What was written since the last call."""
    file.seek(0)
    words = file.read()
    file.seek(0)
    file.truncate()
    return words


def _resident() -> int:
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // _MEGABYTE
