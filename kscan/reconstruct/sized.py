"""Totals where a bonus goes by the grid, which two who play share and one may not surely show."""

from collections.abc import Sequence

from kscan.game.kingdom import LARGEST, Kingdom
from kscan.game.scoring import DUELLISTS, GRID_BONUSES, Variant, score, size_of_game
from kscan.reconstruct.belief import Belief
from kscan.reconstruct.solve import Solution
from kscan.reconstruct.weigh import Totals


def totals_by_grid(
    beliefs: Sequence[Belief],
    solutions: Sequence[Solution],
    variants: frozenset[Variant],
    size: int | None,
    *,
    same_game: bool,
) -> list[Totals]:
    """How to score the readings of each kingdom; the grid is of `size`, if that is known."""
    shared = size is None and same_game and len(solutions) == DUELLISTS and variants & GRID_BONUSES
    if not shared:
        return [_on_one_grid(variants, size)] * len(solutions)
    pairs = list(zip(beliefs, solutions, strict=True))
    return [_beside(*other, variants) for other in reversed(pairs)]


def _on_one_grid(variants: frozenset[Variant], size: int | None) -> Totals:
    return lambda kingdom: ((score(kingdom, variants, size).total, 1.0),)


def _beside(belief: Belief, solution: Solution, variants: frozenset[Variant]) -> Totals:
    """How to score who plays against the kingdom of this `solution`."""
    other = belief.kingdom(solution.best)
    everything = sum(weight for _, weight in solution.readings) + solution.unseen
    wide = sum(weight for labels, weight in solution.readings if _is_wide(belief.kingdom(labels)))
    agreeing = (wide if _is_wide(other) else everything - wide) / everything

    def totals_of(kingdom: Kingdom) -> tuple[tuple[int, float], ...]:
        size = size_of_game((kingdom, other), variants)
        total = score(kingdom, variants, size).total
        if _is_wide(kingdom):
            return ((total, 1.0),)
        unlike = kingdom.trimmed().size if size == LARGEST else LARGEST
        return ((total, agreeing), (score(kingdom, variants, unlike).total, 1.0 - agreeing))

    return totals_of


def _is_wide(kingdom: Kingdom) -> bool:
    return kingdom.trimmed().size == LARGEST
