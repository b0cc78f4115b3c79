"""Test of the assumption of one game: the cost of sharing its box."""

from collections.abc import Sequence

from kscan.infer.belief import Belief
from kscan.infer.exploration import SOON, Effort
from kscan.infer.joint import BEYOND, beyond_the_box
from kscan.infer.penalties import FOREIGN
from kscan.infer.solve import Solution, solve

# Nats that sharing one box may cost the kingdoms of a game beside their single readings. Of 50
# composed games of four 48 stay below 7; of 50 with one kingdom of another game 49 need 9 or more.
# Those have 100 squares: where there are more, more may be misread.
MOST_NATS, _SQUARES = 8.0, 100


def misfit(
    beliefs: Sequence[Belief], together: Sequence[Solution], alone: Sequence[Solution]
) -> float:
    """Return the nats lost by sharing one box."""
    return sum(
        _nats(belief, joint) - _nats(belief, single)
        for belief, joint, single in zip(beliefs, together, alone, strict=True)
    )


def most_nats(alone: Sequence[Solution]) -> float:
    """Return the nats that sharing one box may cost kingdoms with so many squares."""
    squares = sum(label != one.empty for one in alone for label in one.best)
    return MOST_NATS * max(1.0, squares / _SQUARES)


def _nats(belief: Belief, solution: Solution) -> float:
    dominoes = len(solution.foreign) / 2
    return belief.nats(solution.best) + FOREIGN * dominoes


def strangers(
    beliefs: Sequence[Belief], alone: Sequence[Solution], size: int | None
) -> tuple[int, ...]:
    """Return the kingdoms irreconcilable with the others.

    Leave one out: those without one of which the others share a box. Of two kingdoms either may be
    the wrong one; empty if that is any.
    """
    suspects = []
    for place in range(len(beliefs)):
        others = [other for other in range(len(beliefs)) if other != place]
        kept, single = [beliefs[other] for other in others], [alone[other] for other in others]
        lacking = beyond_the_box([one.lawful for one in single], kept[0].label_set)
        if lacking.sum() > BEYOND:
            continue
        together = solve(kept, size, same_game=True, effort=Effort(SOON, 0))
        if misfit(kept, together, single) < most_nats(single):
            suspects.append(place)
    return tuple(suspects) if len(suspects) < len(beliefs) else ()
