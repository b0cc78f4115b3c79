"""Every readable photo format: how files begin, their names, their headers."""

import re
import struct
from collections.abc import Callable
from typing import NamedTuple

from kscan.photo.containers import CutOffError, DamagedError, UnsupportedError
from kscan.photo.header import (
    Header,
    bmp_header,
    gif_header,
    jpeg_header,
    png_header,
    tiff_header,
    webp_header,
    without_warnings,
)


class NotAPictureError(Exception):
    """The bytes begin like no picture."""


class Format(NamedTuple):
    """A format of picture files."""

    name: str
    beginning: bytes  # a regular expression of a file's first bytes
    suffixes: tuple[str, ...]  # of names, the usual one first
    read: Callable[[bytes], Header]


def format_of(beginning: bytes) -> Format:
    """Return the format of such a file, or raise NotAPictureError."""
    for each in FORMATS:
        if re.match(each.beginning, beginning, re.DOTALL):
            return each
    raise NotAPictureError


def read_header(data: bytes) -> Header:
    """Read the header of any picture.

    Raises CutOffError, DamagedError, UnsupportedError or NotAPictureError.
    """
    try:
        with without_warnings():
            return format_of(data).read(data)
    except (CutOffError, DamagedError, UnsupportedError, NotAPictureError):
        raise
    except (EOFError, struct.error):
        raise CutOffError from None
    except Exception as error:  # Pillow raises what its parsers come upon
        # Of a file that ends too early it says so only in words.
        if "runcated" in str(error):
            raise CutOffError from None
        raise DamagedError from None


def _heif(data: bytes) -> Header:
    from kscan.photo.heif import read_heif

    return read_heif(data)


FORMATS = (
    Format("JPEG", rb"\xff\xd8\xff", (".jpg", ".jpeg", ".jpe", ".jfif"), jpeg_header),
    Format("PNG", rb"\x89PNG\r\n\x1a\n", (".png",), png_header),
    Format("WebP", rb"RIFF....WEBP", (".webp",), webp_header),
    Format("TIFF", rb"II[*+]\0|MM\0[*+]", (".tif", ".tiff"), tiff_header),
    Format("BMP", rb"BM....\0\0\0\0", (".bmp",), bmp_header),
    Format("GIF", rb"GIF8[79]a", (".gif",), gif_header),
    Format("AVIF and HEIC", rb"....ftyp", (".heic", ".heif", ".hif", ".avif"), _heif),
)
