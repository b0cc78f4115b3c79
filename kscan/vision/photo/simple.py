"""BMP and GIF headers."""

from kscan.vision.photo.bits import unpack, unpack_one
from kscan.vision.photo.header import CutOffError, Header

_MOST_BLOCKS = 1_000_000
_EXTENSION, _IMAGE = 0x21, 0x2C


def is_bmp(data: bytes) -> bool:
    """Whether these bytes start a BMP file."""
    return data[:2] == b"BM" and data[6:10] == bytes(4)


def read_bmp(data: bytes) -> Header:
    """Size; whole where all uncompressed rows are there."""
    start, header_length = unpack("<II", data, 10)
    if header_length == 12:
        width, height, _, depth = unpack("<HHHH", data, 18)
        compression = 0
    else:
        width, height, _, depth, compression = unpack("<iiHHI", data, 18)
    stride = (abs(width) * depth + 31) // 32 * 4
    whole = compression != 0 or start + stride * abs(height) <= len(data)
    return Header("BMP", abs(width), abs(height), whole=whole)


def is_gif(data: bytes) -> bool:
    """Whether these bytes start a GIF file."""
    return data[:6] in (b"GIF87a", b"GIF89a")


def read_gif(data: bytes) -> Header:
    """Size and number of frames; whole where the first frame is."""
    width, height, flags = unpack("<HHB", data, 6)
    try:
        frames = _frames(data, 13 + _table_length(flags))
    except CutOffError:
        return Header("GIF", width, height, transparent=True, whole=False)
    return Header("GIF", width, height, transparent=True, pictures=frames)


def _frames(data: bytes, position: int) -> int:
    """How many frames there are; CutOffError where not even the first is whole."""
    frames = 0
    for _ in range(_MOST_BLOCKS):
        try:
            block = unpack_one("B", data, position)
            if block == _IMAGE:
                flags = unpack_one("B", data, position + 9)
                position = _after_blocks(data, position + 11 + _table_length(flags))
                frames += 1
            elif block == _EXTENSION:
                position = _after_blocks(data, position + 2)
            else:
                break
        except CutOffError:
            break
    if not frames:
        raise CutOffError
    return frames


def _after_blocks(data: bytes, position: int) -> int:
    """Where the chain of sub-blocks at `position` ends."""
    while length := unpack_one("B", data, position):
        position += length + 1
    return position + 1


def _table_length(flags: int) -> int:
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0
