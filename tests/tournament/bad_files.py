"""Twenty-five files that are no good photos, each with the reasons that would be right."""

import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np

EMPTY, NO_PICTURE, BROKEN, NOTHING = "empty_file", "not_a_picture", "broken_picture", "no_kingdom"
LARGE, SMALL = "too_large", "too_small"


def lay_out(folder: Path, photo: bytes) -> dict[str, set[str]]:
    """Put them into `folder`, made from a good `photo`; the codes that are right, by name."""
    folder.mkdir()
    files = {**_no_pictures(), **_broken(photo), **_without_kingdom()}
    for name, (content, _) in files.items():
        (folder / name).write_bytes(content)
    expected = {name: {code} for name, (_, code) in files.items()}
    (folder / "nowhere.jpg").symlink_to(folder / "gone.jpg")
    (folder / "loop.jpg").symlink_to(folder / "loop.jpg")
    os.mkfifo(folder / "pipe.jpg")
    return expected | {
        "nowhere.jpg": {"not_found"},
        "loop.jpg": {"cannot_open"},
        "pipe.jpg": {"not_a_file"},
    }


def _no_pictures() -> dict[str, tuple[bytes, str]]:
    return {
        "empty.jpg": (b"", EMPTY),
        "empty.heic": (b"", EMPTY),
        "=1+1.png": (b"", EMPTY),
        "letter.jpg": (b"Dear judge, here is my kingdom.", NO_PICTURE),
        'a "quoted" name.jpg': (b"%PDF-1.7\n1 0 obj\n", NO_PICTURE),
        "café\nau lait.jpg": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", NO_PICTURE),
        "archive.png": (b"PK\x03\x04" + bytes(400), NO_PICTURE),
        "film.jpeg": (b"\x00\x00\x00\x18ftypmp42" + bytes(400), "unsupported_picture"),
        "zeros.webp": (bytes(5000), NO_PICTURE),
    }


def _broken(photo: bytes) -> dict[str, tuple[bytes, str]]:
    picture = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    png, webp, tiff = (
        cv2.imencode(kind, picture)[1].tobytes() for kind in (".png", ".webp", ".tiff")
    )
    return {
        "half.jpg": (photo[: len(photo) // 2], BROKEN),
        "beginning.jpg": (photo[:300], BROKEN),
        "half.png": (png[: len(png) // 2], BROKEN),
        "half.webp": (webp[: len(webp) // 2], BROKEN),
        "half.tif": (tiff[: len(tiff) // 2], BROKEN),
        "huge.png": (_png_header(200_000, 200_000), LARGE),
        "long.png": (_png_header(40_000, 100), LARGE),
        "icon.png": (cv2.imencode(".png", picture[:20, :20])[1].tobytes(), SMALL),
    }


def _without_kingdom() -> dict[str, tuple[bytes, str]]:
    noise = np.random.default_rng(6).integers(0, 256, (900, 1200, 3), dtype=np.uint8)
    across = np.tile(np.linspace(0, 255, 1200, dtype=np.uint8)[None, :, None], (900, 1, 3))
    pictures = {
        "black.jpg": np.zeros((900, 1200, 3), np.uint8),
        "white.png": np.full((900, 1200, 3), 255, np.uint8),
        "noise.jpg": noise,
        "table.jpg": cv2.GaussianBlur(noise, (0, 0), 25),
        "sky.jpg": across,
    }
    return {
        name: (cv2.imencode(name[-4:], pixels)[1].tobytes(), NOTHING)
        for name, pixels in pictures.items()
    }


def _png_header(width: int, height: int) -> bytes:
    """Return what a PNG of that size begins and ends with, and nothing between."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    end = struct.pack(">I", 0) + b"IEND" + struct.pack(">I", zlib.crc32(b"IEND"))
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", 13)
        + head
        + struct.pack(">I", zlib.crc32(head))
        + end
    )
