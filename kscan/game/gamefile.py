"""A game as text: one kingdom, or several with a line `# name` before each."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from kscan.errors import NotationError
from kscan.game.kingdom import LARGEST, Kingdom, parse_kingdom
from kscan.game.rules import PLAIN, Rules

# What `kscan score --save` writes: the corners say how large the block is, whatever the grid.
SAVED = "#: corners "
LONGEST_NAME = 100  # characters
# Four kingdoms of 7 x 7 with long names are 2 kB; nobody writes more than this by hand.
MOST_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True, eq=False)
class NamedKingdom:
    """A kingdom and its owner."""

    name: str
    kingdom: Kingdom


def read_text(file: IO[bytes]) -> str:
    """Read a game's text, without its byte order mark.

    No further than such a text can be; NotationError if it is none.
    """
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise NotationError(
            "more than {most} kB: expected a few lines of text", most=MOST_BYTES // 1024
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise NotationError(
            "line {line}: not UTF-8 text; save the file as UTF-8", line=line
        ) from None


def parse_game(text: str, name: str, rules: Rules = PLAIN) -> tuple[NamedKingdom, ...]:
    """Parse the kingdoms of one game.

    `name` is that of a single kingdom without a line of its own. Of several lines with `#` in a row
    the last names the kingdom, and `#:` starts a comment. Raises NotationError with the line where
    something else was expected.
    """
    found: dict[str, NamedKingdom] = {}
    most, wide = rules.box.most_players, rules.side == LARGEST
    for block in _blocks(text, name):
        if block.name in found:
            raise NotationError(
                "line {line}: {name} has a kingdom already", line=block.line, name=block.name
            )
        if len(found) == most and not block.is_saved:
            raise NotationError(
                "line {line}: kingdom {number}; a game has 1 to {most}",
                line=block.line,
                number=most + 1,
                most=most,
            )
        found[block.name] = NamedKingdom(block.name, block.kingdom(wide))
    return tuple(found.values())


@dataclass(slots=True, eq=False)
class _Block:
    """The lines of one kingdom, from its heading in `line` on."""

    name: str
    line: int
    rows: list[str]
    is_saved: bool = False  # by `kscan score --save`

    @property
    def is_bare(self) -> bool:
        return not any(row.strip() for row in self.rows)

    def kingdom(self, wide: bool) -> Kingdom:
        if self.is_bare:
            raise NotationError(
                "line {line}: no kingdom here: expected rows of squares such as 'W0 F1 C .'",
                line=self.line,
            )
        kingdom = parse_kingdom("\n".join(self.rows), self.line)
        if not kingdom.covered:
            raise NotationError(
                "line {line}: every square is '.': there is no kingdom", line=self.line
            )
        if not self.is_saved:
            _check_grid(kingdom, self.line, wide)
        return kingdom


def _blocks(text: str, name: str) -> Iterator[_Block]:
    block = _Block(name, 1, [])
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#:"):
            block.rows.append("")
            block.is_saved |= line.startswith(SAVED)
        elif line.startswith("#"):
            if not block.is_bare:
                yield block
            # The heading stands for an empty first row, so that rows keep their line numbers.
            block = _Block(_name(line, number), number, [""])
        else:
            block.rows.append(line)
    yield block


def _name(line: str, number: int) -> str:
    name = unicodedata.normalize("NFC", line.lstrip("#").strip())
    if not name:
        raise NotationError("line {line}: expected a name after '#'", line=number)
    if len(name) > LONGEST_NAME:
        raise NotationError(
            "line {line}: a name has at most {most} characters", line=number, most=LONGEST_NAME
        )
    if not name.isprintable():
        raise NotationError(
            "line {line}: the name holds characters that cannot be printed", line=number
        )
    return name


def _check_grid(kingdom: Kingdom, line: int, wide: bool) -> None:
    """Refuse a block of neither grid's size.

    A kingdom of the Mighty Duel may have an outline of 6, but so has one with a row too many: its
    empty rows and columns are written as '.', or the duel is named.
    """
    if not wide and max(kingdom.rows, kingdom.cols) == LARGEST - 1:
        raise NotationError(
            "line {line}: {rows} x {cols} squares fit neither grid: expected at most 5 "
            "x 5, or 7 x 7 (the Mighty Duel) with '.' where nothing lies",
            line=line,
            rows=kingdom.rows,
            cols=kingdom.cols,
        )
