"""The one family of errors that reaches a user: a code for programs and a sentence for people."""

from pathlib import PurePath


class KscanError(Exception):
    """Something a user can act on: `code` is stable, `message` says what is wrong, what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class NotationError(KscanError):
    """A kingdom's text that cannot be read."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_notation", message)


class PhotoError(KscanError):
    """A picture that cannot be loaded, or in which no kingdom can be read."""


class ModelError(KscanError):
    """Weights that are missing, damaged or of the wrong shape."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_model", message)


class UsageError(KscanError):
    """A request that contradicts itself; answered with exit code 2."""

    def __init__(self, message: str) -> None:
        super().__init__("usage", message)


class OutputError(KscanError):
    """A file that cannot be written where it was asked for; answered with exit code 2."""


def counted(number: int, noun: str) -> str:
    """Write a number with its noun: `1 word`, `2 words`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def shown(name: str | PurePath) -> str:
    """Return a printable name: one line, no control characters."""
    printable = str(name).encode("utf-8", "backslashreplace").decode()
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in printable)
