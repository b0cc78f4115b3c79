"""Readings: the most probable kingdom, its certainty and its doubts."""

from dataclasses import dataclass
from typing import Literal

from kscan.game.kingdom import Cell, Kingdom
from kscan.game.remark import Remark
from kscan.game.squares import Square

CONTRADICTED = frozenset({"another_game", "not_one_game"})


@dataclass(frozen=True, slots=True)
class Instead:
    """An alternative for a doubtful square, with its total."""

    square: Square
    probability: float
    total: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """A square to look at, with its likeliest alternatives."""

    cell: Cell
    read: Square
    instead: tuple[Instead, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The most probable kingdom of one grid."""

    kingdom: Kingdom  # the block: what lies there, and every field in doubt
    top_left: Cell  # of the block, in the window that was looked at
    confidence: tuple[tuple[float, ...], ...]  # rows x cols: probability that the square is right
    doubts: tuple[Doubt, ...]
    total: int
    total_confidence: float  # probability that the total is right
    totals: tuple[tuple[int, float], ...]  # the likeliest totals, this one first
    remarks: tuple[Remark, ...] = ()
    foreign: tuple[Cell, ...] = ()  # fields of the block that no domino of the box explains

    @property
    def certainty(self) -> float | None:
        """Probability of the total; None if a game's photos conflict."""
        contradicted = any(remark.code in CONTRADICTED for remark in self.remarks)
        return None if contradicted else self.total_confidence

    @property
    def status(self) -> Literal["ok", "check"]:
        """`check` if a person should look, else `ok`."""
        return "check" if any(remark.look for remark in self.remarks) else "ok"
