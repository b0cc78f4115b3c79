"""Joint readings for all kingdoms of a game, within one box."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import islice
from math import log, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kscan.infer.belief import Belief
from kscan.infer.best_first import (
    BEST_ALONE,
    ENOUGH,
    SOON,
    Candidate,
    Effort,
    Exploration,
    explore,
)
from kscan.infer.labels import Labels, LabelSet
from kscan.infer.penalties import FOREIGN, Laws, others
from kscan.infer.tiling import lawful_part

# Choices of a reading a kingdom that are weighed, and of those the box has to hold square by square
# the ones that are tiled; where none is held by then, the surest kingdoms are read first.
WEIGHED = 300
TILED = 30
# Readings of a kingdom with fewer squares of a kind that is wanted too often.
FEWER = Effort(SOON, 5)
# Squares beyond the box up to which such readings are looked for: 30 composed games of four want 2
# at most, and 12 with a kingdom of another game; four photos of noise want 91, and took 100 s.
BEYOND = 12


# Where two kingdoms are less sure than this, what both may be together is weighed, too.
CLEAR = 0.98

Rivals = tuple[dict[Labels, float], ...]  # of each kingdom; its reading here weighs 1


class Joint(NamedTuple):
    """Lawful labels for all kingdoms; what no domino explains is left out."""

    labels: list[Labels]
    proven: bool  # False where the search met a limit first
    rivals: Rivals = ()  # other readings, possible only where another kingdom is read anew, too


def shared(beliefs: Sequence[Belief], size: int | None) -> Joint:
    """Find lawful labels for all kingdoms, sharing one box."""
    laws = [Laws(belief, size) for belief in beliefs]
    alone = [explore(*one, effort=BEST_ALONE) for one in zip(beliefs, laws, strict=True)]
    first = [_lawful(*one) for one in zip(beliefs, alone, strict=True)]
    held = _held_by_one_box(beliefs, first)
    if held and sum(one.sureness < CLEAR for one in alone) < 2:
        return Joint(first, True)
    known = beliefs[0].label_set
    beyond = beyond_the_box(first, known)
    if beyond.sum() > BEYOND:
        return _at_once(beliefs, size)
    choices = [
        _choices(belief, law, labels, beyond)
        for belief, law, labels in zip(beliefs, laws, first, strict=True)
    ]
    if agreed := _agreed(beliefs, choices):
        best = [one.labels for one in agreed[0]]
        return Joint(best, True, _rivals(agreed))
    if held:
        return Joint(first, True)
    in_turn = _in_turn(beliefs, alone, size)
    return Joint(in_turn, True) if in_turn else _at_once(beliefs, size)


def _lawful(belief: Belief, found: Exploration) -> Labels:
    if not found.candidates:
        return lawful_part(belief.best, belief.rows, belief.cols, belief.label_set)
    if found.best.lawful:
        return found.best.labels
    return lawful_part(found.best.labels, belief.rows, belief.cols, belief.label_set)


def _held_by_one_box(beliefs: Sequence[Belief], labels: Sequence[Labels]) -> bool:
    return others(beliefs, labels).stock is not None


def beyond_the_box(labels: Sequence[Labels], known: LabelSet) -> NDArray[np.int64]:
    """Count the squares of each kind of land that one box lacks."""
    wanted = np.sum([_kinds(one, known) for one in labels], axis=0)
    lacking: NDArray[np.int64] = np.maximum(wanted - known.land, 0)
    return lacking


def _kinds(labels: Labels, known: LabelSet) -> NDArray[np.int64]:
    """Count the squares of each kind of land."""
    counts = Counter(labels)
    return np.array([counts[kind] for kind in range(known.castle)])


def _choices(
    belief: Belief, laws: Laws, labels: Labels, beyond: NDArray[np.int64]
) -> list[Candidate]:
    """Collect lawful readings, also with fewer overdrawn squares.

    Of one kingdom, likeliest first; `beyond` counts the squares of each kind beyond the box.
    """
    found = {one.labels: one for one in explore(belief, laws).candidates}
    for kind in np.flatnonzero(beyond > 0):
        there = labels.count(kind)
        for fewer in range(max(there - int(beyond[kind]), 0), there):
            held = [*laws.held]
            held[kind] = fewer
            for one in explore(belief, laws, held, effort=FEWER).candidates:
                found.setdefault(one.labels, one)
    lawful = [one for one in found.values() if one.lawful]
    return sorted(lawful, key=lambda one: -one.weight)


def _agreed(
    beliefs: Sequence[Belief], choices: Sequence[Sequence[Candidate]]
) -> list[tuple[Candidate, ...]]:
    """Find the choices within one box, the likeliest first, as far as they matter."""
    found: list[tuple[Candidate, ...]] = []
    if not all(choices):
        return found
    for chosen in islice(_likeliest(choices, beliefs[0].label_set), TILED):
        if found and _weight(chosen) < ENOUGH * _weight(found[0]):
            break
        if _held_by_one_box(beliefs, [one.labels for one in chosen]):
            found.append(chosen)
    return found


def _weight(chosen: Sequence[Candidate]) -> float:
    return prod(one.weight for one in chosen)


def _rivals(agreed: Sequence[Sequence[Candidate]]) -> Rivals:
    """Weigh each kingdom's other readings beside its reading in the likeliest choice."""
    rivals = []
    for place, best in enumerate(agreed[0]):
        weights: defaultdict[Labels, float] = defaultdict(float)
        for chosen in agreed:
            weights[chosen[place].labels] += _weight(chosen)
        whole = weights.pop(best.labels)
        rivals.append({labels: weight / whole for labels, weight in weights.items()})
    return tuple(rivals)


