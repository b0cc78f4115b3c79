"""The folder of results: never another's, never written by two at once, never half a file."""

import errno
import os
from pathlib import Path

import pytest

from kscan import files
from kscan.errors import KscanError, UsageError
from kscan.tournament.outputs import alone, claim


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("prepare", ["new", "empty", "again"])
def test_new_empty_and_own_results_are_taken(tmp_path: Path, photos: Path, prepare: str) -> None:
    out = tmp_path / "out"
    if prepare != "new":
        out.mkdir()
    if prepare == "again":
        claim(out, photos)
    claim(out, photos)


def test_results_may_lie_among_the_photos(photos: Path) -> None:
    claim(photos / "results", photos)
    claim(photos / "results", photos)


def test_a_folder_with_other_files_is_refused(tmp_path: Path, photos: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="holds other files"):
        claim(tmp_path, photos)
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_results_of_another_folder_are_refused(tmp_path: Path, photos: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    claim(tmp_path / "out", other)
    with pytest.raises(UsageError, match="another folder"):
        claim(tmp_path / "out", photos)


def test_the_photos_are_not_the_results(photos: Path) -> None:
    with pytest.raises(UsageError, match="folder of photos"):
        claim(photos, photos)


def test_photos_and_results_may_be_moved_together(tmp_path: Path, photos: Path) -> None:
    claim(tmp_path / "out", photos)
    moved = tmp_path / "moved"
    moved.mkdir()
    photos.rename(moved / "photos")
    (tmp_path / "out").rename(moved / "out")
    claim(moved / "out", moved / "photos")


def test_only_one_run_writes(tmp_path: Path, photos: Path) -> None:
    out = tmp_path / "out"
    claim(out, photos)
    with alone(out), pytest.raises(UsageError, match="another kscan batch"), alone(out):
        pass
    with alone(out):
        pass


def test_a_full_disk_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "standings.csv"
    files.write(path, "old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(KscanError, match="the disk is full") as caught:
        files.write(path, "new")
    assert caught.value.code == "disk_full"
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_does_not_change_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "standings.csv"
    files.write(path, "same")
    before = path.stat().st_ino
    files.write_changed(path, "same")
    assert path.stat().st_ino == before
