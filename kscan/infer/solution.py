"""One kingdom between the search and its reading: solved, weighed, placed, coloured."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from kscan.game.kingdom import LARGEST, Cell, Kingdom
from kscan.game.squares import CastleColor, Square
from kscan.infer.belief import Belief, name_colors
from kscan.infer.posterior import Totals, Trust, weigh
from kscan.infer.solve import Solution

# An alternative is worth a look from this probability on.
DOUBTFUL = 0.02
# Where a total is in doubt, at least this many squares are named.
NAMED = 3


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A rectangle of the window's fields."""

    rows: range
    cols: range

    def __contains__(self, cell: Cell) -> bool:
        return cell.row in self.rows and cell.col in self.cols

    def grown(self, cell: Cell) -> "Block":
        """Return the smallest block with `cell` in it, too."""
        return Block(_grown(self.rows, cell.row), _grown(self.cols, cell.col))

    def widened(self) -> "Block":
        """Return the block with the fields around it."""
        rows, cols = self.rows, self.cols
        return Block(range(rows.start - 1, rows.stop + 1), range(cols.start - 1, cols.stop + 1))

    @property
    def is_a_grid(self) -> bool:
        """True if a kingdom may be so large."""
        return max(len(self.rows), len(self.cols)) <= LARGEST


def _grown(line: range, place: int) -> range:
    if not line:
        return range(place, place + 1)
    return range(min(line.start, place), max(line.stop, place + 1))


@dataclass(frozen=True, eq=False)
class Solved:
    """A kingdom with its solution and posterior, in its window."""

    belief: Belief
    solution: Solution
    trust: Trust
    window: Kingdom  # not trimmed, with the castle's colour
    seen: Belief  # what the pixels said before any correction

    @property
    def kingdom(self) -> Kingdom:
        """The block shown: covered, doubtful and settled squares."""
        rows, cols = self.block.rows, self.block.cols
        return Kingdom(tuple(tuple(self.window[row, col] for col in cols) for row in rows))

    @property
    def top_left(self) -> Cell:
        """The block's first cell in the window."""
        return Cell(self.block.rows.start, self.block.cols.start)

    @cached_property
    def block(self) -> Block:
        """Bounding box of covered cells, grown to settled and doubtful ones.

        As many of these as go into a grid.
        """
        block = self._laid
        for cell in map(self.belief.cell, (*sorted(self.belief.fixed), *self._doubts())):
            wider = block.grown(cell)
            block = wider if wider.is_a_grid else block
        return block

    @property
    def _laid(self) -> Block:
        block = Block(range(0), range(0))
        for cell in self.window.covered:
            block = block.grown(cell)
        return block

    @cached_property
    def doubtful(self) -> tuple[int, ...]:
        """The fields in doubt, or explained by no domino nor person."""
        return tuple(field for field in self._ranked() if self._is_doubtful(field))

    @property
    def nats(self) -> float:
        """The labels' nats, without the fields settled by a person."""
        return self.belief.nats(self.solution.best)

    @property
    def doubted(self) -> tuple[int, ...]:
        """The fields to look at, most doubtful first.

        Some wherever the total is in doubt.
        """
        return self._shown(self._doubts())

    @property
    def changed(self) -> tuple[int, ...]:
        """The fields read otherwise than the pixels alone say."""
        return self._shown(self._differing())

    @cached_property
    def covered(self) -> tuple[int, ...]:
        """The possibly covered fields, in the kingdom or beside it."""
        near = self._laid.widened()
        unsettled = sorted(self.belief.covered - self.belief.fixed)
        return tuple(
            field
            for field, cell in zip(unsettled, map(self.belief.cell, unsettled), strict=True)
            if cell in near and self._laid.grown(cell).is_a_grid
        )

    def cell(self, field: int) -> Cell:
        """Return a field's cell in the block."""
        row, col = self.belief.cell(field)
        return Cell(row - self.top_left.row, col - self.top_left.col)

    def field(self, cell: Cell) -> int:
        """Return the field at a cell of the block."""
        return (cell.row + self.top_left.row) * self.belief.cols + cell.col + self.top_left.col

    def read(self, field: int) -> Square:
        """Return the square on a field."""
        return self.window[self.belief.cell(field)]

    def _shown(self, fields: Iterable[int]) -> tuple[int, ...]:
        """Keep only the fields in the block."""
        return tuple(field for field in fields if self.belief.cell(field) in self.block)

    def _doubts(self) -> Sequence[int]:
        if self.doubtful or len(self.trust.totals) == 1:
            return self.doubtful
        return [field for field in self._ranked()[:NAMED] if self.trust.rivals[field]]

    def _differing(self) -> list[int]:
        pairs = zip(self.solution.best, self.seen.best, strict=True)
        return [field for field, (label, first) in enumerate(pairs) if label != first]

    def _ranked(self) -> list[int]:
        confidence = self.trust.confidence
        return sorted(range(len(confidence)), key=lambda field: confidence[field])

    def _is_doubtful(self, field: int) -> bool:
        rivals = self.trust.rivals[field]
        unexplained = field in self.solution.foreign and field not in self.belief.fixed
        unexplained |= field in self.covered
        return unexplained or bool(rivals and rivals[0].probability >= DOUBTFUL)


def gather(
    beliefs: Sequence[Belief],
    solutions: Sequence[Solution],
    seen: Sequence[Belief],
    totals: Sequence[Totals],
    *,
    same_game: bool,
) -> tuple[Solved, ...]:
    """Return the solutions with their trust and castle colours.

    `seen` is what the pixels said before any correction, `totals` scores each kingdom's readings.
    """
    colors = _colors(beliefs, solutions, same_game)
    return tuple(
        Solved(
            belief,
            solution,
            weigh(belief, solution, totals_of),
            colored(belief.kingdom(solution.best), color),
            first,
        )
        for belief, solution, totals_of, first, color in zip(
            beliefs, solutions, totals, seen, colors, strict=True
        )
    )


def colored(kingdom: Kingdom, color: CastleColor | None) -> Kingdom:
    """Return the kingdom with this colour on its castle."""
    castle = Square(castle=True, color=color)
    return kingdom.replaced(lambda _, square: castle if square.castle else square)


def _colors(
    beliefs: Sequence[Belief], solutions: Sequence[Solution], same_game: bool
) -> list[CastleColor | None]:
    """Return the castles' colours, stated ones first.

    The others' colours differ from these in one game.
    """
    castles = [
        one.best.index(label) if (label := belief.label_set.castle) in one.best else None
        for belief, one in zip(beliefs, solutions, strict=True)
    ]
    said = [
        belief.said.get(castle) if castle is not None else None
        for belief, castle in zip(beliefs, castles, strict=True)
    ]
    views = [
        belief.colors[castle] if castle is not None and name is None else None
        for belief, castle, name in zip(beliefs, castles, said, strict=True)
    ]
    colors = beliefs[0].label_set.box.colors if beliefs else ()
    if same_game:
        seen = name_colors(views, {name for name in said if name}, colors)
    else:
        seen = [name_colors([view], colors=colors)[0] for view in views]
    return [name or color for name, color in zip(said, seen, strict=True)]
