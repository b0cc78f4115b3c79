"""The kingdom: a block of squares, its outline, its territories, its notation in and out."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kscan.errors import NotationError
from kscan.game.squares import EMPTY, CastleColor, Square, Terrain, parse_square

# The sides of the two grids that kingdoms are built in.
SMALLEST, LARGEST = 5, 7


class Cell(NamedTuple):
    """A row and a column of the kingdom, from 0 at the top left."""

    row: int
    col: int

    def neighbours(self) -> "tuple[Cell, Cell, Cell, Cell]":
        """Return the cells above, left, right and below, even outside."""
        row, col = self
        return Cell(row - 1, col), Cell(row, col - 1), Cell(row, col + 1), Cell(row + 1, col)


@dataclass(frozen=True)
class Kingdom:
    """A rectangle of squares on the table; `.` for an empty one."""

    squares: tuple[tuple[Square, ...], ...]

    @property
    def rows(self) -> int:
        """How many rows the block has."""
        return len(self.squares)

    @property
    def cols(self) -> int:
        """How many columns the block has."""
        return len(self.squares[0]) if self.squares else 0

    def __getitem__(self, cell: tuple[int, int]) -> Square:
        """Return the square at `cell`, empty beyond the block."""
        row, col = cell
        squares = self.squares
        if 0 <= row < len(squares) and 0 <= col < len(squares[0]):
            return squares[row][col]
        return EMPTY

    def cells(self) -> Iterator[Cell]:
        """Yield every cell of the block, row by row."""
        return (Cell(row, col) for row in range(self.rows) for col in range(self.cols))

    @cached_property
    def covered(self) -> tuple[Cell, ...]:
        """The covered cells, castles included."""
        return tuple(cell for cell in self.cells() if not self[cell].is_empty)

    @cached_property
    def castles(self) -> tuple[Cell, ...]:
        """The castles' cells, one in a legal kingdom."""
        return tuple(cell for cell in self.cells() if self[cell].castle)

    @property
    def castle_color(self) -> CastleColor | None:
        """The player's colour, if there is one castle of known colour."""
        return self[self.castles[0]].color if len(self.castles) == 1 else None

    @property
    def size(self) -> int:
        """The side of its grid: 5, or 7 if larger."""
        return SMALLEST if max(self.rows, self.cols) <= SMALLEST else LARGEST

    @property
    def printed(self) -> "Kingdom":
        """The same squares without giants and buildings."""
        if not any(square.giants or square.building for row in self.squares for square in row):
            return self
        return self.replaced(lambda _, square: square.printed)

    @property
    def widest(self) -> int:
        """Length of its longest square in the notation."""
        return max((len(str(s)) for row in self.squares for s in row), default=2)

    def trimmed(self) -> "Kingdom":
        """Return the kingdom without empty rows and columns around it."""
        if not self.covered:
            return Kingdom(())
        rows = [cell.row for cell in self.covered]
        cols = [cell.col for cell in self.covered]
        return Kingdom(
            tuple(row[min(cols) : max(cols) + 1] for row in self.squares[min(rows) : max(rows) + 1])
        )

    def turned(self) -> "Kingdom":
        """Return the kingdom after a quarter turn clockwise."""
        return Kingdom(tuple(zip(*reversed(self.squares), strict=True)))

    def replaced(self, change: Callable[[Cell, Square], Square]) -> "Kingdom":
        """Return the kingdom with `change(cell, square)` on every cell."""
        return Kingdom(
            tuple(
                tuple(change(Cell(r, c), square) for c, square in enumerate(row))
                for r, row in enumerate(self.squares)
            )
        )

    def __str__(self) -> str:
        """Write the notation, squares padded to even columns."""
        columns = max(2, self.widest)
        return "\n".join(
            " ".join(str(square).ljust(columns) for square in row).rstrip() for row in self.squares
        )


@dataclass(frozen=True, slots=True)
class Territory:
    """A maximal set of squares of one terrain, joined edge to edge."""

    terrain: Terrain
    cells: tuple[Cell, ...]
    crowns: int  # that no giant covers

    @property
    def squares(self) -> int:
        """How many squares it has."""
        return len(self.cells)

    @property
    def points(self) -> int:
        """Its points: squares times crowns."""
        return self.squares * self.crowns


def territories(kingdom: Kingdom) -> tuple[Territory, ...]:
    """Find all territories, in reading order of their first squares."""
    found: list[Territory] = []
    seen: set[Cell] = set()
    for cell in kingdom.covered:
        terrain = kingdom[cell].terrain
        if terrain is not None and cell not in seen:
            cells = _joined(kingdom, cell)
            seen.update(cells)
            found.append(Territory(terrain, cells, sum(kingdom[c].scored for c in cells)))
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


def parse_kingdom(text: str, first_line: int = 1) -> Kingdom:
    """Parse a kingdom's text, whose first line is `first_line` of a file.

    Raises NotationError with line, column and the expected notation.
    """
    rows = [
        (number, _parse_row(line, number))
        for number, line in enumerate(text.splitlines(), first_line)
        if line.strip()
    ]
    if not rows:
        raise NotationError("no kingdom here: expected rows of squares such as 'W0 F1 C .'")
    if len(rows) > LARGEST:
        raise NotationError(
            "line {line}: more than {most} rows", line=rows[LARGEST][0], most=LARGEST
        )
    width = len(rows[0][1])
    for number, row in rows:
        if len(row) != width:
            raise NotationError(
                "squares in line {line}: {count}, in line {first}: {width}; make all rows as long",
                line=number,
                count=len(row),
                first=rows[0][0],
                width=width,
            )
    return Kingdom(tuple(row for _, row in rows))


def _parse_row(line: str, number: int) -> tuple[Square, ...]:
    squares: list[Square] = []
    for word in re.finditer(r"\S+", line):
        if len(squares) == LARGEST:
            raise NotationError(
                "line {line}, column {column}: more than 7 squares",
                line=number,
                column=word.start() + 1,
            )
        try:
            squares.append(parse_square(word.group()))
        except NotationError as error:
            raise NotationError(
                "line {line}, column {column}: {reason}",
                line=number,
                column=word.start() + 1,
                reason=error,
            ) from None
    return tuple(squares)
