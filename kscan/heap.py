"""Tuning and limits of the C library's allocator, on Linux only."""

import mmap
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ctypes

_SPARE, _LARGE = -1, -3  # M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of its `mallopt`
_FOR_A_CORE = 16_000_000  # bytes: OpenCV's threads have stacks of 8 MB, which count
_ELSEWHERE = (AttributeError, OSError, TypeError)  # what a system without it answers


def keep(largest: int, spare: int) -> None:
    """Keep freed pieces for reuse.

    Those of up to `largest` bytes, up to `spare` bytes in all. The first of them comes in large
    pages, where the system has any: there are fewer to make.
    """
    with suppress(*_ELSEWHERE):
        library = _library()
        library.mallopt(_LARGE, largest + mmap.PAGESIZE)  # larger pieces would lie by themselves
        library.mallopt(_SPARE, spare)
        _in_large_pages(library, largest)


def give_back(least: int) -> None:
    """Return freed pieces of `least` bytes to the system."""
    with suppress(*_ELSEWHERE):
        _library().mallopt(_LARGE, least)


def limit(most: int) -> None:
    """Limit this process's own memory, on Linux only.

    Beyond it allocations fail, and the photo is refused. The count leaves out code and files,
    unlike that of the address space.
    """
    if not sys.platform.startswith("linux"):
        return
    import resource

    most += _FOR_A_CORE * (os.cpu_count() or 1)
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    bounds = [bound for bound in (most, soft, hard) if bound != resource.RLIM_INFINITY]
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (min(bounds), hard))


def _library() -> "ctypes.CDLL":
    import ctypes  # not before it is needed: its library keeps a file open from then on

    return ctypes.CDLL(None)


def _in_large_pages(library: "ctypes.CDLL", size: int) -> None:
    """Advise the system to use large pages next.

    For `size` bytes; nothing of it is used yet.
    """
    import ctypes

    advice = mmap.MADV_HUGEPAGE  # which only Linux knows
    address, length = ctypes.c_void_p, ctypes.c_size_t
    library.malloc.restype, library.malloc.argtypes = address, (length,)
    library.free.argtypes = (address,)
    library.madvise.argtypes = (address, length, ctypes.c_int)
    piece = library.malloc(size)
    if piece:
        first = -(-piece // mmap.PAGESIZE) * mmap.PAGESIZE
        library.madvise(first, piece + size - first, advice)
        library.free(piece)
