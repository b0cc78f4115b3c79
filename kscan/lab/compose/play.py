"""Games played at random from one box, so that composed kingdoms are real ones."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp

import numpy as np

from kscan.game.box import BASE, Box, Domino
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import EMPTY, CastleColor, Square, Terrain

# How strongly a player prefers a place that touches what lies there; found by the share of
# complete kingdoms, which is about half, as on real tables.
TIDINESS = 1.6
SINGLE_HOLE = 6.0
GAMES = (1, 4, 3, 2, 2)  # of so many the best is taken, by the number of kingdoms
ON_OFFER = 4  # dominoes from which a player chooses
_Span = tuple[int, int, int, int]  # first and last row, first and last column
_ANY: frozenset[Terrain | None] = frozenset(Terrain)


@dataclass(frozen=True, slots=True)
class LaidDomino:
    """A domino of the box on two fields: its first half on the first of them."""

    number: int  # its place in the box, from 1
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
    box: Box = BASE,
    wanted: Collection[int] = (),
) -> tuple[PlayedKingdom, ...]:
    """Play one game, a kingdom for each colour.

    No domino of the box is used twice; those `wanted` come up first and are taken as soon as they
    fit. Where `complete`, gaps at the end are filled without regard to the terrain, as people do,
    and of a few games the one with the fewest gaps is taken.
    """
    games = []
    for _ in range(GAMES[len(colors)] if complete else 1):
        deck = [int(i) + 1 for i in rng.permutation(len(box.dominoes))]
        deck.sort(key=lambda number: number in wanted)
        games.append(_game(rng, size, colors, complete, box, deck, wanted))
        if all(len(played.kingdom.covered) == size * size for played in games[-1]):
            break
    return max(games, key=lambda game: sum(len(played.kingdom.covered) for played in game))


def _game(
    rng: np.random.Generator,
    size: int,
    colors: Sequence[CastleColor],
    complete: bool,
    box: Box,
    deck: list[int],
    wanted: Collection[int],
) -> tuple[PlayedKingdom, ...]:
    builders = [_Builder(rng, size, box, wanted) for _ in colors]
    for _ in range(size * size // 2):
        for builder in builders:
            if not builder.choose(deck) and deck and not complete:
                deck.pop()  # discarded
    filling = list(builders) if complete else []
    while filling:
        filling = [builder for builder in filling if builder.choose(deck, anywhere=True)]
    return tuple(b.finished(color) for b, color in zip(builders, colors, strict=True))


def with_discards(
    rng: np.random.Generator, played: PlayedKingdom, count: int, *, corners: bool
) -> PlayedKingdom:
    """Remove `count` dominoes, keeping the kingdom in one piece.

    Perhaps over corners only.
    """
    kept = list(played.dominoes)
    castle = played.kingdom.castles[0]
    for _ in range(count):
        choices = [
            i
            for i in rng.permutation(len(kept))
            if in_one_piece(_fields(kept, castle, kept[i]), corners=corners)
        ]
        # Fields that only corners join are rare by chance: who asks for them gets them.
        parting = [
            i
            for i in choices
            if corners and not in_one_piece(_fields(kept, castle, kept[i]), corners=False)
        ]
        if not choices or len(kept) == 1:
            break
        kept.pop(int((parting or choices)[0]))
    squares = {cell: played.kingdom[cell] for cell in _fields(kept, castle, None)}
    return _framed(squares, kept)


def _fields(
    dominoes: Iterable[LaidDomino], castle: Cell, without: LaidDomino | None
) -> frozenset[Cell]:
    return frozenset([castle, *(cell for d in dominoes if d is not without for cell in d.cells)])


def in_one_piece(covered: Iterable[Cell], *, corners: bool) -> bool:
    """Return True if the fields are connected.

    Over their corners or only over their sides.
    """
    cells = frozenset(covered)
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
    """Frame `squares` in their bounding box.

    Its fields are counted from its top left.
    """
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

    def __init__(
        self, rng: np.random.Generator, size: int, box: Box, wanted: Collection[int]
    ) -> None:
        self.rng = rng
        self.box = box
        self.wanted = wanted
        self.size = size
        self.squares: dict[Cell, Square] = {Cell(0, 0): Square(castle=True)}
        self.dominoes: list[LaidDomino] = []
        self.terrains: dict[Cell, frozenset[Terrain | None]] = {}  # what `_beside` has found
        self.span = (0, 0, 0, 0)  # first and last row, first and last column

    def choose(self, deck: list[int], *, anywhere: bool = False) -> bool:
        """Lay the domino on offer that fits best and take it off the deck, if one fits."""
        slots = list(self._slots())
        on_offer = deck if anywhere else deck[-ON_OFFER:]
        offers = [(number, self._places(number, slots, anywhere)) for number in on_offer]
        if not offers:
            return False
        number, places = max(offers, key=self._desire)
        if not places:
            return False
        deck.remove(number)
        weights = np.array([weight for _, weight in places])
        self._lay(places[int(self.rng.choice(len(places), p=weights / weights.sum()))][0])
        return True

    def _desire(self, offer: tuple[int, list[tuple[LaidDomino, float]]]) -> tuple[bool, float]:
        """Rate an offer: wanted dominoes first, then those that fit best."""
        number, places = offer
        return bool(places) and number in self.wanted, max((w for _, w in places), default=0.0)

    def finished(self, color: CastleColor) -> PlayedKingdom:
        """Return the kingdom so far, in its smallest block."""
        castle = Square(castle=True, color=color)
        return _framed({**self.squares, Cell(0, 0): castle}, self.dominoes)

    def _lay(self, chosen: LaidDomino) -> None:
        domino = self._domino(chosen.number)
        self.dominoes.append(chosen)
        for cell, square in zip(chosen.cells, (domino.first, domino.second), strict=True):
            self.squares[cell] = square
            for changed in _near(cell):
                self.terrains.pop(changed, None)
            self.span = _widened(self.span, cell)

    def _domino(self, number: int) -> Domino:
        return self.box.dominoes[number - 1]

    def _slots(self) -> Iterator[tuple[Cell, Cell, float]]:
        """Two free fields beside each other, the first touching the kingdom, and their worth."""
        frontier = {n for cell in self.squares for n in _near(cell)} - self.squares.keys()
        for at in sorted(frontier):
            wider = _widened(self.span, at)
            if not self._allowed(wider):
                continue
            for beside in _near(at):
                span = _widened(wider, beside)
                if beside not in self.squares and self._allowed(span):
                    yield at, beside, self._worth(at, beside, span)

    def _places(
        self, number: int, slots: Sequence[tuple[Cell, Cell, float]], anywhere: bool
    ) -> list[tuple[LaidDomino, float]]:
        places, domino = [], self._domino(number)
        first, second = domino.first.terrain, domino.second.terrain
        for at, beside, worth in slots:
            for turned in (False, True)[: len(domino.halves)]:
                near, far = (second, first) if turned else (first, second)
                if anywhere or near in self._beside(at) or far in self._beside(beside):
                    cells = (beside, at) if turned else (at, beside)
                    places.append((LaidDomino(number, cells), worth))
        return places

    def _beside(self, cell: Cell) -> frozenset[Terrain | None]:
        """Return the terrains allowed on a field by its neighbours."""
        if cell not in self.terrains:
            near = [self.squares[c] for c in _near(cell) if c in self.squares]
            castle = any(square.castle for square in near)
            self.terrains[cell] = _ANY if castle else frozenset(square.terrain for square in near)
        return self.terrains[cell]

    def _worth(self, at: Cell, beside: Cell, span: _Span) -> float:
        """Rate two fields like a tidy player.

        Many neighbours, no single holes.
        """
        top, bottom, left, right = span
        low, high = bottom - self.size, top + self.size
        west, east = right - self.size, left + self.size
        taken = self.squares.keys() | {at, beside}
        around = (*_near(at), *_near(beside))
        touching = sum(c in self.squares for c in around)
        holes = 0
        for cell in around:
            if cell in taken or not (low < cell.row < high and west < cell.col < east):
                continue
            # A free field of the grid, all of whose neighbours are taken or beyond the grid.
            holes += all(
                n in taken or not (low < n.row < high and west < n.col < east) for n in _near(cell)
            )
        return exp(TIDINESS * touching - SINGLE_HOLE * holes)

    def _allowed(self, span: _Span) -> bool:
        return span[1] - span[0] < self.size and span[3] - span[2] < self.size


@lru_cache(maxsize=1024)
def _near(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    return cell.neighbours()


def _widened(span: _Span, cell: Cell) -> _Span:
    top, bottom, left, right = span
    row, col = cell
    return min(top, row), max(bottom, row), min(left, col), max(right, col)
