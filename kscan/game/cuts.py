"""Cuts of a kingdom into dominoes, with their use of the box and stuck dominoes.

What a tiling takes from the box is one integer with a byte for each sort of domino: the sum of two
is what both take, and a byte beyond what is held shows in its highest bit.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from kscan.game.box import Box
from kscan.game.connection import Links, Pair
from kscan.game.kingdom import Kingdom
from kscan.game.tiling import Land, Piece, land_of, tilings

# The kingdoms of a tournament's table, read, corrected and read again: each is cut only once.
REMEMBERED = 32


@dataclass(frozen=True, slots=True)
class Cut:
    """One tiling of one kingdom: its dominoes, their use of the box, and those stuck."""

    pairs: tuple[Pair, ...]
    takes: int
    stuck: int


@lru_cache(maxsize=REMEMBERED)
def _masks(box: Box) -> tuple[int, int]:
    """Return the carry constant and the overflow bits for `fits`.

    A cut's takes are bytes in one integer: with the constant added, a byte beyond what the box
    holds sets its bit.
    """
    margin = int.from_bytes(bytes(0x7F - held for held in box.held), "little")
    return margin, int.from_bytes(b"\x80" * len(box.held), "little")


def fits(takes: int, box: Box) -> bool:
    """Return True if one box holds all `takes`."""
    margin, beyond = _masks(box)
    return not (takes + margin) & beyond


def taken(takes: int, box: Box) -> bytes:
    """Count how many of each sort of domino are taken."""
    return takes.to_bytes(len(box.held), "little")


@lru_cache(maxsize=REMEMBERED)
def best_cut(kingdom: Kingdom, box: Box) -> Cut | None:
    """Find the cut with the fewest stuck dominoes, if any exists."""
    best: Cut | None = None
    for cut in _cuts(kingdom, box):
        if best is None or cut.stuck < best.stuck:
            best = cut
            if not cut.stuck:
                break
    return best


@lru_cache(maxsize=REMEMBERED)
def distinct_cuts(kingdom: Kingdom, box: Box) -> tuple[Cut, ...]:
    """Find the best cut for each set of dominoes taken.

    The one with the fewest dominoes stuck; best first.
    """
    best: dict[int, Cut] = {}
    for cut in _cuts(kingdom, box):
        if cut.takes not in best or cut.stuck < best[cut.takes].stuck:
            best[cut.takes] = cut
    return tuple(sorted(best.values(), key=lambda cut: cut.stuck))


def _cuts(kingdom: Kingdom, box: Box) -> Iterator[Cut]:
    land, links = land_of(kingdom, box), Links(kingdom)
    for pieces in tilings(land, box):
        pairs = _pairs(land, pieces)
        takes = sum(1 << 8 * piece.sort for piece in pieces)
        yield Cut(pairs, takes, len(links.stuck(pairs)))


def _pairs(land: Land, pieces: Iterable[Piece]) -> tuple[Pair, ...]:
    return tuple((land.cells[piece.first], land.cells[piece.second]) for piece in pieces)
