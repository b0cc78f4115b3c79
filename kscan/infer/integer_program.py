"""A whole game as an integer program, if its kingdoms want the same dominoes.

A variable is one thing that may lie somewhere: a domino of the box on two fields with these
labels, a foreign domino, half a domino, a castle, or nothing. Each field holds exactly one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from kscan.game.kingdom import LARGEST
from kscan.infer.belief import Belief
from kscan.infer.labels import Labels, LabelSet
from kscan.infer.penalties import ALONE, FOREIGN, NO_CASTLE, SPRAWLING
from kscan.infer.tiling import neighbours

# The search stops here, and the reading is for a person to check. Nodes, because the same photo
# must give the same answer on a busy machine; the time only keeps a broken solver from hanging.
MOST_NODES = 2000
MOST_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Thing:
    """Something possible on fields of one kingdom, with its labels there."""

    kingdom: int
    shows: tuple[tuple[int, int], ...]  # field and label; empty for a choice about the whole
    cost: float
    sort: int = -1  # of the domino, -1 where it is none of the box
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The solver's best: labels by kingdom, and their foreign fields."""

    labels: tuple[Labels, ...]
    foreign: tuple[tuple[int, ...], ...]  # the fields of each kingdom that no domino explains
    proven: bool  # False where a limit was met first


@dataclass(slots=True)
class Program:
    """One integer program over the kingdoms of a game."""

    beliefs: Sequence[Belief]
    size: int | None = None
    things: list[Thing] = field(default_factory=list, init=False)
    _rows: list[tuple[dict[int, float], float, float]] = field(default_factory=list, init=False)

    @property
    def known(self) -> LabelSet:
        """The labels of the box in play."""
        return self.beliefs[0].label_set

    def __post_init__(self) -> None:
        for kingdom, belief in enumerate(self.beliefs):
            start = len(self.things)
            self.things += _things(kingdom, belief)
            self._one_thing_a_field(belief, start)
            self._one_castle(kingdom, start)
            self._window(kingdom, belief, start)
        self._each_domino_once()

    def answer(self) -> Answer | None:
        """Return the cheapest arrangement, if found within the limits."""
        from scipy.optimize import Bounds, LinearConstraint, milp  # slow to import, seldom needed
        from scipy.sparse import csr_array

        entries = [(r, c, v) for r, (row, _, _) in enumerate(self._rows) for c, v in row.items()]
        at_row, at_col, values = (np.array(part) for part in zip(*entries, strict=True))
        matrix = csr_array((values, (at_row, at_col)), shape=(len(self._rows), len(self.things)))
        lower, upper = (np.array([row[side] for row in self._rows]) for side in (1, 2))
        result = milp(
            np.array([thing.cost for thing in self.things]),
            integrality=np.ones(len(self.things)),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(matrix, lower, upper),
            options={"node_limit": MOST_NODES, "time_limit": MOST_SECONDS},
        )
        if result.x is None:
            return None
        return self._read(
            [t for t, x in zip(self.things, result.x, strict=True) if x > 0.5], result
        )

    def _read(self, lying: list[Thing], result: "object") -> Answer:
        labels = [[self.known.empty] * (belief.rows * belief.cols) for belief in self.beliefs]
        foreign: list[list[int]] = [[] for _ in self.beliefs]
        for thing in lying:
            for where, label in thing.shows:
                labels[thing.kingdom][where] = label
                if thing.foreign:
                    foreign[thing.kingdom].append(where)
        return Answer(
            tuple(map(tuple, labels)),
            tuple(map(tuple, foreign)),
            getattr(result, "status", 1) == 0,
        )

    def _one_thing_a_field(self, belief: Belief, start: int) -> None:
        fields: list[dict[int, float]] = [{} for _ in range(belief.rows * belief.cols)]
        for index, thing in enumerate(self.things[start:], start):
            for where, _ in thing.shows:
                fields[where][index] = 1.0
        self._rows += [(row, 1.0, 1.0) for row in fields]

    def _one_castle(self, kingdom: int, start: int) -> None:
        row = {
            index: 1.0
            for index, thing in enumerate(self.things[start:], start)
            if not thing.foreign and any(label == self.known.castle for _, label in thing.shows)
        }
        row[len(self.things)] = 1.0
        self.things.append(Thing(kingdom, (), NO_CASTLE))
        self._rows.append((row, 1.0, 1.0))

    def _window(self, kingdom: int, belief: Belief, start: int) -> None:
        """Confine all that is covered to one 5 x 5 or 7 x 7 grid."""
        smallest = self.size or 5
        if max(belief.rows, belief.cols) <= smallest:
            return
        nothing = {
            thing.shows[0][0]: index
            for index, thing in enumerate(self.things[start:], start)
            if thing.shows and thing.shows[0][1] == self.known.empty
        }
        grids = list(_grids(belief, self.size))
        first = len(self.things)
        self.things += [Thing(kingdom, (), cost) for _, cost in grids]
        self._rows.append(({first + g: 1.0 for g in range(len(grids))}, 1.0, 1.0))
        for where in range(belief.rows * belief.cols):
            outside = {first + g: -1.0 for g, (held, _) in enumerate(grids) if where not in held}
            if where in nothing:
                self._rows.append(({nothing[where]: 1.0, **outside}, 0.0, 1.0))
            elif outside:
                self._rows.append((outside, 0.0, 0.0))

    def _each_domino_once(self) -> None:
        stock = self.known.stock
        rows: list[dict[int, float]] = [{} for _ in stock]
        for index, thing in enumerate(self.things):
            if thing.sort >= 0:
                rows[thing.sort][index] = 1.0
        self._rows += [
            (row, 0.0, float(held)) for row, held in zip(rows, stock, strict=True) if row
        ]


