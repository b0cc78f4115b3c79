"""A file is the old one or the new one, whatever happens while it is written."""

import errno
import os
from pathlib import Path

import pytest

from kscan import files
from kscan.errors import OutputError


def test_whoever_has_the_old_file_open_keeps_all_of_it(tmp_path: Path) -> None:
    path, before = tmp_path / "results.csv", tmp_path / "before.csv"
    path.write_text("old")
    os.link(path, before)
    files.write(path, "new and longer")
    assert (path.read_text(), before.read_text()) == ("new and longer", "old")


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "results.csv"
    path.write_text("old")
    monkeypatch.setattr(os, step, full)
    with pytest.raises(OutputError, match="the disk is full") as refused:
        files.write(path, "new")
    assert refused.value.code == "disk_full"
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [
        ("results.csv", "old")
    ]


def test_what_already_stands_there_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text("same")
    os.utime(path, (1, 1))
    files.write_changed(path, "same")
    assert path.stat().st_mtime == 1
    files.write_changed(path, "diff")
    assert path.read_text() == "diff"
