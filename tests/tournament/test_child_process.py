"""A child process that answers, breaks, hangs or dies, and what its parent hears of it."""

import os
import sys
import time
from collections.abc import Iterator

import pytest

from kscan.tournament.child_process import Child, ChildDiedError, TooSlowError
from kscan.tournament.workers import Task, cores, run_here


@pytest.fixture
def child() -> Iterator[Child]:
    one = Child()
    yield one
    one.close()


def test_a_call_is_answered_and_an_error_comes_back(child: Child) -> None:
    assert child.run(divmod, (17, 5), 60) == (3, 2)
    with pytest.raises(RuntimeError, match="ZeroDivisionError: "):
        child.run(divmod, (17, 0), 60)
    assert child.run(os.getpid, (), 60) != os.getpid()


def test_what_a_library_prints_is_no_answer(child: Child) -> None:
    assert child.run(print, ("a library talks",), 60) is None
    assert child.run(os.write, (1, b"and so does C"), 60) == 13


def test_after_a_call_that_hung_or_died_the_next_is_answered(child: Child) -> None:
    with pytest.raises(TooSlowError):
        child.run(time.sleep, (600,), 3)
    with pytest.raises(ChildDiedError):
        child.run(os._exit, (3,), 60)
    assert child.run(divmod, (17, 5), 60) == (3, 2)


def test_a_closed_hand_answers_no_more() -> None:
    one = Child()
    one.close()
    with pytest.raises(ChildDiedError):
        one.run(divmod, (17, 5), 60)


def test_a_child_that_cannot_start_is_a_dead_one(
    child: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(ChildDiedError):
        child.run(divmod, (17, 5), 60)


def test_every_end_of_a_task_is_a_value(child: Child) -> None:
    ends = {
        "fault": Task("fault", divmod, (1, 0)),
        "crashed": Task("crashed", os._exit, (3,)),
        "timeout": Task("timeout", time.sleep, (600,)),
        "no_memory": Task("no_memory", bytearray, (10**13,)),
    }
    for code, task in ends.items():
        failure = run_here(child, task, 3).failure
        assert failure is not None
        assert failure.code == code
    assert run_here(child, Task("ok", divmod, (17, 5)), 60).answer == (3, 2)


def test_there_is_a_core_to_work_on() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
