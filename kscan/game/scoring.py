"""The score sheet: territories, the bonuses of the variants in play, the total."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum

from kscan.game.kingdom import LARGEST, Cell, Kingdom
from kscan.game.squares import Terrain

CENTRE_BONUS = 10
COMPLETE_BONUS = 5
DUELLISTS = 2  # the Mighty Duel's players


class Variant(Enum):
    """The four variants of the rulebooks; they may be mixed freely."""

    MIDDLE_KINGDOM = "middle_kingdom"
    HARMONY = "harmony"
    MIGHTY_DUEL = "mighty_duel"
    DYNASTY = "dynasty"


# What `all` asks for. The duel is not in it: it shows in the size of the kingdom.
EVERY = frozenset({Variant.MIDDLE_KINGDOM, Variant.HARMONY, Variant.DYNASTY})
# Those whose bonus goes by the size of the grid.
GRID_BONUSES = frozenset({Variant.MIDDLE_KINGDOM, Variant.HARMONY})


class Note(Enum):
    """What a reader of the score sheet should know beyond its figures."""

    CENTRE_BY_SYMMETRY = "centre_by_symmetry"  # incomplete, and its outline is even: bonus given
    CENTRE_UNDECIDED = "centre_undecided"  # incomplete, and its outline is uneven: not given


@dataclass(frozen=True, slots=True)
class Territory:
    """Squares of one terrain that are joined edge to edge, as many as there are."""

    terrain: Terrain
    cells: tuple[Cell, ...]
    crowns: int

    @property
    def squares(self) -> int:
        """How many squares it has."""
        return len(self.cells)

    @property
    def points(self) -> int:
        """What it scores: squares times crowns."""
        return self.squares * self.crowns


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What a kingdom scores, and why."""

    kingdom: Kingdom
    size: int  # the grid it was built in is size x size
    territories: tuple[Territory, ...]  # in reading order of their first squares
    bonuses: Mapping[Variant, int]  # of the variants in play, 0 where one was not earned
    notes: tuple[Note, ...] = ()

    @property
    def points(self) -> int:
        """The sum over the territories."""
        return sum(territory.points for territory in self.territories)

    @property
    def total(self) -> int:
        """Points and bonuses."""
        return self.points + sum(self.bonuses.values())

    @property
    def largest(self) -> int:
        """The squares of the largest territory, with crowns or without."""
        return max((territory.squares for territory in self.territories), default=0)

    @property
    def crowns(self) -> int:
        """All crowns of the kingdom."""
        return sum(territory.crowns for territory in self.territories)


def score(
    kingdom: Kingdom, variants: frozenset[Variant] = frozenset(), size: int | None = None
) -> ScoreSheet:
    """The score sheet of `kingdom`, legal or not, in a grid of `size` (default: as it shows).

    Where others play in the same game, `size_of_game` knows what their kingdoms show of the grid.
    """
    if size is None:
        size = LARGEST if Variant.MIGHTY_DUEL in variants else kingdom.trimmed().size
    bonuses: dict[Variant, int] = {}
    notes: tuple[Note, ...] = ()
    if Variant.MIDDLE_KINGDOM in variants:
        centred, notes = _centre(kingdom.trimmed(), size)
        bonuses[Variant.MIDDLE_KINGDOM] = CENTRE_BONUS if centred else 0
    if Variant.HARMONY in variants:
        bonuses[Variant.HARMONY] = COMPLETE_BONUS if is_complete(kingdom, size) else 0
    return ScoreSheet(kingdom, size, territories(kingdom), bonuses, notes)


def size_of_game(
    kingdoms: Collection[Kingdom], variants: frozenset[Variant] = frozenset()
) -> int | None:
    """The grid that all kingdoms of one game share; None where each is as it shows.

    The Mighty Duel is for two, and one of them may show it. Among more a kingdom that is too wide
    is a fault of its own.
    """
    if Variant.MIGHTY_DUEL in variants:
        return LARGEST
    if len(kingdoms) > DUELLISTS:
        return None
    return max((kingdom.trimmed().size for kingdom in kingdoms), default=None)


def is_complete(kingdom: Kingdom, size: int) -> bool:
    """Whether the kingdom covers all of a grid of `size` x `size`."""
    outline = kingdom.trimmed()
    return outline.rows == outline.cols == size and len(outline.covered) == size * size


def territories(kingdom: Kingdom) -> tuple[Territory, ...]:
    """All territories, in reading order of their first squares."""
    found: list[Territory] = []
    seen: set[Cell] = set()
    for cell in kingdom.covered:
        terrain = kingdom[cell].terrain
        if terrain is not None and cell not in seen:
            cells = _joined(kingdom, cell)
            seen.update(cells)
            found.append(Territory(terrain, cells, sum(kingdom[c].crowns for c in cells)))
    return tuple(found)


def _joined(kingdom: Kingdom, start: Cell) -> tuple[Cell, ...]:
    terrain = kingdom[start].terrain
    reached, ahead = {start}, [start]
    while ahead:
        for cell in ahead.pop().neighbours():
            if cell not in reached and kingdom[cell].terrain is terrain:
                reached.add(cell)
                ahead.append(cell)
    return tuple(sorted(reached))


def _centre(outline: Kingdom, size: int) -> tuple[bool, tuple[Note, ...]]:
    """Whether the castle is in the centre, and how that was judged if the outline leaves it open.

    `slack` is by how much the grid may be moved over the outline along rows and columns.
    """
    slack = (size - outline.rows, size - outline.cols)
    if len(outline.castles) != 1 or min(slack) < 0:
        return False, ()
    castle = outline.castles[0]
    shifts = (size // 2 - castle.row, size // 2 - castle.col)
    if not all(0 <= shift <= most for shift, most in zip(shifts, slack, strict=True)):
        return False, ()
    if slack == (0, 0):
        return True, ()
    symmetric = (2 * castle.row + 1, 2 * castle.col + 1) == (outline.rows, outline.cols)
    return symmetric, (Note.CENTRE_BY_SYMMETRY if symmetric else Note.CENTRE_UNDECIDED,)
