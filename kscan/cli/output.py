"""Standard output carries the document and nothing else, whatever a library prints."""

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from typing import TextIO

from kscan.errors import OutputError, system

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


@contextlib.contextmanager
def document_only() -> Iterator[TextIO]:
    """Yield standard output, diverting other prints to standard error.

    Holds for `print`, for what writes to file descriptor 1, and for C libraries that buffer.
    """
    _fill_missing_descriptors()
    with contextlib.ExitStack() as undo:
        # Python has no stream at all where the caller closed the descriptor.
        document = sys.stdout or undo.enter_context(open(os.devnull, "w"))
        document.flush()
        if _is_descriptor_1(document):
            document = undo.enter_context(_second_handle(document))
            undo.enter_context(_descriptor_1_to_error())
        undo.enter_context(contextlib.redirect_stdout(sys.stderr))
        yield document
        document.flush()


@contextlib.contextmanager
def all_printed() -> Iterator[None]:
    """Flush standard output before the block ends.

    Raises OutputError where the disk behind `>` is full, BrokenPipeError where nobody reads on:
    Python itself says it too late.
    """
    try:
        try:
            yield
        finally:
            if sys.stdout is not None and not sys.stdout.closed:
                sys.stdout.flush()
    except BrokenPipeError:
        _print_nowhere()
        raise
    except OSError as error:
        if error.errno not in _FULL:
            raise
        _print_nowhere()
        raise OutputError(
            "cannot_write",
            "standard output cannot be written ({reason}); make room and try again.",
            reason=system(error),
        ) from None


def _print_nowhere() -> None:
    """Redirect standard output nowhere.

    What it still holds back would fail again when Python ends.
    """
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)


def _fill_missing_descriptors() -> None:
    """Reopen closed standard descriptors on /dev/null.

    Lest a file gets that number and what is printed there.
    """
    number = os.open(os.devnull, os.O_RDWR)
    while number <= 2:
        number = os.open(os.devnull, os.O_RDWR)
    os.close(number)


def _is_descriptor_1(stream: TextIO) -> bool:
    """Return True if `stream` is the process's own output.

    Not a test's or a notebook's buffer.
    """
    try:
        return stream.fileno() == 1
    except (OSError, ValueError, AttributeError):
        return False


def _second_handle(stream: TextIO) -> TextIO:
    """Duplicate the descriptor of `stream`.

    It stays when descriptor 1 is turned away.
    """
    handle = os.dup(1)
    return open(handle, "w", encoding=stream.encoding, errors=stream.errors)


@contextlib.contextmanager
def _descriptor_1_to_error() -> Iterator[None]:
    _flush_c_buffers()
    kept = os.dup(1)
    try:
        os.dup2(2, 1)
        yield
    finally:
        # What C code still holds back would follow the document otherwise.
        _flush_c_buffers()
        os.dup2(kept, 1)
        os.close(kept)


def _flush_c_buffers() -> None:
    # Not before the descriptors are filled: libffi keeps a file open from its import on.
    import ctypes

    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).fflush(None)
