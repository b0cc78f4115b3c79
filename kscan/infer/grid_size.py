"""Totals of grid-size bonuses in two-player games of uncertain size."""

from collections.abc import Sequence

from kscan.game.kingdom import LARGEST, SMALLEST, Kingdom
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.infer.belief import Belief
from kscan.infer.posterior import Totals
from kscan.infer.solve import Solution


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
    everything = sum(weight for _, weight in solution.readings) + solution.unseen
    wide = sum(weight for labels, weight in solution.readings if _is_wide(belief.kingdom(labels)))
    agreeing = (wide if _is_wide(other) else everything - wide) / everything

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
