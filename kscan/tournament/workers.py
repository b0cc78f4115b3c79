"""The crew: every photo to a child process of its own kind of worker, several at a time."""

import queue
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from kscan.tournament.child_process import ChildDiedError, Hand, TooSlowError
from kscan.tournament.records import Failure

_NO_MEMORY = "there is too little memory for it; close other programs, or run fewer jobs."


@dataclass(frozen=True, slots=True)
class Errand:
    """One call to make in a child; `key` identifies the answer."""

    key: str
    function: Callable[..., Any]
    args: tuple[Any, ...]
    patience: float = 0.0  # seconds that it gets, however short the timeout of photos


@dataclass(frozen=True, slots=True)
class Done:
    """The answer to an errand, or why there is none."""

    key: str
    answer: Any = None
    failure: Failure | None = None


Work = Callable[[Iterable[Errand]], Iterator[Done]]


def run_here(hand: Hand, errand: Errand, timeout: float) -> Done:
    """Run one errand, turning failures into values.

    A dead child gets a second chance.
    """
    limit = max(timeout, errand.patience)
    for _ in range(2):
        try:
            return Done(errand.key, hand.run(errand.function, errand.args, limit))
        except TooSlowError:
            return Done(errand.key, failure=_too_slow(limit))
        except ChildDiedError:
            continue
        except MemoryError:
            return Done(errand.key, failure=Failure("no_memory", _NO_MEMORY))
        except Exception as error:
            return Done(errand.key, failure=Failure("fault", f"a bug in kscan: {error}."))
    return Done(errand.key, failure=Failure("crashed", "the program that reads it died twice."))


def cores() -> int:
    """Count the processors usable by this process."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _too_slow(timeout: float) -> Failure:
    return Failure("timeout", f"not done after {timeout:g} seconds: allow more time.")


@contextmanager
def local(hands: int, timeout: float) -> Iterator[Work]:
    """Yield a function to run errands on `hands` children.

    It yields each when it is done, and takes errands as they are needed, so that thousands need not
    be in memory. The children are ended when the block is left, however that happens.
    """
    idle: queue.SimpleQueue[Hand] = queue.SimpleQueue()
    crew = [Hand() for _ in range(hands)]
    for hand in crew:
        idle.put(hand)

    def one(errand: Errand) -> Done:
        hand = idle.get()
        try:
            return run_here(hand, errand, timeout)
        finally:
            idle.put(hand)

    def run(errands: Iterable[Errand]) -> Iterator[Done]:
        # Threads that wait for children: a child that dies or hangs is one photo's matter.
        pool = ThreadPoolExecutor(hands)
        ahead = iter(errands)
        try:
            waiting = {pool.submit(one, errand) for errand in islice(ahead, 2 * hands)}
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(one, errand) for errand in islice(ahead, len(done))}
                yield from (future.result() for future in done)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    try:
        yield run
    finally:
        for hand in crew:
            hand.close()
