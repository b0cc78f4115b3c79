"""The parts of picture files, walked within bounds before a decoder or Pillow sees them.

What repeats is counted here: few bytes may ask for hours of decoding or of parsing.
"""

import re
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

# JPEG: a phone writes 5 to 100 segments before its scans (depth maps come in pieces of 64 kB).
_MOST_SEGMENTS = 4096
_MOST_STRAY = 65_536  # bytes between segments, which decoders skip with a warning
_USUAL_SCANS, _MOST_SCANS = 16, 64  # a progressive picture mostly has 10
# PNG: libpng writes pieces of 8 kB, so a picture of 400 MB has 50,000.
_MOST_CHUNKS = 100_000
# GIF: pieces are 255 bytes at most; metadata of 64 kB comes in some hundred.
_MOST_BLOCKS, _MOST_EXTENSION_BLOCKS = 2_000_000, 4096

_ANIMATION = {b"acTL", b"fcTL", b"fdAT"}
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PNG_HEADER = {b"IHDR", b"PLTE", b"tRNS", b"eXIf"}
_GIF_EXTENSION, _GIF_IMAGE = 0x21, 0x2C
_WEBP_ALPHA = 0x10

# Compiled where they are used: most runs see one kind of picture.
_MARKER = rb"\xff[^\x00\xff]"
_AMONG_SCANS = rb"\xff[^\x00\xff\xd0-\xd7]"  # restarts are part of a scan
_START_OF_SCAN, _END, _APP1 = 0xDA, 0xD9, 0xE1
_FRAMES = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_WITHOUT_LENGTH = {0x01, *range(0xD0, 0xD9)}


class CutOffError(Exception):
    """The bytes end before the header does."""


class DamagedError(Exception):
    """The header contradicts itself."""


class UnsupportedError(Exception):
    """A refused file of a known kind; the text names it."""


def unpack(layout: str, data: bytes, offset: int) -> tuple[Any, ...]:
    """Unpack a `struct` layout at `offset`; CutOffError beyond the end."""
    try:
        return struct.unpack_from(layout, data, offset)
    except struct.error:
        raise CutOffError from None


def unpack_one(layout: str, data: bytes, offset: int) -> int:
    """Unpack one number at `offset`; CutOffError beyond the end."""
    return int(unpack(layout, data, offset)[0])


class JpegParts(NamedTuple):
    """A JPEG file before its scans."""

    width: int
    height: int
    exif: bytes  # the last block, as decoders take it; empty where there is none
    end: int  # where the first scan starts
    whole: bool  # whether an end mark follows


def jpeg_parts(data: bytes) -> JpegParts:
    """Walk the segments as libjpeg does.

    Up to the first scan. The end mark cannot occur inside the picture's data; previews lie in
    segments before it.
    """
    position, stray, exif, frames = 2, 0, b"", list[bytes]()
    markers = re.compile(_MARKER)
    for _ in range(_MOST_SEGMENTS):
        match = markers.search(data, position, position + _MOST_STRAY)
        if match is None:
            break
        stray += match.start() - position
        marker, position = data[match.end() - 1], match.end()
        if marker == _END:
            raise UnsupportedError("a JPEG file without a picture")
        if marker in _WITHOUT_LENGTH:
            continue
        length = unpack_one(">H", data, position)
        segment = data[match.start() : position + length]
        position += length
        if marker == _START_OF_SCAN:
            if len(frames) != 1:
                raise DamagedError
            height, width = unpack(">HH", frames[0], 5)
            # From behind: there it is found at once.
            whole = data.rfind(b"\xff\xd9", position) >= 0
            return JpegParts(width, height, exif, position, whole)
        if marker in _FRAMES:
            frames.append(segment)
        elif marker == _APP1 and segment[4:10] == b"Exif\0\0":
            exif = segment[4:]
        if stray > _MOST_STRAY:
            break
    if len(data) - position < _MOST_STRAY:
        raise CutOffError
    raise UnsupportedError("a JPEG file with too much before its picture")


def jpeg_scans(data: bytes, position: int) -> int:
    """Count the scans from the first header's end, roughly."""
    # Segments and what follows the picture may hold the marker, too: only many are worth a walk.
    scans = 1 + data.count(b"\xff\xda", position)
    if scans <= _USUAL_SCANS:
        return scans
    scans = segments = 1
    markers = re.compile(_AMONG_SCANS)
    while match := markers.search(data, position):
        marker, position = data[match.end() - 1], match.end()
        if marker == _END:
            break
        scans, segments = scans + (marker == _START_OF_SCAN), segments + 1
        if scans > _MOST_SCANS or segments > _MOST_SEGMENTS:
            raise UnsupportedError("a JPEG file of very many scans")
        if marker not in _WITHOUT_LENGTH:
            position += unpack_one(">H", data, position)
    return scans


