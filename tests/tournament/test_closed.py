"""What cannot be opened, and file systems that cannot do what others do."""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kscan import files
from kscan.errors import UsageError
from kscan.tournament.folder import photos_below
from kscan.tournament.results_folder import alone, claim


def refusing(real: Callable[..., object], wanted: str, code: int) -> Callable[..., object]:
    """Return the function, which fails for paths that end so."""

    def called(path: object, *args: object, **options: object) -> object:
        if str(path).endswith(wanted):
            raise OSError(code, os.strerror(code), str(path))
        return real(path, *args, **options)

    return called


@pytest.mark.parametrize(
    ("code", "answer"),
    [(errno.EACCES, "no_permission"), (errno.ENOENT, "not_found"), (errno.EIO, "cannot_open")],
)
def test_a_folder_that_cannot_be_opened_is_a_row_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, answer: str
) -> None:
    (tmp_path / "closed").mkdir()
    (tmp_path / "open.jpg").write_bytes(b"x")
    monkeypatch.setattr(os, "scandir", refusing(os.scandir, "closed", code))
    closed, photo = photos_below(tmp_path).photos
    assert (closed.name, photo.name, photo.trouble) == ("closed", "open.jpg", None)
    assert closed.trouble is not None
    assert closed.trouble.code == answer
    assert "folder" in closed.trouble.message


def test_a_file_of_no_kind_that_cannot_be_opened_is_left_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "upload").write_bytes(b"\xff\xd8\xff\xe0 jpeg")
    os.mkfifo(tmp_path / "pipe")
    refuses = refusing(files.open_regular, "upload", errno.EIO)
    monkeypatch.setattr(files, "open_regular", refuses)
    found = photos_below(tmp_path)
    assert (found.photos, found.ignored) == ((), ("pipe", "upload"))


def test_a_file_is_no_folder_of_results(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out").write_text("a file")
    with pytest.raises(UsageError, match="is a file"):
        claim(tmp_path / "out", tmp_path / "in")


def test_where_files_cannot_be_locked_a_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def unsupported(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", unsupported)
    with alone(tmp_path):
        (tmp_path / "results.csv").write_text("photo\n")
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with alone(tmp_path):
        pass


def test_results_on_another_drive_are_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unrelated(*_: object) -> str:
        raise ValueError("path is on mount 'C:', start on mount 'D:'")

    (tmp_path / "in").mkdir()
    monkeypatch.setattr(os.path, "relpath", unrelated)
    for _ in range(2):
        claim(tmp_path / "out", tmp_path / "in")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["kscan-batch.json"]
    (tmp_path / "other").mkdir()
    with pytest.raises(UsageError, match="results of another folder"):
        claim(tmp_path / "out", tmp_path / "other")
