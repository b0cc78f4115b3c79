"""TIFF headers, and the orientation in EXIF blocks, which are small TIFF files."""

from collections.abc import Collection, Iterator
from struct import calcsize

from kscan.vision.photo.bits import unpack, unpack_one
from kscan.vision.photo.header import CutOffError, Header, UnsupportedError

_SUBFILE, _WIDTH, _HEIGHT, _BITS, _PHOTOMETRIC, _ORIENTATION = 254, 256, 257, 258, 262, 274
_PLANES, _EXTRA_SAMPLES, _SAMPLE_FORMAT, _DNG_VERSION = 284, 338, 339, 50706
_OF_COLOURS = (_BITS, _PHOTOMETRIC, _PLANES, _EXTRA_SAMPLES, _SAMPLE_FORMAT)
_OF_A_PICTURE = frozenset((_SUBFILE, _WIDTH, _HEIGHT, _DNG_VERSION, *_OF_COLOURS))
_READABLE_PHOTOMETRICS = {0, 1, 2, 3, 5, 6}  # grey, RGB, palette, CMYK, YCbCr; Lab comes out wrong
_PALETTE, _APART, _WHOLE_NUMBERS = 3, 2, 1
_READABLE_BITS = {1, 8, 10, 12, 14, 16}
_ALPHAS = {1, 2}  # premultiplied or not; an unspecified extra channel may be any mask
_MOST_TAGS = 4096
_MOST_PAGES = 1000
_LAYOUTS = {1: "B", 3: "H", 4: "I"}


def is_tiff(data: bytes) -> bool:
    """Whether these bytes start a TIFF file, or a camera's raw file built like one."""
    return data[:4] in (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")


def read_tiff(data: bytes) -> Header:
    """The header of the first page; the decoder turns TIFF files upright by itself."""
    order = _byte_order(data)
    if data[2:4] in (b"+\0", b"\0+"):
        raise UnsupportedError("a BigTIFF file")
    first = unpack_one(order + "I", data, 4)
    tags = dict(_tags(data, order, first, _OF_A_PICTURE))
    if tags.get(_SUBFILE, 0) & 1 or _DNG_VERSION in tags or data[8:10] == b"CR":
        raise UnsupportedError("a camera's raw file")
    if not _readable(tags):
        raise UnsupportedError("a TIFF file with unusual colours")
    return Header(
        "TIFF",
        tags.get(_WIDTH, 0),
        tags.get(_HEIGHT, 0),
        transparent=tags.get(_EXTRA_SAMPLES) in _ALPHAS,
        pictures=_pages(data, order, first),
    )


def _readable(tags: dict[int, int]) -> bool:
    """Whether OpenCV reads such colours, and reads them right."""
    photometric, bits = tags.get(_PHOTOMETRIC, 1), tags.get(_BITS, 1)
    return (
        photometric in _READABLE_PHOTOMETRICS
        and (bits in _READABLE_BITS or (bits == 4 and photometric == _PALETTE))
        and tags.get(_SAMPLE_FORMAT, _WHOLE_NUMBERS) == _WHOLE_NUMBERS
        and not (_EXTRA_SAMPLES in tags and tags.get(_PLANES) == _APART)
    )


def exif_orientation(block: bytes) -> int:
    """The orientation, 1 to 8, that an EXIF block states; 1 where it is damaged or silent."""
    block = block.removeprefix(b"Exif\0\0")
    try:
        order = _byte_order(block)
        tags = dict(_tags(block, order, unpack_one(order + "I", block, 4), {_ORIENTATION}))
    except CutOffError:
        return 1
    stated = tags.get(_ORIENTATION, 1)
    return stated if 1 <= stated <= 8 else 1


def _byte_order(data: bytes) -> str:
    return ">" if data[:2] == b"MM" else "<"


def _tags(
    data: bytes, order: str, directory: int, wanted: Collection[int]
) -> Iterator[tuple[int, int]]:
    """The wanted tags of a directory with their first value, as far as it is a whole number."""
    for index in range(min(unpack_one(order + "H", data, directory), _MOST_TAGS)):
        entry = directory + 2 + 12 * index
        tag, kind, count, value = unpack(order + "HHII", data, entry)
        if tag not in wanted:
            continue
        layout = order + _LAYOUTS.get(kind, "I")
        elsewhere = count * calcsize(layout) > 4
        yield tag, unpack_one(layout, data, value if elsewhere else entry + 8)


def _pages(data: bytes, order: str, directory: int) -> int:
    """How many directories the file chains; a damaged chain ends where it breaks."""
    seen: set[int] = set()
    while directory and directory not in seen and len(seen) < _MOST_PAGES:
        seen.add(directory)
        try:
            entries = unpack_one(order + "H", data, directory)
            directory = unpack_one(order + "I", data, directory + 2 + 12 * entries)
        except CutOffError:
            break
    return len(seen)