def _likeliest(
    choices: Sequence[Sequence[Candidate]], known: LabelSet
) -> Iterator[tuple[Candidate, ...]]:
    """Yield choices within the box's squares, by falling weight.

    As far as is worth it. A choice for the first kingdoms weighs as much as the best that it leaves
    each of the others.
    """
    weights = [np.array([one.weight for one in readings]) for readings in choices]
    kinds = [np.array([_kinds(one.labels, known) for one in readings]) for readings in choices]
    heap: list[tuple[float, tuple[int, ...]]] = [(-1.0, ())]
    for _ in range(WEIGHED):
        if not heap:
            return
        _, chosen = heappop(heap)
        if len(chosen) == len(choices):
            yield tuple(readings[place] for readings, place in zip(choices, chosen, strict=True))
            continue
        for place in range(len(choices[len(chosen)])):
            picked = (*chosen, place)
            weight = _bound(picked, weights, kinds, known.land)
            if weight > 0.0:
                heappush(heap, (-weight, picked))


def _bound(
    chosen: tuple[int, ...],
    weights: Sequence[NDArray[np.float64]],
    kinds: Sequence[NDArray[np.int64]],
    held: NDArray[np.int64],
) -> float:
    spare = held - sum(kinds[index][place] for index, place in enumerate(chosen))
    if (spare < 0).any():
        return 0.0
    product = float(np.prod([weights[index][place] for index, place in enumerate(chosen)]))
    for index in range(len(chosen), len(weights)):
        possible = (kinds[index] <= spare).all(axis=1)
        product *= float(np.max(weights[index], where=possible, initial=0.0))
    return product


def _in_turn(
    beliefs: Sequence[Belief], alone: Sequence[Exploration], size: int | None
) -> list[Labels] | None:
    """Read each kingdom beside the earlier ones, surest first.

    None where what the others leave costs more than a foreign domino.
    """
    known: dict[int, Labels] = {}
    cost = 0.0
    for index in sorted(range(len(beliefs)), key=lambda index: -alone[index].sureness):
        rest = others([beliefs[other] for other in known], list(known.values()))
        found = explore(beliefs[index], Laws(beliefs[index], size, rest), effort=BEST_ALONE)
        if not (found.candidates and found.best.lawful):
            return None
        known[index] = found.best.labels
        cost += log(alone[index].best.weight / found.best.weight)
    return [known[index] for index in range(len(beliefs))] if cost < FOREIGN else None


def _at_once(beliefs: Sequence[Belief], size: int | None) -> Joint:
    """Solve all kingdoms by one integer program.

    Nothing where that comes to no end.
    """
    from kscan.infer.integer_program import Program

    answer = Program(beliefs, size=size).answer()
    empty = beliefs[0].label_set.empty
    if answer is None:
        return Joint([(empty,) * len(belief.best) for belief in beliefs], False)
    lying = [
        tuple(empty if field in foreign else label for field, label in enumerate(labels))
        for labels, foreign in zip(answer.labels, answer.foreign, strict=True)
    ]
    return Joint(lying, answer.proven)
