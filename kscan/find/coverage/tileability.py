"""The most probable set of covered fields tileable by a castle and dominoes."""

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kscan.game.kingdom import LARGEST, Cell

_MOST_CHANGED = 3  # fields that are taken for the other thing than they look
_DOUBTED = 12  # the least sure fields: of the others none is changed
_PATIENCE = 8.0  # nats: less likely sets are not believed, whatever dominoes say
_SPRAWL = 3.0  # nats that a kingdom costs which is small and yet wider than the small grid
_RAGGED = 2.0  # nats that any kingdom costs which is no complete grid
SMALL_GRID = 5
SMALL_GAME = 27  # fields: one domino more than the small grid holds
_CHANGED = 0.6  # how sure a changed field is: what the dominoes say is for the reading to weigh


def doubted_where_untileable(covered: NDArray[np.float64]) -> NDArray[np.float64]:
    """Lower the probabilities (rows x cols) contradicted by dominoes."""
    fields = tileable(covered)
    changed = fields != (covered > 0.5)
    return np.where(changed, np.where(fields, _CHANGED, 1 - _CHANGED), covered)


def tileable(covered: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the most probable tileable fields (rows x cols).

    Those that a castle and dominoes can cover. Where no set near the probabilities can be covered,
    the fields that are likelier than not: a domino may be hidden, or the table wrong.
    """
    seen = np.asarray(covered > 0.5)
    best, least = seen, np.inf
    for changed, cost in _changes(covered):
        if cost >= least:
            break
        fields = seen.copy()
        for field in changed:
            fields.flat[field] ^= True
        cost += _SPRAWL * sprawls(fields) + _RAGGED * (not is_complete(fields))
        if cost < least and can_be_tiled(fields):
            best, least = fields, cost
    return best


def sprawls(fields: NDArray[np.bool_]) -> bool:
    """Return True if a small kingdom exceeds the small grid."""
    rows, cols = np.nonzero(fields)
    if not 0 < len(rows) <= SMALL_GAME:
        return False
    return max(int(np.ptp(rows)), int(np.ptp(cols))) >= SMALL_GRID


def is_complete(fields: NDArray[np.bool_]) -> bool:
    """Return True for a whole grid, like most finished kingdoms."""
    rows, cols = np.nonzero(fields)
    return len(rows) in (SMALL_GRID**2, LARGEST**2) and (
        int(np.ptp(rows)) == int(np.ptp(cols)) == round(len(rows) ** 0.5) - 1
    )


def can_be_tiled(fields: NDArray[np.bool_]) -> bool:
    """Check by bipartite matching if castle and dominoes fit."""
    cells = [Cell(int(row), int(col)) for row, col in np.argwhere(fields)]
    if len(cells) % 2 == 0:
        return False
    # Dominoes join fields of different colour on a chessboard; the castle takes one of the more.
    light = [cell for cell in cells if (cell.row + cell.col) % 2 == 0]
    dark = [cell for cell in cells if (cell.row + cell.col) % 2 == 1]
    fewer, more = sorted((light, dark), key=len)
    if len(more) - len(fewer) != 1:
        return False
    free = set(more)
    partners = {cell: [other for other in cell.neighbours() if other in free] for cell in fewer}
    owners: dict[Cell, Cell] = {}
    return all(_paired(cell, partners, owners, set()) for cell in fewer)


def _paired(
    cell: Cell, partners: Mapping[Cell, list[Cell]], owners: dict[Cell, Cell], tried: set[Cell]
) -> bool:
    """Find an augmenting path to a partner for `cell`."""
    for partner in partners[cell]:
        if partner in tried:
            continue
        tried.add(partner)
        owner = owners.get(partner)
        if owner is None or _paired(owner, partners, owners, tried):
            owners[partner] = cell
            return True
    return False


def _changes(covered: NDArray[np.float64]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield sets of fields to flip, the cheapest first."""
    sure = np.clip(covered.ravel(), 1e-6, 1 - 1e-6)
    costs = np.abs(np.log(sure / (1 - sure)))
    doubted = np.argsort(costs, kind="stable")[:_DOUBTED]
    price = {int(field): float(costs[field]) for field in doubted if costs[field] <= _PATIENCE}
    sets = (s for n in range(_MOST_CHANGED + 1) for s in combinations(price, n))
    priced = sorted((sum(map(price.__getitem__, s)), s) for s in sets)
    yield from ((s, cost) for cost, s in priced if cost <= _PATIENCE)
