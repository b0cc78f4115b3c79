"""The most probable readings of one kingdom or of a whole game, rules and box respected."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import exp

from kscan.reconstruct.belief import Belief, Labels
from kscan.reconstruct.explore import Exploration, explore
from kscan.reconstruct.laws import Laws, Others, others
from kscan.reconstruct.tiling import BOX, joined, tile
from kscan.vision.records import EMPTY_CLASS

# More kingdoms than this never share a box.
MOST_KINGDOMS = 4
# Readings of the kingdoms that are tried in combination before all are solved at once, and the
# share of the likeliest combination's weight below which none is tried.
COMBINED = 400
LEAST = 1e-3
# Answers of the integer program beside its best, to know how sure that one is.
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
    together = _agreed(beliefs, alone) or _programmed(beliefs, size)
    lawful = [_lawful_part(solution) for solution in together]
    return tuple(
        _beside(belief, size, solution, others(beliefs, lawful, without=index))
        for index, (belief, solution) in enumerate(zip(beliefs, together, strict=True))
    )


def _agreed(beliefs: Sequence[Belief], alone: Sequence[Solution]) -> tuple[Solution, ...] | None:
    """The likeliest readings of the kingdoms that one box holds; None where none are near."""
    beside = joined([(belief.rows, belief.cols) for belief in beliefs])
    known = [sorted(solution.readings, key=lambda reading: -reading[1]) for solution in alone]
    for chosen in _likeliest([[weight for _, weight in readings] for readings in known]):
        picked = tuple(
            solution if place == 0 else replace(solution, best=readings[place][0], foreign=())
            for solution, readings, place in zip(alone, known, chosen, strict=True)
        )
        labels = tuple(label for solution in picked for label in _lawful_part(solution))
        if tile(labels, beside, BOX) is not None:
            return picked
    return None


def _likeliest(weights: Sequence[Sequence[float]]) -> Iterator[tuple[int, ...]]:
    """Choices of one place of each list, by falling product, as far as is worth it."""
    first = (0,) * len(weights)
    heap, met = [(-1.0, first)], {first}
    for _ in range(COMBINED):
        if not heap:
            return
        product, chosen = heappop(heap)
        if product > -LEAST:
            return
        yield chosen
        for index, place in enumerate(chosen):
            following = (*chosen[:index], place + 1, *chosen[index + 1 :])
            if place + 1 < len(weights[index]) and following not in met:
                met.add(following)
                step = weights[index][place + 1] / weights[index][place]
                heappush(heap, (product * step, following))


def _beside(belief: Belief, size: int | None, solution: Solution, rest: Others) -> Solution:
    """The same best reading, its rivals weighed by what the other kingdoms leave in the box."""
    if solution.foreign or not solution.proven:
        return solution
    found = explore(belief, Laws(belief, size, rest))
    if found.settled and found.best.labels == solution.best:
        return _explored(found)
    again = _programmed([belief], size, rest.stock)[0]
    return again if again.best == solution.best else solution


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


def _programmed(
    beliefs: Sequence[Belief], size: int | None, stock: Sequence[int] = BOX
) -> tuple[Solution, ...]:
    """Solutions by the integer program; what they leave open is weighed by the last one found."""
    from kscan.reconstruct.program import Program, next_answers

    program = Program(beliefs, stock, size)
    first = program.answer()
    if first is None:
        return tuple(
            Solution(belief.best, (), ((belief.best, 1.0),), 1.0, False) for belief in beliefs
        )
    program.forbid(first.labels)
    # What breaks the rules goes to a person whatever else it could be.
    lawful = first.proven and not any(first.foreign)
    answers = (first, *(next_answers(program, NEXT_BEST) if lawful else ()))
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
