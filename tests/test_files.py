"""Files of strangers are read within bounds, and only kscan's own files are removed."""

import errno
import os
import re
import time
from pathlib import Path

import pytest

from kscan import files
from kscan.errors import OutputError

OWN = re.compile(r"own-\d+\.txt")


@pytest.fixture
def sparse(tmp_path: Path) -> Path:
    """Return a file that says it has 200 GB, and has none."""
    path = tmp_path / "sparse"
    path.touch()
    os.truncate(path, 200_000_000_000)
    return path


@pytest.mark.parametrize("name", ["pipe", "/dev/zero", "/dev/null"])
def test_what_may_never_end_is_not_opened(name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(files.NotAFileError):
        files.open_regular(tmp_path / name)


def test_a_folder_and_a_missing_file_are_said_as_usual(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        files.open_regular(tmp_path)
    with pytest.raises(FileNotFoundError):
        files.open_regular(tmp_path / "nothing")


@pytest.mark.parametrize("size", [0, 1, 9, 10, 11, 5000])
def test_no_more_is_read_than_one_byte_beyond_the_limit(size: int, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(bytes(size))
    assert len(files.read(tmp_path / "file", 10)) == min(size, 11)


def test_a_file_that_says_it_is_empty_is_read_all_the_same() -> None:
    status = Path("/proc/self/status")
    if not status.exists():
        pytest.skip("needs /proc")
    assert status.stat().st_size == 0
    assert b"VmSize" in files.read(status, 100_000)


def test_a_file_of_200_gb_costs_no_more_than_the_limit(sparse: Path) -> None:
    start = time.process_time()
    assert len(files.read(sparse, 1_000_000)) == 1_000_001
    with pytest.raises(files.TooLargeError):
        files.digest(sparse, 1_000_000)
    assert time.process_time() - start < 1


def test_only_own_files_are_removed_and_folders_that_this_empties(tmp_path: Path) -> None:
    theirs, full = tmp_path / "emptied", tmp_path / "full"
    for folder in (theirs, full, tmp_path / "empty"):
        folder.mkdir()
        (folder / "own-1.txt").touch()
    (tmp_path / "empty" / "own-1.txt").unlink()
    (full / "mine.txt").touch()
    (tmp_path / "own-2.txt").touch()
    files.remove_own(tmp_path, OWN, {tmp_path / "own-2.txt"})
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")}
    assert left == {"full", "full/mine.txt", "empty", "own-2.txt"}


def test_nothing_is_removed_behind_a_link(tmp_path: Path) -> None:
    elsewhere, here = tmp_path / "elsewhere", tmp_path / "here"
    for folder in (elsewhere, here):
        folder.mkdir()
    (elsewhere / "own-1.txt").touch()
    (here / "folder").symlink_to(elsewhere)
    (here / "own-3.txt").symlink_to(elsewhere / "own-1.txt")
    files.remove_own(here, OWN)
    (tmp_path / "link").symlink_to(elsewhere)
    files.remove_own(tmp_path / "link", OWN)
    assert (elsewhere / "own-1.txt").exists()
    assert (here / "own-3.txt").is_symlink()


def test_odd_entries_stay(tmp_path: Path) -> None:
    (tmp_path / "own-1.txt").mkdir()
    os.mkfifo(tmp_path / "own-2.txt")
    files.remove_own(tmp_path, OWN)
    files.remove(tmp_path / "own-1.txt")
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_was_deleted_meanwhile_is_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="its folder was deleted meanwhile"):
        files.write_changed(tmp_path / "gone" / "results.csv", "x")
    assert not (tmp_path / "gone").exists()
    assert files.cannot_write(tmp_path, OSError(errno.ENOSPC, "full")).code == "disk_full"
