"""What must hold for every input, however damaged."""

from kscan.errors import KscanError


class BrokenPromiseError(Exception):
    """Something that must hold for every input and did not."""


def refused(error: KscanError, name: str = "") -> str:
    """Return an error's code; its message must be one printable line that begins with `name`."""
    if not error.message.isprintable():
        raise BrokenPromiseError(f"no line that can be printed: {error.message!r}")
    if not error.message.startswith(name):
        raise BrokenPromiseError(f"a message without the name: {error.message!r}")
    return error.code
