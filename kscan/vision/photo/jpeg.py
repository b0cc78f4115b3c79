"""JPEG headers."""

from kscan.vision.photo.bits import unpack, unpack_one
from kscan.vision.photo.header import Header, UnsupportedError
from kscan.vision.photo.tiff import exif_orientation

_START_OF_SCAN, _END, _APP1 = 0xDA, 0xD9, 0xE1
_FRAMES = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_WITHOUT_LENGTH = {0x01, *range(0xD0, 0xD9)}


def is_jpeg(data: bytes) -> bool:
    """Whether these bytes start a JPEG file."""
    return data[:3] == b"\xff\xd8\xff"


def read_jpeg(data: bytes) -> Header:
    """Size and orientation; whole where the end mark follows the picture's data.

    The mark cannot occur inside the data; previews lie before it, in segments of their own.
    """
    width = height = 0
    orientation = 1
    position, marker = 2, 0
    while marker != _START_OF_SCAN:
        position, marker = _next_marker(data, position)
        if marker in _WITHOUT_LENGTH:
            continue
        length = unpack_one(">H", data, position)
        if marker in _FRAMES:
            height, width = unpack(">HH", data, position + 3)
        elif marker == _APP1 and data[position + 2 : position + 8] == b"Exif\0\0":
            orientation = exif_orientation(data[position + 2 : position + length])
        position += length
    whole = data.find(b"\xff\xd9", position) >= 0
    return Header("JPEG", width, height, orientation, whole=whole)


def _next_marker(data: bytes, position: int) -> tuple[int, int]:
    """The next marker and where its segment starts; marks may be padded with 0xFF."""
    position = data.find(b"\xff", position)
    if position < 0:
        position = len(data)
    while (marker := unpack_one("B", data, position)) == 0xFF:
        position += 1
    if marker == _END:
        raise UnsupportedError("a JPEG file without a picture")
    return position + 1, marker
