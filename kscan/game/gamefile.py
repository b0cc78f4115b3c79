"""A game as text: one kingdom, or several with a line `# name` before each."""

from dataclasses import dataclass
from typing import IO

from kscan.errors import NotationError
from kscan.game.kingdom import LARGEST, Kingdom, parse_kingdom

MOST_KINGDOMS = 4
# Four kingdoms of 7 x 7 with long names are 2 kB; nobody writes more than this by hand.
MOST_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class NamedKingdom:
    """A kingdom and whose it is."""

    name: str
    kingdom: Kingdom


def read_text(file: IO[bytes]) -> str:
    """What the file says, read no further than a game's text can be; NotationError if it is none.

    A byte order mark is left out.
    """
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise NotationError(f"more than {MOST_BYTES // 1024} kB: this is no kingdom's text")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise NotationError(f"line {line}: not UTF-8 text; save the file as UTF-8") from None


def parse_game(text: str, name: str, *, duel: bool = False) -> tuple[NamedKingdom, ...]:
    """The kingdoms of one game; `name` is that of a single kingdom without a line of its own.

    Of several lines with `#` in a row the last names the kingdom, and `#:` starts a comment.
    Raises NotationError with the line where something else was expected.
    """
    blocks = _blocks(text, name)
    if len(blocks) > MOST_KINGDOMS:
        line = blocks[MOST_KINGDOMS].line
        raise NotationError(f"line {line}: a fifth kingdom, and a game has one to four")
    return tuple(NamedKingdom(block.name, block.kingdom(duel)) for block in blocks)


@dataclass(slots=True)
class _Block:
    """The lines of one kingdom, from its heading in `line` on."""

    name: str
    line: int
    rows: list[str]

    @property
    def is_bare(self) -> bool:
        return not any(row.strip() for row in self.rows)

    def kingdom(self, duel: bool) -> Kingdom:
        if self.is_bare:
            raise NotationError(
                f"line {self.line}: no kingdom here: expected rows of squares such as 'W0 F1 C .'"
            )
        kingdom = parse_kingdom("\n".join(self.rows), self.line)
        if not kingdom.covered:
            raise NotationError(f"line {self.line}: every square is '.': there is no kingdom")
        _check_grid(kingdom, self.line, duel)
        return kingdom


def _blocks(text: str, name: str) -> list[_Block]:
    blocks = [_Block(name, 1, [])]
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#:"):
            blocks[-1].rows.append("")
        elif line.startswith("#"):
            if blocks[-1].is_bare:
                blocks.pop()
            # The heading stands for an empty first row, so that rows keep their line numbers.
            blocks.append(_Block(_name(line, number, blocks), number, [""]))
        else:
            blocks[-1].rows.append(line)
    return blocks


def _name(line: str, number: int, before: list[_Block]) -> str:
    name = line.lstrip("#").strip()
    if not name:
        raise NotationError(f"line {number}: expected a name after '#'")
    if not name.isprintable():
        raise NotationError(f"line {number}: the name holds characters that cannot be printed")
    if any(name == block.name for block in before):
        raise NotationError(f"line {number}: {name} has a kingdom already")
    return name


def _check_grid(kingdom: Kingdom, line: int, duel: bool) -> None:
    """Refuse a block that shows neither of the two grids.

    A kingdom of the Mighty Duel may have an outline of 6, but so has one with a row too many: its
    empty rows and columns are written as '.', or the duel is named.
    """
    if not duel and max(kingdom.rows, kingdom.cols) == LARGEST - 1:
        raise NotationError(
            f"line {line}: {kingdom.rows} x {kingdom.cols} squares fit neither grid: expected at "
            "most 5 x 5, or 7 x 7 (the Mighty Duel) with '.' where nothing lies"
        )
