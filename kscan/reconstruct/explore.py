"""The most probable readings of one window, and how much probability was not looked at."""

from dataclasses import dataclass
from math import exp

import numpy as np

from kscan.reconstruct.belief import Belief, Labels
from kscan.reconstruct.laws import FOREIGN, Laws
from kscan.reconstruct.search import labellings

# Readings this many nats below the best weigh less than one in a thousand each.
DEPTH = 7.0
# Labellings looked at before giving up the cheap way, and before leaving the rest unseen.
MOST_BEFORE = 3000
MOST_AFTER = 150
# What remains unseen once it is less than this share of what was found.
ENOUGH = 1e-3


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading of a window; `cost` counts from the likeliest labels, broken rules included."""

    labels: Labels
    cost: float
    lawful: bool


@dataclass(frozen=True, slots=True)
class Exploration:
    """Readings of a window, cheapest first, and the weight of all that were not looked at."""

    candidates: tuple[Candidate, ...]
    unseen: float  # in the unit in which a candidate weighs exp(-cost)
    settled: bool  # whether nothing cheaper than the first can exist

    @property
    def best(self) -> Candidate:
        """The most probable reading."""
        return self.candidates[0]


def explore(belief: Belief, laws: Laws) -> Exploration:
    """Look at labellings from the likeliest on, until what is left cannot matter."""
    whole = float(np.prod(1.0 / belief.probabilities.max(axis=1)))
    seen: list[Candidate] = []
    looked = found = 0.0
    best, after = FOREIGN, 0
    for number, (cost, labels) in enumerate(labellings(belief, best + DEPTH)):
        if cost > best + DEPTH or (best == FOREIGN and number >= MOST_BEFORE):
            break
        if cost >= best:
            after += 1
        surprise = laws.surprise(labels, best + DEPTH - cost)
        looked += exp(-cost)
        found += exp(-cost - surprise)
        if cost + surprise <= best + DEPTH:
            seen.append(Candidate(labels, cost + surprise, surprise == 0.0))
            best = min(best, cost + surprise)
        if best < FOREIGN and (after > MOST_AFTER or whole - looked < ENOUGH * found):
            break
    seen.sort(key=lambda candidate: candidate.cost)
    settled = bool(seen) and seen[0].cost < FOREIGN
    rest = max(whole - looked, 0.0) * min(1.0, found / max(looked, 1e-30))
    return Exploration(tuple(seen), rest, settled)
