"""What a person settles about a photo: `--fix` on the command line, `photo.jpg.kingdom` beside it.

The file is the reading in the notation, to be edited:

    #: photo.jpg, as kscan reads it: correct the squares, then run kscan on it again
    #: photo sha256 9f86d081884c7d65...
    # kingdom 1
    #: corners 7x7 61.3,798.4 2173.1,876.4 2136.3,2920.8 87.1,2943.7
    #: look at r1c3: read as W0 (delete this line once you have looked)
    W0 F1 ...

A square that the file still asks to look at, and that was not changed, stays in doubt, and with it
the kingdom; all others are taken as they stand there.
"""

import math
import os
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kscan import files
from kscan.errors import NotationError, UsageError, shown
from kscan.game.gamefile import read_text
from kscan.game.kingdom import Cell, Kingdom, parse_kingdom
from kscan.game.squares import Square, parse_square
from kscan.reconstruct.records import Fix

if TYPE_CHECKING:
    from kscan.scan import Scan, ScannedKingdom

SUFFIX = ".kingdom"
Corners = tuple[tuple[float, float], ...]

# Compiled when first used, which most runs do not.
_FIX = r"(?i)(?:k(?P<kingdom>[1-9]\d?))?r(?P<row>\d)c(?P<col>\d)=(?P<square>\S+)"
_PHOTO = r"#: photo sha256 ([0-9a-f]{64})"
_CORNERS = r"#: corners (\d)x(\d)((?: -?[\d.]+,-?[\d.]+){4})"
_LOOK = r"#: look at r(\d)c(\d): read as (\S+)"
_LOOK_AT_ALL = "#: look at the whole kingdom"
_UNTIL = "(delete this line once you have looked)"
_KINGDOM = "# kingdom "
_FARTHEST = 1e6  # pixels: no photo is a tenth as wide, and homographies hold to there


@dataclass(frozen=True, slots=True)
class CorrectedKingdom:
    """One kingdom of the file: its squares, where it lies, what is still to be looked at."""

    kingdom: Kingdom
    corners: Corners
    unsettled: frozenset[Cell] = frozenset()  # the file still asks to look at them
    unlooked: bool = False  # the file still asks for a look at the whole

    def is_open(self, settled: Collection[Cell] = ()) -> bool:
        """Whether a person has not looked at all that the file asks for; beyond it at `settled`."""
        return self.unlooked or not self.unsettled.issubset(settled)

    def fixes(self, number: int) -> tuple[Fix, ...]:
        """The squares that are settled, for kingdom `number` (from 0)."""
        return tuple(
            Fix(number, cell, self.kingdom[cell], in_window=True)
            for cell in self.kingdom.cells()
            if cell not in self.unsettled
        )


@dataclass(frozen=True, slots=True)
class Corrections:
    """All that a person settled about one photo."""

    fingerprint: str  # of the photo that was looked at
    kingdoms: tuple[CorrectedKingdom, ...]


def parse_fix(text: str) -> Fix:
    """The correction that `r2c3=F1` states; `k2r2c3=F1` is one of the second kingdom."""
    match = re.fullmatch(_FIX, text.strip())
    if match is None:
        raise UsageError(
            f"{text[:20]!r} is no correction: expected, say, r2c3=F1 (rows and columns count from "
            "0), or k2r2c3=F1 for the second kingdom"
        )
    cell = Cell(int(match["row"]), int(match["col"]))
    return Fix(int(match["kingdom"] or 1) - 1, cell, existing_square(match["square"]))


def existing_square(text: str) -> Square:
    """The square that `text` names; NotationError where no domino of the box has it."""
    square = parse_square(text)
    refuse_unknown(square)
    return square


def refuse_unknown(square: Square) -> None:
    """Raise NotationError where no domino of the box has the square."""
    if not square.exists and not square.is_empty:
        raise NotationError(f"'{square}': no domino of the box has such a square")


def beside(photo: Path) -> Path:
    """The file of corrections that belongs to a photo; one for `.` and `/`, too."""
    return Path(f"{photo}{SUFFIX}")


def recall(photo: Path) -> Corrections | None:
    """What the file beside the photo says; None where there is none.

    NotationError names the file and the line that cannot be understood.
    """
    file = beside(photo)
    if not os.path.exists(file):  # nor can there be one whose name would be too long
        return None
    try:
        with file.open("rb") as opened:
            return parse(read_text(opened))
    except OSError as error:
        problem = f"the corrections cannot be read ({error.strerror})"
        raise UsageError(f"{shown(file)}: {problem}") from None
    except NotationError as error:
        raise NotationError(f"{shown(file)}: {error}") from None


