"""Headers of HEIC and AVIF, which share one container: boxes within boxes."""

from collections.abc import Iterator
from dataclasses import dataclass

from kscan.vision.photo.bits import unpack, unpack_one
from kscan.vision.photo.header import CutOffError, Header, UnsupportedError

_AVIF_BRANDS = {b"avif", b"avis"}
_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
_MOST_BOXES = 10_000
# Orientation after a quarter turn anticlockwise (index: orientation before), and after mirroring.
_TURNED = {1: 8, 8: 3, 3: 6, 6: 1, 2: 7, 7: 4, 4: 5, 5: 2}
_TOP_BOTTOM = {1: 4, 4: 1, 2: 3, 3: 2, 5: 8, 8: 5, 6: 7, 7: 6}
_LEFT_RIGHT = {1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7}


@dataclass(frozen=True, slots=True, eq=False)
class _Box:
    kind: bytes
    start: int
    end: int


def is_heif(data: bytes) -> bool:
    """Whether these bytes start a container of this family: HEIC, AVIF, or a film."""
    return data[4:8] == b"ftyp"


def read_heif(data: bytes) -> Header:
    """Kind, size, and the turns that OpenCV's AVIF decoder leaves to the caller."""
    kind = _kind(data)
    properties = _properties(data)
    sizes = [unpack(">II", data, box.start + 4) for box in properties if box.kind == b"ispe"]
    if not sizes:
        raise CutOffError
    width, height = max(sizes, key=lambda size: size[0] * size[1])
    transparent = any(
        b"auxid:1" in data[box.start : box.end] or b"aux:alpha" in data[box.start : box.end]
        for box in properties
        if box.kind == b"auxC"
    )
    turns = _turns(data, properties) if kind == "AVIF" else 1
    return Header(kind, width, height, turns, transparent, whole=_whole(data))


def has_turns(data: bytes) -> bool:
    """Whether the container says how to turn the picture; it overrules the EXIF block then."""
    return any(box.kind in (b"irot", b"imir") for box in _properties(data))


def _properties(data: bytes) -> list[_Box]:
    meta = _find(data, _Box(b"", 0, len(data)), b"meta")
    body = _Box(b"", meta.start + 4, meta.end)
    return list(_boxes(data, _find(data, body, b"iprp", b"ipco")))


def _kind(data: bytes) -> str:
    end = min(unpack_one(">I", data, 0), 512)
    # The second word is a version, not a brand.
    brands = {unpack("4s", data, at)[0] for at in range(8, end, 4) if at != 12}
    if brands & _AVIF_BRANDS:
        return "AVIF"
    if brands & _HEIC_BRANDS:
        return "HEIC"
    raise UnsupportedError("a film, or a picture of an unknown kind")


def _boxes(data: bytes, parent: _Box) -> Iterator[_Box]:
    """The boxes directly inside `parent`."""
    position = parent.start
    for _ in range(_MOST_BOXES):
        if position + 8 > parent.end:
            return
        length, kind = unpack(">I4s", data, position)
        start = position + 8
        if length == 1:
            length, start = unpack_one(">Q", data, position + 8), position + 16
        end = position + length if length else parent.end
        yield _Box(kind, start, end)
        if end <= position:
            return
        position = end


def _find(data: bytes, parent: _Box, *path: bytes) -> _Box:
    """The box at `path` below `parent`; CutOffError where it is missing."""
    for kind in path:
        found = next((box for box in _boxes(data, parent) if box.kind == kind), None)
        if found is None:
            raise CutOffError
        parent = found
    return parent


def _whole(data: bytes) -> bool:
    """Whether the last box ends within the file."""
    return all(box.end <= len(data) for box in _boxes(data, _Box(b"", 0, len(data))))


def _turns(data: bytes, properties: list[_Box]) -> int:
    """Turns, then mirrors, as an EXIF orientation; the format fixes that order."""
    orientation = 1
    for box in sorted(properties, key=lambda box: box.kind == b"imir"):
        value = unpack_one("B", data, box.start) if box.kind in (b"irot", b"imir") else 0
        if box.kind == b"irot":
            for _ in range(value & 3):
                orientation = _TURNED[orientation]
        elif box.kind == b"imir":
            orientation = (_LEFT_RIGHT if value & 1 else _TOP_BOTTOM)[orientation]
    return orientation
