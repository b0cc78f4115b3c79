"""Decoders' warnings on standard error, intercepted and collected."""

import contextlib
import os
import re
import threading
from collections.abc import Iterator

_ONE_AT_A_TIME = threading.Lock()
_kept: list[int] = []  # where standard error leads while somebody listens
_OURS = re.compile(
    rb"libpng |Corrupt JPEG|Premature end|Invalid |Unrecogni|Inconsistent |Warning: |Unknown Adobe"
    rb"|Must downscale|Application transf|\[ ?[A-Z]+:"
)


@contextlib.contextmanager
def overheard() -> Iterator[list[str]]:
    """Collect the decoders' warnings from standard error.

    The list that is yielded is filled in at the end. OpenCV has no other way to learn that libjpeg
    met damaged data and painted over it. Descriptor 2 belongs to the whole process: threads decode
    one after the other, and what others print meanwhile goes to standard error afterwards.
    """
    lines: list[str] = []
    with _ONE_AT_A_TIME:
        try:
            kept = os.dup(2)
        except OSError:  # no standard error: nothing to keep clean, nothing to hear
            yield lines
            return
        # A file, not a pipe: whoever prints much meanwhile neither waits nor fails.
        paper = _paper()
        _kept.append(kept)
        os.dup2(paper, 2)
        try:
            yield lines
        finally:
            os.dup2(kept, 2)
            _kept.remove(kept)
            os.close(kept)
            try:
                lines.extend(_ours(paper))
            finally:
                os.close(paper)


def let_through() -> None:
    """Stop listening, even if a decoder is still at work."""
    for kept in _kept:
        os.dup2(kept, 2)


def _paper() -> int:
    """Open a nameless file, in memory if possible."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("decoder warnings")
    import tempfile

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _ours(paper: int) -> Iterator[str]:
    """Yield the decoders' lines; print all others."""
    os.lseek(paper, 0, os.SEEK_SET)
    ours = False
    for line in os.fdopen(paper, "rb", closefd=False):
        # OpenCV tells the details of an error on lines of their own, and ends with an empty one.
        ours = bool(_OURS.match(line)) or (ours and line[:1] in (b">", b"\n"))
        if ours:
            yield line.decode("utf-8", "replace").strip()
        else:
            os.write(2, line)
        ours = ours and line != b"\n"
