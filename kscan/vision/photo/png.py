"""PNG headers."""

from collections.abc import Iterator

from kscan.vision.photo.bits import unpack, unpack_one
from kscan.vision.photo.header import CutOffError, Header
from kscan.vision.photo.tiff import exif_orientation

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_MOST_CHUNKS = 1_000_000
_WITH_ALPHA = {4, 6}


def is_png(data: bytes) -> bool:
    """Whether these bytes start a PNG file."""
    return data.startswith(_SIGNATURE)


def read_png(data: bytes) -> Header:
    """Size, orientation, transparency and frames; whole where the end chunk is there."""
    width, height, _, color = unpack(">IIBB", data, 16)
    chunks = {kind: start for kind, start, _ in _chunks(data)}
    orientation = 1
    if b"eXIf" in chunks:
        start = chunks[b"eXIf"]
        orientation = exif_orientation(data[start : start + unpack_one(">I", data, start - 8)])
    frames = unpack_one(">I", data, chunks[b"acTL"]) if b"acTL" in chunks else 1
    return Header(
        "PNG",
        width,
        height,
        orientation,
        transparent=color in _WITH_ALPHA or b"tRNS" in chunks,
        pictures=max(frames, 1),
        whole=b"IEND" in chunks,
    )


def _chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Each chunk's kind, start and length, as far as the file goes."""
    position = len(_SIGNATURE)
    for _ in range(_MOST_CHUNKS):
        try:
            length, kind = unpack(">I4s", data, position)
        except CutOffError:
            return
        yield kind, position + 8, length
        position += 12 + length
