"""Ways to cut a kingdom into dominoes, weighed by what they take from the box and who is stuck."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kscan.game.connection import Links, Pair
from kscan.game.kingdom import Kingdom
from kscan.game.tiling import HELD, Land, Piece, land_of, tilings

# What a tiling takes from the box is one integer with a byte for each sort of domino: the sum of
# two is what both take, and a byte beyond what is held shows in its highest bit.
_BYTES = len(HELD)
_BEYOND = int.from_bytes(b"\x80" * _BYTES, "little")
_MARGIN = int.from_bytes(bytes(0x7F - held for held in HELD), "little")


@dataclass(frozen=True, slots=True)
class Cut:
    """One tiling of one kingdom: its dominoes, what they take, how many nobody can lay."""

    pairs: tuple[Pair, ...]
    takes: int
    stuck: int


def fits(takes: int) -> bool:
    """Whether one box holds all that is taken."""
    return not (takes + _MARGIN) & _BEYOND


def taken(takes: int) -> bytes:
    """How many of each sort of domino are taken."""
    return takes.to_bytes(_BYTES, "little")


def best_cut(kingdom: Kingdom) -> Cut | None:
    """The cut with the fewest dominoes stuck; None where the box does not cover the kingdom."""
    best: Cut | None = None
    for cut in _cuts(kingdom):
        if best is None or cut.stuck < best.stuck:
            best = cut
            if not cut.stuck:
                break
    return best


def distinct_cuts(kingdom: Kingdom) -> list[Cut]:
    """Of all cuts that take the same the one with the fewest stuck; best first."""
    best: dict[int, Cut] = {}
    for cut in _cuts(kingdom):
        if cut.takes not in best or cut.stuck < best[cut.takes].stuck:
            best[cut.takes] = cut
    return sorted(best.values(), key=lambda cut: cut.stuck)


def _cuts(kingdom: Kingdom) -> Iterator[Cut]:
    land, links = land_of(kingdom), Links(kingdom)
    for pieces in tilings(land):
        pairs = _pairs(land, pieces)
        takes = sum(1 << 8 * piece.sort for piece in pieces)
        yield Cut(pairs, takes, len(links.stuck(pairs)))


def _pairs(land: Land, pieces: Iterable[Piece]) -> tuple[Pair, ...]:
    return tuple((land.cells[piece.first], land.cells[piece.second]) for piece in pieces)
