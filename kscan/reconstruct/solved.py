"""One kingdom between the search and its reading: solved, weighed, placed, coloured."""

from collections.abc import Sequence
from dataclasses import dataclass

from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import CastleColor, Square
from kscan.reconstruct.belief import Belief, name_colors
from kscan.reconstruct.solve import Solution
from kscan.reconstruct.weigh import Total, Trust, weigh
from kscan.vision.records import CASTLE_CLASS


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """A kingdom with all that is known of it, in its window."""

    belief: Belief
    solution: Solution
    trust: Trust
    window: Kingdom  # not trimmed, with the castle's colour
    top_left: Cell  # of the block that will be shown

    @property
    def kingdom(self) -> Kingdom:
        """The block that will be shown."""
        return self.window.trimmed()

    def cell(self, field: int) -> Cell:
        """The field's place in the block."""
        row, col = self.belief.cell(field)
        return Cell(row - self.top_left.row, col - self.top_left.col)

    def field(self, cell: Cell) -> int:
        """The field at a place of the block."""
        return (cell.row + self.top_left.row) * self.belief.cols + cell.col + self.top_left.col

    def read(self, field: int) -> Square:
        """The square on a field."""
        return self.window[self.belief.cell(field)]


def gather(
    beliefs: Sequence[Belief], solutions: Sequence[Solution], total: Total, *, same_game: bool
) -> tuple[Solved, ...]:
    """The solutions, each with its trust and its castle's colour."""
    colors = _colors(beliefs, solutions, same_game)
    return tuple(
        Solved(
            belief,
            solution,
            weigh(belief, solution, total),
            colored(belief.kingdom(solution.best), color),
            top_left(belief.kingdom(solution.best)),
        )
        for belief, solution, color in zip(beliefs, solutions, colors, strict=True)
    )


def top_left(window: Kingdom) -> Cell:
    """Where the block that holds everything begins."""
    if not window.covered:
        return Cell(0, 0)
    return Cell(min(cell.row for cell in window.covered), min(cell.col for cell in window.covered))


def colored(kingdom: Kingdom, color: CastleColor | None) -> Kingdom:
    """The kingdom with this colour on its castle."""
    castle = Square(castle=True, color=color)
    return kingdom.replaced(lambda _, square: castle if square.castle else square)


def _colors(
    beliefs: Sequence[Belief], solutions: Sequence[Solution], same_game: bool
) -> list[CastleColor | None]:
    views = [
        belief.colors[solution.best.index(CASTLE_CLASS)] if CASTLE_CLASS in solution.best else None
        for belief, solution in zip(beliefs, solutions, strict=True)
    ]
    if same_game:
        return name_colors(views)
    return [name_colors([view])[0] for view in views]
