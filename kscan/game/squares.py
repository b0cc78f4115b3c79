"""Squares: the possible contents of a kingdom's cell."""

import re
from dataclasses import dataclass
from enum import Enum

from kscan.errors import NotationError


class Terrain(Enum):
    """The terrains, by their letter in the notation."""

    WHEAT = "W"
    FOREST = "F"
    LAKE = "L"
    PASTURE = "P"
    SWAMP = "S"
    MINE = "M"
    TOWN = "T"  # Queendomino's


# The six of the base game; on photos only these are read.
BASE_TERRAINS: tuple[Terrain, ...] = tuple(Terrain)[:6]


class CastleColor(Enum):
    """The players' colours, by their letter in the notation."""

    PINK = "p"
    YELLOW = "y"
    GREEN = "g"
    BLUE = "b"
    BROWN = "n"  # Age of Giants
    ORANGE = "o"  # Queendomino, down to red
    PURPLE = "u"
    WHITE = "w"
    RED = "r"


# The four of the base game; on photos only these are read.
BASE_COLORS: tuple[CastleColor, ...] = tuple(CastleColor)[:4]


@dataclass(frozen=True, slots=True)
class Square:
    """One square: land with its crowns, a castle (its colour may be unknown), or nothing."""

    terrain: Terrain | None = None
    crowns: int = 0  # printed ones
    castle: bool = False
    color: CastleColor | None = None
    giants: int = 0  # each covers a crown
    building: int = 0  # crowns of the building on a town

    @property
    def is_empty(self) -> bool:
        """True if the table shows here."""
        return self.terrain is None and not self.castle

    @property
    def scored(self) -> int:
        """The crowns that count: printed and a building's, minus giants."""
        return self.crowns + self.building - self.giants

    @property
    def printed(self) -> "Square":
        """The square without giants and buildings on it."""
        if self.giants or self.building:
            return Square(self.terrain, self.crowns)
        return self

    def __str__(self) -> str:
        """Write the square: `W0`, `M2'`, `T0+1`, `C`, `Cb`, `.`."""
        if self.castle:
            return "C" + (self.color.value if self.color else "")
        if self.terrain is None:
            return "."
        building = f"+{self.building}" if self.building else ""
        return f"{self.terrain.value}{self.crowns}{building}{self.giants * GIANT}"


EMPTY = Square()
CASTLE = Square(castle=True)
GIANT = "'"

# The sixteen kinds of land in the order in which evidence lists them.
KINDS: tuple[Square, ...] = tuple(
    Square(terrain, crowns)
    for terrain, most in zip(BASE_TERRAINS, (1, 1, 1, 2, 2, 3), strict=True)
    for crowns in range(most + 1)
)

_LETTERS = "".join(terrain.value for terrain in Terrain)
_COLORS = "".join(color.value for color in CastleColor)
_SQUARE = re.compile(
    rf"(?P<land>[{_LETTERS}])(?P<crowns>[0-9])(?:\+(?P<building>[1-9]))?(?P<giants>['’]*)"
    rf"|(?P<castle>C)(?P<color>[{_COLORS}])?|\."
)


def parse_square(text: str) -> Square:
    """Parse one square, or raise NotationError."""
    match = _SQUARE.fullmatch(text)
    if match is None:
        raise NotationError(
            "{text} is not a square: expected W F L P S or M with a crown count, "
            "C (Cp Cy Cg Cb), or '.'",
            text=repr(text[:12]),
        )
    if match["castle"]:
        return Square(castle=True, color=CastleColor(match["color"]) if match["color"] else None)
    if not match["land"]:
        return EMPTY
    terrain, giants = Terrain(match["land"]), len(match["giants"])
    square = Square(
        terrain, int(match["crowns"]), giants=giants, building=int(match["building"] or 0)
    )
    if square.building and terrain is not Terrain.TOWN:
        raise NotationError(
            "{text}: only a town has a building; write {printed}",
            text=repr(text[:12]),
            printed=square.printed,
        )
    if square.scored < 0:
        raise NotationError(
            "{text}: more giants than crowns; a giant covers one crown", text=repr(text[:12])
        )
    return square
