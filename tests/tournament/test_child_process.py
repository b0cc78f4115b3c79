"""A child process that answers, breaks, hangs or dies, and what its parent hears of it."""

import os
import sys
import time
from collections.abc import Iterator

import pytest

from kscan.tournament.child_process import ChildDiedError, Hand, TooSlowError
from kscan.tournament.workers import Errand, cores, run_here


@pytest.fixture
def hand() -> Iterator[Hand]:
    one = Hand()
    yield one
    one.close()


def test_a_call_is_answered_and_an_error_comes_back(hand: Hand) -> None:
    assert hand.run(divmod, (17, 5), 60) == (3, 2)
    with pytest.raises(RuntimeError, match="ZeroDivisionError: "):
        hand.run(divmod, (17, 0), 60)
    assert hand.run(os.getpid, (), 60) != os.getpid()


def test_what_a_library_prints_is_no_answer(hand: Hand) -> None:
    assert hand.run(print, ("a library talks",), 60) is None
    assert hand.run(os.write, (1, b"and so does C"), 60) == 13


def test_after_a_call_that_hung_or_died_the_next_is_answered(hand: Hand) -> None:
    with pytest.raises(TooSlowError):
        hand.run(time.sleep, (600,), 3)
    with pytest.raises(ChildDiedError):
        hand.run(os._exit, (3,), 60)
    assert hand.run(divmod, (17, 5), 60) == (3, 2)


def test_a_closed_hand_answers_no_more() -> None:
    one = Hand()
    one.close()
    with pytest.raises(ChildDiedError):
        one.run(divmod, (17, 5), 60)


def test_a_child_that_cannot_start_is_a_dead_one(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(ChildDiedError):
        hand.run(divmod, (17, 5), 60)


def test_every_end_of_an_errand_is_a_value(hand: Hand) -> None:
    ends = {
        "fault": Errand("fault", divmod, (1, 0)),
        "crashed": Errand("crashed", os._exit, (3,)),
        "timeout": Errand("timeout", time.sleep, (600,)),
        "no_memory": Errand("no_memory", bytearray, (10**13,)),
    }
    for code, errand in ends.items():
        failure = run_here(hand, errand, 3).failure
        assert failure is not None
        assert failure.code == code
    assert run_here(hand, Errand("ok", divmod, (17, 5)), 60).answer == (3, 2)


def test_there_is_a_core_to_work_on() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
