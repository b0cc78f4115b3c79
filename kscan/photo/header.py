"""Headers of pictures: read by Pillow, decoding nothing."""

import io
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from kscan.photo import containers
from kscan.photo.containers import (
    CutOffError,
    DamagedError,
    UnsupportedError,
    unpack,
    unpack_one,
)

_ORIENTATION = 274
_TURNED = frozenset({5, 6, 7, 8})  # orientations that swap width and height
_SUBFILE, _WIDTH, _HEIGHT, _BITS, _PHOTOMETRIC = 254, 256, 257, 258, 262
_PLANES, _TILE_WIDTH, _TILE_HEIGHT, _EXTRA_SAMPLES = 284, 322, 323, 338
_SAMPLE_FORMAT, _DNG_VERSION = 339, 50706
_OF_COLOURS = (_BITS, _PHOTOMETRIC, _PLANES, _EXTRA_SAMPLES, _SAMPLE_FORMAT)
_OF_A_PICTURE = (_SUBFILE, _WIDTH, _HEIGHT, _TILE_WIDTH, _TILE_HEIGHT, *_OF_COLOURS)
_READABLE_PHOTOMETRICS = {0, 1, 2, 3, 5, 6}  # grey, RGB, palette, CMYK, YCbCr; Lab comes out wrong
_PALETTE, _APART, _WHOLE_NUMBERS = 3, 2, 1
_READABLE_BITS = {1, 8, 10, 12, 14, 16}
_ALPHAS = {1, 2}  # premultiplied or not; an unspecified extra channel may be any mask
_MOST_TAGS, _MOST_PAGES = 512, 1000  # of a TIFF file
_LARGEST_TILE = 1 << 24  # pixels: OpenCV allocates a whole tile, however small the picture is

_one_at_a_time = threading.RLock()  # Python's warnings have one set of filters for all threads


@dataclass(frozen=True, slots=True, eq=False)
class Header:
    """The kind, the size and the manner of a picture, as stored (not yet turned upright)."""

    kind: str
    width: int
    height: int
    orientation: int = 1  # the EXIF orientation that is still to be applied after decoding
    transparent: bool = False  # may hold transparency
    pictures: int = 1  # frames or pages; only the first is read
    whole: bool = True  # False: the file ends before the picture does
    scans: int = 1  # passes over the picture that decoding it takes
    cropped: bool = False  # the decoder may cut off edges
    parts: frozenset[tuple[int, int]] = frozenset()  # sizes of the pictures in a container

    @property
    def upright_size(self) -> tuple[int, int]:
        """Width and height once the orientation is applied."""
        turned = self.orientation in _TURNED
        return (self.height, self.width) if turned else (self.width, self.height)

    def halved(self, times: int) -> "Header":
        """Return the header of the JPEG that decodes halved so often."""
        width, height = (-(-side >> times) for side in (self.width, self.height))
        return replace(self, width=width, height=height)

    def allows(self, width: int, height: int) -> bool:
        """Return True if a decoder may return this size.

        Turned or not.
        """
        sizes = self.parts or {(self.width, self.height)}
        if (width, height) in sizes or (height, width) in sizes:
            return True
        return self.cropped and width * height <= self.width * self.height


def exif_orientation(block: bytes) -> int:
    """Return an EXIF block's orientation, 1 to 8.

    1 if it is damaged or silent.
    """
    from PIL import Image

    exif = Image.Exif()
    try:
        with without_warnings():
            exif.load(block)
    except Exception:  # the picture is then shown as it is stored
        return 1
    stated = exif.get(_ORIENTATION)
    return stated if isinstance(stated, int) and 1 <= stated <= 8 else 1


@contextmanager
def without_warnings() -> Iterator[None]:
    """Silence Pillow's warnings of odd tags.

    They do no harm here.
    """
    with _one_at_a_time, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def jpeg_header(data: bytes) -> Header:
    """Read a JPEG file's header."""
    # The walk up to the scans has seen the size: Pillow's import is a twelfth of a cold start, and
    # is spared where no EXIF block has an orientation.
    parts = containers.jpeg_parts(data)
    orientation = exif_orientation(parts.exif) if parts.exif else 1
    scans = containers.jpeg_scans(data, parts.end)
    return Header("JPEG", parts.width, parts.height, orientation, whole=parts.whole, scans=scans)


def png_header(data: bytes) -> Header:
    """Read a PNG file's header."""
    from PIL.PngImagePlugin import PngImageFile

    parts = containers.png_parts(data)
    picture = PngImageFile(io.BytesIO(parts.header))
    return Header(
        "PNG",
        *picture.size,
        exif_orientation(picture.info.get("exif", b"")),
        transparent=picture.mode in ("LA", "RGBA") or "transparency" in picture.info,
        pictures=parts.frames,
        whole=parts.whole,
    )


