"""Decisions: a person's statements about one kingdom of a photo, from any source."""

import math
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from kscan.errors import NotationError, UsageError, english
from kscan.game.box import BASE, Box
from kscan.game.kingdom import Cell, Kingdom, parse_kingdom
from kscan.game.remark import cells_text
from kscan.game.squares import Square, parse_square

Corners = tuple[tuple[float, float], ...]

# Compiled when first used, which most runs do not.
_FIX = r"(?i)(?:k(?P<kingdom>[1-9][0-9]?))?r(?P<row>[0-9])c(?P<col>[0-9])=(?P<square>\S+)"
_FARTHEST = 1e6  # pixels: no photo is a tenth as wide, and homographies hold to there
DISCARDED, UNDO = "discarded", "undo"
_TOTAL = r"(?i)total\s*[:=]?\s*([0-9]{1,3})"
RIGHT = "ok"  # how corrections.csv says that a reading is right
ROW_END = " / "


@dataclass(frozen=True, slots=True)
class SquareIs:
    """One square of the kingdom."""

    cell: Cell
    square: Square
    in_window: bool = False  # `cell` counts in the photo's grid, not in the block that is shown


@dataclass(frozen=True, slots=True)
class KingdomIs:
    """All squares of the kingdom, from edge to edge."""

    kingdom: Kingdom


@dataclass(frozen=True, slots=True)
class LooksRight:
    """The reading is right."""


@dataclass(frozen=True, slots=True)
class TotalIs:
    """The kingdom's total, overruling its reading."""

    total: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """A domino was discarded, unseen by photos: no Harmony."""


@dataclass(frozen=True, slots=True, eq=False)
class PlayerIs:
    """The kingdom's owner."""

    name: str


@dataclass(frozen=True, slots=True)
class GridIs:
    """The kingdom's grid, and the squares still to be looked at."""

    corners: Corners  # outer, of the rows x cols block in the upright photo; top-left first
    rows: int
    cols: int
    asked: frozenset[Cell] = field(default_factory=frozenset)
    asked_whole: bool = False

    def is_open(self, settled: Collection[Cell] = ()) -> bool:
        """Return True if a look is still due beyond `settled` squares."""
        return self.asked_whole or not self.asked.issubset(settled)


Decision: TypeAlias = SquareIs | KingdomIs | LooksRight | TotalIs | Discarded | PlayerIs | GridIs
Decisions: TypeAlias = tuple[Decision, ...]  # of one kingdom
Kind = TypeVar("Kind", SquareIs, KingdomIs, LooksRight, TotalIs, Discarded, PlayerIs, GridIs)


def of_kind(decisions: Iterable[Decision], kind: type[Kind]) -> list[Kind]:
    """Return the decisions of one kind."""
    return [one for one in decisions if isinstance(one, kind)]


def whole_decision(decisions: Iterable[Decision]) -> KingdomIs | LooksRight | None:
    """Return the decision about the whole kingdom, if any."""
    return next((one for one in decisions if isinstance(one, KingdomIs | LooksRight)), None)


def total_of(decisions: Iterable[Decision]) -> int | None:
    """Return the total stated by a person, if any."""
    return next((one.total for one in decisions if isinstance(one, TotalIs)), None)


def player_of(decisions: Iterable[Decision]) -> str:
    """Return the player named by a person, or an empty text."""
    return next((one.name for one in decisions if isinstance(one, PlayerIs)), "")


def asks_for_a_look(decisions: Decisions) -> bool:
    """Return True if a saved file asks for an unanswered look."""
    grid = next(iter(of_kind(decisions, GridIs)), None)
    if grid is None or whole_decision(decisions) is not None or total_of(decisions) is not None:
        return False
    said = of_kind(decisions, SquareIs)
    return grid.is_open({one.cell for one in said if not one.in_window})


