"""The quests of Age of Giants: two of seventeen tiles are drawn and open to all players."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from kscan.errors import UsageError
from kscan.game.kingdom import Cell, Kingdom, territories
from kscan.game.squares import BASE_TERRAINS, Terrain
from kscan.game.variants import VARIANTS, Note, Variant, harmony, middle_kingdom

HARMONY_POINTS, CENTRE_POINTS, CORNER_CASTLE_POINTS = 5, 10, 20
SQUARE_POINTS = 5  # for each square beside the castle, or in a corner
LINE_POINTS = 10
BLEAK_POINTS, BLEAK_SQUARES = 10, 5
# Where a territory without crowns is bleak: swamps and mines are so anyway.
BLEAK_TERRAINS = frozenset({Terrain.WHEAT, Terrain.FOREST, Terrain.LAKE, Terrain.PASTURE})

Line = tuple[Cell, Cell, Cell]

# What all squares of one row have in common, of one column, and of one of either diagonal.
_DIRECTIONS: tuple[Callable[[Cell], int], ...] = (
    lambda cell: cell.row,
    lambda cell: cell.col,
    lambda cell: cell.row - cell.col,
    lambda cell: cell.row + cell.col,
)


class QuestKind(Enum):
    """The seven kinds of quests, by their names on the command line."""

    HARMONY = "harmony"
    MIDDLE_KINGDOM = "middle-kingdom"
    LOST_CORNER = "lost-corner"
    LOCAL_BUSINESS = "local-business"
    FOUR_CORNERS = "four-corners"
    FOLIE_DES_GRANDEURS = "folie-des-grandeurs"
    BLEAK_KING = "bleak-king"


# What each is called in English.
QUEST_NAMES: Mapping[QuestKind, str] = {
    QuestKind.HARMONY: VARIANTS[Variant.HARMONY].name,
    QuestKind.MIDDLE_KINGDOM: VARIANTS[Variant.MIDDLE_KINGDOM].name,
    QuestKind.LOST_CORNER: "Lost Corner",
    QuestKind.LOCAL_BUSINESS: "Local Business",
    QuestKind.FOUR_CORNERS: "Four Corners",
    QuestKind.FOLIE_DES_GRANDEURS: "Folie des Grandeurs",
    QuestKind.BLEAK_KING: "Bleak King",
}
# Of these there is a tile for each terrain.
WITH_TERRAIN = frozenset({QuestKind.LOCAL_BUSINESS, QuestKind.FOUR_CORNERS})
# Those whose points go by the side of the grid.
BY_THE_GRID = frozenset({QuestKind.HARMONY, QuestKind.MIDDLE_KINGDOM})


@dataclass(frozen=True, slots=True)
class Quest:
    """One quest tile."""

    kind: QuestKind
    terrain: Terrain | None = None

    def __str__(self) -> str:
        """Write its command-line name: `bleak-king`, `local-business=wheat`."""
        return f"{self.kind.value}={self.terrain.name.lower()}" if self.terrain else self.kind.value


@dataclass(frozen=True, slots=True, eq=False)
class QuestScore:
    """A quest's points for a kingdom, and the squares earning them."""

    quest: Quest
    points: int
    cells: tuple[Cell, ...] = ()
    lines: tuple[Line, ...] = ()  # of La Folie des Grandeurs
    notes: tuple[Note, ...] = ()


# All seventeen tiles.
QUESTS: tuple[Quest, ...] = tuple(
    Quest(kind, terrain)
    for kind in QuestKind
    for terrain in (BASE_TERRAINS if kind in WITH_TERRAIN else (None,))
)

_TERRAINS: Mapping[str, Terrain] = {
    **{terrain.name.lower(): terrain for terrain in BASE_TERRAINS},
    **dict.fromkeys(("mines", "mountain", "mountains"), Terrain.MINE),
}


def parse_quest(text: str) -> Quest:
    """Parse a quest's name, in any case.

    UsageError lists the quests there are.
    """
    name, equals, place = text.strip().lower().replace("_", "-").partition("=")
    kind = next((kind for kind in QuestKind if kind.value == name), None)
    if kind is None:
        every = ", ".join(kind.value for kind in QuestKind)
        raise UsageError(
            "{text} is no quest; choose from {names}", text=repr(text[:40]), names=every
        )
    if kind not in WITH_TERRAIN:
        if equals:
            raise UsageError("the quest {name} has no terrain; write {name} alone", name=name)
        return Quest(kind)
    if place not in _TERRAINS:
        every = ", ".join(terrain.name.lower() for terrain in BASE_TERRAINS)
        raise UsageError(
            "the quest {name} needs a terrain, such as {name}=wheat; it has {names}",
            name=name,
            names=every,
        )
    return Quest(kind, _TERRAINS[place])


