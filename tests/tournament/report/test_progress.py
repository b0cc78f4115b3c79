"""How far it is, as a terminal, a log and a quiet run are told."""

import io

import pytest

from kscan.locale import words
from kscan.tournament.report.progress import Stage, progress

ENGLISH = words("en")


class Terminal(io.StringIO):
    """Standard error as a person sees it."""

    def isatty(self) -> bool:
        return True


def test_a_log_gets_a_line_for_every_photo(capsys: pytest.CaptureFixture[str]) -> None:
    with progress(False, ENGLISH) as told:
        told.begin(Stage.READING, 3, 1)
        told.step("table-1/anna.jpg")
        told.step("odd\nname.jpg", "this is not a picture.")
    assert capsys.readouterr().err.splitlines() == [
        "reading: 3 (done before: 1)",
        "2/3 table-1/anna.jpg",
        "3/3 odd\\nname.jpg: this is not a picture.",
    ]


def test_a_terminal_gets_a_bar_with_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    with progress(False, ENGLISH) as told:
        told.begin(Stage.READING, 40, 10)
        for number in range(20):
            told.step(f"{number}.jpg")
        told.begin(Stage.SCORING, 2)
        told.step("a")
        told.step("b")
    shown = terminal.getvalue()
    assert "scoring" in shown
    assert "2/2" in shown
    assert "/s, -0:00" in shown
    assert ".jpg" not in shown


def test_quiet_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    with progress(True, ENGLISH) as told:
        told.begin(Stage.DRAWING, 3)
        told.step("anna.jpg", "drawn")
    assert capsys.readouterr() == ("", "")
