"""Small files that ask for much: memory, time, or a crash. All of them are made here."""

import io
import struct
import zlib
from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from kscan.lab.fuzz import pictures
from kscan.lab.fuzz.mangling import busy_scene

_SCENE = busy_scene(64, 64)


def jpeg_hidden_frame(side: int = 32_700) -> bytes:
    """Make a JPEG whose real frame stands behind `FF 00`, which some readers take for a marker."""
    data = _jpeg()
    frame = data.index(b"\xff\xc0")
    shown = data[frame : frame + 19]
    real = shown[:5] + struct.pack(">HH", side, side) + shown[9:]
    hidden = b"\xff\x00" + struct.pack(">H", 2 + len(shown)) + real
    return data[:2] + hidden + data[2:frame] + shown + data[frame + 19 :]


def jpeg_scans(scans: int = 6000, side: int = 400) -> bytes:
    """Make a progressive JPEG that refines the same coefficients again and again."""
    data = _jpeg(np.zeros((side, side, 3), np.uint8), cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    tables = data.rindex(b"\xff\xc4", 0, data.rindex(b"\xff\xda"))
    return data[:-2] + data[tables:-2] * scans + data[-2:]


def jpeg_fill(count: int = 40_000_000) -> bytes:
    """Make a JPEG with fill bytes before its first segment."""
    data = _jpeg()
    return data[:2] + b"\xff" * count + data[2:]


def jpeg_segments(count: int = 1_000_000) -> bytes:
    """Make a JPEG with comments of nothing."""
    data = _jpeg()
    return data[:2] + b"\xff\xfe\0\2" * count + data[2:]


def jpeg_exif(blocks: int = 500) -> bytes:
    """Make a JPEG with many EXIF blocks, each full of tags that point to all of it."""
    tags = b"".join(struct.pack("<HHII", 1000 + tag, 7, 60_000, 8) for tag in range(5000))
    block = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 5000) + tags
    segment = b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block
    data = _jpeg()
    return data[:2] + segment * blocks + data[2:]


def png_animation(frames: int = 3) -> bytes:
    """Make an animated PNG that ends before its first frame does."""
    end = pictures.png_chunk(b"fcTL", struct.pack(">5I2HBB", 1, 64, 64, 0, 0, 1, 100, 0, 0))
    control = pictures.png_chunk(b"acTL", struct.pack(">II", frames, 0))
    data = pictures.png(_SCENE)
    at = data.index(b"IDAT") - 4
    empty = pictures.png_chunk(b"IDAT", b"") + end + pictures.png_chunk(b"fdAT", b"")
    return data[:at] + control + empty + pictures.png_chunk(b"IEND", b"")


def png_without_pixels() -> bytes:
    """Make a PNG whose end comes before its pixels."""
    data = pictures.png(_SCENE)
    at = data.index(b"IDAT") - 4
    return data[:at] + pictures.png_chunk(b"IEND", b"") + data[at:]


def png_chunks(count: int = 3_000_000) -> bytes:
    """Make a PNG with empty chunks that no decoder knows."""
    data = pictures.png(_SCENE)
    return data[:33] + pictures.png_chunk(b"kscn", b"") * count + data[33:]


