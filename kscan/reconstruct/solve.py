"""The most probable readings of one kingdom or of a whole game, rules and box respected."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from kscan.reconstruct.belief import Belief, Labels
from kscan.reconstruct.explore import Exploration, explore
from kscan.reconstruct.laws import Laws, Others, others
from kscan.reconstruct.tiling import BOX, joined, tile
from kscan.vision.records import EMPTY_CLASS

# More kingdoms than this never share a box.
MOST_KINGDOMS = 4
# For the integer program: the first answer, and then those next to it. The slowest first answer
# met on noisy games of four took a tenth of this.
SOLVER_SECONDS = 10.0
NEXT_SECONDS = 2.0
NEXT_BEST = 8


@dataclass(frozen=True, slots=True)
class Solution:
    """What the search found for one kingdom."""

    best: Labels
    foreign: tuple[int, ...]  # fields that no domino of the box explains
    readings: tuple[tuple[Labels, float], ...]  # with weights, the best one's among them
    unseen: float  # weight of all that was not looked at
    proven: bool  # whether nothing better can exist


def solve(beliefs: Sequence[Belief], size: int | None, *, same_game: bool) -> tuple[Solution, ...]:
    """One solution a kingdom; those of one game share the box."""
    if same_game and 1 < len(beliefs) <= MOST_KINGDOMS:
        return _together(beliefs, size)
    return tuple(_alone(belief, size) for belief in beliefs)


def _alone(belief: Belief, size: int | None) -> Solution:
    found = explore(belief, Laws(belief, size))
    return _explored(found) if found.settled else _programmed([belief], size)[0]


def _together(beliefs: Sequence[Belief], size: int | None) -> tuple[Solution, ...]:
    """Each alone first; only where their union breaks the box, all at once."""
    alone = [_alone(belief, size) for belief in beliefs]
    together = alone if _one_box(beliefs, alone) else list(_programmed(beliefs, size))
    lawful = [_lawful_part(solution) for solution in together]
    return tuple(
        _beside(belief, size, solution, others(beliefs, lawful, without=index))
        for index, (belief, solution) in enumerate(zip(beliefs, together, strict=True))
    )


def _beside(belief: Belief, size: int | None, solution: Solution, rest: Others) -> Solution:
    """The same best reading, its rivals weighed by what the other kingdoms leave in the box."""
    if solution.foreign or not solution.proven:
        return solution
    found = explore(belief, Laws(belief, size, rest))
    return _explored(found) if found.settled and found.best.labels == solution.best else solution


def _one_box(beliefs: Sequence[Belief], solutions: Sequence[Solution]) -> bool:
    labels = tuple(label for solution in solutions for label in _lawful_part(solution))
    beside = joined([(belief.rows, belief.cols) for belief in beliefs])
    return tile(labels, beside, BOX) is not None


def _lawful_part(solution: Solution) -> Labels:
    """The labels without what no domino explains."""
    return tuple(
        EMPTY_CLASS if field in solution.foreign else label
        for field, label in enumerate(solution.best)
    )


def _explored(found: Exploration) -> Solution:
    lowest = found.best.cost
    return Solution(
        found.best.labels,
        (),
        tuple((one.labels, exp(lowest - one.cost)) for one in found.candidates),
        found.unseen * exp(lowest),
        True,
    )


def _programmed(beliefs: Sequence[Belief], size: int | None) -> tuple[Solution, ...]:
    """Solutions by the integer program; what they leave open is weighed by the last one found."""
    from kscan.reconstruct.program import Program, best_answers

    program = Program(beliefs, size=size)
    first = program.answer(SOLVER_SECONDS)
    if first is None:
        return tuple(
            Solution(belief.best, (), ((belief.best, 1.0),), 1.0, False) for belief in beliefs
        )
    program.forbid(first.labels)
    answers = (first, *best_answers(program, NEXT_BEST, NEXT_SECONDS))
    weights = [exp(first.cost - answer.cost) for answer in answers]
    return tuple(
        Solution(
            first.labels[index],
            first.foreign[index],
            tuple((a.labels[index], w) for a, w in zip(answers, weights, strict=True)),
            weights[-1] * len(answers),
            first.proven,
        )
        for index in range(len(beliefs))
    )
