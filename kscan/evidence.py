"""Evidence: the pixels' probabilities for each field of a grid, before any rule."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kscan.game.squares import BASE_TERRAINS, KINDS, Square

MOST_CROWNS = 3
OTHER = "?"  # neither tile nor table: paper, card, cloth, skin, glass, the back of a tile
# The labels of evidence along its last axis: each terrain with 0 to 3 crowns, the castle, the
# table, something else. Which of the land squares exist is for the box to say.
LABELS: tuple[str, ...] = (
    *(f"{terrain.value}{crowns}" for terrain in BASE_TERRAINS for crowns in range(MOST_CROWNS + 1)),
    "C",
    ".",
    OTHER,
)
CASTLE_LABEL, EMPTY_LABEL, OTHER_LABEL = map(LABELS.index, ("C", ".", OTHER))

# The labels of a base box: its sixteen kinds of land, the castle, the table.
CLASSES: tuple[str, ...] = (*map(str, KINDS), "C", ".")


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """The pixels' probabilities for each field of one window, before any rule."""

    probabilities: NDArray[np.float64]  # rows x cols x 27, along LABELS; each field sums to 1
    colors: NDArray[np.float64]  # rows x cols x 4: castle colour, along CastleColor, if a castle

    @property
    def rows(self) -> int:
        """Rows of the window."""
        return int(self.probabilities.shape[0])

    @property
    def cols(self) -> int:
        """Columns of the window."""
        return int(self.probabilities.shape[1])


def restricted(
    probabilities: NDArray[np.float64], kinds: Sequence[Square] = KINDS
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Restrict probabilities to a box's labels; return the lost mass.

    `probabilities` is ... x 27, along LABELS. The first result is ... x (len(kinds) + 2), along
    `kinds`, castle and table, and sums to 1; the second (...) is what lies on no such square.
    Crowns that a terrain never has in the box count for those that it has.
    """
    shape = probabilities.shape[:-1]
    known = np.zeros((*shape, len(kinds) + 2))
    known[..., -2] = probabilities[..., CASTLE_LABEL]
    known[..., -1] = probabilities[..., EMPTY_LABEL]
    for place, terrain in enumerate(BASE_TERRAINS):
        land = probabilities[..., place * (MOST_CROWNS + 1) : (place + 1) * (MOST_CROWNS + 1)]
        columns = [
            k
            for k, kind in enumerate(kinds)
            if kind.terrain is terrain and kind.crowns <= MOST_CROWNS
        ]
        if columns:
            there = land[..., [kinds[k].crowns for k in columns]] + 1e-30
            share = there / there.sum(axis=-1, keepdims=True)
            known[..., columns] = land.sum(axis=-1, keepdims=True) * share
    mass = known.sum(axis=-1)
    sure = known / np.maximum(mass, 1e-30)[..., None]
    return sure, np.clip(1.0 - mass, 0.0, 1.0)


def widened(
    probabilities: NDArray[np.float64], kinds: Sequence[Square] = KINDS
) -> NDArray[np.float64]:
    """Expand a box's probabilities (... x (len(kinds) + 2)) to LABELS."""
    result = np.zeros((*probabilities.shape[:-1], len(LABELS)))
    names = (*map(str, kinds), "C", ".")
    result[..., [LABELS.index(name) for name in names]] = probabilities
    return result
