"""WebP headers."""

from collections.abc import Iterator

from kscan.vision.photo.bits import unpack, unpack_one
from kscan.vision.photo.header import CutOffError, Header, UnsupportedError
from kscan.vision.photo.tiff import exif_orientation

_ALPHA_FLAG = 0x10
_MOST_CHUNKS = 100_000


def is_webp(data: bytes) -> bool:
    """Whether these bytes start a WebP file."""
    return data[:4] == b"RIFF" and data[8:12] == b"WEBP"


def read_webp(data: bytes) -> Header:
    """Size, orientation, transparency and frames; whole where the file is as long as it says."""
    width, height, transparent = _size(data)
    orientation, frames = 1, 0
    for kind, start, length in _chunks(data):
        if kind == b"EXIF":
            orientation = exif_orientation(data[start : start + length])
        frames += kind == b"ANMF"
    whole = unpack_one("<I", data, 4) + 8 <= len(data)
    return Header("WebP", width, height, orientation, transparent, max(frames, 1), whole)


def _size(data: bytes) -> tuple[int, int, bool]:
    """Width, height and whether there may be transparency."""
    (kind,) = unpack("4s", data, 12)
    if kind == b"VP8X":
        flags, low_w, high_w, low_h, high_h = unpack("<B3xHBHB", data, 20)
        size = low_w + (high_w << 16) + 1, low_h + (high_h << 16) + 1
        return *size, bool(flags & _ALPHA_FLAG)
    if kind == b"VP8L":
        packed = unpack_one("<I", data, 21)
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1, bool(packed >> 28 & 1)
    if kind == b"VP8 ":
        width, height = unpack("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF, False
    raise UnsupportedError("a WebP file of an unknown kind")


def _chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Each chunk's kind, start and length, as far as the file goes."""
    position = 12
    for _ in range(_MOST_CHUNKS):
        try:
            kind, length = unpack("<4sI", data, position)
        except CutOffError:
            return
        yield kind, position + 8, length
        position += 8 + length + length % 2
