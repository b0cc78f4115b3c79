"""Best-first search for readings, by exact bounds from the dynamic program."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from kscan.infer.labels import Labels
from kscan.infer.profile import Chart, States

# Ways on that weigh less than this share of all arrangements are not taken.
FAINT = 1e-5


@dataclass(frozen=True, slots=True, eq=False)
class Beginning:
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
