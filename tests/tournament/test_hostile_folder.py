"""A folder that came by mail may hold anything where kscan expects its own files."""

import os
from pathlib import Path

import pytest

from kscan.errors import UsageError
from kscan.tournament import settings
from kscan.tournament.report import standings_json

NESTED, LONG = "[" * 50_000, "9" * 5000


def test_settings_that_never_end_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / settings.FILE)
    with pytest.raises(UsageError, match="cannot be read"):
        settings.read(tmp_path / settings.FILE)


@pytest.mark.parametrize("text", [f"size = {NESTED}", f"size = {LONG}", "\0"])
def test_settings_that_are_none_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / settings.FILE).write_text(text)
    with pytest.raises(UsageError, match="expected lines such as"):
        settings.read(tmp_path / settings.FILE)


@pytest.mark.parametrize("text", [NESTED, LONG, "{}", "[]"])
def test_standings_that_are_none_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / standings_json.FILE).write_text(text)
    with pytest.raises(UsageError, match="not standings"):
        standings_json.load(tmp_path)
    (tmp_path / standings_json.FILE).unlink()
    os.mkfifo(tmp_path / standings_json.FILE)
    with pytest.raises(UsageError, match="cannot be read"):
        standings_json.load(tmp_path)
