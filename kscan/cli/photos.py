"""Photos as a command line names them: standard input, their names in messages and of files."""

import os
from collections.abc import Sequence
from pathlib import Path

from kscan import heap
from kscan.cli import FAILED, LOOK, OK
from kscan.errors import UsageError, shown

STDIN = "-"
# What the worst photo's status makes the exit code.
CODES = {"ok": OK, "check": LOOK, "failed": FAILED}

# Bytes: the pixels of a photo of twenty megapixels, and what a run may hold on to.
_LARGEST_PIECE, _SPARE = 64_000_000, 256_000_000


def keep_memory() -> None:
    """Read photos with the memory that is there: new pages take a twentieth of a cold start."""
    heap.keep(_LARGEST_PIECE, _SPARE)


def spoken(photo: str) -> str:
    """What messages call a photo: one printable line."""
    return "standard input" if photo == STDIN else shown(photo)


def stems(photos: Sequence[str]) -> tuple[str, ...]:
    """A file name without ending for each photo, all different whatever their case."""
    taken: set[str] = set()
    wanted = ("standard-input" if photo == STDIN else Path(photo).stem for photo in photos)
    return tuple(_free(stem, taken) for stem in wanted)


def refuse_twice(photos: Sequence[str]) -> None:
    """Raise UsageError where standard input is asked for again."""
    if photos.count(STDIN) > 1:
        raise UsageError("standard input can be read only once")


def refuse_replacing(files: Sequence[Path], force: bool) -> None:
    """Raise UsageError where a file is there already and need not be given up."""
    # Unlike Path.exists this bears names that are too long for any file: writing says so.
    there = [file for file in files if os.path.exists(file)]
    if there and not force:
        raise UsageError(f"{shown(there[0])} exists already; give --force to replace it")


def _free(stem: str, taken: set[str]) -> str:
    number, free = 2, stem
    while free.casefold() in taken:
        number, free = number + 1, f"{stem}-{number}"
    taken.add(free.casefold())
    return free
