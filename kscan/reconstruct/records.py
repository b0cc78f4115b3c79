"""What the reconstruction is asked, and what it answers."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import Square

if TYPE_CHECKING:
    from kscan.game.covering import PlacedDomino

Status = Literal["ok", "check"]


@dataclass(frozen=True, slots=True)
class Fix:
    """A square that a person has settled; `cell` counts in the kingdom's block as it is shown."""

    kingdom: int  # in the order in which the kingdoms are given
    cell: Cell
    square: Square
    in_window: bool = False  # `cell` counts in the window that was looked at, not in the block


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know about a reading: a stable code, and what fills its sentence."""

    code: str
    cells: tuple[Cell, ...] = ()
    squares: tuple[Square, ...] = ()
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Instead:
    """Another square that may lie on a doubtful field, and the total if it does."""

    square: Square
    probability: float
    total: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """A field that a person should look at, with the likeliest alternatives first."""

    cell: Cell
    read: Square
    instead: tuple[Instead, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The most probable kingdom, and how far it can be trusted."""

    kingdom: Kingdom  # the block: what lies there, and every field in doubt
    top_left: Cell  # of the block, in the window that was looked at
    confidence: tuple[tuple[float, ...], ...]  # rows x cols: probability that the square is right
    dominoes: "tuple[PlacedDomino, ...]"  # empty where the kingdom cannot be tiled
    doubts: tuple[Doubt, ...]
    total: int
    total_confidence: float  # probability that the total is right
    totals: tuple[tuple[int, float], ...]  # the likeliest totals, this one first
    notes: tuple[Note, ...]
    status: Status
