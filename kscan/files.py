"""Files: what is in them, and writing so that a kill or a full disk leaves the old or the new."""

import errno
import os
from pathlib import Path

from kscan.errors import OutputError, shown

UNFINISHED = ".part"  # how files end that a killed run left half written


def write(path: Path, content: bytes | str) -> None:
    """Put `content` at `path` in one step, on the disk when this returns.

    Raises OutputError with what to do where the disk is full or does not let us write.
    """
    import tempfile  # brings archives and random numbers along, which reading a photo never needs

    data = content.encode() if isinstance(content, str) else content
    try:
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


def digest(path: Path) -> str:
    """SHA-256 of a file's content; raises OSError where it cannot be read."""
    import hashlib

    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def write_changed(path: Path, content: bytes | str) -> None:
    """As `write`, but leaves a file alone that already has this content."""
    data = content.encode() if isinstance(content, str) else content
    try:
        same = path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        same = False
    if not same:
        write(path, data)


def cannot_write(path: Path, error: OSError) -> OutputError:
    """What to tell a person whose disk does not take a file."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return OutputError(
            "disk_full",
            f"{shown(path)}: the disk is full. What is done is kept: make room and give the same "
            "command again.",
        )
    return OutputError("cannot_write", f"{shown(path)}: cannot be written ({error.strerror}).")


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
