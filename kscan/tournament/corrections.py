"""Corrections: what a person decided, kept in one table beside the photos.

    photo,kingdom,squares,content
    round-1/table-3/anna.jpg,1,r2c3=F1 r0c0=W0,
    round-1/table-3/boris.jpg,1,W0 F1 F1 / C L0 . / P0 P1 S0,5d41402abc4b
    round-1/table-4/clara.jpg,,ok,

`squares` is single squares, counted from 0 in the block as it is read without corrections; or the
whole block, row by row; or `ok` where the reading is right as it is. `content` names the picture
that was looked at: another picture under that name is not corrected with it.

A `.kingdom` file beside a photo, as `kscan score --save` writes it, counts as well, and is the
reading that this table corrects: where both speak of a square, the table has the last word.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kscan.errors import NotationError, UsageError
from kscan.game.kingdom import Cell, Kingdom, parse_kingdom
from kscan.game.squares import Square, parse_square
from kscan.report.batch_wording import NO_CONTENT
from kscan.tournament.records import Remark, remark
from kscan.tournament.seats import Finder
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

    def get(self, photo: str, kingdom: int) -> Correction | None:
        """What was decided of that kingdom (counted from 0) on that photo."""
        return self.of.get((photo, kingdom))


NONE = Corrections({})


def read_corrections(path: Path, digests: Mapping[str, str]) -> Corrections:
    """The corrections in the file at `path` of photos with these content digests.

    Raises UsageError with the line that cannot be understood.
    """
    find = Finder(tuple(digests))
    of: dict[tuple[str, int], Correction] = {}
    unused: list[Remark] = []
    for line in read_table(path, needed=("photo", "squares")):
        if not line["squares"]:
            continue
        where = f"{path.name} line {line.number}"
        photo = _photo(line, find, digests)
        if photo is None:
            named = repr(line["photo"])
            unused.append(remark(NO_CONTENT, file=path.name, line=line.number, photo=named))
            continue
        try:
            of[photo, _number(line["kingdom"]) - 1] = parse_correction(line["squares"])
        except (NotationError, ValueError) as error:
            raise UsageError(f"{where}: {error}") from None
    return Corrections(of, tuple(unused))


def parse_correction(text: str) -> Correction:
    """What `text` says; raises NotationError where it says nothing."""
    if text.strip().casefold() == "ok":
        return Correction()
    words = text.split()
    if "=" not in text:
        return Correction(kingdom=parse_kingdom("\n".join(text.split("/"))))
    squares: dict[Cell, Square] = {}
    for word in words:
        match = _SQUARE.fullmatch(word)
        if match is None:
            raise NotationError(f"{word[:20]!r} is no correction: expected, say, r2c3=F1")
        squares[Cell(int(match[1]), int(match[2]))] = parse_square(match[3])
    return Correction(squares=squares)


def one_line(kingdom: Kingdom) -> str:
    """A kingdom as a correction writes it."""
    return ROW_END.join(" ".join(map(str, row)) for row in kingdom.squares)


def _photo(line: Line, find: Finder, digests: Mapping[str, str]) -> str | None:
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


def _number(text: str) -> int:
    number = int(text or "1")
    if number < 1:
        raise ValueError("kingdoms are counted from 1")
    return number
