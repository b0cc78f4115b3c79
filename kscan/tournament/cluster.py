"""A Dask cluster as the crew: the same errands on other machines, which see the same photos."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice

from kscan.errors import KscanError, UsageError
from kscan.tournament.crew import Done, Errand, Work, run_here
from kscan.tournament.hand import Hand
from kscan.tournament.reading import fingerprint
from kscan.tournament.records import Failure

_ANSWER = 30.0  # seconds for a scheduler to answer
_AHEAD = 4  # errands that wait for each thread of the cluster, so that none is ever idle

_hands = threading.local()


@contextmanager
def on(scheduler: str, timeout: float, expected: str) -> Iterator[Work]:
    """A function that runs errands on the cluster at `scheduler` and yields each when it is done.

    Raises UsageError where there is no such cluster, or its workers would read otherwise.
    """
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("--dask needs the extra 'dask': pip install 'kscan[dask]'.") from None
    try:
        client = Client(scheduler, timeout=_ANSWER, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(f"no Dask scheduler answers at {scheduler!r} ({error}).") from None
    with client:
        _check(client.run(fingerprint), expected)
        yield lambda errands: _run(client, errands, timeout, expected)


def _check(found: dict[str, str], expected: str) -> None:
    if not found:
        raise UsageError("the Dask cluster has no workers yet: start some and try again.")
    for worker, other in found.items():
        if other != expected:
            raise UsageError(f"the Dask worker {worker} has kscan {other}, this is {expected}.")


def _run(
    client: "Client",  # type: ignore[name-defined]  # noqa: F821 - distributed is optional
    errands: Iterable[Errand],
    timeout: float,
    expected: str,
) -> Iterator[Done]:
    from distributed import as_completed

    keys: dict[object, str] = {}
    ahead = iter(errands)
    waiting = as_completed(loop=client.loop)

    def hand_out() -> None:
        room = _AHEAD * max(1, sum(client.nthreads().values())) - len(keys)
        for errand in islice(ahead, max(0, room)):
            future = client.submit(there, errand, timeout, expected, pure=False, retries=1)
            keys[future] = errand.key
            waiting.add(future)

    hand_out()
    for future in waiting:
        error = future.exception() if future.status != "finished" else None
        if error is None:
            yield future.result()
        elif type(error).__name__ == "KilledWorker":
            said = "the workers that read it died, one after the other."
            yield Done(keys[future], failure=Failure("crashed", said))
        else:
            raise KscanError("cluster", f"the Dask cluster failed: {error}")
        del keys[future]
        hand_out()


def there(errand: Errand, timeout: float, expected: str) -> Done:
    """Run one errand in a child of this worker's; refuse where the worker reads otherwise."""
    if fingerprint() != expected:
        said = f"a worker with kscan {fingerprint()} joined, this is {expected}."
        return Done(errand.key, failure=Failure("other_version", said))
    hand = getattr(_hands, "hand", None)
    if hand is None:
        hand = _hands.hand = Hand()
    return run_here(hand, errand, timeout)
