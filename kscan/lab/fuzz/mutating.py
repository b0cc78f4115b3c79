"""Small damages to bytes, each drawn from seeded dice."""

import struct
from collections.abc import Callable, Sequence
from random import Random

# Where counts, sizes and offsets go wrong.
_TELLING = (0, 1, 2, 7, 8, 127, 128, 255, 256, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF)
_LAYOUTS = ("<H", ">H", "<I", ">I", "<Q", ">Q")
_HEADER = 300  # half of all damages fall here: the rest of a picture is mostly pixels

Damage = Callable[[bytearray, Random], None]


def mutated(data: bytes, dice: Random, others: Sequence[bytes] = (), most: int = 8) -> bytes:
    """Damage the bytes one to `most` times; now and then give them the tail of another file."""
    broken = bytearray(data)
    if others and dice.random() < 0.1:
        broken[_place(broken, dice) :] = dice.choice(others)[dice.randrange(200) :]
    for _ in range(dice.randint(1, most)):
        if not broken:
            break
        dice.choice(_DAMAGES)(broken, dice)
    return bytes(broken)


def _place(data: bytearray, dice: Random) -> int:
    return dice.randrange(max(1, min(len(data), _HEADER) if dice.random() < 0.5 else len(data)))


def _bit(data: bytearray, dice: Random) -> None:
    data[_place(data, dice)] ^= 1 << dice.randrange(8)


def _byte(data: bytearray, dice: Random) -> None:
    data[_place(data, dice)] = dice.randrange(256)


def _run(data: bytearray, dice: Random) -> None:
    at, length = _place(data, dice), dice.choice((2, 8, 64, 512))
    data[at : at + length] = bytes([dice.choice((0, 255, dice.randrange(256)))]) * length


def _number(data: bytearray, dice: Random) -> None:
    layout = dice.choice(_LAYOUTS)
    size = struct.calcsize(layout)
    at, number = _place(data, dice), dice.choice(_TELLING)
    data[at : at + size] = struct.pack(layout, number & (1 << 8 * size) - 1)


def _insert(data: bytearray, dice: Random) -> None:
    at = _place(data, dice)
    data[at:at] = dice.randbytes(dice.choice((1, 2, 4, 33)))


def _remove(data: bytearray, dice: Random) -> None:
    at = _place(data, dice)
    del data[at : at + dice.choice((1, 2, 4, 33, 500))]


def _repeat(data: bytearray, dice: Random) -> None:
    at, length = _place(data, dice), dice.choice((4, 32, 200))
    data[at:at] = data[at : at + length] * dice.choice((1, 2, 50))


def _cut(data: bytearray, dice: Random) -> None:
    del data[_place(data, dice) :]


_DAMAGES: tuple[Damage, ...] = (
    _bit, _bit, _byte, _byte, _run, _number, _number, _insert, _remove, _repeat, _cut,
)  # fmt: skip
