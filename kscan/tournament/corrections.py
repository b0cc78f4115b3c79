"""Corrections: what a person decided, kept in one table beside the photos.

    photo,kingdom,squares,content
    round-1/table-3/anna.jpg,1,r2c3=F1 r0c0=W0,
    round-1/table-3/boris.jpg,1,W0 F1 F1 / C L0 . / P0 P1 S0,5d41402abc4b
    round-1/table-4/clara.jpg,,ok,

`squares` is single squares, counted from 0 in the block as it is read without corrections; or the
whole block, row by row; or `ok` where the reading is right as it is. Several lines may name single
squares of one kingdom. `content` names the picture that was looked at: another picture under that
name is not corrected with it.

A `.kingdom` file beside a photo, as `kscan score --save` writes it, counts as well, and is the
reading that this table corrects: where both speak of a square, the table has the last word.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kscan.corrections import existing_square, refuse_unknown
from kscan.errors import NotationError, UsageError
from kscan.game.kingdom import Cell, Kingdom, parse_kingdom
from kscan.game.squares import Square
from kscan.report.batch_wording import NO_CONTENT, NO_KINGDOM
from kscan.tournament.records import Remark, remark
from kscan.tournament.seats import Finder, not_found
from kscan.tournament.tables import Line, read_table

_SQUARE = re.compile(r"r(\d)c(\d)=(\S+)", re.IGNORECASE)
ROW_END = " / "


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person says of one kingdom: all of it, single squares, or that it is right."""

    kingdom: Kingdom | None = None
    squares: Mapping[Cell, Square] | None = None


@dataclass(frozen=True, slots=True)
class Corrections:
    """All corrections, by photo and number of the kingdom on it, and those that fit no photo."""

    of: Mapping[tuple[str, int], Correction]
    unused: tuple[Remark, ...] = ()
    lines: Mapping[tuple[str, int], int] = field(default_factory=dict)  # the last on each kingdom
    file: str = ""

    def get(self, photo: str, kingdom: int) -> Correction | None:
        """What was decided of that kingdom (counted from 0) on that photo."""
        return self.of.get((photo, kingdom))

    def beyond(self, kingdoms: Container[tuple[str, int]]) -> Iterator[Remark]:
        """What to say of the corrections of others than these `kingdoms`."""
        for (photo, number), line in self.lines.items():
            if (photo, number) not in kingdoms:
                yield remark(
                    NO_KINGDOM, file=self.file, line=line, photo=repr(photo), number=number + 1
                )


NONE = Corrections({})


def read_corrections(
    path: Path, digests: Mapping[str, str], copies: Mapping[str, str] | None = None
) -> Corrections:
    """The corrections in the file at `path` of photos with these content digests.

    Those of `copies` are corrections of the photos that count for them. Raises UsageError with
    the line that cannot be understood, or that contradicts another.
    """
    find = Finder(tuple(digests))
    of: dict[tuple[str, int], Correction] = {}
    lines: dict[tuple[str, int], int] = {}
    unused: list[Remark] = []
    for line in read_table(path, needed=("photo", "squares")):
        if not line["squares"]:
            continue
        photo = photo_meant(line, find, digests)
        if photo is None:
            unused.append(not_found(line, path, find, NO_CONTENT))
            continue
        try:
            kingdom = (copies or {}).get(photo, photo), kingdom_number(line["kingdom"]) - 1
            said = parse_correction(line["squares"])
            of[kingdom] = _both(of[kingdom], said, lines[kingdom]) if kingdom in of else said
        except NotationError as error:
            raise UsageError(f"{path.name} line {line.number}: {error}") from None
        lines[kingdom] = line.number
    return Corrections(of, tuple(unused), lines, path.name)


def _both(first: Correction, second: Correction, line: int) -> Correction:
    """What two lines say of one kingdom; raises NotationError where they contradict each other."""
    if first == second:
        return first
    if not first.squares or not second.squares:
        raise NotationError(
            f"line {line} is about the same kingdom; keep one of them, or single squares in both"
        )
    for cell, square in second.squares.items():
        if first.squares.get(cell, square) != square:
            raise NotationError(
                f"r{cell.row}c{cell.col}={square} contradicts line {line}, which says "
                f"{first.squares[cell]}; keep one of them"
            )
    return Correction(squares={**first.squares, **second.squares})


def parse_correction(text: str) -> Correction:
    """What `text` says; raises NotationError where it says nothing."""
    if text.strip().casefold() == "ok":
        return Correction()
    words = text.split()
    if "=" not in text:
        kingdom = parse_kingdom("\n".join(text.split("/")))
        for cell in kingdom.cells():
            refuse_unknown(kingdom[cell])
        return Correction(kingdom=kingdom)
    squares: dict[Cell, Square] = {}
    for word in words:
        match = _SQUARE.fullmatch(word)
        if match is None:
            raise NotationError(f"{word[:20]!r} is no correction: expected, say, r2c3=F1")
        cell, square = Cell(int(match[1]), int(match[2])), existing_square(match[3])
        if squares.setdefault(cell, square) != square:
            raise NotationError(f"two squares on r{cell.row}c{cell.col}; keep one of them")
    return Correction(squares=squares)


def one_line(kingdom: Kingdom) -> str:
    """A kingdom as a correction writes it."""
    return ROW_END.join(" ".join(map(str, row)) for row in kingdom.squares)


def photo_meant(line: Line, find: Finder, digests: Mapping[str, str]) -> str | None:
    """The photo that a line of corrections is about; None where there is none, or more than one."""
    content = line["content"].casefold()
    photo = find(line["photo"])
    if photo is not None and digests[photo].startswith(content):
        return photo
    return _by_content(content, digests)


def _by_content(content: str, digests: Mapping[str, str]) -> str | None:
    """A photo that was renamed since."""
    if len(content) < 8:
        return None
    names: Sequence[str] = [name for name, each in digests.items() if each.startswith(content)]
    return names[0] if names else None


def kingdom_number(text: str) -> int:
    """The number of a kingdom on its photo, from 1; the first where nothing is said."""
    if text and not (text.isdecimal() and int(text)):
        raise NotationError(f"{text[:20]!r} is no kingdom: those of a photo are counted 1, 2, 3")
    return int(text or "1")
