"""The last finished run, repeated if nothing changed.

Files are compared by name, size, time stamp and inode, which costs some microseconds for each.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kscan import files

FILE = "last-run.json"
_SCHEMA = "kscan-last-run/1"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A run's last words and its exit code."""

    code: int
    lines: tuple[str, ...]  # of its summary
    wrong: tuple[str, ...]  # those that are said even where nothing else is


def inputs_key(folder: Path, out: Path, tables: Iterable[Path | None], rules: Sequence[str]) -> str:
    """Return a key of the files and the rules."""
    sha = hashlib.sha256(repr(list(rules)).encode())
    for line in _stamps(folder, out):
        sha.update(line)
    for table in tables:
        sha.update(_stamp(table) if table else b"-")
    return sha.hexdigest()


def recall(out: Path, key: str) -> Outcome | None:
    """Return the last run's outcome, if nothing changed.

    It had the same inputs, and its results are untouched.
    """
    try:
        found = json.loads((out / FILE).read_text(encoding="utf-8"))
        same = found["schema"] == _SCHEMA and found["inputs"] == key
        if not same or found["results"] != _results_key(out):
            return None
        return Outcome(int(found["code"]), tuple(found["lines"]), tuple(found["wrong"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def remember(out: Path, key: str, outcome: Outcome) -> None:
    """Keep a finished run's outcome."""
    found = {
        "schema": _SCHEMA,
        "inputs": key,
        "results": _results_key(out),
        "code": outcome.code,
        "lines": outcome.lines,
        "wrong": outcome.wrong,
    }
    files.write(out / FILE, json.dumps(found, ensure_ascii=False, indent=1) + "\n")


def forget(out: Path) -> None:
    """Drop the kept outcome, before an interruptible run."""
    (out / FILE).unlink(missing_ok=True)


def _results_key(out: Path) -> str:
    sha = hashlib.sha256()
    for line in _stamps(out, out / FILE):
        sha.update(line)
    return sha.hexdigest()


def _stamps(top: Path, leave_out: Path) -> Iterator[bytes]:
    """Yield a line for every file below `top`.

    Through links, each folder once.
    """
    seen: set[tuple[int, int]] = set()
    for here, folders, names in os.walk(top, followlinks=True):
        status = os.stat(here)
        if (status.st_dev, status.st_ino) in seen:
            folders.clear()
            continue
        seen.add((status.st_dev, status.st_ino))
        folders[:] = sorted(name for name in folders if Path(here, name) != leave_out)
        for name in sorted(names):
            path = Path(here, name)
            if path != leave_out:
                yield _stamp(path)


def _stamp(path: Path) -> bytes:
    try:
        status = os.stat(path)
    except OSError as error:
        return os.fsencode(f"{path} {error.errno}\n")
    said = (status.st_size, status.st_mtime_ns, status.st_dev, status.st_ino)
    return os.fsencode(f"{path} {said}\n")
