"""The family of errors for users: a code for programs, a sentence for people."""

from pathlib import PurePath


class KscanError(Exception):
    """Something a user can act on: a stable `code`, and a `message` with the remedy."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class NotationError(KscanError):
    """An unreadable kingdom text."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_notation", message)


class PhotoError(KscanError):
    """An unreadable picture, or one without a readable kingdom."""


class ModelError(KscanError):
    """Weights missing, damaged or of the wrong shape."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_model", message)


class UsageError(KscanError):
    """A contradictory request; answered with exit code 2."""

    def __init__(self, message: str) -> None:
        super().__init__("usage", message)


class OutputError(KscanError):
    """A file not writable at its place; answered with exit code 2."""


def counted(number: int, noun: str) -> str:
    """Write a number with its noun: `1 word`, `2 words`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def shown(name: str | PurePath) -> str:
    """Return a printable name: one line, no control characters."""
    printable = str(name).encode("utf-8", "backslashreplace").decode()
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in printable)
