"""Signs of life while figures are measured."""

import pytest

from kscan.lab.evaluate.progress import QUIET, told


def test_a_line_now_and_then_and_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(told(range(5), "photos", every=2)) == [0, 1, 2, 3, 4]
    said = capsys.readouterr()
    assert said.out == ""
    assert [line.strip() for line in said.err.splitlines()] == [
        "photos: 2 of 5",
        "photos: 4 of 5",
        "photos: 5 of 5",
    ]


def test_nothing_is_said_to_who_asked_for_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    token = QUIET.set(True)
    try:
        assert list(told("ab", "photos", every=1)) == ["a", "b"]
    finally:
        QUIET.reset(token)
    assert capsys.readouterr().err == ""