def webp_header(data: bytes) -> Header:
    """Read a WebP file's header."""
    # Pillow's reader of WebP first allocates eight bytes a pixel, however many there are.
    parts = containers.webp_parts(data)
    orientation = exif_orientation(parts.exif) if parts.exif else 1
    size = parts.width, parts.height
    return Header("WebP", *size, orientation, parts.transparent, parts.frames, parts.whole)


def bmp_header(data: bytes) -> Header:
    """Read a BMP file's header."""
    from PIL.BmpImagePlugin import BmpImageFile

    picture = BmpImageFile(io.BytesIO(data))
    width, height = picture.size
    tile: Any = picture.tile[0]
    codec, _, start, arguments = tile
    # The rows of a compressed picture end anywhere.
    whole = codec != "raw" or start + arguments[1] * height <= len(data)
    return Header("BMP", width, height, whole=whole)


def gif_header(data: bytes) -> Header:
    """Read a GIF file's header."""
    from PIL.GifImagePlugin import GifImageFile

    end, animated = containers.gif_parts(data)
    width, height = containers.unpack("<HH", data, 6)
    if end:
        width, height = GifImageFile(io.BytesIO(data[:end])).size  # a frame may be larger
    return Header("GIF", width, height, transparent=True, pictures=1 + animated, whole=end > 0)


def tiff_header(data: bytes) -> Header:
    """Read the first page's header.

    The decoder turns TIFF files upright by itself.
    """
    from PIL.TiffImagePlugin import ImageFileDirectory_v2

    if data[2:4] in (b"+\0", b"\0+"):
        raise UnsupportedError("a BigTIFF file")
    pages = _tiff_pages(data)
    file = io.BytesIO(data)
    tags = ImageFileDirectory_v2(file.read(8))
    file.seek(tags.next)
    tags.load(file)
    found = {tag: _first(tags[tag]) for tag in _OF_A_PICTURE if tag in tags}
    if found.get(_SUBFILE, 0) & 1 or _DNG_VERSION in tags or data[8:10] == b"CR":
        raise UnsupportedError("a camera's raw file")
    if not _readable(found):
        raise UnsupportedError("a TIFF file with unusual colours")
    if found.get(_TILE_WIDTH, 0) * found.get(_TILE_HEIGHT, 0) > _LARGEST_TILE:
        raise UnsupportedError("a TIFF file with very large tiles")
    return Header(
        "TIFF",
        found[_WIDTH],
        found[_HEIGHT],
        transparent=found.get(_EXTRA_SAMPLES) in _ALPHAS,
        pictures=pages,
    )


def _tiff_pages(data: bytes) -> int:
    """Count a TIFF file's directories.

    Refuse a first one that can be read in two ways.
    """
    order = ">" if data[:2] == b"MM" else "<"
    directory = unpack_one(order + "I", data, 4)
    _check_tags(data, order, directory)
    seen: set[int] = set()
    while directory and directory not in seen and len(seen) < _MOST_PAGES:
        seen.add(directory)
        try:
            entries = unpack_one(order + "H", data, directory)
            directory = unpack_one(order + "I", data, directory + 2 + 12 * entries)
        except CutOffError:  # a damaged chain ends where it breaks
            break
    return len(seen)


def _check_tags(data: bytes, order: str, directory: int) -> None:
    entries = unpack_one(order + "H", data, directory)
    if entries > _MOST_TAGS:
        raise UnsupportedError("a TIFF file of very many tags")
    seen: set[int] = set()
    for index in range(entries):
        tag, kind, count = unpack(order + "HHI", data, directory + 2 + 12 * index)
        # libtiff takes the first of two sizes, or reads some types as the place of the number.
        if tag in seen or (tag in (256, 257) and (kind not in (3, 4) or count != 1)):
            raise DamagedError
        seen.add(tag)


def _first(value: object) -> int:
    """Return a tag's first number, or raise DamagedError."""
    number = value[0] if isinstance(value, tuple) and value else value
    if not isinstance(number, int):
        raise DamagedError
    return number


def _readable(tags: dict[int, int]) -> bool:
    """Return True if OpenCV reads such colours right."""
    photometric, bits = tags.get(_PHOTOMETRIC, 1), tags.get(_BITS, 1)
    return (
        photometric in _READABLE_PHOTOMETRICS
        and (bits in _READABLE_BITS or (bits == 4 and photometric == _PALETTE))
        and tags.get(_SAMPLE_FORMAT, _WHOLE_NUMBERS) == _WHOLE_NUMBERS
        and not (_EXTRA_SAMPLES in tags and tags.get(_PLANES) == _APART)
    )
