"""The variants of the rulebooks, one table: names and bonuses."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import NamedTuple

from kscan.game.kingdom import Kingdom

CENTRE_BONUS = 10
COMPLETE_BONUS = 5


class Variant(Enum):
    """The four variants of the rulebooks; they may be mixed freely."""

    MIDDLE_KINGDOM = "middle_kingdom"
    HARMONY = "harmony"
    MIGHTY_DUEL = "mighty_duel"
    DYNASTY = "dynasty"

    @property
    def option(self) -> str:
        """Its name as an option: `middle-kingdom`."""
        return self.value.replace("_", "-")


class Note(Enum):
    """Notes for a reader of the score sheet, beyond its figures."""

    CENTRE_BY_SYMMETRY = "centre_by_symmetry"  # incomplete, and its outline is even: bonus given
    CENTRE_UNDECIDED = "centre_undecided"  # incomplete, and its outline is uneven: not given
    CORNERS_OF_OUTLINE = "corners_of_outline"  # incomplete: corners are those of what lies there
    BUILDINGS_NOT_COUNTED = "buildings_not_counted"  # Queendomino: only territories are scored


class Bonus(NamedTuple):
    """A variant's points for a kingdom, and its matters of judgement."""

    points: int
    notes: tuple[Note, ...] = ()


class VariantRule(NamedTuple):
    """A variant's name in English, and the bonus it gives to a kingdom in a grid of some side."""

    name: str
    bonus: Callable[[Kingdom, int], Bonus] | None = None
    in_all: bool = True  # whether `all` asks for it


def middle_kingdom(kingdom: Kingdom, side: int) -> Bonus:
    """Score the castle in the centre.

    Where the outline leaves the centre open, by symmetry: `slack` is by how much the grid may be
    moved over the outline along rows and columns.
    """
    outline = kingdom.trimmed()
    slack = (side - outline.rows, side - outline.cols)
    if len(outline.castles) != 1 or min(slack) < 0:
        return Bonus(0)
    castle = outline.castles[0]
    shifts = (side // 2 - castle.row, side // 2 - castle.col)
    if not all(0 <= shift <= most for shift, most in zip(shifts, slack, strict=True)):
        return Bonus(0)
    if slack == (0, 0):
        return Bonus(CENTRE_BONUS)
    if (2 * castle.row + 1, 2 * castle.col + 1) == (outline.rows, outline.cols):
        return Bonus(CENTRE_BONUS, (Note.CENTRE_BY_SYMMETRY,))
    return Bonus(0, (Note.CENTRE_UNDECIDED,))


def harmony(kingdom: Kingdom, side: int) -> Bonus:
    """Score a complete kingdom of `side` x `side` squares."""
    outline = kingdom.trimmed()
    complete = outline.rows == outline.cols == side and len(outline.covered) == side * side
    return Bonus(COMPLETE_BONUS if complete else 0)


VARIANTS: Mapping[Variant, VariantRule] = {
    Variant.MIDDLE_KINGDOM: VariantRule("Middle Kingdom", middle_kingdom),
    Variant.HARMONY: VariantRule("Harmony", harmony),
    # The size of the kingdom shows the duel.
    Variant.MIGHTY_DUEL: VariantRule("Mighty Duel", in_all=False),
    Variant.DYNASTY: VariantRule("Dynasty"),
}

# What `all` asks for.
EVERY = frozenset(variant for variant, rule in VARIANTS.items() if rule.in_all)
