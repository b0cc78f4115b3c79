"""Headers of HEIC and AVIF, in their common container: boxes within boxes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kscan.photo.containers import CutOffError, DamagedError, UnsupportedError, unpack, unpack_one
from kscan.photo.header import Header

_AVIF_BRANDS = {b"avif", b"avis"}
_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
_MOST_BOXES = 10_000
# Orientation after a quarter turn anticlockwise (index: orientation before), and after mirroring.
_TURNED = {1: 8, 8: 3, 3: 6, 6: 1, 2: 7, 7: 4, 4: 5, 5: 2}
_TOP_BOTTOM = {1: 4, 4: 1, 2: 3, 3: 2, 5: 8, 8: 5, 6: 7, 7: 6}
_LEFT_RIGHT = {1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7}

Size = tuple[int, int]


class _Atom(NamedTuple):
    kind: bytes
    start: int
    end: int


def read_heif(data: bytes) -> Header:
    """Read kind, size and turns of a HEIF file.

    OpenCV's AVIF decoder leaves the turns to the caller.
    """
    kind = _kind(data)
    whole = _Atom(b"", 0, len(data))
    meta = _body(_find(data, whole, b"meta"))
    properties = list(_boxes(data, _find(data, meta, b"iprp", b"ipco")))
    sizes = {unpack(">II", data, box.start + 4) for box in properties if box.kind == b"ispe"}
    if not sizes:
        raise CutOffError
    if any(size not in sizes for size in _track_sizes(data, whole)):
        raise UnsupportedError("a film whose picture has another size")
    sizes |= set(_composed_sizes(data, meta))
    width, height = max(sizes, key=lambda size: size[0] * size[1])
    return Header(
        kind,
        width,
        height,
        _turns(data, properties) if kind == "AVIF" else 1,
        transparent=any(_is_alpha(data, box) for box in properties),
        whole=all(box.end <= len(data) for box in _boxes(data, whole)),
        parts=frozenset(sizes),
        cropped=any(box.kind == b"clap" for box in properties),
    )


def has_turns(data: bytes) -> bool:
    """Return True if the container states turns.

    They overrule EXIF.
    """
    meta = _body(_find(data, _Atom(b"", 0, len(data)), b"meta"))
    properties = _boxes(data, _find(data, meta, b"iprp", b"ipco"))
    return any(box.kind in (b"irot", b"imir") for box in properties)


def _kind(data: bytes) -> str:
    end = min(unpack_one(">I", data, 0), 512)
    # The second word is a version, not a brand.
    brands = {unpack("4s", data, at)[0] for at in range(8, end, 4) if at != 12}
    if brands & _AVIF_BRANDS:
        return "AVIF"
    if brands & _HEIC_BRANDS:
        return "HEIC"
    raise UnsupportedError("a film, or a picture of an unknown kind")


def _boxes(data: bytes, parent: _Atom) -> Iterator[_Atom]:
    """Yield the boxes directly inside `parent`."""
    position = parent.start
    for _ in range(_MOST_BOXES):
        if position + 8 > parent.end:
            return
        length, kind = unpack(">I4s", data, position)
        start = position + 8
        if length == 1:
            length, start = unpack_one(">Q", data, position + 8), position + 16
        end = position + length if length else parent.end
        yield _Atom(kind, start, end)
        if end <= position:
            return
        position = end


def _body(box: _Atom, skipped: int = 4) -> _Atom:
    """Return the box without its version and flags."""
    return _Atom(box.kind, box.start + skipped, box.end)


def _find(data: bytes, parent: _Atom, *path: bytes) -> _Atom:
    """Return the only box at `path` below `parent`.

    Files with none or several of it are refused.
    """
    for kind in path:
        found = [box for box in _boxes(data, parent) if box.kind == kind]
        if not found:
            raise CutOffError
        if len(found) > 1:
            raise DamagedError
        parent = found[0]
    return parent


def _is_alpha(data: bytes, box: _Atom) -> bool:
    body = data[box.start : box.end]
    return box.kind == b"auxC" and (b"auxid:1" in body or b"aux:alpha" in body)


def _turns(data: bytes, properties: list[_Atom]) -> int:
    """Return turns, then mirrors, as an EXIF orientation.

    The format fixes that order.
    """
    orientation = 1
    for box in sorted(properties, key=lambda box: box.kind == b"imir"):
        value = unpack_one("B", data, box.start) if box.kind in (b"irot", b"imir") else 0
        if box.kind == b"irot":
            for _ in range(value & 3):
                orientation = _TURNED[orientation]
        elif box.kind == b"imir":
            orientation = (_LEFT_RIGHT if value & 1 else _TOP_BOTTOM)[orientation]
    return orientation


def _track_sizes(data: bytes, file: _Atom) -> Iterator[Size]:
    """Yield the sizes stated by a sequence's tracks.

    Decoders believe those.
    """
    films = [box for box in _boxes(data, file) if box.kind == b"moov"]
    for track in (box for film in films for box in _boxes(data, film) if box.kind == b"trak"):
        width, height = unpack(">II", data, _find(data, track, b"tkhd").end - 8)
        yield width >> 16, height >> 16
        entries = _body(_find(data, track, b"mdia", b"minf", b"stbl", b"stsd"), 8)
        for entry in _boxes(data, entries):
            yield unpack(">HH", data, entry.start + 24)


def _composed_sizes(data: bytes, meta: _Atom) -> Iterator[Size]:
    """Yield the sizes of composed pictures.

    Nothing ties them to their properties.
    """
    kinds = dict(_items(data, meta))
    if b"iovl" in kinds.values():
        raise UnsupportedError("a picture laid together from others")
    grids = {item for item, kind in kinds.items() if kind == b"grid"}
    for item, start in _places(data, meta) if grids else ():
        if item in grids:
            flags = unpack_one("B", data, start + 1)
            yield unpack(">II" if flags & 1 else ">HH", data, start + 4)
            grids.discard(item)
    if grids:
        raise UnsupportedError("a picture laid together from others")


def _items(data: bytes, meta: _Atom) -> Iterator[tuple[int, bytes]]:
    """Yield each item's number and kind, if any."""
    if not any(box.kind == b"iinf" for box in _boxes(data, meta)):
        return
    listing = _find(data, meta, b"iinf")
    counted = 6 if unpack_one("B", data, listing.start) == 0 else 8
    for box in _boxes(data, _body(listing, counted)):
        version = unpack_one("B", data, box.start)
        if box.kind == b"infe" and version >= 2:
            number, kind = unpack(">H2x4s" if version == 2 else ">I2x4s", data, box.start + 4)
            yield number, kind


