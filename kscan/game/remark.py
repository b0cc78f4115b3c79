"""A remark: one thing to say of a photo, a kingdom or a game, before anyone words it."""

from collections.abc import Sequence
from dataclasses import dataclass

from kscan.game.box import Domino
from kscan.game.kingdom import Cell
from kscan.game.squares import Square


@dataclass(frozen=True, slots=True)
class Remark:
    """A stable code, arguments for its sentence, and the need for a look."""

    code: str
    look: bool = False
    cells: tuple[Cell, ...] = ()
    squares: tuple[Square, ...] = ()
    dominoes: tuple[Domino, ...] = ()
    count: int = 0  # how many there are
    limit: int = 0  # how many there may be
    kingdoms: tuple[int, ...] = ()  # in a game: whose kingdoms, from 0
    places: tuple[tuple[Cell, ...], ...] = ()  # in a game: where, in each of these kingdoms
    words: tuple[tuple[str, str], ...] = ()  # names and numbers, by their place in the sentence


def cells_text(cells: Sequence[Cell]) -> str:
    """Write squares as the drawing counts them: `r0c1, r2c3`."""
    return ", ".join(f"r{cell.row}c{cell.col}" for cell in cells)


def lines_text(lines: Sequence[Sequence[Cell]]) -> str:
    """Write lines of squares: `r0c0-r0c1-r0c2, r1c1-r2c2-r3c3`."""
    return ", ".join("-".join(cells_text((cell,)) for cell in line) for line in lines)


def backs_text(dominoes: Sequence[Domino]) -> str:
    """Write dominoes by back and halves: `12 (S0 S0), 46`."""
    by_halves: dict[str, list[str]] = {}
    for domino in sorted(dominoes, key=lambda one: (one.number is None, one.number, one.back)):
        backs = by_halves.setdefault(domino.face, [])
        if domino.back not in backs:
            backs.append(domino.back)
    return ", ".join(f"{', '.join(backs)} ({halves})" for halves, backs in by_halves.items())
