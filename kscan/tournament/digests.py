"""What is in the photos' files, by a digest: names and times say nothing about it."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kscan.files import LARGEST, TooLargeError, digest
from kscan.tournament.folder import PhotoFile
from kscan.tournament.records import Failure
from kscan.tournament.workers import cores


def contents_of(photos: Sequence[PhotoFile]) -> tuple[dict[str, str], dict[str, Failure]]:
    """Return each photo's digest by name, and the failures.

    Why the others cannot be opened.
    """
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
    except TooLargeError:
        most = f"{LARGEST // 1_000_000} MB"
        return Failure("too_large", f"the file is larger than {most}; save it as JPEG.")
    except OSError as error:
        return Failure("cannot_open", f"cannot be read ({error.strerror}).")
