"""What the C library does with freed memory: with that of Linux; elsewhere nothing changes."""

from contextlib import suppress

_SPARE, _LARGE = -1, -3  # M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of its `mallopt`


def keep(largest: int, spare: int) -> None:
    """Keep freed pieces of up to `largest` bytes for the next ones, up to `spare` bytes in all."""
    _set(_LARGE, largest)
    _set(_SPARE, spare)


def give_back(least: int) -> None:
    """Give pieces of `least` bytes and more back to the system as soon as they are freed."""
    _set(_LARGE, least)


def _set(option: int, size: int) -> None:
    import ctypes  # not before it is needed: its library keeps a file open from then on

    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(option, size)
