"""TIFF files walked within bounds before a decoder sees them."""

from kscan.photo.containers import CutOffError, DamagedError, UnsupportedError, unpack, unpack_one

_MOST_TAGS, _MOST_PAGES = 512, 1000


def tiff_pages(data: bytes) -> int:
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
