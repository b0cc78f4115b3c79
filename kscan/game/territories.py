"""Territories: squares of one terrain joined edge to edge."""

from dataclasses import dataclass

from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import Terrain


@dataclass(frozen=True, slots=True)
class Territory:
    """A maximal set of squares of one terrain, joined edge to edge."""

    terrain: Terrain
    cells: tuple[Cell, ...]
    crowns: int  # that no giant covers

    @property
    def squares(self) -> int:
        """How many squares it has."""
        return len(self.cells)

    @property
    def points(self) -> int:
        """Its points: squares times crowns."""
        return self.squares * self.crowns


def territories(kingdom: Kingdom) -> tuple[Territory, ...]:
    """Find all territories, in reading order of their first squares."""
    found: list[Territory] = []
    seen: set[Cell] = set()
    for cell in kingdom.covered:
        terrain = kingdom[cell].terrain
        if terrain is not None and cell not in seen:
            cells = _joined(kingdom, cell)
            seen.update(cells)
            found.append(Territory(terrain, cells, sum(kingdom[c].scored for c in cells)))
    return tuple(found)


def _joined(kingdom: Kingdom, start: Cell) -> tuple[Cell, ...]:
    terrain = kingdom[start].terrain
    reached, ahead = {start}, [start]
    while ahead:
        for cell in ahead.pop().neighbours():
            if cell not in reached and kingdom[cell].terrain is terrain:
                reached.add(cell)
                ahead.append(cell)
    return tuple(sorted(reached))
