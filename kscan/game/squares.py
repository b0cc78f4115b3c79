"""Squares: what can lie on one field of a kingdom's grid."""

import re
from dataclasses import dataclass
from enum import Enum

from kscan.errors import NotationError


class Terrain(Enum):
    """The six terrains, by their letter in the notation."""

    WHEAT = "W"
    FOREST = "F"
    LAKE = "L"
    PASTURE = "P"
    SWAMP = "S"
    MINE = "M"


class CastleColor(Enum):
    """The four players' colours, by their letter in the notation."""

    PINK = "p"
    YELLOW = "y"
    GREEN = "g"
    BLUE = "b"


@dataclass(frozen=True, slots=True)
class Square:
    """One square: land with its crowns, a castle (its colour may be unknown), or nothing."""

    terrain: Terrain | None = None
    crowns: int = 0
    castle: bool = False
    color: CastleColor | None = None

    @property
    def is_empty(self) -> bool:
        """Whether the table shows here."""
        return self.terrain is None and not self.castle

    @property
    def exists(self) -> bool:
        """Whether the box holds such a square (an empty field is no square of the box)."""
        return self.castle or Square(self.terrain, self.crowns) in KINDS

    def __str__(self) -> str:
        """The square in the notation: `W0`, `F1`, `C`, `Cb`, `.`."""
        if self.castle:
            return "C" + (self.color.value if self.color else "")
        return f"{self.terrain.value}{self.crowns}" if self.terrain else "."


EMPTY = Square()
CASTLE = Square(castle=True)

# The sixteen kinds of land that the box holds, in the order in which evidence lists them.
KINDS: tuple[Square, ...] = tuple(
    Square(terrain, crowns)
    for terrain, most in zip(Terrain, (1, 1, 1, 2, 2, 3), strict=True)
    for crowns in range(most + 1)
)

_SQUARE = re.compile(r"(?P<land>[WFLPSM])(?P<crowns>\d)|(?P<castle>C)(?P<color>[pygb])?|\.")


def parse_square(text: str) -> Square:
    """The square that `text` denotes; raises NotationError where it denotes none."""
    match = _SQUARE.fullmatch(text)
    if match is None:
        raise NotationError(
            f"{text[:12]!r} is no square: expected W F L P S or M with a crown count, "
            "C (Cp Cy Cg Cb), or '.'"
        )
    if match["land"]:
        return Square(Terrain(match["land"]), int(match["crowns"]))
    if match["castle"]:
        return Square(castle=True, color=CastleColor(match["color"]) if match["color"] else None)
    return EMPTY
