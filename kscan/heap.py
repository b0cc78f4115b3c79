"""How the C library keeps memory: that of Linux; elsewhere nothing changes."""

import mmap
from contextlib import suppress

_SPARE, _LARGE = -1, -3  # M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of its `mallopt`


def keep(largest: int, spare: int) -> None:
    """Keep freed pieces of up to `largest` bytes for the next ones, up to `spare` bytes in all.

    The first of them comes in large pages, where the system has any: there are fewer to make.
    """
    _set(_LARGE, largest + mmap.PAGESIZE)  # from so many bytes on a piece would lie by itself
    _set(_SPARE, spare)
    with suppress(AttributeError, OSError, TypeError):
        _in_large_pages(largest)


def give_back(least: int) -> None:
    """Give pieces of `least` bytes and more back to the system as soon as they are freed."""
    _set(_LARGE, least)


def _set(option: int, size: int) -> None:
    import ctypes  # not before it is needed: its library keeps a file open from then on

    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(option, size)


def _in_large_pages(size: int) -> None:
    """Advise the system of the next piece of `size` bytes; nothing of it is used yet."""
    import ctypes

    library, advice = ctypes.CDLL(None), mmap.MADV_HUGEPAGE  # which only Linux knows
    address, length = ctypes.c_void_p, ctypes.c_size_t
    library.malloc.restype, library.malloc.argtypes = address, (length,)
    library.free.argtypes = (address,)
    library.madvise.argtypes = (address, length, ctypes.c_int)
    piece = library.malloc(size)
    if piece:
        first = -(-piece // mmap.PAGESIZE) * mmap.PAGESIZE
        library.madvise(first, piece + size - first, advice)
        library.free(piece)
