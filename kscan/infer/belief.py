"""Beliefs: each label's cost in nats, from the pixels and a person's decisions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import prod

import numpy as np
from numpy.typing import NDArray

from kscan.evidence import Evidence
from kscan.game.box import BASE, Box
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import CastleColor, Square
from kscan.infer.labels import Labels, LabelSet, label_set

# The colours along the last axis of the evidence of them.
COLORS = BASE.colors

# No field is held for surer than this, whatever the net says: it has never seen this table.
FLOOR = 2e-5
# From so much mass on "something else" on a field may be covered, and what is below is unknown:
# where it is read as land, and where as table or castle, of which new ones are easily taken for it.
COVERED_TILE, COVERED_TABLE = 0.1, 0.7
# On left-out boards the two wrong colours were said with 0.68 or less, and 37 of 48 with this or
# more, all right: a player named wrongly is worse than one not named.
COLOR_NAMED = 0.85


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """One window: for each field, row by row, the probability of every label."""

    rows: int
    cols: int
    probabilities: NDArray[np.float64]  # fields x labels of the set, each summing to 1
    colors: NDArray[np.float64]  # fields x 4
    fixed: frozenset[int] = frozenset()  # the fields that a person has settled
    said: Mapping[int, CastleColor] = field(default_factory=dict)  # castles' colours, by a person
    label_set: LabelSet = field(default_factory=label_set)
    standing: Mapping[int, Square] = field(default_factory=dict)  # with giants, by a person
    covered: frozenset[int] = frozenset()  # the fields where something else may lie

    @property
    def best(self) -> Labels:
        """Each field's likeliest label, regardless of rules."""
        return tuple(int(label) for label in self.probabilities.argmax(axis=1))

    @property
    def costs(self) -> NDArray[np.float64]:
        """Each label's cost in nats beyond the field's likeliest."""
        logs = np.log(np.maximum(self.probabilities, 1e-30))
        return np.asarray(logs.max(axis=1, keepdims=True) - logs, dtype=np.float64)

    def nats(self, labels: Labels) -> float:
        """Sum the nats of these labels, without any rule."""
        return float(self.costs[np.arange(len(labels)), list(labels)].sum())

    def cell(self, field: int) -> Cell:
        """Return a field's cell in the window."""
        return Cell(*divmod(field, self.cols))

    def kingdom(self, labels: Labels) -> Kingdom:
        """Return the window with these labels, not trimmed."""
        squares = [self.label_set.squares[label] for label in labels]
        for place, square in self.standing.items():
            if squares[place] == square.printed:
                squares[place] = square
        cols = self.cols
        return Kingdom(
            tuple(tuple(squares[row * cols : (row + 1) * cols]) for row in range(self.rows))
        )


def believe(
    evidence: Evidence, fixes: Mapping[Cell, Square] | None = None, box: Box = BASE
) -> Belief:
    """Return the belief from the evidence and a person's fixes."""
    rows, cols = evidence.rows, evidence.cols
    known = label_set(box)
    read, none = known.restricted(evidence.probabilities)
    read = read.reshape(rows * cols, len(known.squares))
    seen = (1.0 - FLOOR) * np.clip(read, 1e-12, 1.0) + FLOOR / len(known.squares)
    colors = evidence.colors.reshape(rows * cols, len(COLORS)).astype(np.float64).copy()
    fields = {cell.row * cols + cell.col: square for cell, square in (fixes or {}).items()}
    for place, square in fields.items():
        seen[place] = 0.0
        seen[place, known.of(square)] = 1.0
    said = {place: square.color for place, square in fields.items() if square.color}
    standing = {place: square for place, square in fields.items() if square != square.printed}
    land = read.argmax(axis=1) < known.castle  # a castle's roof looks like much
    limits = np.where(land, COVERED_TILE, COVERED_TABLE)
    covered = frozenset(np.flatnonzero(none.ravel() >= limits).tolist())
    return Belief(rows, cols, seen, colors, frozenset(fields), said, known, standing, covered)


def name_colors(
    views: "Sequence[NDArray[np.float64] | None]",
    taken: Collection[CastleColor] = (),
    colors: Collection[CastleColor] = COLORS,
) -> list[CastleColor | None]:
    """Name the castles' colours, all different in one game.

    None for a colour that is not clear. None of them has a colour that is `taken`, or that is not
    among the `colors` of the box.
    """
    free = [place for place, color in enumerate(COLORS) if color in colors and color not in taken]
    known = [index for index, view in enumerate(views) if view is not None]
    if not free:
        return [None] * len(views)
    if len(known) > len(free):
        return [name_colors([view], colors=colors)[0] for view in views]
    shares: dict[tuple[int, ...], float] = {
        chosen: prod(float(_view(views, k)[color]) for k, color in zip(known, chosen, strict=True))
        for chosen in permutations(free, len(known))
    }
    total = sum(shares.values()) or 1.0
    best = max(shares, key=lambda chosen: shares[chosen])
    names: list[CastleColor | None] = [None] * len(views)
    for place, index in enumerate(known):
        agreed = sum(share for chosen, share in shares.items() if chosen[place] == best[place])
        if agreed / total >= COLOR_NAMED:
            names[index] = COLORS[best[place]]
    return names


def _view(views: "Sequence[NDArray[np.float64] | None]", index: int) -> NDArray[np.float64]:
    view = views[index]
    return np.full(len(COLORS), 0.25) if view is None else np.maximum(view, 1e-6)
