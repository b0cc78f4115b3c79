"""Is it legal: each broken rule as a remark. A kingdom is scored all the same."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kscan.game.box import Box, dealt
from kscan.game.boxes import BOXES
from kscan.game.covering import (
    Covering,
    cover,
    cover_game,
    coverable,
    overused,
    overused_together,
    unpaired,
)
from kscan.game.kingdom import LARGEST, Cell, Kingdom
from kscan.game.remark import Remark
from kscan.game.rules import PLAIN, Rules
from kscan.game.squares import Square
from kscan.game.tiling import overdrawn


class Fault(StrEnum):
    """The rules a kingdom, or a game, may break."""

    EMPTY = "empty"
    UNKNOWN_SQUARE = "unknown_square"
    NO_CASTLE = "no_castle"
    SEVERAL_CASTLES = "several_castles"
    TOO_LARGE = "too_large"
    TOO_MANY_SQUARES = "too_many_squares"
    TOO_MANY_DOMINOES = "too_many_dominoes"
    ODD_LAND = "odd_land"
    UNPAIRED = "unpaired"
    DOMINO_OVERUSED = "domino_overused"
    NOT_CONNECTED = "not_connected"
    SHARED_SQUARES = "shared_squares"
    SHARED_DOMINO = "shared_domino"
    SAME_CASTLE = "same_castle"
    TOO_MANY_PLAYERS = "too_many_players"
    DUEL_OF_MORE = "duel_of_more"
    UNKNOWN_CASTLE = "unknown_castle"
    TOO_MANY_GIANTS = "too_many_giants"
    SHARED_GIANTS = "shared_giants"
    ANOTHER_BOX = "another_box"


# What another box may explain.
BY_THE_BOX = frozenset(
    {
        *(Fault.UNKNOWN_SQUARE, Fault.TOO_MANY_SQUARES, Fault.DOMINO_OVERUSED),
        *(Fault.SHARED_SQUARES, Fault.SHARED_DOMINO),
        *(Fault.UNKNOWN_CASTLE, Fault.TOO_MANY_GIANTS, Fault.SHARED_GIANTS),
    }
)


# What people break on the table seldom says that the reading is wrong: of all right totals a tenth
# breaks NOT_CONNECTED. What the box does not explain the reading itself asks about.
LOOK = frozenset(
    {
        *(Fault.TOO_LARGE, Fault.SHARED_SQUARES, Fault.SHARED_DOMINO, Fault.SAME_CASTLE),
        *(Fault.TOO_MANY_PLAYERS, Fault.DUEL_OF_MORE, Fault.ANOTHER_BOX, Fault.SHARED_GIANTS),
    }
)


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """The dominoes of a kingdom, if the box covers it, and the rules it breaks."""

    covering: Covering | None
    broken: tuple[Remark, ...]


@dataclass(frozen=True, slots=True, eq=False)
class GameVerdict:
    """The verdict on each kingdom of a game, and on the game as a whole."""

    kingdoms: tuple[Verdict, ...]
    broken: tuple[Remark, ...]


def examine(kingdom: Kingdom, rules: Rules = PLAIN) -> Verdict:
    """Judge `kingdom` on its stated grid, or else the shown one."""
    return _verdict(kingdom, rules, cover(kingdom, rules.box))


def examine_game(kingdoms: Sequence[Kingdom], rules: Rules = PLAIN) -> GameVerdict:
    """Judge the kingdoms of one game, sharing one box."""
    printed, box = [kingdom.printed for kingdom in kingdoms], rules.box
    shared, together = _beyond_one_box(printed, box), None
    able = [] if shared or len(printed) == 1 else coverable(printed, box)
    if 1 < len(able) <= box.most_players:
        together = cover_game([printed[place] for place in able], box)
        shared = shared if together else _too_many_together(printed, able, box)
    given = dict(zip(able, together or (), strict=False))
    coverings = [given.get(k) if together else cover(one, box) for k, one in enumerate(kingdoms)]
    verdicts = [_verdict(k, rules, c) for k, c in zip(kingdoms, coverings, strict=True)]
    found = (
        *_players(kingdoms, rules),
        *_castles_twice(kingdoms),
        *_giants_together(kingdoms, box),
        *shared,
    )
    whole = (*found, *(said for verdict in verdicts for said in verdict.broken))
    if any(said.code in BY_THE_BOX for said in whole):
        found = (*found, *_another_box(kingdoms, box))
    return GameVerdict(tuple(verdicts), found)


def _remark(
    fault: Fault, cells: tuple[Cell, ...] = (), squares: tuple[Square, ...] = (), **figures: Any
) -> Remark:
    return Remark(fault.value, fault in LOOK, cells, squares, **figures)


def _another_box(kingdoms: Sequence[Kingdom], played: Box) -> Iterator[Remark]:
    """Find another box for all kingdoms and this many players."""
    side = max(kingdom.trimmed().size for kingdom in kingdoms)
    for box in BOXES.values():
        if box != played and side in box.sides(len(kingdoms)) and _holds(box, kingdoms):
            yield _remark(Fault.ANOTHER_BOX, words=(("box", box.name),))
            return


def _holds(box: Box, kingdoms: Sequence[Kingdom]) -> bool:
    """Return True if one box makes up all these kingdoms."""
    colors = {kingdom.castle_color for kingdom in kingdoms} - {None}
    giants = sum(_giants_on(kingdom)[0] for kingdom in kingdoms)
    fits = colors.issubset(box.colors) and giants <= box.giants
    return fits and cover_game(kingdoms, box) is not None


def _verdict(kingdom: Kingdom, rules: Rules, covering: Covering | None) -> Verdict:
    if not kingdom.covered:
        return Verdict(covering, (_remark(Fault.EMPTY),))
    box, printed = rules.box, kingdom.printed
    found = [
        *_castle(kingdom, box),
        *_giants(kingdom, box),
        *_extent(kingdom, rules),
        *_squares(printed, box),
        *(_connection(printed, covering) if covering else _cover(printed, box)),
    ]
    return Verdict(covering, tuple(found))


def _castle(kingdom: Kingdom, box: Box) -> Iterator[Remark]:
    if not kingdom.castles:
        yield _remark(Fault.NO_CASTLE)
    elif len(kingdom.castles) > 1:
        yield _remark(Fault.SEVERAL_CASTLES, kingdom.castles, count=len(kingdom.castles), limit=1)

    for cell in kingdom.castles:
        color = kingdom[cell].color
        if color and color not in box.colors:
            yield _remark(Fault.UNKNOWN_CASTLE, (cell,), (kingdom[cell],))


def _giants(kingdom: Kingdom, box: Box) -> Iterator[Remark]:
    count, cells = _giants_on(kingdom)
    if count > box.giants:
        yield _remark(Fault.TOO_MANY_GIANTS, cells, count=count, limit=box.giants)


def _giants_together(kingdoms: Sequence[Kingdom], box: Box) -> Iterator[Remark]:
    """Find too many giants spread over several kingdoms."""
    counts = [_giants_on(kingdom)[0] for kingdom in kingdoms]
    if max(counts, default=0) <= box.giants < sum(counts):
        places = tuple(place for place, count in enumerate(counts) if count)
        total = sum(counts)
        yield _remark(Fault.SHARED_GIANTS, count=total, limit=box.giants, kingdoms=places)


def _giants_on(kingdom: Kingdom) -> tuple[int, tuple[Cell, ...]]:
    """Count a kingdom's giants and list their cells."""
    cells = tuple(cell for cell in kingdom.covered if kingdom[cell].giants)
    return sum(kingdom[cell].giants for cell in cells), cells


