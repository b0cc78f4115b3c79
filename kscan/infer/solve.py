"""The most probable readings of one kingdom or of a whole game, rules and box respected.

That kingdoms are of one game is an assumption: what sharing its box costs them is its test.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from kscan.infer.belief import Belief
from kscan.infer.best_first import SOON, WHOLE, Effort, explore
from kscan.infer.joint import BEYOND, beyond_the_box, shared
from kscan.infer.labels import Labels
from kscan.infer.penalties import FOREIGN, Laws, Others, others
from kscan.infer.tiling import MOST_STRANGERS, beside_all, neighbours, unexplained

T = TypeVar("T")

# Each kingdom of a game is read beside the others, and again where that changed one of them.
ROUNDS = 3
# Nats that sharing one box may cost the kingdoms of a game beside their single readings. Of 50
# composed games of four 48 stay below 7; of 50 with one kingdom of another game 49 need 9 or more.
# Those have 100 squares: where there are more, more may be misread.
MOST_NATS, _SQUARES = 8.0, 100


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """The result of the search for one kingdom."""

    best: Labels
    empty: int  # the label of a field on which nothing lies
    foreign: tuple[int, ...]  # fields that no domino of the box explains
    readings: tuple[tuple[Labels, float], ...]  # heaviest first, `best` weighing 1
    unseen: float  # weight of all that was not looked at
    proven: bool  # whether nothing better can exist
    by_others: bool = False  # whether it would be read otherwise but for the others of its game

    @property
    def everything(self) -> float:
        """The weight of all readings, those not looked at included."""
        return sum(weight for _, weight in self.readings) + self.unseen

    @property
    def sureness(self) -> float:
        """The share of the best among all readings."""
        return 1.0 / self.everything

    @property
    def lawful(self) -> Labels:
        """The labels without fields no domino explains."""
        foreign = frozenset(self.foreign)
        return tuple(
            self.empty if field in foreign else label for field, label in enumerate(self.best)
        )


def solve(
    beliefs: Sequence[Belief], size: int | None, *, same_game: bool, effort: Effort = WHOLE
) -> tuple[Solution, ...]:
    """Solve each kingdom; those of one game share the box."""
    if not beliefs:
        return ()
    effort = effort.shared(len(beliefs), beliefs[0].label_set.box.most_players)
    if same_game and may_share(beliefs):
        return _together(beliefs, size, effort)
    return tuple(_beside(belief, size, Others(), effort) for belief in beliefs)


def may_share(beliefs: Sequence[Belief]) -> bool:
    """Return True for several kingdoms, as many as one box is for."""
    return 1 < len(beliefs) <= beliefs[0].label_set.box.most_players


def _together(beliefs: Sequence[Belief], size: int | None, effort: Effort) -> tuple[Solution, ...]:
    """Find readings sharing one box, each likeliest beside the others."""
    joint = shared(beliefs, size)
    lying = list(joint.labels)
    found: list[Solution] = []
    for _ in range(ROUNDS):
        before = list(lying)
        found = []
        for index, belief in enumerate(beliefs):
            rest = others(_without(beliefs, index), _without(lying, index))
            found.append(_beside(belief, size, rest, effort))
            lying[index] = found[index].lawful
        if lying == before:
            break
    rivals = joint.rivals or ({},) * len(found)
    return tuple(
        replace(
            one,
            proven=one.proven and joint.proven,
            readings=_with_rivals(one, others_too),
        )
        for one, others_too in zip(found, rivals, strict=True)
    )


def _with_rivals(one: Solution, rivals: Mapping[Labels, float]) -> tuple[tuple[Labels, float], ...]:
    """Add readings that are possible only where another kingdom is read anew, too."""
    weights = dict(one.readings)
    for labels, weight in rivals.items():
        if labels != one.best:
            weights[labels] = max(weights.get(labels, 0.0), weight)
    return tuple(sorted(weights.items(), key=lambda pair: -pair[1]))


def _without(several: Sequence[T], index: int) -> list[T]:
    return [*several[:index], *several[index + 1 :]]


def _beside(belief: Belief, size: int | None, rest: Others, effort: Effort) -> Solution:
    """Find one kingdom's likeliest reading beside the rest."""
    found = explore(belief, Laws(belief, size, rest), effort=effort)
    if not found.candidates:
        return Solution(belief.best, belief.label_set.empty, (), ((belief.best, 1.0),), 1.0, False)
    best = found.best
    return Solution(
        best.labels,
        belief.label_set.empty,
        () if best.lawful else _foreign(belief, best.labels, rest),
        tuple((one.labels, one.weight / best.weight) for one in found.candidates),
        found.unseen / best.weight,
        found.settled,
    )


def _foreign(belief: Belief, labels: Labels, rest: Others) -> tuple[int, ...]:
    """Find the fields unexplained by the box.

    Dominoes, halves of one, a second castle.
    """
    here, known = neighbours(belief.rows, belief.cols), belief.label_set
    castles = [field for field, label in enumerate(labels) if label == known.castle]
    castles.sort(key=lambda field: belief.costs[field, known.castle])
    stock = known.stock if rest.stock is None else rest.stock
    strange = unexplained(labels, here, known, stock)
    if rest.labels and len(strange) > 2 * MOST_STRANGERS:  # the rest may be tiled in another way
        every = labels + rest.labels, beside_all(here, rest.beside)
        strange = unexplained(*every, known, known.stock, within=len(labels))
    return tuple(sorted((*strange, *castles[1:])))


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
