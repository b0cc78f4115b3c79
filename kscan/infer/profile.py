"""Broken-profile dynamic program: total weight of all completions of any beginning.

Fields are dealt with row by row. What lies on the first ones matters to the others only by the
fields ahead that a domino already reaches (a bit each, in a mask as wide as a row) and by whether a
castle lies there. So the arrangements of the rest are summed once for each of these, from the last
field back, and any beginning is weighed in one step. Only one rule is left out: how many dominoes
of a sort the box holds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp

import numpy as np
from numpy.typing import NDArray

from kscan.infer.belief import Belief
from kscan.infer.labels import Labels, LabelSet
from kscan.infer.penalties import ALONE, FOREIGN, NO_CASTLE

Floats = NDArray[np.float64]

# A label this much rarer than the field's likeliest is not tried: a foreign domino is likelier.
RAREST = 1e-5
# States from which a smaller share of the arrangements goes on are dropped.
STATE = 1e-4

_ALONE, _CASTLE_AGAIN = exp(-ALONE), exp(-NO_CASTLE)

# The ways in which dominoes lie on the first fields, with their weights, by what the fields ahead
# see of them: the mask of those that are reached, doubled, plus one where the next field is reached
# from its left and not from above.
States = dict[int, float]


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """The arrangements of one window; weights count from the likeliest labels as 1."""

    label_set: LabelSet
    cols: int
    labels: list[list[int]]  # by field: those to try, likeliest first
    _weights: list[list[float]]  # by field and label
    _reached: list[list[float]]  # by field and half beside it: the weight of all halves here
    _ahead: list[list[list[float]]]  # by next field, castle before it, and mask
    _pairs: list[list[float]]  # the weights of two halves on one domino

    @property
    def everything(self) -> float:
        """The weight of all arrangements."""
        return self._ahead[0][0][0]

    def ways(
        self, before: Labels, states: States, *, castle: bool
    ) -> Iterator[tuple[int, float, States]]:
        """Yield each next label with its weight and following states."""
        field, castle_label = len(before), self.label_set.castle
        for label in self.labels[field]:
            if label >= castle_label:
                after = self._bare(field, label, states, castle)
            else:
                after = self._land(field, label, before, states)
            yield label, *self._weighed(field + 1, after, castle or label == castle_label)

    def _bare(self, field: int, label: int, states: States, castle: bool) -> States:
        """Return the states after a field without land."""
        weight = self._weights[field][label]
        if castle and label == self.label_set.castle:
            weight *= _CASTLE_AGAIN
        return {state >> 2 << 1: way * weight for state, way in states.items() if not state & 2}

    def _land(self, field: int, label: int, before: Labels, states: States) -> States:
        """Return the states after a field of land.

        The far half of a domino, a near one, or half a domino alone.
        """
        cols, weight, pairs = self.cols, self._weights[field][label], self._pairs
        last = field % cols == cols - 1
        right = 0.0 if last else self._reached[field + 1][label]
        below = self._reached[field + cols][label] if field + cols < len(self.labels) else 0.0
        after: States = {}
        get = after.get
        for state, way in states.items():
            shifted = state >> 2 << 1
            if state & 2:
                other = before[field - 1] if state & 1 else before[field - cols]
                share = pairs[other][label] / self._reached[field][other]
                after[shifted] = get(shifted, 0.0) + way * weight * share
                continue
            after[shifted] = get(shifted, 0.0) + way * weight * _ALONE
            if right and not state & 4:
                after[shifted | 3] = get(shifted | 3, 0.0) + way * weight * right
            if below:
                down = shifted | 1 << cols
                after[down] = get(down, 0.0) + way * weight * below
        return after

    def _weighed(self, field: int, states: States, castle: bool) -> tuple[float, States]:
        """Return the weight of all completions, and the states that matter."""
        ahead = self._ahead[field][castle]
        going = [(way * ahead[state >> 1], state) for state, way in states.items()]
        weight = sum([part for part, _ in going])
        if len(going) == 1:
            return weight, states
        least = STATE * weight
        return weight, {state: states[state] for part, state in going if part > least}


@lru_cache(maxsize=8)
def _pair_weights(known: LabelSet) -> Floats:
    """Weigh two halves on one domino; unknown pairs are foreign.

    All that the box holds weighs the same, however often it holds it: more helps on no composed
    photo.
    """
    exists = np.array(known.sort)[: known.castle, : known.castle] >= 0
    return np.where(exists, 1.0, exp(-FOREIGN))


def chart(belief: Belief, outside: Sequence[int] = ()) -> Chart:
    """Build the chart of a window, its fields `outside` empty."""
    weights = np.exp(-belief.costs)
    known = belief.label_set
    pairs = _pair_weights(known)
    weights[outside, : known.empty] = 0.0
    reached = weights[:, : known.castle] @ pairs
    ranked = np.argsort(-weights, axis=1, kind="stable")
    worth = weights >= np.minimum(RAREST, weights.max(axis=1, keepdims=True))
    return Chart(
        known,
        belief.cols,
        [
            [label for label in row if worth[field, label]]
            for field, row in enumerate(ranked.tolist())
        ],
        weights.tolist(),
        reached.tolist(),
        [part.tolist() for part in _ahead(belief, weights, reached)],
        pairs.tolist(),
    )


def _ahead(belief: Belief, weights: Floats, reached: Floats) -> list[Floats]:
    """Sum completions for each next field, castle and mask.

    The broken-profile dynamic program, run from the last field back.
    """
    fields, cols, known = len(weights), belief.cols, belief.label_set
    half = 2 ** (cols - 1)
    ahead = np.zeros((2, 2 * half))
    ahead[:, 0] = _CASTLE_AGAIN, 1.0
    found = [ahead]
    for field in reversed(range(fields)):
        land = weights[field, : known.castle]
        # A mask moves on by one bit: without the highest one, or with it for a domino downward.
        free, downward = ahead[:, :half], ahead[:, half:]
        unreached = (weights[field, known.empty] + land.sum() * _ALONE) * free
        unreached += weights[field, known.castle] * free[1] * [[1.0], [_CASTLE_AGAIN]]
        if field % cols < cols - 1:
            unreached[:, 0::2] += float(land @ reached[field + 1]) * free[:, 1::2]
        if field + cols < fields:
            unreached += float(land @ reached[field + cols]) * downward
        ahead = np.stack((unreached, free), axis=2).reshape(2, 2 * half)
        found.append(ahead)
    return found[::-1]
