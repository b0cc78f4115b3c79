"""One kingdom between the search and its reading: solved, weighed, placed, coloured."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import CastleColor, Square
from kscan.reconstruct.belief import Belief, name_colors
from kscan.reconstruct.solve import Solution
from kscan.reconstruct.weigh import Total, Trust, weigh
from kscan.vision.records import CASTLE_CLASS

# An alternative is worth a look from this probability on.
DOUBTFUL = 0.02
# Where a total is in doubt, at least this many squares are named.
NAMED = 3


@dataclass(frozen=True, eq=False)
class Solved:
    """A kingdom with all that is known of it, in its window."""

    belief: Belief
    solution: Solution
    trust: Trust
    window: Kingdom  # not trimmed, with the castle's colour
    seen: Belief  # what the pixels said before any correction

    @property
    def kingdom(self) -> Kingdom:
        """The block that will be shown: what lies there, what is in doubt, what a person set."""
        rows, cols = self._extent
        return Kingdom(tuple(row[cols.start : cols.stop] for row in self.window.squares[rows]))

    @property
    def top_left(self) -> Cell:
        """Where the block begins in the window."""
        rows, cols = self._extent
        return Cell(rows.start, cols.start)

    @cached_property
    def doubtful(self) -> tuple[int, ...]:
        """The fields that may well be something else, or that no domino explains."""
        return tuple(field for field in self._ranked() if self._is_doubtful(field))

    @cached_property
    def doubted(self) -> tuple[int, ...]:
        """The fields to look at, the most doubtful first; some wherever the total is in doubt."""
        if self.doubtful or len(self.trust.totals) == 1:
            return self.doubtful
        return tuple(field for field in self._ranked()[:NAMED] if self.trust.rivals[field])

    @cached_property
    def changed(self) -> tuple[int, ...]:
        """The fields of the block that are not read as the pixels alone say."""
        rows, cols = self._extent
        return tuple(
            field
            for field in self._differing()
            if rows.start <= self.belief.cell(field).row < rows.stop
            and cols.start <= self.belief.cell(field).col < cols.stop
        )

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

    @cached_property
    def _extent(self) -> tuple[slice, slice]:
        settled = self.belief.fixed.intersection(self._differing())
        cells = [*self.window.covered, *map(self.belief.cell, (*self.doubted, *settled))]
        if not cells:
            return slice(0, 0), slice(0, 0)
        rows, cols = zip(*cells, strict=True)
        return slice(min(rows), max(rows) + 1), slice(min(cols), max(cols) + 1)

    def _differing(self) -> list[int]:
        pairs = zip(self.solution.best, self.seen.best, strict=True)
        return [field for field, (label, first) in enumerate(pairs) if label != first]

    def _ranked(self) -> list[int]:
        confidence = self.trust.confidence
        return sorted(range(len(confidence)), key=lambda field: confidence[field])

    def _is_doubtful(self, field: int) -> bool:
        rivals = self.trust.rivals[field]
        return field in self.solution.foreign or bool(rivals and rivals[0].probability >= DOUBTFUL)


def gather(
    beliefs: Sequence[Belief],
    solutions: Sequence[Solution],
    seen: Sequence[Belief],
    total: Total,
    *,
    same_game: bool,
) -> tuple[Solved, ...]:
    """The solutions, each with its trust and its castle's colour.

    `seen` is what the pixels said before any correction.
    """
    colors = _colors(beliefs, solutions, same_game)
    return tuple(
        Solved(
            belief,
            solution,
            weigh(belief, solution, total),
            colored(belief.kingdom(solution.best), color),
            first,
        )
        for belief, solution, first, color in zip(beliefs, solutions, seen, colors, strict=True)
    )


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
