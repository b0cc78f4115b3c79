"""A picture's bytes as a phone sends them: onto the disk, within limits of size and time."""

import asyncio
import hashlib
import os
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import ClientDisconnect

from kscan.errors import KscanError
from kscan.files import UNFINISHED, cannot_write
from kscan.web.wording import REFUSALS

MOST_BYTES = 64 << 20  # phones' largest pictures are below 40 MB
MOST_JSON = 64 << 10
SILENCE = 20.0  # seconds that a phone may pause within a picture
SLOWEST = 20_000  # bytes a second, on average, after the first minute
_GRACE = 60.0  # seconds before the average counts


class RefusedError(KscanError):
    """A request answered with an HTTP status of its own."""

    def __init__(self, status: int, code: str, message: str, **values: object) -> None:
        super().__init__(code, message, **values)
        self.status = status


@dataclass(frozen=True, slots=True)
class Upload:
    """A whole picture on the disk, not yet among the photos."""

    path: Path
    digest: str
    size: int


async def body_of(
    chunks: AsyncIterator[bytes], most: int, announced: str | None
) -> AsyncIterator[bytes]:
    """Yield a body's pieces; RefusedError if large or slow.

    Larger than `most` bytes, stalled or crawling.
    """
    too_large = RefusedError(413, "too_large", f"The file is larger than {most // 1_000_000} MB.")
    if announced and announced.isdecimal() and int(announced) > most:
        raise too_large
    clock = asyncio.get_running_loop().time
    began, total = clock(), 0
    while True:
        try:
            async with asyncio.timeout(SILENCE):
                chunk = await anext(chunks, b"")  # no exception: it would keep the picture alive
        except ClientDisconnect:
            raise RefusedError(400, "interrupted", "The connection was lost.") from None
        except TimeoutError:
            raise _too_slow() from None
        if not chunk:
            return
        total += len(chunk)
        if total > most:
            raise too_large
        if total < SLOWEST * (clock() - began - _GRACE):
            raise _too_slow()
        yield chunk


def _too_slow() -> RefusedError:
    return RefusedError(408, "too_slow", REFUSALS["too_slow"])


async def receive(chunks: AsyncIterator[bytes], folder: Path, announced: str | None) -> Upload:
    """Write a picture's bytes to a file in `folder`.

    Nothing stays if they are refused.
    """
    path = folder / f"{secrets.token_hex(12)}{UNFINISHED}"
    sha, size = hashlib.sha256(), 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            async for chunk in body_of(chunks, MOST_BYTES, announced):
                sha.update(chunk)
                size += len(chunk)
                file.write(chunk)
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise RefusedError(507, "disk_full", cannot_write(folder, error).message) from None
        raise
    return Upload(path, sha.hexdigest(), size)


def sync(path: Path) -> None:
    """Flush a file or folder to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        if not path.is_dir():  # Windows and some network drives cannot sync a folder
            raise
    finally:
        os.close(handle)


def clear(folder: Path, keep: Callable[[Path], bool] = lambda _: False) -> None:
    """Remove an interrupted server's half-received files."""
    with suppress(OSError):
        for file in folder.iterdir():
            if file.suffix == UNFINISHED and not keep(file):
                file.unlink(missing_ok=True)
