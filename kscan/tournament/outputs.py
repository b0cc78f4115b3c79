"""The folder of results: whose it is, and that only one run writes to it."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kscan import files
from kscan.errors import UsageError, shown

MARK = "kscan-batch.json"
_SCHEMA = "kscan-batch/1"


def claim(out: Path, folder: Path) -> None:
    """Make `out` the results of `folder`: it must be new, empty, or that already.

    Raises UsageError otherwise, before anything is written.
    """
    if os.path.exists(out) and not out.is_dir():
        raise UsageError(f"{out}: is a file; the results need a folder of their own.")
    if _same(out, folder):
        raise UsageError(f"{out}: is the folder of photos; the results need one of their own.")
    if os.path.exists(out) and any(entry.suffix != files.UNFINISHED for entry in out.iterdir()):
        _check_mark(out, folder)
        return
    mark = {"schema": _SCHEMA, "photos": _place(folder), "below": _way(out, folder)}
    files.write(out / MARK, json.dumps(mark, ensure_ascii=False, indent=1) + "\n")


def _check_mark(out: Path, folder: Path) -> None:
    try:
        mark = json.loads((out / MARK).read_text(encoding="utf-8"))
        places = (mark["photos"], mark["below"])
    except (OSError, ValueError, KeyError, TypeError):
        raise UsageError(
            f"{out}: holds other files; give -o a new or an empty folder, or an earlier run's."
        ) from None
    way = _way(out, folder)  # none from one drive to another
    if _place(folder) != places[0] and (not way or way != places[1]):
        raise UsageError(
            f"{out}: holds the results of another folder, {places[0]}; give -o a folder of its own."
        )


def _same(one: Path, other: Path) -> bool:
    return os.path.exists(one) and os.path.exists(other) and one.samefile(other)


def _place(folder: Path) -> str:
    """Where the photos lie, as any file can hold it: names need not be UTF-8."""
    return shown(str(folder.resolve()))


def _way(out: Path, folder: Path) -> str:
    """How to get from the results to the photos, for when both are moved together."""
    try:
        return shown(Path(os.path.relpath(folder.resolve(), out.resolve())).as_posix())
    except ValueError:  # another drive
        return ""


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Keep other runs out of `out`; raises UsageError where one is at work."""
    try:
        import fcntl
    except ImportError:  # Windows: there a file that is open cannot be replaced anyway
        yield
        return
    handle = os.open(out, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise UsageError(f"{out}: another kscan batch is writing to it.") from None
    except OSError:  # a network file system without locks
        pass
    try:
        yield
    finally:
        os.close(handle)
