"""What is in the photos' files, by a digest: names and times say nothing about it."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kscan.files import digest
from kscan.tournament.crew import cores
from kscan.tournament.folder import PhotoFile
from kscan.tournament.records import Failure


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
        return digest(photo.path)
    except OSError as error:
        return Failure("cannot_open", f"cannot be read ({error.strerror}).")
