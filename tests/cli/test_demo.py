"""`kscan demo` scores and draws the sample that ships, and opens the picture on a desktop."""

from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from kscan.cli import demo, main
from kscan.cli.demo import sample


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the files that were opened on the desktop."""
    found: list[str] = []
    monkeypatch.setattr("click.launch", lambda file: found.append(file))
    return found


def test_the_sample_is_scored_and_drawn(tmp_path: Path, opened: list[str]) -> None:
    drawn = tmp_path / "scored.jpg"
    done = CliRunner().invoke(main, ["demo", "--picture", str(drawn), "--lang", "en"])
    scored = CliRunner().invoke(main, ["score", "-q", str(sample()), "--lang", "en"])
    assert (done.exit_code, done.stdout) == (scored.exit_code, scored.stdout) == (0, scored.stdout)
    assert cv2.imread(str(drawn)) is not None
    assert done.stderr == f"The picture: {drawn}\n"
    assert opened == []


def test_the_picture_is_opened_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, opened: list[str]
) -> None:
    drawn = str(tmp_path / "scored.jpg")
    monkeypatch.setattr(demo, "has_screen", lambda: True)
    CliRunner().invoke(main, ["demo", "--picture", drawn])
    CliRunner().invoke(main, ["demo", "--picture", drawn, "--no-open"])
    assert opened == [drawn]


@pytest.mark.parametrize(
    ("environment", "screen"),
    [
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "192.0.2.7 1 192.0.2.8 22"}, False),
        ({}, False),
    ],
)
def test_where_there_is_a_screen(
    environment: dict[str, str], screen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert demo.has_screen() == screen
