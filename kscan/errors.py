"""The family of errors for users: a code for programs, a sentence for people."""

from collections.abc import Mapping
from pathlib import PurePath


class English(str):
    """An English sentence that keeps its parts, so that another language can say it."""

    template: str
    values: Mapping[str, object]


def english(template: str, **values: object) -> English:
    """Fill in the places `{name}` of a sentence; an error among them says its own."""
    parts = {
        name: value.message if isinstance(value, KscanError) else value
        for name, value in values.items()
    }
    made = English(template.format(**parts) if parts else template)
    made.template, made.values = template, parts
    return made


# What systems say most often; other languages know these sentences, too.
SYSTEM = (
    english("File name too long"),
    english("Is a directory"),
    english("No space left on device"),
    english("No such file or directory"),
    english("Permission denied"),
    english("Read-only file system"),
)


def system(error: OSError) -> English:
    """Return what the system says of an error."""
    return english(error.strerror or str(error))


class KscanError(Exception):
    """Something a user can act on: a stable `code`, and a `message` with the remedy."""

    def __init__(self, code: str, message: str, **values: object) -> None:
        self.code = code
        self.message = message if isinstance(message, English) else english(message, **values)
        super().__init__(self.message)


class NotationError(KscanError):
    """An unreadable kingdom text."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__("bad_notation", message, **values)


class PhotoError(KscanError):
    """An unreadable picture, or one without a readable kingdom."""


class ModelError(KscanError):
    """Weights missing, damaged or of the wrong shape."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__("bad_model", message, **values)


class UsageError(KscanError):
    """A contradictory request; answered with exit code 2."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__("usage", message, **values)


class OutputError(KscanError):
    """A file not writable at its place; answered with exit code 2."""


def counted(number: int, noun: str) -> str:
    """Write a number with its noun: `1 word`, `2 words`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def shown(name: str | PurePath) -> str:
    """Return a printable name: one line, no control characters."""
    printable = str(name).encode("utf-8", "backslashreplace").decode()
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in printable)