def _things(kingdom: int, belief: Belief) -> Iterator[Thing]:
    """Yield every possible thing in one window."""
    known = belief.label_set
    castle, empty = known.castle, known.empty
    costs = belief.costs.tolist()
    likeliest = belief.probabilities[:, :castle].argmax(axis=1).tolist()
    for where, beside in enumerate(neighbours(belief.rows, belief.cols)):
        cost = costs[where]
        label = likeliest[where]
        yield Thing(kingdom, ((where, empty),), cost[empty])
        yield Thing(kingdom, ((where, castle),), cost[castle])
        again = cost[castle] + NO_CASTLE
        yield Thing(kingdom, ((where, castle),), again, foreign=True)
        yield Thing(kingdom, ((where, label),), cost[label] + ALONE, foreign=True)
        for other in beside:
            if other > where:
                shows = ((where, label), (other, likeliest[other]))
                foreign = cost[label] + costs[other][likeliest[other]] + FOREIGN
                yield Thing(kingdom, shows, foreign, foreign=True)
                both = (cost, costs[other])
                yield from _dominoes(kingdom, (where, other), both, foreign, known)


def _dominoes(
    kingdom: int,
    fields: tuple[int, int],
    costs: tuple[list[float], list[float]],
    dearest: float,
    known: LabelSet,
) -> Iterator[Thing]:
    """Yield dominoes on two fields, cheaper than a foreign one."""
    one, other = fields
    for a, cost in enumerate(costs[0][: known.castle]):
        if cost >= dearest:
            continue
        for b in range(known.castle):
            both = cost + costs[1][b]
            if both < dearest and known.sort[a][b] >= 0:
                yield Thing(kingdom, ((one, a), (other, b)), both, known.sort[a][b])


def _grids(belief: Belief, size: int | None) -> Iterator[tuple[frozenset[int], float]]:
    """Yield the grid's possible places in the window, with costs."""
    covered = float((1.0 - belief.probabilities[:, belief.label_set.empty]).sum())
    sprawling = SPRAWLING if covered <= 25.5 else 0.0
    sizes = ((size, 0.0),) if size else ((5, 0.0), (LARGEST, sprawling))
    for side, cost in sizes:
        high, wide = min(side, belief.rows), min(side, belief.cols)
        for top in range(belief.rows - high + 1):
            for left in range(belief.cols - wide + 1):
                rows, cols = range(top, top + high), range(left, left + wide)
                yield frozenset(r * belief.cols + c for r in rows for c in cols), cost
