"""The folder of results: its owner, and its lock against a second run."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kscan import files
from kscan.errors import English, OutputError, UsageError, english, shown

MARK = "kscan-batch.json"
_SCHEMA = "kscan-batch/1"
_LARGEST_MARK = 1 << 16  # bytes


def claim(out: Path, folder: Path) -> None:
    """Make `out` the results of `folder`.

    It must be new, empty, or that already; raises UsageError otherwise, before anything is written.
    """
    if os.path.exists(out) and not out.is_dir():
        raise _refused(out, english("is a file; the results need a folder of their own"))
    if _same(out, folder):
        raise _refused(out, english("is the folder of photos; the results need one of their own"))
    for name in ("journal", "pictures"):
        if (out / name).is_symlink():
            said = english(
                "is a link, and none is followed here; remove it, or give another folder"
            )
            raise _refused(out / name, said)
    if os.path.exists(out) and any(entry.suffix != files.UNFINISHED for entry in out.iterdir()):
        _check_mark(out, folder)
        return
    mark = {"schema": _SCHEMA, "photos": _place(folder), "below": _way(out, folder)}
    files.write(out / MARK, json.dumps(mark, ensure_ascii=False, indent=1) + "\n")


def _check_mark(out: Path, folder: Path) -> None:
    try:
        mark = json.loads(files.read(out / MARK, _LARGEST_MARK))
        places = (mark["photos"], mark["below"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        said = english("holds other files; give a new or an empty folder, or an earlier run's")
        raise _refused(out, said) from None
    way = _way(out, folder)  # none from one drive to another
    if _place(folder) != places[0] and (not way or way != places[1]):
        said = english(
            "holds the results of another folder, {folder}; give a folder of its own",
            folder=places[0],
        )
        raise _refused(out, said)


def _refused(place: Path, sentence: English) -> UsageError:
    return UsageError("{file}: {reason}.", file=shown(place), reason=sentence)


def _same(one: Path, other: Path) -> bool:
    return os.path.exists(one) and os.path.exists(other) and one.samefile(other)


def _place(folder: Path) -> str:
    """Write the photos' folder, even if not UTF-8."""
    return shown(str(folder.resolve()))


def _way(out: Path, folder: Path) -> str:
    """Return the path from the results to the photos.

    For when both are moved together.
    """
    try:
        return shown(Path(os.path.relpath(folder.resolve(), out.resolve())).as_posix())
    except ValueError:  # another drive
        return ""


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Lock `out` against other runs.

    Raises UsageError where one is at work.
    """
    try:
        import fcntl
    except ImportError:  # Windows: there a file that is open cannot be replaced anyway
        yield
        return
    try:
        handle = os.open(out, os.O_RDONLY)
    except OSError as error:
        raise files.cannot_write(out, error) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise _refused(
            out, english("kscan batch or kscan serve is at work there; end it first")
        ) from None
    except OSError:  # a network file system without locks
        pass
    try:
        _remove_unfinished(out)
        yield
        _check_still_there(out, handle)
    finally:
        os.close(handle)


def _remove_unfinished(out: Path) -> None:
    """Remove a killed run's half-written files.

    Below, each part's writer does.
    """
    with suppress(OSError):
        for entry in os.scandir(out):
            if re.fullmatch(files.UNFINISHED_NAME, entry.name):
                files.remove(out / entry.name)


def _check_still_there(out: Path, handle: int) -> None:
    """Raise OutputError if the folder was deleted or moved.

    While the run wrote to it.
    """
    try:
        there = os.path.samestat(os.stat(out), os.fstat(handle))
    except OSError:
        there = False
    if not there:
        raise OutputError(
            "cannot_write",
            "{folder}: was deleted or moved meanwhile; give the same command again.",
            folder=shown(out),
        )
