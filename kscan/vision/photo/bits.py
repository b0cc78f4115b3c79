"""Numbers out of bytes; running over the end is a file that was cut off."""

import struct
from typing import Any

from kscan.vision.photo.header import CutOffError


def unpack(layout: str, data: bytes, offset: int) -> tuple[Any, ...]:
    """The numbers of a `struct` layout at `offset`; raises CutOffError beyond the end."""
    try:
        return struct.unpack_from(layout, data, offset)
    except struct.error:
        raise CutOffError from None


def unpack_one(layout: str, data: bytes, offset: int) -> int:
    """The single number of a `struct` layout at `offset`; raises CutOffError beyond the end."""
    return int(unpack(layout, data, offset)[0])
