"""Games played at random from one box, so that composed kingdoms are real ones."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp

import numpy as np

from kscan.game.box import DOMINOES, Domino
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import EMPTY, CastleColor, Square

# How strongly a player prefers a place that touches what lies there; found by the share of
# complete kingdoms, which is about half, as on real tables.
TIDINESS = 1.6
SINGLE_HOLE = 6.0
ON_OFFER = 4  # dominoes from which a player chooses


@dataclass(frozen=True, slots=True)
class LaidDomino:
    """A domino of the box on two fields: its first half on the first of them."""

    number: int
    cells: tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class PlayedKingdom:
    """A kingdom without empty rows and columns around it, and the dominoes it is made of."""

    kingdom: Kingdom
    dominoes: tuple[LaidDomino, ...]


def play(
    rng: np.random.Generator,
    size: int,
    colors: Sequence[CastleColor],
    *,
    complete: bool = False,
) -> tuple[PlayedKingdom, ...]:
    """The kingdoms of one game, one for each colour: no domino of the box is used twice.

    Where `complete`, gaps at the end are filled without regard to the terrain, as people do.
    """
    deck = [DOMINOES[i] for i in rng.permutation(len(DOMINOES))]
    builders = [_Builder(rng, size) for _ in colors]
    for _ in range(size * size // 2):
        for builder in builders:
            builder.choose(deck)
    filling = list(builders) if complete else []
    while filling:
        filling = [builder for builder in filling if builder.choose(deck, anywhere=True)]
    return tuple(b.finished(color) for b, color in zip(builders, colors, strict=True))


def with_discards(
    rng: np.random.Generator, played: PlayedKingdom, count: int, *, corners: bool
) -> PlayedKingdom:
    """The same kingdom without `count` dominoes: still in one piece, perhaps over corners only."""
    kept = list(played.dominoes)
    castle = played.kingdom.castles[0]
    for _ in range(count):
        order = rng.permutation(len(kept))
        found = next(
            (i for i in order if _in_one_piece(_fields(kept, castle, kept[i]), corners)), None
        )
        if found is None or len(kept) == 1:
            break
        kept.pop(int(found))
    squares = {cell: played.kingdom[cell] for cell in _fields(kept, castle, None)}
    return _framed(squares, kept)


def _fields(
    dominoes: Iterable[LaidDomino], castle: Cell, without: LaidDomino | None
) -> frozenset[Cell]:
    return frozenset([castle, *(cell for d in dominoes if d is not without for cell in d.cells)])


def _in_one_piece(cells: frozenset[Cell], corners: bool) -> bool:
    start = next(iter(cells))
    seen, stack = {start}, [start]
    while stack:
        row, col = stack.pop()
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                near = Cell(row + dr, col + dc)
                if (corners or not (dr and dc)) and near in cells and near not in seen:
                    seen.add(near)
                    stack.append(near)
    return len(seen) == len(cells)


def _framed(squares: dict[Cell, Square], dominoes: Iterable[LaidDomino]) -> PlayedKingdom:
    """The block that just holds `squares`, its fields counted from its top left."""
    top, left = min(c.row for c in squares), min(c.col for c in squares)
    bottom, right = max(c.row for c in squares), max(c.col for c in squares)
    kingdom = Kingdom(
        tuple(
            tuple(squares.get(Cell(r, c), EMPTY) for c in range(left, right + 1))
            for r in range(top, bottom + 1)
        )
    )
    moved = (
        LaidDomino(
            d.number,
            (
                Cell(d.cells[0].row - top, d.cells[0].col - left),
                Cell(d.cells[1].row - top, d.cells[1].col - left),
            ),
        )
        for d in dominoes
    )
    return PlayedKingdom(kingdom, tuple(moved))


class _Builder:
    """One player's kingdom while it grows around the castle at (0, 0)."""

    def __init__(self, rng: np.random.Generator, size: int) -> None:
        self.rng = rng
        self.size = size
        self.squares: dict[Cell, Square] = {Cell(0, 0): Square(castle=True)}
        self.dominoes: list[LaidDomino] = []
        self.span = (0, 0, 0, 0)  # first and last row, first and last column

    def choose(self, deck: list[Domino], *, anywhere: bool = False) -> bool:
        """Take the domino on offer that fits best out of the deck; whether one could be laid."""
        slots = list(self._slots())
        offers = [(d, self._places(d, slots, anywhere)) for d in deck[-ON_OFFER:]]
        if not offers:
            return False
        domino, places = max(offers, key=lambda offer: max((w for _, w in offer[1]), default=0.0))
        deck.remove(domino)
        if not places:
            return False
        weights = np.array([weight for _, weight in places])
        self._lay(domino, places[int(self.rng.choice(len(places), p=weights / weights.sum()))][0])
        return True

    def finished(self, color: CastleColor) -> PlayedKingdom:
        """The kingdom as it stands, in its smallest block."""
        castle = Square(castle=True, color=color)
        return _framed({**self.squares, Cell(0, 0): castle}, self.dominoes)

    def _lay(self, domino: Domino, chosen: LaidDomino) -> None:
        self.dominoes.append(chosen)
        for cell, square in zip(chosen.cells, (domino.first, domino.second), strict=True):
            self.squares[cell] = square
            self.span = _widened(self.span, cell)

    def _slots(self) -> Iterator[tuple[Cell, Cell, float]]:
        """Two free fields beside each other, the first touching the kingdom, and their worth."""
        frontier = {n for cell in self.squares for n in cell.neighbours()} - self.squares.keys()
        for at in sorted(frontier):
            wider = _widened(self.span, at)
            if not self._allowed(wider):
                continue
            for beside in at.neighbours():
                span = _widened(wider, beside)
                if beside not in self.squares and self._allowed(span):
                    yield at, beside, self._worth(at, beside, span)

    def _places(
        self, domino: Domino, slots: Sequence[tuple[Cell, Cell, float]], anywhere: bool
    ) -> list[tuple[LaidDomino, float]]:
        places = []
        for at, beside, worth in slots:
            for turned in (False, True)[: len(domino.halves)]:
                near, far = (domino.first, domino.second)[:: -1 if turned else 1]
                if anywhere or self._joins(at, near) or self._joins(beside, far):
                    cells = (beside, at) if turned else (at, beside)
                    places.append((LaidDomino(domino.number, cells), worth))
        return places

    def _joins(self, cell: Cell, square: Square) -> bool:
        near = (self.squares.get(c) for c in cell.neighbours())
        return any(n is not None and (n.castle or n.terrain == square.terrain) for n in near)

    def _worth(self, at: Cell, beside: Cell, span: tuple[int, int, int, int]) -> float:
        """How much a tidy player likes these two fields: many neighbours, no single holes."""
        taken = self.squares.keys() | {at, beside}
        around = [c for cell in (at, beside) for c in cell.neighbours()]
        touching = sum(c in self.squares for c in around)
        holes = sum(
            all(n in taken or not self._allowed(_widened(span, n)) for n in c.neighbours())
            for c in around
            if c not in taken and self._allowed(_widened(span, c))
        )
        return exp(TIDINESS * touching - SINGLE_HOLE * holes)

    def _allowed(self, span: tuple[int, int, int, int]) -> bool:
        return span[1] - span[0] < self.size and span[3] - span[2] < self.size


def _widened(span: tuple[int, int, int, int], cell: Cell) -> tuple[int, int, int, int]:
    top, bottom, left, right = span
    row, col = cell
    return min(top, row), max(bottom, row), min(left, col), max(right, col)
