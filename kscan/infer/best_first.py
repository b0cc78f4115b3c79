"""Best-first search for a window's most probable readings, by exact bounds from the profile."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import exp
from typing import NamedTuple

from kscan.infer.belief import Belief
from kscan.infer.labels import Labels
from kscan.infer.penalties import FOREIGN, Laws
from kscan.infer.profile import Chart, States, chart

# What is left to look at does not matter once it is less than this share of what was found.
ENOUGH = 5e-3
# A reading that weighs less than this beside the best is counted, but not looked into.
SLIGHT = 1e-3
# A reading that weighs less may be outweighed by one with a foreign domino.
STRANGE = 10.0 * exp(-FOREIGN)
# Readings looked at once the best is known: on photos with so many, the total stays in doubt.
MOST_AFTER = 60
# And in all; where the best is not known by then, a person has to look.
MOST = 120
# Where so many leave more than this share of the weight unseen, nobody will know. Of 282 windows of
# 30 composed games the first 30 readings have 0.9 at least; of photos of noise 0.08 at most.
SOON, HOPELESS = 30, 0.9
# Ways on that weigh less than this share of all arrangements are not taken.
FAINT = 1e-5


class Effort(NamedTuple):
    """Bounds on the readings of a kingdom."""

    most: int = MOST  # in all
    after: int = MOST_AFTER  # beside the best

    def shared(self, kingdoms: int, game: int) -> "Effort":
        """Return a share for each of more kingdoms than a game has."""
        if kingdoms <= game:
            return self
        return Effort(self.most * game // kingdoms, self.after * game // kingdoms)


WHOLE, BEST_ALONE = Effort(), Effort(after=0)


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """One reading of a window; weights count from the likeliest labels, rules left out, as 1."""

    labels: Labels
    weight: float
    lawful: bool


@dataclass(frozen=True, slots=True, eq=False)
class Exploration:
    """Readings of a window, heaviest first, and the weight not looked at."""

    candidates: tuple[Candidate, ...]
    unseen: float
    settled: bool  # whether nothing heavier than the first can exist

    @property
    def best(self) -> Candidate:
        """The most probable reading."""
        return self.candidates[0]

    @property
    def sureness(self) -> float:
        """The share of the most probable reading."""
        whole = self.unseen + sum(one.weight for one in self.candidates)
        return self.best.weight / whole if self.candidates else 0.0


def explore(
    belief: Belief, laws: Laws, held: Sequence[int] = (), *, effort: Effort = WHOLE
) -> Exploration:
    """Collect readings, likeliest first, until the rest cannot matter.

    `held` says how many squares with each label there can be, if not what the box holds.
    """
    found, overdrawn = _look(belief, laws, held or laws.held, effort)
    best = found.best.weight if found.candidates else 0.0
    if held or best >= min(STRANGE, overdrawn):
        return found
    # A foreign domino may show squares beyond what the box holds.
    beyond = [number + 2 for number in laws.held]
    strange, _ = _look(belief, laws, beyond, Effort(effort.most, 0))
    if not strange.candidates or strange.best.weight <= best:
        return found
    # Where the best stayed unknown to the end, another look would only see the same.
    return _look(belief, laws, beyond, effort)[0] if strange.settled else strange


def _look(
    belief: Belief, laws: Laws, held: Sequence[int], effort: Effort
) -> tuple[Exploration, float]:
    """Collect readings within `held`, and the weight beyond it."""
    searches = [Search(chart(belief, grid), held) for grid in laws.grids()]
    seen: dict[Labels, Candidate] = {}
    whole = sum(search.chart.everything for search in searches)
    looked = found = best = 0.0
    after = effort.after
    for turn in range(effort.most):
        if turn == SOON and sum(one.left for one in searches) > HOPELESS * whole:
            break
        search = max(searches, key=lambda search: search.heaviest)
        known = best >= search.heaviest
        enough = sum(one.left for one in searches) < ENOUGH * found
        if search.exhausted or (known and (enough or after <= 0)):
            break
        answer = search.next()
        if answer is None:
            continue
        after -= known
        labels, weight = answer
        looked += weight
        if labels not in seen:
            seen[labels] = _judged(labels, weight, laws)
            found += seen[labels].weight
            best = max(best, seen[labels].weight)
    ranked = sorted(seen.values(), key=lambda one: -one.weight)
    kept = [one for one in ranked if one.weight >= SLIGHT * best]
    overdrawn = sum(search.overdrawn for search in searches)
    looked += overdrawn
    # Of the rest as much breaks a rule, and weighs little, as of what was looked at.
    rest = max(whole - looked, 0.0) * found / max(looked, 1e-30)
    exploration = Exploration(
        tuple(kept),
        rest + sum(one.weight for one in ranked[len(kept) :]),
        bool(seen) and best >= max(search.heaviest for search in searches),
    )
    return exploration, overdrawn


def _judged(labels: Labels, weight: float, laws: Laws) -> Candidate:
    surprise, lawful = laws.surprise(labels)
    return Candidate(labels, weight * exp(-surprise), lawful)


class Beginning(NamedTuple):
    """Labels of the first fields, with the states of their dominoes."""

    labels: Labels
    states: States
    castle: bool


@dataclass(slots=True, eq=False)
class Search:
    """Always the heaviest beginning is completed next, by the heaviest way on from each field.

    Every beginning knows the weight of all that goes on from it: what is left open is known, and
    once a reading weighs more than the heaviest beginning, no other can weigh more.
    """

    chart: Chart
    held: Sequence[int]  # how many squares with each label there can be
    left: float = 0.0  # the weight of all that is open
    overdrawn: float = 0.0  # and of what needs more squares than there are
    faintest: float = field(init=False)  # ways on that weigh no more are not taken
    _open: list[tuple[float, int, Beginning]] = field(default_factory=list)
    _number: int = 0

    def __post_init__(self) -> None:
        self.faintest = FAINT * self.chart.everything
        self._keep(self.chart.everything, Beginning((), {0: 1.0}, False))

    @property
    def heaviest(self) -> float:
        """An upper bound on the weight of later readings.

        Ways that were too faint to take count, too.
        """
        return max(-self._open[0][0] if self._open else 0.0, self.faintest)

    @property
    def exhausted(self) -> bool:
        """True if nothing is open."""
        return not self._open

    def next(self) -> tuple[Labels, float] | None:
        """Return the next reading and its weight.

        None instead of a reading if its beginning leads nowhere.
        """
        negative, _, beginning = heappop(self._open)
        weight = -negative
        self.left -= weight
        found: Beginning | None = beginning
        while found is not None and len(found.labels) < len(self.chart.labels):
            weight, found = self._onward(weight, found)
        return None if found is None else (found.labels, weight)

    def _onward(self, weight: float, beginning: Beginning) -> tuple[float, Beginning | None]:
        """Follow the heaviest way; keep the others for later."""
        labels, castle = beginning.labels, beginning.castle
        heaviest, chosen = 0.0, None
        for label, part, states in self.chart.ways(labels, beginning.states, castle=castle):
            weight -= part
            if labels.count(label) >= self.held[label]:
                self.overdrawn += part
            elif part > min(heaviest, self.faintest):
                way = Beginning(
                    (*labels, label), states, castle or label == self.chart.label_set.castle
                )
                if part > heaviest:
                    heaviest, part, chosen, way = part, heaviest, way, chosen
                if way is not None and part > self.faintest:
                    self._keep(part, way)
            if chosen is not None and weight <= self.faintest:
                break
        return heaviest, chosen

    def _keep(self, weight: float, beginning: Beginning) -> None:
        self._number += 1
        self.left += weight
        heappush(self._open, (-weight, self._number, beginning))
