"""How a square's label becomes what the net is taught: ground, crowns and castle colour apart."""

from dataclasses import dataclass

from kscan.evidence import OTHER
from kscan.game.squares import BASE_COLORS, BASE_TERRAINS, Square, parse_square

# What lies on a field, before its crowns are counted.
GROUNDS: tuple[str, ...] = (*(terrain.value for terrain in BASE_TERRAINS), "C", ".", OTHER)
OTHER_GROUND = GROUNDS.index(OTHER)
CROWNS = 4
COLORS: tuple[str, ...] = tuple(color.value for color in BASE_COLORS)
UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class Target:
    """The three answers for one square; UNKNOWN where the picture does not tell."""

    ground: int
    crowns: int = UNKNOWN
    color: int = UNKNOWN
    other: float = 0.0  # how far the answer is "something else" instead: 1 where nothing is seen


def target_of(label: str) -> Target:
    """Return the target for a label of the notation."""
    square: Square = parse_square(label)
    if square.castle:
        color = COLORS.index(square.color.value) if square.color else UNKNOWN
        return Target(GROUNDS.index("C"), color=color)
    if square.terrain is None:
        return Target(GROUNDS.index("."))
    return Target(GROUNDS.index(square.terrain.value), crowns=square.crowns)
