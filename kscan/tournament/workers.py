"""A pool of child processes for tasks such as reading a photo, several at a time."""

import queue
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from kscan.tournament.child_process import Child, ChildDiedError, TooSlowError
from kscan.tournament.records import Failure

_NO_MEMORY = "there is too little memory for it; close other programs, or run fewer jobs."


@dataclass(frozen=True, slots=True)
class Task:
    """A call to make in a child; `key` identifies the answer."""

    key: str
    function: Callable[..., Any]
    args: tuple[Any, ...]
    timeout: float = 0.0  # its own, in seconds, where that is longer than the one of photos


@dataclass(frozen=True, slots=True)
class Done:
    """The answer to a task, or why there is none."""

    key: str
    answer: Any = None
    failure: Failure | None = None


Work = Callable[[Iterable[Task]], Iterator[Done]]


def run_here(child: Child, task: Task, timeout: float) -> Done:
    """Run one task, turning failures into values.

    A dead child gets a second chance.
    """
    limit = max(timeout, task.timeout)
    for _ in range(2):
        try:
            return Done(task.key, child.run(task.function, task.args, limit))
        except TooSlowError:
            return Done(task.key, failure=_too_slow(limit))
        except ChildDiedError:
            continue
        except MemoryError:
            return Done(task.key, failure=Failure("no_memory", _NO_MEMORY))
        except Exception as error:
            return Done(task.key, failure=Failure("fault", f"a bug in kscan: {error}."))
    return Done(task.key, failure=Failure("crashed", "the program that reads it died twice."))


def cores() -> int:
    """Count the processors usable by this process."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _too_slow(timeout: float) -> Failure:
    return Failure("timeout", f"not done after {timeout:g} seconds: allow more time.")


@contextmanager
def local(count: int, timeout: float) -> Iterator[Work]:
    """Yield a function to run tasks on `count` children.

    It yields each when it is done, and takes tasks as they are needed, so that thousands need not
    be in memory. The children are ended when the block is left, however that happens.
    """
    idle: queue.SimpleQueue[Child] = queue.SimpleQueue()
    children = [Child() for _ in range(count)]
    for child in children:
        idle.put(child)

    def one(task: Task) -> Done:
        child = idle.get()
        try:
            return run_here(child, task, timeout)
        finally:
            idle.put(child)

    def run(tasks: Iterable[Task]) -> Iterator[Done]:
        # Threads that wait for children: a child that dies or hangs is one photo's matter.
        pool = ThreadPoolExecutor(count)
        ahead = iter(tasks)
        try:
            waiting = {pool.submit(one, task) for task in islice(ahead, 2 * count)}
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(one, task) for task in islice(ahead, len(done))}
                yield from (future.result() for future in done)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    try:
        yield run
    finally:
        for child in children:
            child.close()
