"""What a photo is composed of: how many kingdoms, and which difficulties."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

import numpy as np

from kscan.errors import UsageError
from kscan.game.box import BASE, Box


class Hazard(Enum):
    """A difficulty of a photo that figures are given for."""

    TILT = "tilt"  # the camera leans by 20 to 45 degrees; else by less
    HOLES = "holes"  # discarded dominoes, a ragged outline
    CORNERS = "corners"  # joined over corners only, in places
    MISLAID = "mislaid"  # squares up to 8 % of a side off the grid; else up to 4 %
    WHOLE = "whole"  # a photographed board as it is, with its real seams
    GLARE = "glare"
    WARM = "warm"
    COLD = "cold"
    SHADOW = "shadow"  # of a hand, a phone, a window's frame
    VIGNETTE = "vignette"
    DEFOCUS = "defocus"
    MOTION = "motion"
    NOISE = "noise"
    JPEG = "jpeg"
    DARK = "dark"
    BRIGHT = "bright"
    CASTLE = "castle"  # the 3D castle stands on the start tile
    KINGS = "kings"
    LOOSE = "loose"  # dominoes that belong to no kingdom
    BACKS = "backs"
    BOX = "box"
    OBJECTS = "objects"  # dice, cups, phones
    HAND = "hand"  # fingers or a sleeve
    FILLING = "filling"  # one kingdom, cut out to its edges
    OUTSIDE = "outside"  # one kingdom partly outside the frame
    WHITE_TABLE = "white_table"
    DARK_TABLE = "dark_table"
    WOOD = "wood"
    CARPET = "carpet"
    CHECKERED = "checkered"  # a cloth with squares
    MAT = "mat"  # a cutting mat with its own grid
    POSTER = "poster"  # a printed sheet under the tiles
    CHESSBOARD = "chessboard"
    MUSIC = "music"
    SPREADSHEET = "spreadsheet"
    NOTE = "note"  # from here on: what lies on a kingdom
    PAD = "pad"  # a printed score pad
    CARD = "card"
    PHONE = "phone"
    COASTER = "coaster"
    NAPKIN = "napkin"
    SHEET = "sheet"  # paper or felt in a terrain's colour, or of any texture
    CARTON = "carton"
    MUG = "mug"
    SHADES = "shades"  # sunglasses
    BANKNOTE = "banknote"
    PLATE = "plate"
    FACE_DOWN = "face_down"  # a domino of the kingdom shows its back
    SKY = "sky"  # blue reflections
    LAMP = "lamp"  # green or magenta light


# Of these a photo has one at most: they are what the tiles lie on.
TABLES = (
    Hazard.WHITE_TABLE,
    Hazard.DARK_TABLE,
    Hazard.WOOD,
    Hazard.CARPET,
    Hazard.CHECKERED,
    Hazard.MAT,
    Hazard.POSTER,
)
# And of these only a photo without a kingdom: they look like one.
LOOKALIKES = (Hazard.CHESSBOARD, Hazard.MUSIC, Hazard.SPREADSHEET)
# These lie on kingdoms; what they hide is no hole. Only photos that ask for one have it.
COVERING = frozenset(
    {
        Hazard.NOTE,
        Hazard.PAD,
        Hazard.CARD,
        Hazard.PHONE,
        Hazard.COASTER,
        Hazard.NAPKIN,
        Hazard.SHEET,
        Hazard.CARTON,
        Hazard.MUG,
        Hazard.SHADES,
        Hazard.BANKNOTE,
        Hazard.PLATE,
        Hazard.FACE_DOWN,
    }
)
# No training sees these: they measure how a thing fares that is like none that was learnt from.
NEVER_LEARNT = frozenset({Hazard.BANKNOTE, Hazard.PLATE})

# How often a photo has a difficulty when it is left to chance.
_CHANCES = {
    Hazard.TILT: 0.35,
    Hazard.HOLES: 0.4,
    Hazard.CORNERS: 0.05,
    Hazard.MISLAID: 0.3,
    Hazard.WHOLE: 0.1,
    Hazard.GLARE: 0.3,
    Hazard.WARM: 0.2,
    Hazard.COLD: 0.12,
    Hazard.SHADOW: 0.3,
    Hazard.VIGNETTE: 0.3,
    Hazard.DEFOCUS: 0.15,
    Hazard.MOTION: 0.08,
    Hazard.NOISE: 0.2,
    Hazard.JPEG: 0.2,
    Hazard.DARK: 0.08,
    Hazard.BRIGHT: 0.08,
    Hazard.CASTLE: 0.45,
    Hazard.KINGS: 0.25,
    Hazard.LOOSE: 0.25,
    Hazard.BACKS: 0.15,
    Hazard.BOX: 0.12,
    Hazard.OBJECTS: 0.2,
    Hazard.HAND: 0.08,
    Hazard.FILLING: 0.06,
    Hazard.OUTSIDE: 0.05,
}
_SPECIAL_TABLE = 0.5  # the rest lie on photographed surfaces
_OPPOSITES = ((Hazard.WARM, Hazard.COLD), (Hazard.DARK, Hazard.BRIGHT))
_NEEDS_KINGDOM = frozenset(
    {
        Hazard.HOLES,
        Hazard.CORNERS,
        Hazard.MISLAID,
        Hazard.WHOLE,
        Hazard.CASTLE,
        Hazard.FILLING,
        Hazard.OUTSIDE,
        *COVERING,
    }
)
_ONE_KINGDOM = frozenset({Hazard.FILLING, Hazard.OUTSIDE, Hazard.WHOLE})
MOST_KINGDOMS = 4


@dataclass(frozen=True, slots=True)
class Recipe:
    """One photo to be composed; everything else is left to chance."""

    kingdoms: int = 1
    size: int = 5  # of their grid: 5 or 7
    long_side: int = 640  # of the photo, in pixels
    hazards: frozenset[Hazard] = frozenset()
    box: Box = BASE  # of the game that is played
    wanted: frozenset[int] = frozenset()  # dominoes that players prefer, by their place in the box

    def __post_init__(self) -> None:
        if not 0 <= self.kingdoms <= MOST_KINGDOMS or self.size not in (5, 7):
            raise UsageError(
                f"no photo of {self.kingdoms} kingdoms of size {self.size}: "
                f"expected 0 to {MOST_KINGDOMS} kingdoms of size 5 or 7"
            )
        if not 100 <= self.long_side <= 8000:
            raise UsageError(f"{self.long_side} pixels: expected a long side of 100 to 8000")

    def has(self, hazard: Hazard) -> bool:
        """Return True if the photo has this difficulty."""
        return hazard in self.hazards

    @classmethod
    def random(
        cls,
        rng: np.random.Generator,
        *,
        kingdoms: int | None = None,
        size: int | None = None,
        long_side: int | None = None,
        force: Collection[Hazard] = (),
        without: Collection[Hazard] = (),
    ) -> "Recipe":
        """Draw a recipe at random, with given parts."""
        if kingdoms is None:
            single = not _ONE_KINGDOM.isdisjoint(force)
            kingdoms = 1 if single else int(rng.choice(5, p=(0.08, 0.66, 0.1, 0.06, 0.1)))
            kingdoms = 0 if set(force) & set(LOOKALIKES) else kingdoms
        if size is None:
            size = 7 if kingdoms in (1, 2) and rng.random() < 0.3 else 5
        drawn = {hazard for hazard, chance in _CHANCES.items() if rng.random() < chance}
        if rng.random() < _SPECIAL_TABLE:
            drawn.add(TABLES[int(rng.integers(len(TABLES)))])
        if kingdoms == 0:
            drawn |= _clutter(rng)
        hazards = _agreeing(drawn, kingdoms, frozenset(force), frozenset(without))
        return cls(kingdoms, size, long_side or int(rng.integers(500, 1601)), hazards)


def _clutter(rng: np.random.Generator) -> set[Hazard]:
    """Draw difficulties of a table without a kingdom.

    Mostly something of the game, or a lookalike.
    """
    things = {h for h in (Hazard.LOOSE, Hazard.BACKS, Hazard.BOX) if rng.random() < 0.45}
    if rng.random() < 0.45:
        things.add(LOOKALIKES[int(rng.integers(len(LOOKALIKES)))])
    return things


def _agreeing(
    drawn: set[Hazard], kingdoms: int, force: frozenset[Hazard], without: frozenset[Hazard]
) -> frozenset[Hazard]:
    """Drop contradictory difficulties.

    Those that contradict each other or what is forced.
    """
    drawn = drawn - without
    if kingdoms == 0:
        drawn -= _NEEDS_KINGDOM
    if kingdoms != 1:
        drawn -= _ONE_KINGDOM
    if not force.isdisjoint(TABLES):
        drawn -= set(TABLES)
    pairs = (*_OPPOSITES, (Hazard.FILLING, Hazard.OUTSIDE), (Hazard.WHOLE, Hazard.MISLAID))
    for one, other in pairs:
        if one in drawn | force:
            drawn.discard(other)
        if other in force:
            drawn.discard(one)
    return frozenset(drawn | force)
