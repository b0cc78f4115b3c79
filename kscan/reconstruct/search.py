"""Labellings in the order of their probability, without regard to any rule."""

from collections.abc import Iterator
from heapq import heappop, heappush

from kscan.reconstruct.belief import Belief, Labels

Change = tuple[int, int]  # a field, and its label instead of the likeliest


def labellings(belief: Belief, limit: float) -> Iterator[tuple[float, Labels]]:
    """Every labelling that costs at most `limit` nats, cheapest first, with its cost."""
    best = belief.best
    yield 0.0, best
    changes = _changes(belief, limit)
    heap: list[tuple[float, tuple[int, ...]]] = []
    if changes:
        heap.append((changes[0][0], (0,)))
    while heap:
        cost, chosen = heappop(heap)
        last = chosen[-1]
        if last + 1 < len(changes):
            dearer = changes[last + 1][0]
            if cost + dearer <= limit:
                heappush(heap, (cost + dearer, (*chosen, last + 1)))
            instead = cost - changes[last][0] + dearer
            if instead <= limit:
                heappush(heap, (instead, (*chosen[:-1], last + 1)))
        fields = [changes[index][1][0] for index in chosen]
        if len(set(fields)) == len(fields):
            yield cost, _changed(best, [changes[index][1] for index in chosen])


def _changes(belief: Belief, limit: float) -> list[tuple[float, Change]]:
    """Every change of a single field within the limit, cheapest first."""
    costs, best = belief.costs, belief.best
    return sorted(
        (float(cost), (field, label))
        for field, row in enumerate(costs)
        if field not in belief.fixed
        for label, cost in enumerate(row)
        if label != best[field] and cost <= limit
    )


def _changed(labels: Labels, changes: list[Change]) -> Labels:
    changed = list(labels)
    for field, label in changes:
        changed[field] = label
    return tuple(changed)
