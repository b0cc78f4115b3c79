"""A person's decisions, mapped to windows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kscan.corrections.decisions import Decisions, KingdomIs, SquareIs, of_kind, whole_decision
from kscan.errors import UsageError
from kscan.evidence import LABELS, OTHER_LABEL, Evidence
from kscan.game.kingdom import LARGEST, Cell, Kingdom
from kscan.game.remark import Remark
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.game.squares import CASTLE, EMPTY, Square
from kscan.infer.records import Reading
from kscan.remarks import remark

Settled = dict[Cell, Square]  # by their place in the window

# Keeps logarithms finite.
_LEAST = 1e-9


def in_window(decisions: Decisions) -> Settled:
    """Return the squares decided by their place in the window."""
    return {said.cell: said.square for said in of_kind(decisions, SquareIs) if said.in_window}


def on_block(
    decisions: Decisions, evidence: Evidence, reading: Reading
) -> tuple[Settled, tuple[Cell, ...]]:
    """Place squares decided in the shown block.

    Return also those beyond the window.
    """
    settled: Settled = {}
    outside = []
    for said in of_kind(decisions, SquareIs):
        if said.in_window:
            continue
        at = Cell(said.cell.row + reading.top_left.row, said.cell.col + reading.top_left.col)
        if at.row < evidence.rows and at.col < evidence.cols:
            settled[at] = said.square
        else:
            outside.append(said.cell)
    return settled, tuple(outside)


def stated(decisions: Decisions, evidence: Evidence, reading: Reading) -> Reading | None:
    """Return a kingdom stated as a whole, but for its total."""
    said = whole_decision(decisions)
    if said is None:
        return None
    kingdom = said.kingdom if isinstance(said, KingdomIs) else reading.kingdom
    same = (kingdom.rows, kingdom.cols) == (reading.kingdom.rows, reading.kingdom.cols)
    return replace(
        reading,
        kingdom=kingdom,
        top_left=reading.top_left if same else _best_place(kingdom, evidence),
        confidence=((1.0,) * kingdom.cols,) * kingdom.rows,
        doubts=(),
        total_confidence=1.0,
        remarks=() if kingdom == reading.kingdom else tuple(_castles(kingdom)),
        foreign=(),
    )


def _castles(kingdom: Kingdom) -> list[Remark]:
    if len(kingdom.castles) == 1:
        return []
    return [remark("castles", cells=kingdom.castles, count=len(kingdom.castles))]


def with_total(reading: Reading, rules: Rules) -> Reading:
    """Return a stated reading with its total scored."""
    total = score(reading.kingdom, rules).total
    return replace(reading, total=total, totals=((total, 1.0),))


def all_over(reading: Reading, evidence: Evidence) -> Settled | None:
    """Spread a stated reading over the window, if it fits.

    The castle's colour is left out: two of one colour in a game are said, not argued away.
    """
    kingdom, (top, left) = reading.kingdom, reading.top_left
    if top + kingdom.rows > evidence.rows or left + kingdom.cols > evidence.cols:
        return None
    window = (Cell(row, col) for row in range(evidence.rows) for col in range(evidence.cols))
    squares = ((at, kingdom[at.row - top, at.col - left]) for at in window)
    return {at: CASTLE if square.castle else square for at, square in squares}


def checked(settled: Sequence[Mapping[Cell, Square]]) -> None:
    """Raise UsageError if settled squares exceed the largest grid."""
    for cells in settled:
        laid = [cell for cell, square in cells.items() if square != EMPTY]
        if any(max(line) - min(line) >= LARGEST for line in zip(*laid, strict=True)):
            raise UsageError("the corrections reach beyond {most} x {most} squares", most=LARGEST)


def _best_place(kingdom: Kingdom, evidence: Evidence) -> Cell:
    """Find the block's best supported place in the window."""
    logs = np.log(np.maximum(evidence.probabilities, _LEAST))
    labels = _labels(kingdom)
    rows, cols = np.indices(labels.shape)
    places = [
        Cell(row, col)
        for row in range(evidence.rows - kingdom.rows + 1)
        for col in range(evidence.cols - kingdom.cols + 1)
    ]
    if not places:
        return Cell(0, 0)
    return max(places, key=lambda at: float(logs[rows + at.row, cols + at.col, labels].sum()))


def _labels(kingdom: Kingdom) -> NDArray[np.int64]:
    """Return the squares' labels (rows x cols), along LABELS."""
    named = {name: label for label, name in enumerate(LABELS)}
    return np.array(
        [
            [named.get("C" if one.castle else str(one.printed), OTHER_LABEL) for one in row]
            for row in kingdom.squares
        ]
    )