def fulfil(quest: Quest, kingdom: Kingdom, side: int) -> QuestScore:
    """Score one quest on a grid of this side."""
    return _FULFIL[quest.kind](quest, kingdom, side)


def without_harmony(score: QuestScore) -> QuestScore:
    """Return the score where a domino was discarded, which ends Harmony alone."""
    return QuestScore(score.quest, 0) if score.quest.kind is QuestKind.HARMONY else score


def _harmony(quest: Quest, kingdom: Kingdom, side: int) -> QuestScore:
    earned = harmony(kingdom, side).points > 0
    return QuestScore(quest, HARMONY_POINTS * earned, kingdom.covered if earned else ())


def _middle_kingdom(quest: Quest, kingdom: Kingdom, side: int) -> QuestScore:
    bonus = middle_kingdom(kingdom, side)
    earned = bonus.points > 0
    cells = kingdom.castles if earned else ()
    return QuestScore(quest, CENTRE_POINTS * earned, cells, notes=bonus.notes)


def _lost_corner(quest: Quest, kingdom: Kingdom, side: int) -> QuestScore:
    corners, notes = _corners(kingdom, side)
    alone = len(kingdom.castles) == 1
    cells = tuple(castle for castle in kingdom.castles if alone and castle in corners)
    return QuestScore(quest, CORNER_CASTLE_POINTS * len(cells), cells, notes=notes)


def _local_business(quest: Quest, kingdom: Kingdom, _: int) -> QuestScore:
    if len(kingdom.castles) != 1:
        return QuestScore(quest, 0)
    row, col = kingdom.castles[0]
    around = (Cell(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1))
    return _each(quest, kingdom, around)


def _four_corners(quest: Quest, kingdom: Kingdom, side: int) -> QuestScore:
    corners, notes = _corners(kingdom, side)
    return _each(quest, kingdom, corners, notes)


def _each(
    quest: Quest, kingdom: Kingdom, places: Iterable[Cell], notes: tuple[Note, ...] = ()
) -> QuestScore:
    """Score each of these cells covered by the quest's terrain."""
    cells = tuple(cell for cell in places if kingdom[cell].terrain is quest.terrain)
    return QuestScore(quest, SQUARE_POINTS * len(cells), cells, notes=notes)


def _corners(kingdom: Kingdom, side: int) -> tuple[tuple[Cell, ...], tuple[Note, ...]]:
    """Find the outline's corners.

    A matter of judgement where the outline fills no grid.
    """
    if not kingdom.covered:
        return (), ()
    rows, cols = (sorted({min(line), max(line)}) for line in zip(*kingdom.covered, strict=True))
    outline = kingdom.trimmed()
    whole = (outline.rows, outline.cols) == (side, side)
    cells = tuple(Cell(row, col) for row in rows for col in cols)
    return cells, () if whole else (Note.CORNERS_OF_OUTLINE,)


def _folie(quest: Quest, kingdom: Kingdom, _: int) -> QuestScore:
    lines = tuple(line for run in _crowned_runs(kingdom) for line in _lines(run))
    cells = tuple(sorted({cell for line in lines for cell in line}))
    return QuestScore(quest, LINE_POINTS * len(lines), cells, lines)


def _crowned_runs(kingdom: Kingdom) -> Iterator[list[Cell]]:
    """Yield maximal crowned runs along rows, columns and diagonals."""
    for direction in _DIRECTIONS:
        ways = sorted((direction(cell), cell) for cell in kingdom.cells())
        for (_, crowned), run in groupby(ways, lambda way: (way[0], kingdom[way[1]].scored > 0)):
            if crowned:
                yield [cell for _, cell in run]


def _lines(run: list[Cell]) -> Iterator[Line]:
    """Cut a run into lines of three.

    Neighbouring lines may share one square.
    """
    for start in range(0, len(run) - 2, 2):
        yield run[start], run[start + 1], run[start + 2]


def _bleak_king(quest: Quest, kingdom: Kingdom, _: int) -> QuestScore:
    bleak = [
        territory.cells
        for territory in territories(kingdom)
        if territory.terrain in BLEAK_TERRAINS
        and territory.squares >= BLEAK_SQUARES
        and not territory.crowns
    ]
    cells = tuple(cell for territory in bleak for cell in territory)
    return QuestScore(quest, BLEAK_POINTS * len(bleak), cells)


_FULFIL: Mapping[QuestKind, Callable[[Quest, Kingdom, int], QuestScore]] = {
    QuestKind.HARMONY: _harmony,
    QuestKind.MIDDLE_KINGDOM: _middle_kingdom,
    QuestKind.LOST_CORNER: _lost_corner,
    QuestKind.LOCAL_BUSINESS: _local_business,
    QuestKind.FOUR_CORNERS: _four_corners,
    QuestKind.FOLIE_DES_GRANDEURS: _folie,
    QuestKind.BLEAK_KING: _bleak_king,
}
