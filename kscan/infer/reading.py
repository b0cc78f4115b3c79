"""Inference: evidence and decisions in, readings with remarks out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kscan.corrections.decisions import (
    Decisions,
    SquareIs,
    no_such_kingdom,
    of_kind,
    whole_decision,
)
from kscan.evidence import Evidence
from kscan.game.box import Box
from kscan.game.boxes import BOXES
from kscan.game.kingdom import Cell
from kscan.game.remark import Remark
from kscan.game.rules import PLAIN, Rules
from kscan.game.squares import Square
from kscan.infer.belief import Belief, believe
from kscan.infer.decided import all_over, checked, in_window, on_block, stated, with_total
from kscan.infer.doubts import doubts, remarks
from kscan.infer.labels import label_set
from kscan.infer.posterior import totals_by_grid
from kscan.infer.records import Reading
from kscan.infer.solution import Solved, gather
from kscan.infer.solve import Solution, may_share, misfit, most_nats, solve, strangers
from kscan.remarks import remark

# The least probability of a total that nobody is asked about. Of 315 composed kingdoms three had
# 0.95 to 0.97, and one of these was wrong: a few more to look at cost less than one wrong total.
SURE = 0.97
# The same in a game: each kingdom is weighed as if the others were read right.
SURE_TOGETHER = 0.98
# A reading with less is of noise, not of a kingdom: 90 composed kingdoms have 0.3 each, noise 0.05.
BARELY_READ = 0.1

Infer = Callable[[Sequence[Mapping[Cell, Square]], int | None], tuple[Reading, ...]]


def infer_kingdoms(
    evidence: Sequence[Evidence],
    decisions: Mapping[int, Decisions] | None = None,
    rules: Rules = PLAIN,
    *,
    same_game: bool = True,
) -> tuple[Reading, ...]:
    """Find the most probable legal kingdom for each window.

    With `same_game` they share one box and differ in colour. `decisions` are by the kingdom's
    index. Those on squares of the window count at once; those on squares of the block need a first
    inference, which says where the block lies. A kingdom stated as a whole has the last word.
    """
    said = [(decisions or {}).get(index, ()) for index in range(len(evidence))]
    for index in decisions or {}:
        if not 0 <= index < len(evidence):
            raise no_such_kingdom(index, len(evidence))
    infer = _inference(evidence, rules, same_game)
    first = infer([in_window(one) for one in said], rules.side)
    if not any(_about_the_block(one) for one in said):
        return first
    return _with_blocks_decided(evidence, said, first, infer, rules)


def another_box(
    evidence: Sequence[Evidence],
    decisions: Mapping[int, Decisions],
    rules: Rules,
    readings: Sequence[Reading],
    *,
    same_game: bool,
) -> Box | None:
    """Find another box that explains more than these readings do, if any.

    It has a square among them that the played box lacks. Boxes with squares that the weights never
    saw are left out.
    """
    before = _faults(readings)
    if not before or any(said.code == "unproven" for one in readings for said in one.remarks):
        return None
    for box in BOXES.values():
        if rules.box.kinds == box.kinds or label_set(box).unread:
            continue
        played = replace(rules, box=box)
        again = infer_kingdoms(evidence, decisions, played, same_game=same_game)
        kingdoms = [reading.kingdom for reading in again]
        lying = (kingdom[cell].printed for kingdom in kingdoms for cell in kingdom.covered)
        fits = not any(one.foreign for one in again) and _faults(again) < before
        if fits and not all(map(rules.box.has, lying)):
            return box
    return None


def _faults(readings: Sequence[Reading]) -> int:
    """Count what fails with the box: squares without a domino, squares far from the pixels."""
    misfit = any(said.code == "misfit" for one in readings for said in one.remarks)
    return misfit + any(one.foreign for one in readings)


def _about_the_block(decisions: Decisions) -> bool:
    """Return True if a decision is about the shown block."""
    squares = of_kind(decisions, SquareIs)
    return whole_decision(decisions) is not None or not all(said.in_window for said in squares)


def _inference(evidence: Sequence[Evidence], rules: Rules, same_game: bool) -> Infer:
    """Make a function to infer all kingdoms, given settled squares."""
    box = rules.box
    seen = [believe(one, box=box) for one in evidence]
    enough = SURE_TOGETHER if same_game and len(evidence) > 1 else SURE

    def infer(settled: Sequence[Mapping[Cell, Square]], size: int | None) -> tuple[Reading, ...]:
        checked(settled)
        pairs = zip(evidence, settled, strict=True)
        beliefs = [believe(one, cells, box) for one, cells in pairs]
        solutions, said = _solutions(beliefs, size, same_game)
        one_game = same_game and said is None
        totals = totals_by_grid(beliefs, solutions, rules.on(size), same_game=one_game)
        solved = gather(beliefs, solutions, seen, totals, same_game=one_game)
        readings = tuple(_reading(one, enough) for one in solved)
        if said is None:
            return readings
        return tuple(replace(one, remarks=(said, *one.remarks)) for one in readings)

    return infer


def _solutions(
    beliefs: Sequence[Belief], size: int | None, same_game: bool
) -> tuple[tuple[Solution, ...], Remark | None]:
    """Solve the kingdoms together, or singly if no box fits."""
    together = solve(beliefs, size, same_game=same_game)
    if not same_game or not may_share(beliefs):
        return together, None
    alone = solve(beliefs, size, same_game=False)
    if misfit(beliefs, together, alone) <= most_nats(alone):
        pairs = zip(together, alone, strict=True)
        return tuple(replace(one, by_others=one.best != single.best) for one, single in pairs), None
    # Noise accuses no kingdom, and to test each of its windows would take 10 s.
    read = all(one.proven and one.sureness > BARELY_READ for one in alone)
    foreign = strangers(beliefs, alone, size) if read else ()
    return alone, Remark("another_game" if foreign else "not_one_game", look=True, kingdoms=foreign)


def _with_blocks_decided(
    evidence: Sequence[Evidence],
    said: Sequence[Decisions],
    first: Sequence[Reading],
    infer: Infer,
    rules: Rules,
) -> tuple[Reading, ...]:
    """Infer again, with the decisions on the first blocks' squares."""
    settled: list[Mapping[Cell, Square]] = []
    by_hand: dict[int, Reading] = {}
    beyond: dict[int, tuple[Cell, ...]] = {}
    for index, (one, window, reading) in enumerate(zip(said, evidence, first, strict=True)):
        squares, outside = on_block(one, window, reading)
        everything = None
        if (complete := stated(one, window, reading)) is not None:
            by_hand[index] = complete
            everything = all_over(complete, window) or {}
        elif outside:
            beyond[index] = outside
        settled.append(in_window(one) | squares if everything is None else everything)
    again = infer(settled, rules.side)
    final = [by_hand.get(index, reading).kingdom for index, reading in enumerate(again)]
    grid = rules.side_of_game(final)
    if grid != rules.side_of_game([one.kingdom for one in again]):
        again = infer(settled, grid)  # a kingdom was stated wider than its window
    return tuple(
        with_total(by_hand[index], rules.on(grid))
        if index in by_hand
        else _with_outside(reading, beyond.get(index, ()))
        for index, reading in enumerate(again)
    )


def _with_outside(reading: Reading, cells: Sequence[Cell]) -> Reading:
    if not cells:
        return reading
    return replace(reading, remarks=(*reading.remarks, remark("outside", cells=cells)))


def _reading(one: Solved, enough: float) -> Reading:
    kingdom = one.kingdom
    (total, sure), *_ = one.trust.totals
    return Reading(
        kingdom=kingdom,
        top_left=one.top_left,
        confidence=tuple(
            tuple(one.trust.confidence[one.field(Cell(row, col))] for col in range(kingdom.cols))
            for row in range(kingdom.rows)
        ),
        doubts=doubts(one),
        total=total,
        total_confidence=sure,
        totals=one.trust.totals,
        remarks=remarks(one, sure=sure >= enough),
        foreign=tuple(sorted(map(one.cell, one.solution.foreign))),
    )
