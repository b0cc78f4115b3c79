"""The cheap stage: the evidence of one game, and what a person decided, to its readings."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kscan.corrections import CorrectedKingdom
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.rules import game_findings
from kscan.game.scoring import score, size_of_game
from kscan.reconstruct.records import Fix, Note, Reading
from kscan.tournament.corrections import Correction
from kscan.tournament.encoding import encode_answer
from kscan.tournament.question import Answer, Question
from kscan.vision.records import CASTLE_CLASS, CLASSES, EMPTY_CLASS, Evidence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kscan.game.covering import PlacedDomino

Reconstruct = Callable[..., tuple[Reading, ...]]

# What is left to doubt where a person has spoken: keeps logarithms finite.
_DOUBT = 1e-9


def read_game(question: Question, reconstruct: Reconstruct) -> bytes:
    """The encoded answer: the kingdoms share one box, and lie as persons said where they did.

    What is beside a photo is taken first; the table of corrections has the last word.
    """

    def read(
        evidence: Sequence[Evidence],
        fixes: Sequence[Fix] = (),
        *,
        same_game: bool = True,
        size: int | None = question.size,
    ) -> tuple[Reading, ...]:
        return reconstruct(
            evidence,
            variants=question.variants,
            size=size,
            same_game=same_game,
            fixes=fixes,
        )

    beside = tuple(
        fix for number, one in enumerate(question.settled) if one for fix in one.fixes(number)
    )
    seen = read(question.evidence, beside)
    readings, outside = _corrected(question, seen, beside, read)
    kingdoms = [reading.kingdom for reading in readings]
    size = question.size or size_of_game(kingdoms, question.variants)
    found = game_findings(kingdoms, size) if len(kingdoms) > 1 else ()
    by_person = tuple(
        _is_used(correction, beyond)
        or (one is not None and _says_more(one, *read((evidence,), same_game=False)))
        for evidence, one, correction, beyond in zip(
            question.evidence, question.settled, question.corrections, outside, strict=True
        )
    )
    return encode_answer(Answer(readings, found, outside, by_person, size))


def _says_more(beside: CorrectedKingdom, alone: Reading) -> bool:
    """Whether a file beside a photo says other than is read of it alone, or settles its doubts.

    One that was saved and not edited yet does neither: it says what was read of the photo alone.
    """
    if alone.status == "check" and not beside.is_open():
        return True
    top, left = alone.top_left
    return any(
        alone.kingdom[Cell(fix.cell.row - top, fix.cell.col - left)] != fix.square
        for fix in beside.fixes(0)
    )


def _is_used(correction: Correction | None, beyond: Sequence[Cell]) -> bool:
    """Whether a correction names the kingdom, or a square that is there."""
    return correction is not None and (
        not correction.squares or len(correction.squares) > len(beyond)
    )


def _corrected(
    question: Question,
    seen: tuple[Reading, ...],
    beside: Sequence[Fix],
    read: Callable[..., tuple[Reading, ...]],
) -> tuple[tuple[Reading, ...], tuple[tuple[Cell, ...], ...]]:
    """The readings by the table of corrections, and the squares in it that are not there."""
    if not any(question.corrections):
        return seen, ((),) * len(seen)
    whole = {
        index: _whole(reading, question.evidence[index], correction)
        for index, (reading, correction) in enumerate(zip(seen, question.corrections, strict=True))
        if correction is not None and not correction.squares
    }
    evidence = tuple(
        _certain(whole[index], one) if index in whole else one
        for index, one in enumerate(question.evidence)
    )
    single, outside = _single_squares(question, seen)
    fixes = [*(fix for fix in beside if fix.kingdom not in whole), *single]
    again = read(evidence, fixes)
    final = [whole.get(index, reading).kingdom for index, reading in enumerate(again)]
    size = question.size or size_of_game(final, question.variants)
    if size != (question.size or size_of_game([one.kingdom for one in again], question.variants)):
        again = read(evidence, fixes, size=size)  # a kingdom was stated wider than its window
    return tuple(
        replace(
            whole[index],
            dominoes=_if_same(reading, whole[index]),
            total=(total := score(whole[index].kingdom, question.variants, size).total),
            totals=((total, 1.0),),
        )
        if index in whole
        else reading
        for index, reading in enumerate(again)
    ), tuple(map(tuple, outside))


def _single_squares(
    question: Question, seen: Sequence[Reading]
) -> tuple[list[Fix], list[list[Cell]]]:
    """The corrections of single squares, by their place in the window; those beyond it apart."""
    inside: list[Fix] = []
    outside: list[list[Cell]] = [[] for _ in seen]
    for index, correction in enumerate(question.corrections):
        window, (top, left) = question.evidence[index], seen[index].top_left
        for cell, square in (correction.squares or {} if correction else {}).items():
            at = Cell(cell.row + top, cell.col + left)
            if at.row < window.rows and at.col < window.cols:
                inside.append(Fix(index, at, square, in_window=True))
            else:
                outside[index].append(cell)
    return inside, outside


def _whole(reading: Reading, evidence: Evidence, correction: Correction) -> Reading:
    """The reading of a kingdom that a person stated from edge to edge, but for its total."""
    kingdom = correction.kingdom or reading.kingdom
    same = (kingdom.rows, kingdom.cols) == (reading.kingdom.rows, reading.kingdom.cols)
    castles = kingdom.castles
    whole = len(castles) == 1
    return replace(
        reading,
        kingdom=kingdom,
        top_left=reading.top_left if same else _best_place(kingdom, evidence),
        confidence=((1.0,) * kingdom.cols,) * kingdom.rows,
        doubts=(),
        total_confidence=1.0,
        notes=() if whole else (Note("castles", castles, detail=str(len(castles))),),
        status="ok" if whole else "check",
    )


def _best_place(kingdom: Kingdom, evidence: Evidence) -> Cell:
    """Where in the window the photo supports this block most."""
    logs = np.log(np.maximum(evidence.probabilities, _DOUBT))
    labels = _labels(kingdom)
    rows, cols = np.indices(labels.shape)
    places = [
        Cell(row, col)
        for row in range(max(1, evidence.rows - kingdom.rows + 1))
        for col in range(max(1, evidence.cols - kingdom.cols + 1))
        if row + kingdom.rows <= evidence.rows and col + kingdom.cols <= evidence.cols
    ]
    if not places:
        return Cell(0, 0)
    return max(places, key=lambda at: float(logs[rows + at.row, cols + at.col, labels].sum()))


def _certain(reading: Reading, evidence: Evidence) -> Evidence:
    """Evidence that shows this kingdom beyond doubt."""
    kingdom, (row, col) = reading.kingdom, reading.top_left
    if row + kingdom.rows > evidence.rows or col + kingdom.cols > evidence.cols:
        return evidence
    labels = np.full((evidence.rows, evidence.cols), EMPTY_CLASS)
    labels[row : row + kingdom.rows, col : col + kingdom.cols] = _labels(kingdom)
    probabilities = np.full((*labels.shape, len(CLASSES)), _DOUBT)
    np.put_along_axis(probabilities, labels[..., None], 1.0, axis=2)
    return replace(
        evidence,
        probabilities=probabilities / probabilities.sum(2, keepdims=True),
    )


def _labels(kingdom: Kingdom) -> "NDArray[np.int64]":
    return np.array(
        [
            [CASTLE_CLASS if one.castle else CLASSES.index(str(one)) for one in row]
            for row in kingdom.squares
        ]
    )


def _if_same(reading: Reading, stated: Reading) -> "tuple[PlacedDomino, ...]":
    return reading.dominoes if reading.kingdom.squares == stated.kingdom.squares else ()
