"""A Dask cluster as a pool: other machines, with access to the same photos."""

import logging
import queue
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

from kscan.errors import PhotoError, UsageError
from kscan.tournament.child_process import Child
from kscan.tournament.records import Failure
from kscan.tournament.stages import fingerprint
from kscan.tournament.workers import Done, Task, Work, run_here

_ANSWER = 30.0  # seconds for a scheduler to answer, and for a worker to come back
_AHEAD = 4  # tasks that wait for each thread of the cluster, so that none is ever idle
_KEPT = "What is read is kept: start it again and give the same command."

_LOST = (TimeoutError, OSError, CancelledError)  # an answer that could not be fetched

_children = threading.local()


@contextmanager
def on(scheduler: str, timeout: float, expected: str) -> Iterator[Work]:
    """Yield a function that runs tasks on the cluster at `scheduler`.

    Raises UsageError where there is no such cluster, or its workers would read otherwise;
    PhotoError where the cluster goes away meanwhile.
    """
    try:
        from distributed import Client
    except ImportError:
        raise UsageError(
            "A cluster needs two more packages: pip install dask distributed."
        ) from None
    for name in ("distributed", "distributed.client", "distributed.core", "distributed.comm"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said here
    try:
        client = Client(scheduler, timeout=_ANSWER, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(
            "no Dask scheduler answers at {scheduler} ({reason}).",
            scheduler=repr(scheduler),
            reason=error,
        ) from None
    try:
        _check(_fingerprints(client), expected)
        yield lambda tasks: _Run(client, timeout, expected).answers(tasks)
    finally:
        with suppress(Exception):  # a scheduler that is gone cannot be told
            client.close(timeout=_ANSWER / 10)


def _fingerprints(client: Any) -> dict[str, str]:
    """Return what each worker would read with, by its address."""
    try:
        found: dict[str, str] = client.run(fingerprint)
    except Exception as error:  # whatever a worker without kscan raises
        raise UsageError(
            "the Dask workers cannot run kscan ({kind}: {reason}); install the same "
            "version on each of them.",
            kind=type(error).__name__,
            reason=error,
        ) from None
    return found


def _check(found: dict[str, str], expected: str) -> None:
    if not found:
        raise UsageError("the Dask cluster has no workers yet: start some and try again.")
    for worker, other in found.items():
        if other != expected:
            raise UsageError(
                "the Dask worker {worker} has kscan {other}, this is {expected}.",
                worker=worker,
                other=other,
                expected=expected,
            )


class _Run:
    """Tasks on their way through a cluster."""

    def __init__(self, client: Any, timeout: float, expected: str) -> None:
        self._client, self._timeout, self._expected = client, timeout, expected
        self._keys: dict[Any, str] = {}
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._alive = time.monotonic()  # when the cluster last had a worker

    def answers(self, tasks: Iterable[Task]) -> Iterator[Done]:
        """Yield each task's answer when it is there; raise PhotoError if the cluster dies."""
        ahead = iter(tasks)
        self._submit(ahead)
        while self._keys:
            try:
                future = self._done.get(timeout=_ANSWER / 10)
            except queue.Empty:
                self._threads()
                continue
            try:
                done = self._answer(future)
            except _LOST:  # its worker or the scheduler died: what can be done anew is
                self._threads()
                self._done.put(future)
                continue
            yield done
            self._submit(ahead)

    def _submit(self, ahead: Iterator[Task]) -> None:
        room = _AHEAD * max(1, self._threads()) - len(self._keys)
        for task in islice(ahead, max(0, room)):
            given = (task, self._timeout, self._expected)
            future = self._client.submit(run_there, *given, pure=False, retries=1)
            self._keys[future] = task.key
            future.add_done_callback(self._done.put)

    def _threads(self) -> int:
        """Count the cluster's threads; raise PhotoError once it has had none for too long."""
        threads, state = dict[str, int](), "is gone"
        with suppress(Exception):  # of many kinds where the scheduler does not answer
            if self._client.status == "running":
                ask = self._client.scheduler.ncores
                threads = self._client.sync(ask, callback_timeout=_ANSWER)
                state = "has no workers any more"
        if threads:
            self._alive = time.monotonic()
        elif time.monotonic() - self._alive > _ANSWER:
            raise PhotoError("cluster", f"the Dask cluster {state}. {_KEPT}")
        return sum(threads.values())

    def _answer(self, future: Any) -> Done:
        if future.status == "finished":
            done: Done = future.result(timeout=_ANSWER / 10)
            del self._keys[future]
            return done
        key = self._keys.pop(future)
        error = future.exception() if future.status == "error" else None
        if type(error).__name__ == "KilledWorker":
            said = "the workers that read it died, one after the other."
            return Done(key, failure=Failure("crashed", said))
        why = f"failed ({type(error).__name__}: {error})" if error else "is gone"
        raise PhotoError("cluster", f"the Dask cluster {why}. {_KEPT}")


def run_there(task: Task, timeout: float, expected: str) -> Done:
    """Run one task in a child of this worker's; refuse where the worker reads otherwise."""
    if fingerprint() != expected:
        said = f"a worker with kscan {fingerprint()} joined, this is {expected}."
        return Done(task.key, failure=Failure("other_version", said))
    child = getattr(_children, "child", None)
    if child is None:
        child = _children.child = Child()
    return run_here(child, task, timeout)
