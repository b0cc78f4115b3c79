"""Damages that keep a file's structure: parts lost, doubled, moved or wrong, checksums right.

Flipped bits alone seldom get past a checksum, and never to what lies behind it.
"""

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from kscan.lab.fuzz.mutating import mutated
from kscan.lab.fuzz.pictures import png_chunk
from kscan.photo.formats import NotAPictureError, format_of

Part = tuple[bytes, bytes]  # kind and content

_BOXES_WITHIN = {b"meta": 4, b"iprp": 0, b"ipco": 0, b"moov": 0, b"trak": 0, b"mdia": 0}
_BOXES_WITHIN |= {b"minf": 0, b"stbl": 0, b"stsd": 8, b"iinf": 6, b"dinf": 0}
# What may stand in a file of each kind, whether or not the seed has it.
_STRANGE: dict[str, tuple[Part, ...]] = {
    "PNG": (
        (b"acTL", struct.pack(">II", 3, 0)),
        (b"fcTL", struct.pack(">5I2HBB", 0, 96, 72, 0, 0, 1, 100, 0, 0)),
        (b"fdAT", bytes(12)),
        (b"tRNS", bytes(6)),
        (b"PLTE", bytes(768)),
        (b"IEND", b""),
        (b"zTXt", b"a\0\0x\x9cc\0\0\0\1\0\1"),
    ),
    "JPEG": (
        (b"\xff\xc0", struct.pack(">BHHB", 8, 9000, 9000, 3) + bytes(9)),
        (b"\xff\xc2", struct.pack(">BHHB", 8, 96, 128, 1) + bytes(3)),
        (b"\xff\xdd", b"\0\1"),
        (b"\xff\xe1", b"Exif\0\0II*\0\x08\0\0\0\xff\xff"),
        (b"\xff\xee", b"Adobe\0d\0\0\0\0\2"),
    ),
    "TIFF": tuple(
        (struct.pack("<H", tag), struct.pack("<HII", kind, count, value))
        for tag, kind, count, value in (
            (256, 4, 1, 9000), (257, 16, 1, 8), (259, 3, 1, 5), (259, 3, 1, 7), (273, 4, 9, 8),
            (277, 3, 1, 999), (278, 4, 1, 1), (279, 4, 1, 2**31), (284, 3, 1, 2), (317, 3, 1, 2),
            (322, 3, 1, 64), (323, 3, 1, 64), (324, 4, 1, 8), (338, 3, 1, 2), (339, 3, 1, 3),
        )
    ),
    "AVIF and HEIC": (
        (b"ispe", struct.pack(">III", 0, 9000, 9000)),
        (b"irot", b"\3"),
        (b"imir", b"\1"),
        (b"clap", struct.pack(">8I", 9, 1, 9, 1, 0, 1, 0, 1)),
    ),
    "WebP": (
        (b"VP8X", struct.pack("<I", 0x12) + b"\xff\x0f\0" * 2),
        (b"ANIM", bytes(6)),
        (b"ANMF", bytes(24)),
        (b"ALPH", bytes(12)),
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Format:
    """How a file falls into parts and is put together again."""

    split: Callable[[bytes], list[Part]]
    join: Callable[[bytes, Sequence[Part]], bytes]  # given the whole file, too


def restructured(data: bytes, dice: Random, most: int = 4) -> bytes:
    """Change one to `most` parts of a file; leave it as it is where its kind has no parts."""
    try:
        kind = format_of(data).name
    except NotAPictureError:
        return data
    if kind not in FORMATS:
        return data
    form = FORMATS[kind]
    parts = form.split(data)
    for _ in range(dice.randint(1, most)):
        if parts:
            parts = _changed(parts, kind, dice)
    return form.join(data, parts)


def _changed(parts: list[Part], kind: str, dice: Random) -> list[Part]:
    at = dice.randrange(len(parts))
    name, body = parts[at]
    if kind == "AVIF and HEIC" and name in _BOXES_WITHIN and dice.random() < 0.8:
        start = _BOXES_WITHIN[name]
        inside = _boxes(body[start:])
        inner = _changed(inside, kind, dice) if inside else inside
        return [*parts[:at], (name, body[:start] + _joined_boxes(inner)), *parts[at + 1 :]]
    what = dice.randrange(7)
    if what == 0:
        return [*parts[:at], *parts[at + 1 :]]
    if what == 1:
        return [*parts[:at], *[parts[at]] * dice.choice((2, 2, 3, 40)), *parts[at + 1 :]]
    if what == 2:
        other = dice.randrange(len(parts))
        swapped = list(parts)
        swapped[at], swapped[other] = parts[other], parts[at]
        return swapped
    if what == 3:
        return [*parts[:at], dice.choice(_STRANGE[kind]), *parts[at:]]
    if what == 4:
        return [*parts[:at], (dice.choice(parts)[0], body), *parts[at + 1 :]]
    return [*parts[:at], (name, mutated(body, dice, most=2)), *parts[at + 1 :]]


def _chunks(data: bytes) -> list[Part]:
    parts, position = [], 8
    while position + 8 <= len(data):
        length = struct.unpack_from(">I", data, position)[0]
        parts.append(
            (data[position + 4 : position + 8], data[position + 8 : position + 8 + length])
        )
        position += 12 + length
    return parts


def _joined_chunks(data: bytes, parts: Sequence[Part]) -> bytes:
    return data[:8] + b"".join(png_chunk(kind, body) for kind, body in parts)


def _segments(data: bytes) -> list[Part]:
    """Return the segments before the first scan; the rest is a part without a length."""
    parts, position = [], 2
    while position + 4 <= len(data) and data[position + 1] != 0xDA:
        length = struct.unpack_from(">H", data, position + 2)[0]
        parts.append((data[position : position + 2], data[position + 4 : position + 2 + length]))
        position += 2 + length
    return [*parts, (b"", data[position:])]


def _joined_segments(data: bytes, parts: Sequence[Part]) -> bytes:
    return data[:2] + b"".join(
        kind + struct.pack(">H", (len(body) + 2) & 0xFFFF) + body if kind else body
        for kind, body in parts
    )


def _entries(data: bytes) -> list[Part]:
    """Return the entries of a little-endian TIFF file's first directory."""
    if data[:2] != b"II":
        return []
    (directory,) = struct.unpack_from("<I", data, 4)
    (count,) = struct.unpack_from("<H", data, directory)
    starts = [directory + 2 + 12 * number for number in range(count)]
    return [(data[at : at + 2], data[at + 2 : at + 12]) for at in starts]


def _joined_entries(data: bytes, parts: Sequence[Part]) -> bytes:
    """Return the file with another directory behind it."""
    if not parts:
        return data
    entries = b"".join((kind + body)[:12].ljust(12, b"\0") for kind, body in parts)
    head = data[:4] + struct.pack("<I", len(data))
    return head + data[8:] + struct.pack("<H", len(parts)) + entries + bytes(4)


def _boxes(data: bytes) -> list[Part]:
    parts, position = [], 0
    while position + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, position)
        length = length if length >= 8 else len(data) - position
        parts.append((kind, data[position + 8 : position + length]))
        position += length
    return parts


def _joined_boxes(parts: Sequence[Part]) -> bytes:
    return b"".join(struct.pack(">I4s", len(body) + 8, kind) + body for kind, body in parts)


def _joined_file(data: bytes, parts: Sequence[Part]) -> bytes:
    """Return the boxes with the places that point to the pixels moved along with these."""
    joined = _joined_boxes(parts)
    before, now = data.find(b"mdat") + 4, joined.find(b"mdat") + 4
    return joined.replace(struct.pack(">I", before), struct.pack(">I", now))


def _riff(data: bytes) -> list[Part]:
    parts, position = [], 12
    while position + 8 <= len(data):
        kind, length = struct.unpack_from("<4sI", data, position)
        parts.append((kind, data[position + 8 : position + 8 + length]))
        position += 8 + length + length % 2
    return parts


def _joined_riff(_: bytes, parts: Sequence[Part]) -> bytes:
    body = b"".join(
        struct.pack("<4sI", kind, len(content)) + content + bytes(len(content) % 2)
        for kind, content in parts
    )
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


FORMATS = {
    "PNG": _Format(_chunks, _joined_chunks),
    "JPEG": _Format(_segments, _joined_segments),
    "TIFF": _Format(_entries, _joined_entries),
    "AVIF and HEIC": _Format(_boxes, _joined_file),
    "WebP": _Format(_riff, _joined_riff),
}
