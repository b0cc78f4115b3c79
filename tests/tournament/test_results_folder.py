"""The folder of results: never another's, never written by two at once, never half a file."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from kscan import files
from kscan.errors import KscanError, OutputError, UsageError
from kscan.tournament.cache import Cache
from kscan.tournament.results_folder import alone, claim


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
    with alone(out), pytest.raises(UsageError, match="kscan batch or kscan serve"), alone(out):
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


@pytest.mark.parametrize("name", ["journal", "pictures"])
def test_a_link_in_the_results_is_refused(tmp_path: Path, photos: Path, name: str) -> None:
    claim(tmp_path / "out", photos)
    (tmp_path / "out" / name).symlink_to(photos)
    with pytest.raises(UsageError, match="is a link"):
        claim(tmp_path / "out", photos)


@pytest.mark.parametrize("mark", ["[" * 50_000, "1" * 5000, "{}", " " * 200_000])
def test_a_mark_that_is_none_is_another_s_file(tmp_path: Path, photos: Path, mark: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "kscan-batch.json").write_text(mark)
    with pytest.raises(UsageError, match="holds other files"):
        claim(out, photos)


def test_results_that_were_deleted_meanwhile_are_said(tmp_path: Path, photos: Path) -> None:
    out = tmp_path / "out"
    claim(out, photos)
    with pytest.raises(OutputError, match="deleted or moved meanwhile"), alone(out):
        shutil.rmtree(out)
    with pytest.raises(OutputError), alone(out):
        pass
    claim(out, photos)
    with pytest.raises(OutputError, match="deleted or moved meanwhile"), alone(out):
        out.rename(tmp_path / "elsewhere")


def test_the_journal_removes_its_own_files_only(tmp_path: Path) -> None:
    old, new = Cache(tmp_path / "journal", "1-a"), Cache(tmp_path / "journal", "1-b")
    key = "0123456789abcdef" * 4
    old.keep(key, b"reading")
    new.keep(key, b"reading")
    new.keep_game(key, b"answer")
    (tmp_path / "journal" / "1-a" / "mine.txt").touch()
    (tmp_path / "journal" / "holiday").mkdir()
    (tmp_path / "journal" / "holiday" / "beach.jpg").touch()
    new.tidy((), ())
    assert {path.name for path in (tmp_path / "journal").rglob("*") if path.is_file()} == {
        "mine.txt", "beach.jpg",
    }  # fmt: skip


@pytest.mark.parametrize("content", [b"[" * 100_000, b"1" * 5000, b"\0"])
def test_a_journal_that_is_damaged_is_as_empty(tmp_path: Path, content: bytes) -> None:
    cache = Cache(tmp_path / "journal", "1-a")
    key = "0123456789abcdef" * 4
    cache.keep(key, content)
    cache.keep_game(key, content)
    assert cache.reading(key) is None
    assert cache.game(key) is None


def test_a_journal_does_not_make_the_results_anew(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "out" / "journal", "1-a")
    shutil.rmtree(tmp_path / "out")
    with pytest.raises(OutputError, match="deleted meanwhile"):
        cache.keep("0" * 64, b"reading")
    assert not (tmp_path / "out").exists()


def test_what_a_killed_run_left_half_written_is_removed(tmp_path: Path, photos: Path) -> None:
    out = tmp_path / "out"
    claim(out, photos)
    (out / "tmpa1b2c3_d.part").touch()
    (out / "mine.part").touch()
    with alone(out):
        assert {path.name for path in out.iterdir()} == {"kscan-batch.json", "mine.part"}
