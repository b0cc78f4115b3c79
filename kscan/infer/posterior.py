"""The posterior: probabilities of squares and totals, and the alternatives.

A bonus may go by the grid's size, which two who play share: their totals differ by it.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kscan.game.kingdom import LARGEST, SMALLEST, Kingdom
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.infer.belief import Belief
from kscan.infer.solve import Solution

# The totals that a reading may have, with their shares: first the one on the sheet.
Totals = Callable[[Kingdom], Sequence[tuple[int, float]]]


class Rival(NamedTuple):
    """Another label for one field: its probability, and the total of its likeliest reading."""

    label: int
    probability: float
    total: int


@dataclass(frozen=True, slots=True, eq=False)
class Trust:
    """Probabilities over the readings of one window."""

    confidence: tuple[float, ...]  # a field
    rivals: tuple[tuple[Rival, ...], ...]  # a field, likeliest first
    totals: tuple[tuple[int, float], ...]  # the solution's own first, then the likeliest
    other_grid: float = 0.0  # how probable it is that another grid gives the solution another total


def weigh(belief: Belief, solution: Solution, totals_of: Totals) -> Trust:
    """Return the posterior, given the readings found and the rest."""
    everything = solution.everything
    totals: defaultdict[int, float] = defaultdict(float)
    shares: list[dict[int, list[float]]] = [{} for _ in solution.best]
    for labels, weight in solution.readings:
        spread = totals_of(belief.kingdom(labels))
        for points, share_of_it in spread:
            totals[points] += share_of_it * weight / everything
        points, _ = spread[0]
        for field, label in enumerate(labels):
            if label != solution.best[field]:
                share = shares[field].setdefault(label, [0.0, float(points)])
                share[0] += weight / everything
    (own, _), *others = totals_of(belief.kingdom(solution.best))
    confidence = tuple(
        _confidence(belief, solution, field, share, solution.unseen / everything)
        for field, share in enumerate(shares)
    )
    ranked = sorted(totals.items(), key=lambda item: (item[0] != own, -item[1]))
    other_grid = sum(part for points, part in others if points != own)
    return Trust(confidence, tuple(map(_rivals, shares)), tuple(ranked), other_grid)


def _confidence(
    belief: Belief, solution: Solution, field: int, share: dict[int, list[float]], unseen: float
) -> float:
    """Return a field's agreeing share of the weight.

    Among the readings found; among the unseen, as much as the pixels say.
    """
    if field in belief.fixed:
        return 1.0
    pixels = float(belief.probabilities[field, solution.best[field]])
    against = sum(weight for weight, _ in share.values())
    return max(0.0, 1.0 - against - unseen * (1.0 - pixels))


def _rivals(share: dict[int, list[float]]) -> tuple[Rival, ...]:
    rivals = [Rival(label, weight, int(total)) for label, (weight, total) in share.items()]
    return tuple(sorted(rivals, key=lambda rival: -rival.probability))


def totals_by_grid(
    beliefs: Sequence[Belief],
    solutions: Sequence[Solution],
    rules: Rules,
    *,
    same_game: bool,
) -> list[Totals]:
    """Make each kingdom's function from readings to possible totals.

    Totals differ by the grids that its game may share.
    """
    open_to_two = same_game and len(solutions) == 2 and len(rules.box.sides(2)) > 1
    if rules.side is not None or not open_to_two or not rules.bonus_goes_by_the_grid:
        return [_on_one_grid(rules)] * len(solutions)
    pairs = list(zip(beliefs, solutions, strict=True))
    return [_beside(*other, rules) for other in reversed(pairs)]


def _on_one_grid(rules: Rules) -> Totals:
    return lambda kingdom: ((score(kingdom, rules).total, 1.0),)


def _beside(belief: Belief, solution: Solution, rules: Rules) -> Totals:
    """Score an opponent of the kingdom of this `solution`."""
    other = belief.kingdom(solution.best)
    wide = sum(weight for labels, weight in solution.readings if _is_wide(belief.kingdom(labels)))
    agreeing = (wide if _is_wide(other) else solution.everything - wide) / solution.everything

    def totals_of(kingdom: Kingdom) -> tuple[tuple[int, float], ...]:
        shared = rules.for_game((kingdom, other))
        total = score(kingdom, shared).total
        if _is_wide(kingdom):
            return ((total, 1.0),)
        unlike = SMALLEST if shared.side == LARGEST else LARGEST
        return ((total, agreeing), (score(kingdom, rules.on(unlike)).total, 1.0 - agreeing))

    return totals_of


def _is_wide(kingdom: Kingdom) -> bool:
    return kingdom.trimmed().size == LARGEST
