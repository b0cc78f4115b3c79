"""What the decoders' C libraries print on standard error, kept from there and listened to."""

import contextlib
import os
import re
import threading
from collections.abc import Iterator

_ONE_AT_A_TIME = threading.Lock()
_OURS = re.compile(
    rb"libpng |Corrupt JPEG|Premature end|Invalid |Unrecogni|Inconsistent |Warning: |\[ ?[A-Z]+:"
)
_MOST = 65_536


@contextlib.contextmanager
def overheard() -> Iterator[list[str]]:
    """Lines that decoders print meanwhile, filled in at the end; other threads' lines pass.

    OpenCV has no other way to learn that libjpeg met damaged data and painted over it.
    """
    lines: list[str] = []
    with _ONE_AT_A_TIME:
        try:
            kept = os.dup(2)
        except OSError:  # no standard error: nothing to keep clean, nothing to hear
            yield lines
            return
        ear = _turned_away()
        try:
            yield lines
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            lines.extend(_heard(ear))


def _turned_away() -> int:
    """The reading end of a pipe into which descriptor 2 leads from now on."""
    ear, mouth = os.pipe()
    # A decoder that talks too much loses words and goes on; it must never wait for a listener.
    os.set_blocking(mouth, False)
    os.set_blocking(ear, False)
    os.dup2(mouth, 2)
    os.close(mouth)
    return ear


def _heard(ear: int) -> Iterator[str]:
    """The decoders' lines out of the pipe; what anyone else wrote goes to standard error."""
    try:
        heard = os.read(ear, _MOST)
    except BlockingIOError:
        heard = b""
    finally:
        os.close(ear)
    ours = False
    for line in heard.splitlines(keepends=True):
        # OpenCV tells the details of an error on lines of their own, and ends with an empty one.
        ours = bool(_OURS.match(line)) or (ours and line[:1] in (b">", b"\n"))
        if ours:
            yield line.decode("utf-8", "replace").strip()
        else:
            os.write(2, line)
        ours = ours and line != b"\n"