def parse_fix(text: str, box: Box = BASE) -> tuple[int, SquareIs]:
    """Parse `r2c3=F1`, or `k2r2c3=F1` for the second kingdom.

    The kingdom counts from 0.
    """
    match = re.fullmatch(_FIX, text.strip())
    if match is None:
        raise UsageError(
            "{text} is not a correction: expected, say, r2c3=F1 (rows and columns count "
            "from 0), or k2r2c3=F1 for the second kingdom",
            text=repr(text[:20]),
        )
    cell = Cell(int(match["row"]), int(match["col"]))
    return int(match["kingdom"] or 1) - 1, SquareIs(cell, existing_square(match["square"], box))


def parse_decisions(text: str, box: Box = BASE) -> Decisions:
    """Parse a cell of corrections.csv.

    `ok`, squares such as `r2c3=F1`, rows divided by `/`, or `total 57`; behind it or alone,
    `discarded`.
    """
    before, _, last = text.strip().rpartition(" ")
    if last.casefold() == DISCARDED:
        return (*(parse_decisions(before, box) if before else ()), Discarded())
    word = text.strip().casefold()
    if word == RIGHT:
        return (LooksRight(),)
    if (total := parse_total(word)) is not None:
        return (TotalIs(total),)
    if "=" not in text:
        kingdom = parse_kingdom("\n".join(text.split("/")))
        for cell in kingdom.cells():
            refuse_unknown(kingdom[cell], box)
        return (KingdomIs(kingdom),)
    squares: dict[Cell, SquareIs] = {}
    for word in text.split():
        match = re.fullmatch(_FIX, word)
        if match is None or match["kingdom"]:
            raise NotationError(
                "{word} is not a correction: expected, say, r2c3=F1", word=repr(word[:20])
            )
        _, said = parse_fix(word, box)
        if squares.setdefault(said.cell, said) != said:
            raise NotationError("two squares on {cell}; keep one", cell=cells_text([said.cell]))
    return tuple(squares.values())


def parse_total(text: str) -> int | None:
    """Parse `total 57`; return None for other text."""
    match = re.fullmatch(_TOTAL, text.strip())
    return int(match[1]) if match else None


def one_line(kingdom: Kingdom) -> str:
    """Write a kingdom as corrections.csv states it."""
    return ROW_END.join(" ".join(map(str, row)) for row in kingdom.squares)


def existing_square(text: str, box: Box = BASE) -> Square:
    """Parse a square; raise NotationError if the box lacks it."""
    square = parse_square(text)
    refuse_unknown(square, box)
    return square


def refuse_unknown(square: Square, box: Box = BASE) -> None:
    """Raise NotationError if the box lacks the square."""
    if not square.is_empty and not box.has(square.printed):
        raise NotationError(box.lacking(square))


def beyond_grid(cell: Cell, side: int) -> str:
    """Say that a square is outside the grid."""
    return english(
        "{cell} is outside the grid: rows and columns run from 0 to {last}",
        cell=cells_text([cell]),
        last=side - 1,
    )


def no_such_kingdom(index: int, found: int) -> UsageError:
    """Return the error for a correction of a kingdom that is not there."""
    return UsageError(
        "there is no kingdom {number} to correct: {found} found", number=index + 1, found=found
    )


def middle_text(corners: Iterable[Iterable[float]]) -> str:
    """Write the middle of a kingdom's four corners as `x,y`, to recognize it by."""
    return ",".join(f"{sum(values) / 4:.0f}" for values in zip(*corners, strict=True))


def parse_point(text: str) -> tuple[float, float]:
    """Parse `x,y`, a place on or near a photo.

    Raises NotationError where it is none.
    """
    x, _, y = text.partition(",")
    try:
        across, down = float(x), float(y)
    except ValueError:
        across = down = math.nan
    if not (abs(across) <= _FARTHEST and abs(down) <= _FARTHEST):
        raise NotationError("{text} is not a point on a photo", text=repr(text))
    return across, down