def _places(data: bytes, meta: _Atom) -> Iterator[tuple[int, int]]:
    """Yield each unfragmented item's number and file offset."""
    box = _find(data, meta, b"iloc")
    reader = _Reader(data, box.start)
    version, _ = reader.number(1), reader.number(3)
    sizes, more = reader.number(1), reader.number(1)
    offset, length, base, index = sizes >> 4, sizes & 15, more >> 4, more & 15
    for _ in range(min(reader.number(2 if version < 2 else 4), _MOST_BOXES)):
        item = reader.number(2 if version < 2 else 4)
        inside = reader.number(2) & 15 if version else 0
        reader.number(2)
        start = reader.number(base)
        extents = reader.number(2)
        for _ in range(extents):
            reader.number(index if version else 0)
            start += reader.number(offset) if extents == 1 else 0
            reader.number(length)
        if inside == 1:
            start += _find(data, meta, b"idat").start
        if extents == 1 and inside < 2:
            yield item, start


@dataclass(slots=True)
class _Reader:
    """Numbers of any width, one after the other."""

    data: bytes
    position: int

    def number(self, width: int) -> int:
        """Read the next number, `width` bytes long.

        CutOffError beyond the end.
        """
        end = self.position + width
        if end > len(self.data):
            raise CutOffError
        number = int.from_bytes(self.data[self.position : end], "big")
        self.position = end
        return number