def parse(text: str) -> Corrections:
    """The corrections that `text` states."""
    lines = text.splitlines()
    photo = next((match[1] for line in lines if (match := re.match(_PHOTO, line))), "")
    starts = [number for number, line in enumerate(lines) if line.startswith(_KINGDOM)]
    if not photo or not starts:
        raise NotationError("not a file that `kscan score --save` wrote: delete it, and save again")
    ends = [*starts[1:], len(lines)]
    return Corrections(
        photo,
        tuple(_parse_kingdom(lines[a:b], a + 1) for a, b in zip(starts, ends, strict=True)),
    )


def _parse_kingdom(lines: list[str], first_line: int) -> CorrectedKingdom:
    rows = "\n".join("" if line.startswith("#") else line for line in lines)
    kingdom = parse_kingdom(rows, first_line)
    placed = next((match for line in lines if (match := re.match(_CORNERS, line))), None)
    if placed is None:
        raise NotationError(f"line {first_line}: no line '#: corners' says where the kingdom lies")
    if (kingdom.rows, kingdom.cols) != (int(placed[1]), int(placed[2])):
        raise NotationError(
            f"line {first_line}: {kingdom.rows}x{kingdom.cols} squares where the photo's grid has "
            f"{placed[1]}x{placed[2]}; write '.' for empty ones"
        )
    for cell in kingdom.cells():
        try:
            refuse_unknown(kingdom[cell])
        except NotationError as error:
            where = f"line {first_line}, r{cell.row}c{cell.col}"
            raise NotationError(f"{where}: {error}") from None
    looks = [match for line in lines if (match := re.match(_LOOK, line))]
    return CorrectedKingdom(
        kingdom,
        tuple(point(word) for word in placed[3].split()),
        frozenset(
            cell
            for row, col, read in (look.groups() for look in looks)
            if str(kingdom[cell := Cell(int(row), int(col))]) == read
        ),
        any(line.startswith(_LOOK_AT_ALL) for line in lines),
    )


def point(text: str) -> tuple[float, float]:
    """The place on a photo or near it that `x,y` names; NotationError where it names none."""
    x, _, y = text.partition(",")
    try:
        across, down = float(x), float(y)
    except ValueError:
        across = down = math.nan
    if not (abs(across) <= _FARTHEST and abs(down) <= _FARTHEST):
        raise NotationError(f"{text!r} is no point of a photo")
    return across, down


def save(photo: Path, scan: "Scan", *, replace: bool = False) -> Path:
    """Write the reading beside its photo, for a person to correct; gives the file's path.

    UsageError where no square is read; and unless the file may be replaced, whatever it says,
    where it belongs to another picture.
    """
    if not any(kingdom.reading.kingdom.covered for kingdom in scan.kingdoms):
        raise UsageError(f"{shown(photo)}: there is no square to save")
    file, digest = beside(photo), files.digest(photo)
    earlier = None if replace else recall(photo)
    if earlier is not None and earlier.fingerprint != digest:
        raise UsageError(
            f"{shown(file)}: belongs to another picture; delete it before saving a new one"
        )
    files.write(file, render(photo.name, scan, digest))
    return file


def render(name: str, scan: "Scan", digest: str) -> str:
    """The reading of a photo with this fingerprint as text to be corrected."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in name)
    lines = [
        f"#: {printable}, as kscan reads it: correct the squares, then run kscan on it again",
        f"#: photo sha256 {digest}",
    ]
    covered = [kingdom for kingdom in scan.kingdoms if kingdom.reading.kingdom.covered]
    for number, kingdom in enumerate(covered, 1):
        lines += ["", f"{_KINGDOM}{number}", *_rendered(kingdom)]
    return "\n".join(lines) + "\n"


def _rendered(scanned: "ScannedKingdom") -> Iterator[str]:
    kingdom = scanned.reading.kingdom
    corners = " ".join(f"{x:.2f},{y:.2f}" for x, y in scanned.lattice.corners())
    yield f"#: corners {kingdom.rows}x{kingdom.cols} {corners}"
    doubts = scanned.reading.doubts if scanned.status == "check" else ()
    for doubt in doubts:
        row, col = doubt.cell
        yield f"#: look at r{row}c{col}: read as {doubt.read} {_UNTIL}"
    if scanned.status == "check" and (scanned.has_doubtful_grid or not doubts):
        yield f"{_LOOK_AT_ALL} {_UNTIL}"
    yield str(kingdom)
