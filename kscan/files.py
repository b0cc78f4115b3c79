"""Files: read within bounds, and written so a kill or a full disk leaves old or new."""

import errno
import os
import re
import stat
from collections.abc import Container
from contextlib import suppress
from pathlib import Path
from typing import IO

from kscan.errors import OutputError, shown, system

UNFINISHED = ".part"  # how files end that a killed run left half written
UNFINISHED_NAME = r"tmp\w{8}\.part"
LARGEST = 400_000_000  # bytes of a photo; more is read of no file
_BLOCK = 1 << 20


class NotAFileError(OSError):
    """A pipe, a device or a socket: it may never end."""


class TooLargeError(OSError):
    """A file with more bytes than the reader takes."""


def open_regular(path: str | Path) -> IO[bytes]:
    """Open a regular file to read, without waiting.

    NotAFileError for anything else.
    """
    file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115 - the caller's
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise NotAFileError(errno.EINVAL, "not a regular file")
    return file


def read(path: str | Path, most: int) -> bytes:
    """Read a regular file, up to `most` + 1 bytes.

    Whatever its size is said to be.
    """
    with open_regular(path) as file:
        pieces = [file.read(min(os.fstat(file.fileno()).st_size, most) + 1)]
        length = len(pieces[0])
        while pieces[-1] and length <= most:
            pieces.append(file.read(min(_BLOCK, most + 1 - length)))
            length += len(pieces[-1])
    return b"".join(pieces)


def _without_waiting(path: str, flags: int) -> int:
    # Opening a named pipe waits for somebody who writes to it.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write(path: Path, content: bytes | str, *, make_folder: bool = True) -> None:
    """Write `content` to `path` atomically and durably.

    Raises OutputError with what to do where the disk is full or does not let us write.
    """
    import tempfile  # brings archives and random numbers along, which reading a photo never needs

    data = content.encode() if isinstance(content, str) else content
    try:
        if make_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        handle, unfinished = tempfile.mkstemp(UNFINISHED, dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(unfinished, 0o666 & ~_umask())
            os.replace(unfinished, path)
        except BaseException:
            os.unlink(unfinished)
            raise
    except OSError as error:
        raise cannot_write(path, error) from None


def digest(path: Path, most: int = LARGEST) -> str:
    """Return a regular file's SHA-256; TooLargeError beyond `most`."""
    import hashlib

    sha, left = hashlib.sha256(), most
    with open_regular(path) as file:
        while block := file.read(_BLOCK):
            left -= len(block)
            if left < 0:
                raise TooLargeError(errno.EFBIG, "too large")
            sha.update(block)
    return sha.hexdigest()


def write_changed(path: Path, content: bytes | str) -> None:
    """Write into an existing folder, unless the content is unchanged."""
    data = content.encode() if isinstance(content, str) else content
    try:
        same = read(path, len(data)) == data
    except OSError:
        same = False
    if not same:
        write(path, data, make_folder=False)


def remove(path: Path) -> None:
    """Remove a file, if possible; never folders or links."""
    with suppress(OSError):
        if stat.S_ISREG(os.lstat(path).st_mode):
            path.unlink()


def remove_own(folder: Path, own: re.Pattern[str], wanted: Container[Path] = ()) -> None:
    """Remove files below `folder` named like `own`, but `wanted`.

    Folders that this empties go, too. No link is followed, and what cannot be removed stays.
    """
    with suppress(OSError):
        if folder.is_symlink():
            return
        removed = False
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
            path = folder / entry.name
            if entry.is_dir(follow_symlinks=False):
                remove_own(path, own, wanted)
                removed = removed or not path.exists()
            elif own.fullmatch(entry.name) and path not in wanted:
                remove(path)
                removed = removed or not path.exists()
        if removed:
            folder.rmdir()


def cannot_write(path: Path, error: OSError) -> OutputError:
    """Return the error for a disk refusing a file."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return OutputError(
            "disk_full",
            "{file}: the disk is full. What is done is kept: make room and give the "
            "same command again.",
            file=shown(path),
        )
    if error.errno == errno.ENOENT:
        return OutputError(
            "cannot_write",
            "{file}: its folder was deleted meanwhile; give the same command again.",
            file=shown(path),
        )
    return OutputError(
        "cannot_write",
        "{file}: cannot be written ({reason}).",
        file=shown(path),
        reason=system(error),
    )


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