def _extent(kingdom: Kingdom, rules: Rules) -> Iterator[Remark]:
    outline = kingdom.trimmed()
    size = rules.side or outline.size
    longer = max(outline.rows, outline.cols)
    if longer > size:
        yield _remark(Fault.TOO_LARGE, count=longer, limit=size)
    dominoes = (len(kingdom.covered) - len(kingdom.castles)) // 2
    if dominoes > dealt(size):
        yield _remark(Fault.TOO_MANY_DOMINOES, count=dominoes, limit=dealt(size))


def _squares(kingdom: Kingdom, box: Box) -> Iterator[Remark]:
    for square, count in overdrawn((kingdom,), box).items():
        cells = _cells_of(kingdom, square)
        code = Fault.TOO_MANY_SQUARES if box.has(square) else Fault.UNKNOWN_SQUARE
        yield _remark(code, cells, (square,), count=count, limit=box.counts.get(square, 0))


def _cells_of(kingdom: Kingdom, square: Square) -> tuple[Cell, ...]:
    return tuple(cell for cell in kingdom.covered if kingdom[cell] == square)


def _cover(kingdom: Kingdom, box: Box) -> Iterator[Remark]:
    """Explain an impossible covering if single squares do not."""
    land = len(kingdom.covered) - len(kingdom.castles)
    alone = unpaired(kingdom, box)
    if land % 2:
        yield _remark(Fault.ODD_LAND, count=land)
    elif alone:
        yield _remark(Fault.UNPAIRED, alone, tuple(kingdom[cell] for cell in alone))
    elif not overdrawn((kingdom,), box):
        for dominoes, (count, cells) in overused(kingdom, box).items():
            yield _remark(
                Fault.DOMINO_OVERUSED, cells, dominoes=dominoes, count=count, limit=len(dominoes)
            )