class PngParts(NamedTuple):
    """A PNG file's chunks, as far as they are counted and kept apart."""

    header: bytes  # a PNG file of what says size, transparency and orientation alone
    frames: int  # 1 where it is not animated
    whole: bool  # whether the end chunk is there


def png_parts(data: bytes) -> PngParts:
    """Walk a PNG file's chunks.

    Refuse one without pixels, or with several headers. Behind the end OpenCV takes whatever it
    finds for the length of a chunk, and allocates that.
    """
    header, frames, whole = [_PNG_SIGNATURE], 1, False
    kinds = list[bytes]()
    for kind, start, end in _png_chunks(data):
        kinds.append(kind)
        if kind in _PNG_HEADER:
            header.append(data[start:end])
        elif kind == b"acTL":
            frames = max(1, unpack_one(">I", data, start + 8))
        whole = whole or kind == b"IEND"
    if kinds[:1] != [b"IHDR"] or kinds.count(b"IHDR") > 1 or (whole and b"IDAT" not in kinds):
        raise DamagedError
    # An empty chunk of pixels ends the header for Pillow.
    return PngParts(b"".join(header) + b"\0\0\0\0IDAT\x35\xaf\x06\x1e", frames, whole)


def still_png(data: bytes) -> bytes:
    """Strip a PNG file's animation and its trailing data.

    OpenCV's reader of animations ended the process on files that lack frames.
    """
    chunks = list(_png_chunks(data))
    if chunks[-1][2] == len(data) and not any(kind in _ANIMATION for kind, *_ in chunks):
        return data
    kept = (data[start:end] for kind, start, end in chunks if kind not in _ANIMATION)
    return _PNG_SIGNATURE + b"".join(kept)


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield each chunk's kind, start and end.

    Up to the end chunk or the end of the file.
    """
    position = len(_PNG_SIGNATURE)
    for _ in range(_MOST_CHUNKS):
        try:
            length, kind = unpack(">I4s", data, position)
        except CutOffError:
            return
        end = position + 12 + length
        yield kind, position, end
        if kind == b"IEND":
            return
        position = end
    raise UnsupportedError("a PNG file in very many pieces")


class WebpParts(NamedTuple):
    """A WebP file's header and chunks."""

    width: int
    height: int
    transparent: bool
    frames: int
    exif: bytes
    whole: bool  # whether the file is as long as it says


def webp_parts(data: bytes) -> WebpParts:
    """Walk the chunks of a WebP file."""
    frames, exif, position = 0, b"", 12
    for _ in range(_MOST_CHUNKS):
        try:
            kind, length = unpack("<4sI", data, position)
        except CutOffError:
            break
        if kind == b"EXIF":
            exif = data[position + 8 : position + 8 + length]
        frames += kind == b"ANMF"
        position += 8 + length + length % 2
    else:
        raise UnsupportedError("a WebP file in very many pieces")
    whole = unpack_one("<I", data, 4) + 8 <= len(data)
    return WebpParts(*_webp_size(data), max(frames, 1), exif, whole)


def _webp_size(data: bytes) -> tuple[int, int, bool]:
    """Return width, height and possible transparency."""
    (kind,) = unpack("4s", data, 12)
    if kind == b"VP8X":
        flags, low_w, high_w, low_h, high_h = unpack("<B3xHBHB", data, 20)
        size = low_w + (high_w << 16) + 1, low_h + (high_h << 16) + 1
        return *size, bool(flags & _WEBP_ALPHA)
    if kind == b"VP8L":
        packed = unpack_one("<I", data, 21)
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1, bool(packed >> 28 & 1)
    if kind == b"VP8 ":
        width, height = unpack("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF, False
    raise UnsupportedError("a WebP file of an unknown kind")


def gif_parts(data: bytes) -> tuple[int, bool]:
    """Return the first frame's end, and if another follows.

    The end is 0 where the file ends within the first frame.
    """
    end = 0
    try:
        position, extensions = 13 + _table_length(unpack_one("B", data, 10)), 0
        while (kind := unpack_one("B", data, position)) in (_GIF_IMAGE, _GIF_EXTENSION):
            if kind == _GIF_IMAGE and end:
                return end, True
            if kind == _GIF_IMAGE:
                table = _table_length(unpack_one("B", data, position + 9))
                end = position = _after_blocks(data, position + 11 + table, _MOST_BLOCKS)
            else:
                extensions += 1
                position = _after_blocks(data, position + 2, _MOST_EXTENSION_BLOCKS // extensions)
    except CutOffError:
        return 0, False
    return end, False


def first_gif_frame(data: bytes) -> bytes:
    """Cut a GIF file after its first frame."""
    end, _ = gif_parts(data)
    return data[:end] + b";"


def _after_blocks(data: bytes, position: int, most: int) -> int:
    """Return the end of `most` sub-blocks from `position` on."""
    for _ in range(most):
        length = unpack_one("B", data, position)
        position += length + 1
        if not length:
            return position
    raise UnsupportedError("a GIF file in very many pieces")


def _table_length(flags: int) -> int:
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0
