"""Findings and notes as sentences in the reader's language."""

from collections.abc import Callable, Sequence

from kscan.game.box import DOMINOES
from kscan.game.kingdom import Cell
from kscan.game.ranking import Decider
from kscan.game.rules import Finding
from kscan.game.scoring import Note
from kscan.game.squares import CastleColor
from kscan.locale import Words
from kscan.report.wording import COLORS, DECIDERS, FAULTS, NOTES


def finding_sentence(finding: Finding, words: Words, names: Sequence[str] = ()) -> str:
    """What is against the rules, and where; `names` are those of the game's kingdoms."""
    square = finding.squares[0] if finding.squares else None
    return words(
        FAULTS[finding.code],
        cells=cells_text(finding.cells),
        square=square,
        color=color_word(square.color if square else None, words),
        dominoes=dominoes_text(finding.numbers),
        players=", ".join(names[place] for place in finding.kingdoms),
        count=finding.count,
        limit=finding.limit,
    )


def note_sentence(note: Note, words: Words) -> str:
    """What was a matter of judgement, and how it was judged."""
    return words(NOTES[note])


def color_word(color: CastleColor | None, words: Words) -> str:
    """The castle's colour; empty where it is not known."""
    return words(COLORS[color]) if color else ""


def decider_word(decider: Decider | None, words: Callable[[str], str] = str) -> str:
    """What settled a place, in a word or two (English ones if not said); empty for the total."""
    return words(DECIDERS[decider]) if decider else ""


def cells_text(cells: Sequence[Cell]) -> str:
    """The fields as the drawing counts them: `r0c1, r2c3`."""
    return ", ".join(f"r{cell.row}c{cell.col}" for cell in cells)


def dominoes_text(numbers: Sequence[int]) -> str:
    """The dominoes by number, with their halves: `12 (S0 S0), 46, 47 (S0 M2)`."""
    by_halves: dict[str, list[int]] = {}
    for domino in (DOMINOES[number - 1] for number in sorted(numbers)):
        by_halves.setdefault(f"{domino.first} {domino.second}", []).append(domino.number)
    return ", ".join(
        f"{', '.join(map(str, same))} ({halves})" for halves, same in by_halves.items()
    )
