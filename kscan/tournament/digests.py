"""What is in photos' files, by a digest: names and times say nothing about it.

A file that is as it was is not hashed again: its size, time stamp and inode say so.
"""

import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kscan import files
from kscan.files import LARGEST, TooLargeError, digest
from kscan.tournament.folder import PhotoFile
from kscan.tournament.records import Failure
from kscan.tournament.workers import cores

FILE = "digests.json"  # among the results
_SCHEMA = "kscan-digests/1"
_FRESH = 2_000_000_000  # nanoseconds in which a file may change again and keep its time stamp

Stamp = tuple[int, int, int, int]  # size, time of the last change, device, inode
Kept = dict[str, tuple[Stamp, str]]  # digests of an earlier run, by the photo's name

_known: dict[Path, tuple[Stamp, str]] = {}  # by this process


def digests_of(
    photos: Sequence[PhotoFile], out: Path, check: bool = False
) -> tuple[dict[str, str], dict[str, Failure]]:
    """Return each photo's digest by name, and why the others cannot be opened.

    Only files that changed since the last run into `out` are hashed, or with `check` all.
    """
    began = time.time_ns()
    whole = (photo for photo in photos if photo.trouble is None)
    stamps = {photo.name: stamp for photo in whole if (stamp := _stamp(photo.path))}
    known = {} if check else _recall(out)
    same = {
        name: known[name][1]
        for name, stamp in stamps.items()
        if name in known and known[name][0] == stamp
    }
    hashed, failures = contents_of([photo for photo in photos if photo.name not in same])
    found = same | hashed
    digests = {photo.name: found[photo.name] for photo in photos if photo.name in found}
    settled = {name: stamp for name, stamp in stamps.items() if stamp[1] < began - _FRESH}
    _keep(out, {name: (stamp, found[name]) for name, stamp in settled.items() if name in found})
    return digests, failures


def _recall(out: Path) -> Kept:
    try:
        found = json.loads(files.read(out / FILE, LARGEST))
        if found["schema"] != _SCHEMA:
            return {}
        return {
            name: ((int(size), int(when), int(device), int(inode)), str(content))
            for name, (size, when, device, inode, content) in found["photos"].items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def _keep(out: Path, kept: Kept) -> None:
    said = {name: [*stamp, content] for name, (stamp, content) in kept.items()}
    text = json.dumps({"schema": _SCHEMA, "photos": said}, ensure_ascii=False, indent=0)
    files.write_changed(out / FILE, f"{text}\n")


def contents_of(photos: Sequence[PhotoFile]) -> tuple[dict[str, str], dict[str, Failure]]:
    """Hash photos: each one's digest by name, and why the others cannot be opened."""
    digests: dict[str, str] = {}
    failures: dict[str, Failure] = {}
    with ThreadPoolExecutor(cores()) as pool:  # hashing leaves Python to other threads
        for photo, found in zip(photos, pool.map(_digest, photos), strict=True):
            if isinstance(found, Failure):
                failures[photo.name] = found
            else:
                digests[photo.name] = found
    return digests, failures


def digest_of(path: Path) -> str:
    """Return a file's digest, hashed once unless it changes; empty without a file."""
    stamp = _stamp(path)
    if stamp is None:
        return ""
    if path not in _known or _known[path][0] != stamp:
        try:
            _known[path] = stamp, digest(path)
        except OSError:
            return ""
    return _known[path][1]


def _stamp(path: Path) -> Stamp | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_dev, status.st_ino


def _digest(photo: PhotoFile) -> str | Failure:
    if photo.trouble is not None:
        return photo.trouble
    try:
        return digest(photo.path)
    except TooLargeError:
        most = f"{LARGEST // 1_000_000} MB"
        return Failure("too_large", f"the file is larger than {most}; save it as JPEG.")
    except OSError as error:
        return Failure("cannot_open", f"cannot be read ({error.strerror}).")
