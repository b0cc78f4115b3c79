"""`photo.jpg.kingdom` beside a photo: its reading in the notation, for a person to edit.

    #: photo.jpg, as kscan reads it: correct the squares, then run kscan on it again
    #: photo sha256 9f86d081884c7d65...
    #: kingdoms 2; a heading may name the player, as in '# Anna'
    # kingdom 1
    #: corners 7x7 61.3,798.4 2173.1,876.4 2136.3,2920.8 87.1,2943.7
    #: look at r1c3: read as W0 (delete this line once you have looked)
    W0 F1 ...

A square that the file still asks to look at, and that was not changed, stays in doubt, and with it
the kingdom; all others are taken as they stand there.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kscan import files
from kscan.corrections.decisions import (
    Decisions,
    GridIs,
    PlayerIs,
    SquareIs,
    parse_point,
    player_of,
    refuse_unknown,
)
from kscan.errors import NotationError, UsageError, english, shown, system
from kscan.game.box import BASE, Box
from kscan.game.gamefile import SAVED, read_text
from kscan.game.kingdom import Cell, Kingdom, parse_kingdom
from kscan.game.remark import cells_text
from kscan.remarks import worded

if TYPE_CHECKING:
    from kscan.locale import Words
    from kscan.records import Scan, ScoredKingdom

SUFFIX = ".kingdom"

_PHOTO = r"#: photo sha256 ([0-9a-f]{64})"
_CORNERS = SAVED + r"(\d)x(\d)((?: -?[\d.]+,-?[\d.]+){4})"
_LOOK = r"#: look at r(\d)c(\d): read as (\S+)"
_LOOK_AT_ALL = "#: look at the whole kingdom"
_UNTIL = english("delete this line once you have looked")
_KINGDOM = "# kingdom "
_NUMBERED = r"kingdom \d+"
_COUNT = r"#: kingdoms (\d+)"


class KingdomFile(NamedTuple):
    """All decisions in a `.kingdom` file."""

    fingerprint: str  # of the photo that was looked at
    kingdoms: tuple[Decisions, ...]  # each begins with the grid


def beside(photo: Path) -> Path:
    """Return the `.kingdom` path of a photo.

    Works for `.` and `/`, too.
    """
    return Path(f"{photo}{SUFFIX}")


def recall(photo: Path, box: Box = BASE) -> KingdomFile | None:
    """Read the `.kingdom` file of a photo, if there is one.

    NotationError names the file and the line that cannot be understood.
    """
    file = beside(photo)
    if not os.path.exists(file):  # nor can there be one whose name would be too long
        return None
    try:
        with files.open_regular(file) as opened:
            return parse(read_text(opened), box)
    except OSError as error:
        raise UsageError(
            "{file}: the corrections cannot be read ({reason})",
            file=shown(file),
            reason=system(error),
        ) from None
    except NotationError as error:
        raise NotationError("{file}: {reason}", file=shown(file), reason=error) from None


def parse(text: str, box: Box = BASE) -> KingdomFile:
    """Parse a `.kingdom` file's text.

    NotationError where a part is missing or out of place.
    """
    lines = text.splitlines()
    photo = next((match[1] for line in lines if (match := re.match(_PHOTO, line))), "")
    starts = [number for number, line in enumerate(lines) if _is_heading(line)]
    if not photo or not starts:
        raise NotationError("not written by kscan: delete it and save the reading again")
    _refuse_strays(lines[: starts[0]])
    ends = [*starts[1:], len(lines)]
    kingdoms = tuple(
        _parse_kingdom(lines[a:b], a + 1, box) for a, b in zip(starts, ends, strict=True)
    )
    _refuse_fewer(lines, len(kingdoms))
    _refuse_twice([(player_of(one), line + 1) for one, line in zip(kingdoms, starts, strict=True)])
    return KingdomFile(photo, kingdoms)


def _is_heading(line: str) -> bool:
    return line.startswith("#") and not line.startswith("#:")


def _refuse_strays(lines: list[str]) -> None:
    """Refuse squares and grids above the first heading."""
    for number, line in enumerate(lines, 1):
        if re.match(_CORNERS, line) or (line.strip() and not line.startswith("#")):
            raise NotationError(
                "line {line}: expected a heading such as '# kingdom 1' or '# Anna' above this",
                line=number,
            )


def _refuse_fewer(lines: list[str], found: int) -> None:
    """Refuse a file with another number of kingdoms than saved.

    Files of older versions did not count them.
    """
    for number, line in enumerate(lines, 1):
        match = re.match(_COUNT, line)
        if match and int(match[1]) != found:
            raise NotationError(
                "line {line}: {saved} kingdoms were saved, and here are {found}: each "
                "begins with a line '# kingdom 1' or '# Anna'; put it back, or delete the "
                "file and save again",
                line=number,
                saved=match[1],
                found=found,
            )


def _refuse_twice(names: list[tuple[str, int]]) -> None:
    seen: set[str] = set()
    for name, line in names:
        if name and name.casefold() in seen:
            raise NotationError("line {line}: {name} has a kingdom already", line=line, name=name)
        seen.add(name.casefold())


def _player(heading: str) -> Decisions:
    """Return the player decision of a heading, if it names one."""
    name = heading.lstrip("#").strip()
    return () if not name or re.fullmatch(_NUMBERED, name) else (PlayerIs(name),)


def _placed(lines: list[str], first_line: int) -> re.Match[str]:
    """Return the line that says where the kingdom lies; NotationError without just one."""
    grids = [(at, match) for at, line in enumerate(lines) if (match := re.match(_CORNERS, line))]
    if not grids:
        raise NotationError(
            "line {line}: expected a line '#: corners' below, which says where the "
            "kingdom lies: put it back, or delete the file and save again",
            line=first_line,
        )
    if len(grids) > 1:
        raise NotationError(
            "line {line}: a second line '#: corners' for one kingdom; expected a "
            "heading such as '# kingdom 2' above it",
            line=first_line + grids[1][0],
        )
    return grids[0][1]


def _parse_kingdom(lines: list[str], first_line: int, box: Box) -> Decisions:
    placed = _placed(lines, first_line)
    rows = ["" if line.startswith("#") else line for line in lines]
    if not any(row.strip() for row in rows):
        raise NotationError(
            "line {line}: expected rows of squares such as 'W0 F1 C .' below", line=first_line
        )
    kingdom = parse_kingdom("\n".join(rows), first_line)
    if (kingdom.rows, kingdom.cols) != (int(placed[1]), int(placed[2])):
        raise NotationError(
            "line {line}: {rows}x{cols} squares where the photo's grid has "
            "{wide}x{high}; write '.' for empty ones",
            line=first_line,
            rows=kingdom.rows,
            cols=kingdom.cols,
            wide=placed[1],
            high=placed[2],
        )
    for cell in kingdom.cells():
        try:
            refuse_unknown(kingdom[cell], box)
        except NotationError as error:
            raise NotationError(
                "line {line}, {cell}: {reason}",
                line=first_line,
                cell=cells_text([cell]),
                reason=error,
            ) from None
    asked = _asked(lines, kingdom)
    grid = GridIs(
        tuple(parse_point(word) for word in placed[3].split()),
        kingdom.rows,
        kingdom.cols,
        asked,
        any(line.startswith(_LOOK_AT_ALL) for line in lines),
    )
    settled = (cell for cell in kingdom.cells() if cell not in asked)
    squares = (SquareIs(cell, kingdom[cell], in_window=True) for cell in settled)
    return (grid, *_player(lines[0]), *squares)


def _asked(lines: list[str], kingdom: Kingdom) -> frozenset[Cell]:
    """Return the squares still to be looked at, unless changed."""
    looks = [match.groups() for line in lines if (match := re.match(_LOOK, line))]
    asked = ((Cell(int(row), int(col)), read) for row, col, read in looks)
    return frozenset(cell for cell, read in asked if str(kingdom[cell]) == read)


def save(
    photo: Path, scan: "Scan", say: "Words", *, replace: bool = False, box: Box = BASE
) -> Path:
    """Write a photo's reading for a person to correct.

    Return the file's path. UsageError where no square is read; and unless the file may be replaced,
    whatever it says, where it belongs to another picture.
    """
    if not any(kingdom.reading.kingdom.covered for kingdom in scan.kingdoms):
        raise UsageError("{file}: there is no square to save", file=shown(photo))
    file, digest = beside(photo), files.digest(photo)
    earlier = None if replace else recall(photo, box)
    if earlier is not None and earlier.fingerprint != digest:
        raise UsageError(
            "{file}: belongs to another picture; delete it before saving a new one",
            file=shown(file),
        )
    files.write(file, render(photo.name, scan, digest, say))
    return file


def render(name: str, scan: "Scan", digest: str, say: "Words") -> str:
    """Write a reading as text to be corrected.

    `digest` is the photo's fingerprint; `say` words what is for people.
    """
    printable = "".join(letter if letter.isprintable() else "?" for letter in name)
    title = english(
        "{photo}, as kscan reads it: correct the squares, then run kscan on it again",
        photo=printable,
    )
    named = english("a heading may name the player, as in '# Anna'")
    lines = [f"#: {worded(title, say)}", f"#: photo sha256 {digest}"]
    covered = [kingdom for kingdom in scan.kingdoms if kingdom.reading.kingdom.covered]
    lines.append(f"#: kingdoms {len(covered)}; {worded(named, say)}")
    for number, kingdom in enumerate(covered, 1):
        heading = f"# {kingdom.player}" if kingdom.player else f"{_KINGDOM}{number}"
        lines += ["", heading, *_rendered(kingdom, say)]
    return "\n".join(lines) + "\n"


def _rendered(scored: "ScoredKingdom", say: "Words") -> Iterator[str]:
    kingdom = scored.reading.kingdom
    corners = " ".join(f"{x:.2f},{y:.2f}" for x, y in scored.grid.corners())
    yield f"{SAVED}{kingdom.rows}x{kingdom.cols} {corners}"
    until = f"({worded(_UNTIL, say)})"
    doubts = scored.reading.doubts if scored.status == "check" else ()
    for doubt in doubts:
        yield f"#: look at {cells_text([doubt.cell])}: read as {doubt.read} {until}"
    if scored.status == "check" and (scored.has_doubtful_grid or not doubts):
        yield f"{_LOOK_AT_ALL} {until}"
    yield str(kingdom)
