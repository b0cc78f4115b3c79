"""What is in the photos' files, by a digest: names and times say nothing about it."""

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kscan.tournament.crew import cores
from kscan.tournament.folder import PhotoFile
from kscan.tournament.records import Failure


def digest_of(path: Path) -> str:
    """The name of a file's content; raises OSError where it cannot be read."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def contents_of(photos: Sequence[PhotoFile]) -> tuple[dict[str, str], dict[str, Failure]]:
    """The digest of every photo that can be opened, by name, and why the others cannot."""
    digests: dict[str, str] = {}
    failures: dict[str, Failure] = {}
    with ThreadPoolExecutor(cores()) as pool:  # hashing leaves Python to other threads
        for photo, found in zip(photos, pool.map(_digest, photos), strict=True):
            if isinstance(found, Failure):
                failures[photo.name] = found
            else:
                digests[photo.name] = found
    return digests, failures


def _digest(photo: PhotoFile) -> str | Failure:
    if photo.trouble is not None:
        return photo.trouble
    try:
        return digest_of(photo.path)
    except OSError as error:
        return Failure("cannot_open", f"cannot be read ({error.strerror}).")
