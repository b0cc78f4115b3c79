"""What child processes are given time for, and what is left of them."""

import os
import time
from collections.abc import Iterator

import pytest

from kscan.tournament.child_process import Child
from kscan.tournament.workers import Task, run_here


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    one = Child()
    one.run(abs, (1,), 60)  # started: what follows takes no time but its own
    yield one
    one.close()


@pytest.mark.parametrize(
    ("timeout", "own"), [(60.0, 0.0), (0.01, 60.0), (60.0, 60.0), (60.0, 0.01)]
)
def test_an_errand_has_the_longer_of_its_own_time_and_everyones(
    child: Child, timeout: float, own: float
) -> None:
    done = run_here(child, Task("game", time.sleep, (0.1,), own), timeout)
    assert (done.key, done.failure) == ("game", None)


def test_an_errand_beyond_both_times_is_given_up_and_says_after_which() -> None:
    child = Child()
    done = run_here(child, Task("game", time.sleep, (60,), 0.2), 0.1)
    child.close()
    assert done.failure is not None
    assert done.failure.code == "timeout"
    assert "0.2 seconds" in done.failure.message


@pytest.mark.skipif(not hasattr(os, "waitpid"), reason="children are waited for otherwise")
def test_a_child_that_was_ended_is_waited_for() -> None:
    """Else every photo that hangs leaves a dead process behind, up to the limit of them."""
    child = Child()
    pid = child.run(os.getpid, (), 60)
    child.close()
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
