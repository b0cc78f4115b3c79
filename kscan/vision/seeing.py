"""All that a photo shows: where its kingdoms lie, and what lies on each of their fields."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kscan.vision import lattice, squares
from kscan.vision.lattice.apart import held_apart
from kscan.vision.lattice.laid import agreed_with_dominoes
from kscan.vision.odds import as_probabilities, log_odds
from kscan.vision.records import EMPTY_CLASS, Evidence, Lattice, Photo

# Whether a field is covered, in log odds: so much of what the reader says, who sees one square
# closely, and of what the finder says, who sees the kingdom; and what both say too often.
# Fitted as kscan/training/lattice/likening.py does, to 15,853 fields of composed photos that
# neither learnt from nor is measured on.
READER_COUNTS, FINDER_COUNTS, OVERSAID = 0.28, 0.76, 0.55
_SUREST_READER, _SUREST_FINDER = 1e-7, 1e-4  # nobody is believed to be wrong more seldom

Seen = tuple[tuple[Lattice, ...], tuple[Evidence, ...]]
Block = tuple[Sequence[Sequence[float]], int, int]  # a kingdom's four corners, its rows and columns


def see(photo: Photo) -> Seen:
    """The kingdoms in `photo`, and what each of their fields shows.

    First comes the kingdom that is the largest to the finder; whether a field is covered the
    finder and the reader say together.
    """
    lattices = lattice.find(photo)
    return agreed(lattices, squares.read(photo, lattices))


def see_between(photo: Photo, blocks: Sequence[Block]) -> Seen:
    """The kingdoms where a person said that they lie, and what each of their fields shows."""
    grids = tuple(
        lattice.from_corners(photo, corners, rows=rows, cols=cols) for corners, rows, cols in blocks
    )
    return grids, squares.read(photo, grids)


def agreed(lattices: Sequence[Lattice], evidence: Sequence[Evidence]) -> Seen:
    """The grids with what reader and finder together say is covered, and evidence that says so."""
    grids, shown = [], []
    for found, seen in zip(lattices, evidence, strict=True):
        covered = _covered(found, seen)
        # Dominoes have a say in what the grid covers, not in what the pixels show.
        grids.append(replace(found, covered=agreed_with_dominoes(covered)))
        shown.append(replace(seen, probabilities=_given(seen.probabilities, covered)))
    return tuple(grids), tuple(shown)


def reader_odds(seen: Evidence) -> NDArray[np.float64]:
    """The reader's log odds of each field (rows x cols) being covered, as they are heeded."""
    return log_odds(1.0 - seen.probabilities[..., EMPTY_CLASS], _SUREST_READER)


def finder_odds(found: Lattice) -> NDArray[np.float64]:
    """The finder's log odds of each field (rows x cols) being covered, as they are heeded."""
    return log_odds(found.covered, _SUREST_FINDER)


def _covered(found: Lattice, seen: Evidence) -> NDArray[np.float64]:
    """How probable it is that each field is covered (rows x cols)."""
    odds = READER_COUNTS * reader_odds(seen) + FINDER_COUNTS * finder_odds(found) - OVERSAID
    return held_apart(as_probabilities(odds), found.covered)


def _given(probabilities: NDArray[np.float64], covered: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probabilities (rows x cols x 18) where so much is known of what is covered."""
    tiles = np.maximum(probabilities, 1e-12)
    tiles[..., EMPTY_CLASS] = 0.0
    both = tiles * (covered / tiles.sum(axis=-1))[..., None]
    both[..., EMPTY_CLASS] = 1.0 - covered
    return np.asarray(both, dtype=np.float64)