def _connection(kingdom: Kingdom, covering: Covering) -> Iterator[Remark]:
    if covering.stuck and kingdom.castles:
        cells = tuple(cell for placed in covering.stuck for cell in placed.cells)
        dominoes = tuple(placed.domino for placed in covering.stuck)
        yield _remark(Fault.NOT_CONNECTED, cells, dominoes=dominoes, count=len(dominoes))


def _players(kingdoms: Sequence[Kingdom], rules: Rules) -> Iterator[Remark]:
    players, most = len(kingdoms), rules.box.most_players
    if players > most:
        yield _remark(Fault.TOO_MANY_PLAYERS, count=players, limit=most)
    sides = [rules.side or kingdom.trimmed().size for kingdom in kingdoms]
    wide = tuple(place for place, side in enumerate(sides) if side == LARGEST)
    if wide and players > rules.box.most_on_the_largest:
        limit = rules.box.most_on_the_largest
        yield _remark(Fault.DUEL_OF_MORE, count=players, limit=limit, kingdoms=wide)


def _castles_twice(kingdoms: Sequence[Kingdom]) -> Iterator[Remark]:
    owners: dict[Square, list[int]] = {}
    for place, kingdom in enumerate(kingdoms):
        for castle in {kingdom[cell] for cell in kingdom.castles if kingdom[cell].color}:
            owners.setdefault(castle, []).append(place)
    for castle, places in owners.items():
        if len(places) > 1:
            count, squares = len(places), (castle,)
            yield _remark(
                Fault.SAME_CASTLE, (), squares, count=count, limit=1, kingdoms=tuple(places)
            )


def _beyond_one_box(kingdoms: Sequence[Kingdom], box: Box) -> list[Remark]:
    """Find the squares overdrawn by several kingdoms together."""
    found = []
    for square, count in overdrawn(kingdoms, box).items():
        places = tuple(place for place, one in enumerate(kingdoms) if _cells_of(one, square))
        if box.has(square) and len(places) > 1:
            limit = box.counts[square]
            found.append(
                _remark(
                    Fault.SHARED_SQUARES,
                    squares=(square,),
                    count=count,
                    limit=limit,
                    kingdoms=places,
                    places=tuple(_cells_of(kingdoms[place], square) for place in places),
                )
            )
    return found


def _too_many_together(
    kingdoms: Sequence[Kingdom], coverable: Sequence[int], box: Box
) -> list[Remark]:
    """Find the dominoes overdrawn by individually coverable kingdoms."""
    overused = overused_together([kingdoms[place] for place in coverable], box)
    return [
        _remark(
            Fault.SHARED_DOMINO,
            dominoes=dominoes,
            count=count,
            limit=len(dominoes),
            kingdoms=tuple(coverable[place] for place in places),
            places=tuple(places.values()),
        )
        for dominoes, (count, places) in overused.items()
    ]
