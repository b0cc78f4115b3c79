"""Coverage by logistic regression over network, table and reader."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kscan.evidence import EMPTY_LABEL, OTHER_LABEL, Evidence
from kscan.find.block import SURE, joined, kingdom, with_room
from kscan.find.coverage.table_likeness import Features, distance_to_table, distances
from kscan.find.coverage.tileability import doubted_where_untileable
from kscan.find.grid import Grid
from kscan.find.heatmap import expit
from kscan.find.refine import Fields
from kscan.photo.records import Photo

NOT_TABLE = "not_table"  # the note of a kingdom on which something else may lie

# In log odds of being covered, fitted by kscan/lab/train_finder/coverage_fit.py. In the window:
# the network, and a step of the logarithm of the distance to the table and to tiles.
_BASE, _NETWORK, _FROM_TABLE, _FROM_TILES = -1.13, 0.99, 3.28, -1.48
# With the reader, who sees one square closely; fitted to 15,853 fields of held-out photos.
READER_COUNTS, FINDER_COUNTS, OVERSAID = 0.28, 0.76, 0.55
# Distance from the table around. Of 104 composed kingdoms no true hole looks farther than 4.1 (at
# 2.5 six would be asked about); under things the median is 5.3.
_STRANGE = 5.0
# Neither network is believed to be wrong more seldom.
_SUREST_READER, _SUREST_FINDER = 1e-7, 1e-4


def in_window(photo: Photo, fields: Fields, features: Features) -> NDArray[np.float64]:
    """Return each field's probability (SPAN x SPAN) of being covered.

    The table considered.
    """
    known, away = distances(photo, fields, features)
    odds = _BASE + _NETWORK * network_odds(fields)
    odds += _FROM_TABLE * away[..., 0] + _FROM_TILES * away[..., 1]
    covered = np.where(known, expit(odds), fields.covered)
    return held_apart(covered, fields.covered)


def is_hidden(
    photo: Photo, fields: Fields, features: Features, covered: NDArray[np.float64]
) -> bool:
    """Return True if a field shows neither tile nor table.

    Among those that the kingdom may cover.
    """
    group = kingdom(covered)
    inside, beside = with_room(group)
    empty = (inside | beside) & (covered <= SURE)
    if not empty.any():
        return False
    away = distance_to_table(photo, fields, features, ~inside & ~beside)
    return bool((away[empty] > _STRANGE).any())


def with_reader(found: Grid, seen: Evidence) -> tuple[Grid, Evidence]:
    """Combine finder's and reader's coverage in grid and evidence."""
    odds = READER_COUNTS * reader_odds(seen) + FINDER_COUNTS * finder_odds(found) - OVERSAID
    covered = held_apart(expit(odds), found.covered)
    # Dominoes have a say in what the grid covers, not in what the pixels show.
    return (
        replace(found, covered=doubted_where_untileable(covered)),
        replace(seen, probabilities=_given(seen.probabilities, covered)),
    )


def logit(share: NDArray[np.float64], least: float) -> NDArray[np.float64]:
    """Return log odds, clipped to [`least`, 1 - `least`]."""
    clear = np.clip(share, least, 1.0 - least)
    return np.asarray(np.log(clear / (1.0 - clear)), dtype=np.float64)


def odds_beside(found: Grid, singles: Sequence[Evidence]) -> NDArray[np.float64]:
    """Return the tile log odds of fields beside the grid.

    `singles` show one each.
    """
    read = np.array([float(reader_odds(one)[0, 0]) for one in singles])
    seen = logit(np.array([one.tile for one in found.beside]), _SUREST_FINDER)
    return np.asarray(READER_COUNTS * read + FINDER_COUNTS * seen - OVERSAID)


def network_odds(fields: Fields) -> NDArray[np.float64]:
    """Return the network's log odds of coverage (SPAN x SPAN)."""
    return logit(fields.covered, _SUREST_FINDER)


def reader_odds(seen: Evidence) -> NDArray[np.float64]:
    """Return the reader's log odds of coverage (rows x cols)."""
    other = seen.probabilities[..., OTHER_LABEL]
    empty = seen.probabilities[..., EMPTY_LABEL] / np.maximum(1.0 - other, 1e-12)
    # Where the reader sees neither tile nor table it says nothing of what lies below.
    return (1.0 - other) * logit(1.0 - empty, _SUREST_READER)


def finder_odds(found: Grid) -> NDArray[np.float64]:
    """Return the finder's log odds of coverage (rows x cols)."""
    return logit(found.covered, _SUREST_FINDER)


def held_apart(covered: NDArray[np.float64], network: NDArray[np.float64]) -> NDArray[np.float64]:
    """Limit coverage apart from the kingdom to the network's.

    The network sees whose it is. A loose tile that touches the kingdom over a corner at most looks
    like any other.
    """
    apart = (covered > SURE) & ~joined(covered, corners=False)
    return np.where(apart, np.minimum(covered, network), covered)


def _given(probabilities: NDArray[np.float64], covered: NDArray[np.float64]) -> NDArray[np.float64]:
    """Condition label probabilities (rows x cols x 27) on coverage."""
    other = probabilities[..., OTHER_LABEL]
    tiles = np.maximum(probabilities, 1e-12)
    tiles[..., [EMPTY_LABEL, OTHER_LABEL]] = 0.0
    both = tiles * (covered / tiles.sum(axis=-1))[..., None]
    both[..., EMPTY_LABEL] = 1.0 - covered
    both *= (1.0 - other)[..., None]
    both[..., OTHER_LABEL] = other
    return np.asarray(both, dtype=np.float64)
