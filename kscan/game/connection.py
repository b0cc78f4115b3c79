"""The connection rule: the dominoes reachable from the castle, in building order.

A domino that matches another is matched by it, and a domino once laid never hinders a later one: a
legal order exists where every domino is linked to the castle. Territories hang together by
themselves, a domino with two terrains links two of them, the castle links all that touch it.
"""

from collections.abc import Iterable, Sequence

from kscan.game.kingdom import Cell, Kingdom, territories

Pair = tuple[Cell, Cell]


class Links:
    """Each square's territory, and the territories touching a castle."""

    def __init__(self, kingdom: Kingdom) -> None:
        self.territory = {
            cell: index
            for index, territory in enumerate(territories(kingdom))
            for cell in territory.cells
        }
        self.at_castle = frozenset(
            self.territory[cell]
            for castle in kingdom.castles
            for cell in castle.neighbours()
            if cell in self.territory
        )

    def stuck(self, pairs: Iterable[Pair]) -> list[Pair]:
        """Return the dominoes out of reach in every building order."""
        waiting = [(self.territory[a], self.territory[b], (a, b)) for a, b in pairs]
        reached = set(self.at_castle)
        while True:
            beyond = []
            for link in waiting:
                if link[0] in reached or link[1] in reached:
                    reached.update(link[:2])
                else:
                    beyond.append(link)
            if len(beyond) == len(waiting):
                return [pair for _, _, pair in beyond]
            waiting = beyond


def building_order(kingdom: Kingdom, pairs: Sequence[Pair]) -> list[Pair]:
    """Sort dominoes into a legal building order, unreachable ones last."""
    waiting, laid = list(pairs), list[Pair]()
    joined = {cell for castle in kingdom.castles for cell in castle.neighbours()}
    open_to = {cell: {kingdom[cell].terrain} for cell in joined}
    while True:
        ready = next(
            (
                pair
                for pair in waiting
                if any(kingdom[cell].terrain in open_to.get(cell, ()) for cell in pair)
            ),
            None,
        )
        if ready is None:
            return laid + waiting
        waiting.remove(ready)
        laid.append(ready)
        for cell in ready:
            for beside in cell.neighbours():
                open_to.setdefault(beside, set()).add(kingdom[cell].terrain)
