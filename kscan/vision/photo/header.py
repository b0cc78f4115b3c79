"""What a picture's first bytes promise, read before a decoder may touch it."""

from dataclasses import dataclass


class CutOffError(Exception):
    """The bytes end before the header does."""


class UnsupportedError(Exception):
    """A file of a known kind that is refused; the text says what it is."""


@dataclass(frozen=True, slots=True)
class Header:
    """The kind, the size and the manner of a picture, as stored (not yet turned upright)."""

    kind: str
    width: int
    height: int
    orientation: int = 1  # the EXIF orientation that is still to be applied after decoding
    transparent: bool = False  # may hold transparency
    pictures: int = 1  # frames or pages; only the first is read
    whole: bool = True  # False: the file ends before the picture does
