"""Picture files of every kind, written by hand where no encoder writes what phones write."""

import io
import struct
import zlib

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8] | NDArray[np.uint16]


def exif(orientation: int) -> bytes:
    """Make an EXIF block that states an orientation and nothing else."""
    return b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 274, 3, 1, orientation, 0, 0)


def encoded(extension: str, pixels: Pixels) -> bytes | None:
    """Make the picture as OpenCV writes it; None where this OpenCV does not write that kind."""
    try:
        done, data = cv2.imencode(extension, pixels)
    except cv2.error:
        return None
    return data.tobytes() if done else None


def jpeg(pixels: Pixels, orientation: int = 1) -> bytes:
    """Make a JPEG file with an orientation."""
    data = encoded(".jpg", pixels) or b""
    block = b"Exif\0\0" + exif(orientation)
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + data[2:]


def png(pixels: Pixels, orientation: int = 1, frames: int = 1) -> bytes:
    """Make a PNG file with an orientation, and the claim of more frames where asked for."""
    data = encoded(".png", pixels) or b""
    extra = png_chunk(b"eXIf", exif(orientation))
    if frames > 1:
        extra += png_chunk(b"acTL", struct.pack(">II", frames, 0))
    return data[:33] + extra + data[33:]


def png_chunk(kind: bytes, body: bytes) -> bytes:
    """Make a chunk of a PNG file with its length and its sum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def huge_png(side: int) -> bytes:
    """Make a valid black PNG file of `side` x `side` pixels in very few bytes."""
    packer = zlib.compressobj(9)
    row = bytes(1 + (side + 7) // 8)
    body = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    chunks = png_chunk(b"IHDR", head) + png_chunk(b"IDAT", body) + png_chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def webp(pixels: Pixels, orientation: int = 1, frames: int = 1) -> bytes:
    """Make a WebP file with an orientation; with several frames it is an animation."""
    picture = (encoded(".webp", pixels) or b"")[12:]
    height, width = pixels.shape[:2]
    size = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    body = picture
    if frames > 1:
        frame = _riff_chunk(b"ANMF", bytes(6) + size + bytes([100, 0, 0, 0]) + picture)
        body = _riff_chunk(b"ANIM", bytes(6)) + frame * frames
    flags = 0x08 | (0x02 if frames > 1 else 0) | (0x10 if pixels.shape[-1] == 4 else 0)
    head = _riff_chunk(b"VP8X", bytes([flags, 0, 0, 0]) + size)
    return _riff(head + body + _riff_chunk(b"EXIF", exif(orientation)))


def _riff(body: bytes) -> bytes:
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def _riff_chunk(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)


def tiff(
    pixels: Pixels, orientation: int = 1, pages: int = 1, tags: dict[int, int] | None = None
) -> bytes:
    """Make an uncompressed TIFF file, of grey or RGB or RGBA pixels of 8 or 16 bits.

    `tags` adds or replaces tags of one number each.
    """
    height, width = pixels.shape[:2]
    channels = 1 if pixels.ndim == 2 else pixels.shape[2]
    rows = pixels if channels == 1 else pixels[..., [2, 1, 0, 3][:channels]]
    body = np.ascontiguousarray(rows).tobytes()
    depths = struct.pack("<H", 8 * pixels.itemsize) * channels
    depths_at, start = 8, 8 + len(depths)
    one_depth = channels == 1
    values = {
        256: (4, 1, width), 257: (4, 1, height),
        258: (3, channels, 8 * pixels.itemsize if one_depth else depths_at),
        259: (3, 1, 1), 262: (3, 1, 1 if one_depth else 2), 273: (4, 1, start),
        274: (3, 1, orientation), 277: (3, 1, channels), 278: (4, 1, height),
        279: (4, 1, len(body)),
    }  # fmt: skip
    if channels == 4:
        values[338] = (3, 1, 2)
    values |= {tag: (4, 1, value) for tag, value in (tags or {}).items()}
    directory = b"".join(struct.pack("<HHII", tag, *values[tag]) for tag in sorted(values))
    head, data = b"II*\0" + struct.pack("<I", start + len(body)), depths + body
    for page in range(pages):
        end = 8 + len(data) + 2 + len(directory) + 4
        data += struct.pack("<H", len(values)) + directory
        data += struct.pack("<I", end if page + 1 < pages else 0)
    return head + data


def gif(pixels: Pixels, frames: int = 1) -> bytes | None:
    """Make a GIF file that shows the same picture `frames` times; None where OpenCV writes none."""
    data = encoded(".gif", pixels)
    if data is None:
        return None
    start = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)
    return data[:start] + data[start:-1] * frames + data[-1:]


def avif(pixels: Pixels, *turns: bytes) -> bytes | None:
    """Make an AVIF file with boxes such as b"irot\\1"; None where OpenCV writes none."""
    data = encoded(".avif", pixels)
    for index, box in enumerate(turns if data else ()):
        data = _with_property(data or b"", 5 + index, box)
    return data


def _with_property(data: bytes, index: int, box: bytes) -> bytes:
    """Make the AVIF file with one more property, number `index`, tied to its only picture."""
    box = struct.pack(">I", len(box) + 4) + box
    media = data.find(b"mdat") + 4
    for kind, grown in ((b"meta", 1), (b"iprp", 1), (b"ipco", 0), (b"ipma", 1)):
        at = data.find(kind) - 4
        longer = struct.unpack_from(">I", data, at)[0] + (len(box) if kind != b"ipma" else 0)
        data = data[:at] + struct.pack(">I", longer + grown) + data[at + 4 :]
    ties = data.find(b"ipma")
    count = ties + 14
    end = ties - 4 + struct.unpack_from(">I", data, ties - 4)[0] - 1
    tied = data[ties - 4 : count] + bytes([data[count] + 1]) + data[count + 1 : end]
    data = data[: ties - 4] + box + tied + bytes([0x80 | index]) + data[end:]
    return data.replace(struct.pack(">I", media), struct.pack(">I", media + len(box) + 1), 1)


def heic(pixels: Pixels, turns: bytes = b"", orientation: int = 1) -> bytes:
    """Make a HEIC file with turns in its container, its EXIF block or both; needs pillow-heif."""
    import pillow_heif

    height, width = pixels.shape[:2]
    mode = "BGR" if pixels.ndim == 3 else "L"
    file = io.BytesIO()
    # The encoder turns a stated orientation into boxes, so it is stated afterwards.
    picture = pillow_heif.from_bytes(mode, (width, height), pixels.tobytes())
    picture.save(file, quality=90, exif=b"Exif\0\0" + exif(1))
    data = file.getvalue().replace(exif(1), exif(orientation))
    # A box that decoders can do without is overwritten, so that no offset moves.
    at = data.find(b"pixi")
    return data[:at] + turns + data[at + len(turns) :] if turns else data
