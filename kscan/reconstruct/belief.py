"""What the pixels say of each field, all sources in one, as costs of labels in nats."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import prod

import numpy as np
from numpy.typing import NDArray

from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import CASTLE, EMPTY, KINDS, CastleColor, Square
from kscan.vision.records import CASTLE_CLASS, CLASSES, Evidence

# The square that each label of the evidence stands for.
SQUARES: tuple[Square, ...] = (*KINDS, CASTLE, EMPTY)

# No field is held for surer than this, whatever the net says: it has never seen this table.
FLOOR = 2e-5
# On left-out boards the two wrong colours were said with 0.68 or less, and 37 of 48 with this or
# more, all right: a player named wrongly is worse than one not named.
COLOR_NAMED = 0.85

Labels = tuple[int, ...]  # one index into SQUARES a field, row by row


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """One window: for each field, row by row, the probability of every label."""

    rows: int
    cols: int
    probabilities: NDArray[np.float64]  # fields x 18, each summing to 1
    colors: NDArray[np.float64]  # fields x 4
    fixed: frozenset[int] = frozenset()  # the fields that a person has settled
    said: Mapping[int, CastleColor] = field(default_factory=dict)  # castles' colours, by a person

    @property
    def best(self) -> Labels:
        """The likeliest label of each field, with no regard to any rule."""
        return tuple(int(label) for label in self.probabilities.argmax(axis=1))

    @property
    def costs(self) -> NDArray[np.float64]:
        """Nats that each label costs beyond the field's likeliest."""
        logs = np.log(np.maximum(self.probabilities, 1e-30))
        return np.asarray(logs.max(axis=1, keepdims=True) - logs, dtype=np.float64)

    def cell(self, field: int) -> Cell:
        """Where the field lies in the window."""
        return Cell(*divmod(field, self.cols))

    def kingdom(self, labels: Labels) -> Kingdom:
        """The window with these labels on it, not trimmed."""
        squares = [SQUARES[label] for label in labels]
        cols = self.cols
        return Kingdom(
            tuple(tuple(squares[row * cols : (row + 1) * cols]) for row in range(self.rows))
        )


def believe(evidence: Evidence, fixes: Mapping[Cell, Square] | None = None) -> Belief:
    """The belief that follows from the evidence, settled where a person has settled it."""
    rows, cols = evidence.rows, evidence.cols
    seen = np.clip(evidence.probabilities.reshape(rows * cols, len(CLASSES)), 1e-12, 1.0)
    seen = (1.0 - FLOOR) * seen + FLOOR / len(CLASSES)
    colors = evidence.colors.reshape(rows * cols, len(CastleColor)).astype(np.float64).copy()
    fields = {cell.row * cols + cell.col: square for cell, square in (fixes or {}).items()}
    for place, square in fields.items():
        seen[place] = 0.0
        seen[place, _label(square)] = 1.0
    said = {place: square.color for place, square in fields.items() if square.color}
    return Belief(rows, cols, seen, colors, frozenset(fields), said)


def _label(square: Square) -> int:
    if square.castle:
        return CASTLE_CLASS
    return SQUARES.index(square)


def name_colors(
    views: "Sequence[NDArray[np.float64] | None]", taken: Collection[CastleColor] = ()
) -> list[CastleColor | None]:
    """The castles' colours, all different in one game; None where the colour is not clear.

    None of them has a colour that is `taken`.
    """
    everyone = tuple(CastleColor)
    free = [place for place, color in enumerate(everyone) if color not in taken]
    known = [index for index, view in enumerate(views) if view is not None]
    if len(known) > len(free):
        return [name_colors([view])[0] for view in views]
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
            names[index] = everyone[best[place]]
    return names


def _view(views: "Sequence[NDArray[np.float64] | None]", index: int) -> NDArray[np.float64]:
    view = views[index]
    return np.full(len(CastleColor), 0.25) if view is None else np.maximum(view, 1e-6)
