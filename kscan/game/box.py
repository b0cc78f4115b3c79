"""The box: dominoes, castles and grids, and the squares and sorts among them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kscan.errors import english
from kscan.game.kingdom import LARGEST, SMALLEST
from kscan.game.squares import BASE_COLORS, CastleColor, Square, Terrain, parse_square

Halves = frozenset[Square]  # a single square where both halves are equal

# Halves in the order of the numbers on the backs, a line for every twelve.
_HALVES = """
W0 W0  W0 W0  F0 F0  F0 F0  F0 F0  F0 F0  L0 L0  L0 L0  L0 L0  P0 P0  P0 P0  S0 S0
W0 F0  W0 L0  W0 P0  W0 S0  F0 L0  F0 P0  W1 F0  W1 L0  W1 P0  W1 S0  W1 M0  F1 W0
F1 W0  F1 W0  F1 W0  F1 L0  F1 P0  L1 W0  L1 W0  L1 F0  L1 F0  L1 F0  L1 F0  W0 P1
L0 P1  W0 S1  P0 S1  M1 W0  W0 P2  L0 P2  W0 S2  P0 S2  M2 W0  S0 M2  S0 M2  W0 M3
"""


@dataclass(frozen=True)
class Domino:
    """One domino: its back, a number or a letter, and its halves."""

    back: str
    first: Square
    second: Square

    @property
    def number(self) -> int | None:
        """The number on its back, or None for a letter."""
        return int(self.back) if self.back.isdecimal() else None

    @cached_property
    def halves(self) -> Halves:
        """Both halves, whichever way round it lies."""
        return frozenset((self.first, self.second))

    @property
    def face(self) -> str:
        """The halves in the notation: `W0 M3`."""
        return f"{self.first} {self.second}"

    def __str__(self) -> str:
        """Write the back and the halves: `48 (W0 M3)`."""
        return f"{self.back} ({self.face})"


@dataclass(frozen=True)
class Box:
    """All dominoes of one edition, its castles, and its grids by number of players."""

    name: str
    dominoes: tuple[Domino, ...]
    colors: tuple[CastleColor, ...]
    grids: tuple[tuple[int, ...], ...]  # the grids' sides that may be played, for 1, 2, ... players
    giants: int = 0  # that may stand on a game's kingdoms

    def __hash__(self) -> int:
        """Hash only a few fields.

        Boxes are keys of caches, asked often during inference.
        """
        return hash((self.name, len(self.dominoes)))

    @property
    def most_players(self) -> int:
        """How many can play."""
        return len(self.grids)

    def sides(self, players: int) -> tuple[int, ...]:
        """Return the possible grid sides for this many players.

        Empty if so many cannot play.
        """
        return self.grids[players - 1] if 0 < players <= len(self.grids) else ()

    @cached_property
    def only_side(self) -> int | None:
        """The grid's side if it is always the same."""
        sides = {side for sides in self.grids for side in sides}
        return sides.pop() if len(sides) == 1 else None

    @cached_property
    def most_on_the_largest(self) -> int:
        """How many can play on the largest grid."""
        return max((n for n, sides in enumerate(self.grids, 1) if LARGEST in sides), default=0)

    @cached_property
    def counts(self) -> Mapping[Square, int]:
        """How many squares of each kind there are."""
        return Counter(half for domino in self.dominoes for half in (domino.first, domino.second))

    @cached_property
    def kinds(self) -> tuple[Square, ...]:
        """Every kind of land, by terrain and crowns."""
        terrains = tuple(Terrain)
        return tuple(sorted(self.counts, key=lambda one: (terrains.index(one.terrain), one.crowns)))

    @cached_property
    def has_towns(self) -> bool:
        """True if the box has towns, scored by their buildings, too."""
        return any(square.terrain is Terrain.TOWN for square in self.kinds)

    def has(self, square: Square) -> bool:
        """Return True if the box has this square or castle."""
        return square.castle or square in self.counts

    def lacking(self, square: Square) -> str:
        """Explain a missing square: `W2 does not exist: W has 0 or 1 crowns`."""
        crowns = [str(n) for n in range(10) if Square(square.terrain, n) in self.counts]
        if square.terrain is None or not crowns:
            return english("{square} does not exist in this box", square=square)
        letter, (*fewer, most) = square.terrain.value, crowns
        if not fewer:
            return english(
                "{square} does not exist: {letter} has {most} crowns",
                square=square,
                letter=letter,
                most=most,
            )
        return english(
            "{square} does not exist: {letter} has {fewer} or {most} crowns",
            square=square,
            letter=letter,
            fewer=", ".join(fewer),
            most=most,
        )

    @cached_property
    def _by_halves(self) -> Mapping[Halves, tuple[Domino, ...]]:
        found: dict[Halves, list[Domino]] = {}
        for domino in self.dominoes:
            found.setdefault(domino.halves, []).append(domino)
        return {halves: tuple(dominoes) for halves, dominoes in found.items()}

    @cached_property
    def sorts(self) -> tuple[Halves, ...]:
        """The sorts of domino, one for each pair of halves."""
        return tuple(self._by_halves)

    @cached_property
    def sort_of(self) -> Mapping[Halves, int]:
        """The index of each sort in `sorts`."""
        return {halves: index for index, halves in enumerate(self.sorts)}

    @cached_property
    def held(self) -> tuple[int, ...]:
        """How many dominoes of each sort there are."""
        return tuple(map(len, self._by_halves.values()))

    def with_halves(self, halves: Halves) -> tuple[Domino, ...]:
        """Return all dominoes with these halves, lowest back first."""
        return self._by_halves.get(halves, ())


def numbers_of(dominoes: Iterable[Domino]) -> tuple[int, ...]:
    """Return the dominoes' numbers, each once, without lettered backs."""
    numbers = (domino.number for domino in dominoes)
    return tuple(dict.fromkeys(number for number in numbers if number is not None))


def letters_of(dominoes: Iterable[Domino]) -> tuple[str, ...]:
    """Return the dominoes' letters, each once, without numbered backs."""
    return tuple(dict.fromkeys(domino.back for domino in dominoes if domino.number is None))


def numbered(halves: Sequence[Square]) -> tuple[Domino, ...]:
    """Make dominoes numbered from 1, given all halves."""
    pairs = zip(halves[::2], halves[1::2], strict=True)
    return tuple(Domino(str(number), *pair) for number, pair in enumerate(pairs, 1))


def dealt(side: int) -> int:
    """Count the dominoes dealt to each player on this grid.

    As many as the grid holds beside the castle.
    """
    return side * side // 2


# A grid of 5 x 5 for up to four players; the Mighty Duel's 7 x 7 is for two.
BASE = Box(
    "base",
    numbered([parse_square(word) for word in _HALVES.split()]),
    BASE_COLORS,
    ((SMALLEST, LARGEST), (SMALLEST, LARGEST), (SMALLEST,), (SMALLEST,)),
)
