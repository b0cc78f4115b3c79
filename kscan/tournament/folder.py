"""The folder of photos: its files, in an order independent of the file system."""

import os
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kscan import files
from kscan.photo.formats import FORMATS, NotAPictureError, format_of
from kscan.tournament.records import Failure
from kscan.tournament.results_folder import MARK

PICTURES = frozenset(suffix for each in FORMATS for suffix in each.suffixes)
# Films begin as HEIC pictures do.
_FILM = re.compile(rb"....ftyp(?!heic|heix|mif1|avif)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PhotoFile:
    """One photo below the folder; `trouble` if its file cannot be opened."""

    name: str  # below the folder, with `/`, printable
    path: Path
    trouble: Failure | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """The photos in order of their names, and the other files' names."""

    photos: tuple[PhotoFile, ...]
    ignored: tuple[str, ...]


def photos_below(folder: Path, leave_out: Path | None = None) -> Listing:
    """List every photo below `folder` once.

    Whatever links point where; nothing below `leave_out`, nor in other results: their drawings are
    no photos.
    """
    photos: list[PhotoFile] = []
    ignored: list[str] = []
    for path, trouble in _files(folder, leave_out):
        name = _printable(path, folder)
        if trouble is not None or _is_photo(path):
            photos.append(PhotoFile(name, path, trouble))
        else:
            ignored.append(name)
    photos.sort(key=lambda photo: natural(photo.name))
    return Listing(tuple(photos), tuple(sorted(ignored, key=natural)))


def natural(name: str) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """Return a sort key with `table-2` before `table-10`."""
    return tuple(map(_part, filter(None, re.split(r"([0-9]+)", name.casefold())))), name


def _part(text: str) -> tuple[int, int, str]:
    """Return a sort key for a number or other text."""
    if not text[0].isascii() or not text[0].isdigit():
        return 1, 0, text
    # By length and then digit by digit: a number of any length is no number for Python.
    digits = text.lstrip("0")
    return 0, len(digits), digits


def _files(top: Path, leave_out: Path | None) -> Iterator[tuple[Path, Failure | None]]:
    """Yield all files of each folder once; real folders before linked ones."""
    seen = {_identity(leave_out)} if leave_out and leave_out.exists() else set()
    ahead, linked = deque([top]), deque[Path]()
    while ahead or linked:
        here = ahead.popleft() if ahead else linked.popleft()
        try:
            if _identity(here) in seen:
                continue
            seen.add(_identity(here))
            if here != top and (here / MARK).exists():
                continue
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError as error:
            yield here, closed("folder", error)
            continue
        for entry in entries:
            path = here / entry.name
            if not _is_folder(entry):
                yield path, None if entry.name.startswith(".") else _trouble(path)
            elif not entry.name.startswith("."):
                (linked if entry.is_symlink() else ahead).append(path)


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads back to itself
        return False


def _identity(path: Path) -> tuple[int, int]:
    status = os.stat(path)
    return status.st_dev, status.st_ino


def _trouble(path: Path) -> Failure | None:
    """Return a photo's failure to open, if any."""
    if path.suffix.lower() not in PICTURES:
        return None
    try:
        with files.open_regular(path):
            return None
    except files.NotAFileError:
        return Failure("not_a_file", "neither a file nor a folder: left alone.")
    except OSError as error:
        return closed("file", error)


def closed(what: str, error: OSError) -> Failure:
    """Word why the file or folder `what` cannot be opened."""
    if isinstance(error, PermissionError):
        return Failure("no_permission", f"you have no permission to open this {what}.")
    if isinstance(error, FileNotFoundError):
        return Failure("not_found", f"this {what} is not there any more, or a link to nothing.")
    return Failure("cannot_open", f"this {what} cannot be opened ({error.strerror}).")


def _is_photo(path: Path) -> bool:
    if path.name.startswith("."):
        return False
    if path.suffix.lower() in PICTURES:
        return True
    try:
        with files.open_regular(path) as file:
            beginning = file.read(16)
        return format_of(beginning) is not None and not _FILM.match(beginning)
    except (OSError, NotAPictureError):
        return False


def _printable(path: Path, folder: Path) -> str:
    relative = path.relative_to(folder).as_posix()
    return os.fsencode(relative).decode("utf-8", "backslashreplace")