def png_text(megabytes: int = 400) -> bytes:
    """Make a PNG with a text that is short only while it is packed."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(1 << 20)) for _ in range(megabytes)) + packer.flush()
    data = pictures.png(_SCENE)
    return data[:33] + pictures.png_chunk(b"zTXt", b"a\0\0" + packed) + data[33:]


def gif_blocks(count: int = 20_000_000) -> bytes:
    """Make a GIF with a comment in pieces of one byte."""
    data = pictures.gif(_SCENE) or b"GIF89a"
    start = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)
    return data[:start] + b"\x21\xfe" + b"\1a" * count + b"\0" + data[start:]


def gif_frames(count: int = 2_000_000) -> bytes:
    """Make a GIF with very many frames of one pixel."""
    data = pictures.gif(_SCENE) or b"GIF89a"
    frame = b"\x2c" + struct.pack("<4HB", 0, 0, 1, 1, 0) + b"\2\1\x44\0"
    return data[:-1] + frame * count + data[-1:]


def tiff_two_sizes(side: int = 32_000) -> bytes:
    """Make a TIFF whose size tags stand there twice."""
    more = struct.pack("<HHIIHHII", 256, 4, 1, side, 257, 4, 1, side)
    return _with_entries(pictures.tiff(_SCENE), 2, more)


def tiff_far_size(side: int = 32_000) -> bytes:
    """Make a TIFF whose size tags have a type that is read as the place of a number of 8 bytes."""
    data = pictures.tiff(_SCENE)
    directory = struct.unpack_from("<I", data, 4)[0]
    place = struct.pack("<HII", 16, 1, len(data))
    for tag in range(struct.unpack_from("<H", data, directory)[0]):
        at = directory + 2 + 12 * tag
        if data[at : at + 2] in (b"\0\1", b"\1\1"):
            data = data[: at + 2] + place + data[at + 12 :]
    return data + struct.pack("<Q", side)


def tiff_tags(count: int = 60_000) -> bytes:
    """Make a TIFF of tags that each point to the whole file."""
    entries = b"".join(struct.pack("<HHII", 1000 + tag, 7, 700_000, 8) for tag in range(count))
    return _with_entries(pictures.tiff(_SCENE), count, entries)


def tiff_tile(side: int = 32_000) -> bytes:
    """Make a small TIFF that lies in one huge tile."""
    return pictures.tiff(_SCENE, tags={322: side, 323: side, 324: 8, 325: 12})


def webp_canvas(side: int = 16_383) -> bytes:
    """Make a small WebP on a canvas of 268 megapixels."""
    data = pictures.webp(_SCENE)
    size = struct.pack("<I", side - 1)[:3] * 2
    return data[:24] + size + data[30:]


def avif_track(side: int = 12_000) -> bytes | None:
    """Make an AVIF sequence whose track says another size than its picture."""
    from PIL import Image, features

    if not features.check("avif"):
        return None
    file, frame = io.BytesIO(), Image.fromarray(_SCENE)
    frame.save(file, "AVIF", save_all=True, append_images=[Image.fromarray(255 - _SCENE)])
    data = file.getvalue()
    track = data.index(b"tkhd")
    size = data.index(struct.pack(">II", 64 << 16, 64 << 16), track)
    data = data[:size] + struct.pack(">II", side << 16, side << 16) + data[size + 8 :]
    entry = data.index(struct.pack(">HH", 64, 64), data.index(b"stsd"))
    return data[:entry] + struct.pack(">HH", side, side) + data[entry + 4 :]


def heic_overlay(side: int = 30_000) -> bytes:
    """Make a HEIC file of one picture laid upon a canvas of its own size."""
    return heic_of(b"iovl", b"\0\1" + bytes(8) + struct.pack(">IIii", side, side, 0, 0))


def heic_grid(side: int = 30_000) -> bytes:
    """Make a HEIC file of one tile in a grid that says another size."""
    return heic_of(b"grid", b"\0\1\0\0" + struct.pack(">II", side, side))


def heic_of(kind: bytes, content: bytes) -> bytes:
    """Make a HEIC file, without pixels, of an item that is composed of another."""
    items = b"".join(
        _box(b"infe", struct.pack(">IHH4sx", 2 << 24, number, 0, each))
        for number, each in ((1, kind), (2, b"hvc1"))
    )
    place = struct.pack(">IHHHHHHII", 1 << 24, 0x4400, 1, 1, 1, 0, 1, 0, len(content))
    size = _box(b"ispe", struct.pack(">III", 0, 64, 64))
    meta = bytes(4) + b"".join(
        (
            _box(b"hdlr", bytes(8) + b"pict" + bytes(13)),
            _box(b"pitm", struct.pack(">IH", 0, 1)),
            _box(b"iloc", place),
            _box(b"iinf", struct.pack(">IH", 0, 2) + items),
            _box(b"iprp", _box(b"ipco", size)),
            _box(b"idat", content),
        )
    )
    return _box(b"ftyp", b"heic\0\0\0\0mif1heic") + _box(b"meta", meta)


def _box(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body) + 8) + kind + body


def _jpeg(pixels: pictures.Pixels = _SCENE, *parameters: int) -> bytes:
    return cv2.imencode(".jpg", pixels, parameters)[1].tobytes()


def _with_entries(data: bytes, count: int, entries: bytes) -> bytes:
    """Make the TIFF file with more entries at the end of its only directory."""
    directory = struct.unpack_from("<I", data, 4)[0]
    before = struct.unpack_from("<H", data, directory)[0]
    head = data[:directory] + struct.pack("<H", before + count)
    return head + data[directory + 2 : -4] + entries + bytes(4)


BOMBS: dict[str, Callable[[], bytes | None]] = {
    each.__name__.replace("_", " "): each
    for each in (
        jpeg_hidden_frame, jpeg_scans, jpeg_fill, jpeg_segments, jpeg_exif, png_animation,
        png_without_pixels, png_chunks, png_text, gif_blocks, gif_frames, tiff_two_sizes,
        tiff_far_size, tiff_tags, tiff_tile, webp_canvas, avif_track, heic_overlay, heic_grid,
    )
}  # fmt: skip
BOMBS["png of 30,000 x 30,000"] = partial(pictures.huge_png, 30_000)
