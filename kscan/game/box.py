"""The box: 48 numbered dominoes, and how many squares of each kind they make."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from kscan.game.squares import Square, parse_square

# Halves in the order of the numbers on the backs, a line for every twelve.
_HALVES = """
W0 W0  W0 W0  F0 F0  F0 F0  F0 F0  F0 F0  L0 L0  L0 L0  L0 L0  P0 P0  P0 P0  S0 S0
W0 F0  W0 L0  W0 P0  W0 S0  F0 L0  F0 P0  W1 F0  W1 L0  W1 P0  W1 S0  W1 M0  F1 W0
F1 W0  F1 W0  F1 W0  F1 L0  F1 P0  L1 W0  L1 W0  L1 F0  L1 F0  L1 F0  L1 F0  W0 P1
L0 P1  W0 S1  P0 S1  M1 W0  W0 P2  L0 P2  W0 S2  P0 S2  M2 W0  S0 M2  S0 M2  W0 M3
"""


@dataclass(frozen=True)
class Domino:
    """One domino by the number on its back."""

    number: int
    first: Square
    second: Square

    @cached_property
    def halves(self) -> frozenset[Square]:
        """Both halves, whichever way round it lies; a single one where they are equal."""
        return frozenset((self.first, self.second))

    def __str__(self) -> str:
        """The number and the halves: `48 (W0 M3)`."""
        return f"{self.number} ({self.first} {self.second})"


def _unpack() -> tuple[Domino, ...]:
    halves = [parse_square(word) for word in _HALVES.split()]
    pairs = zip(halves[::2], halves[1::2], strict=True)
    return tuple(Domino(number, first, second) for number, (first, second) in enumerate(pairs, 1))


def _numbers() -> dict[frozenset[Square], tuple[int, ...]]:
    numbers: dict[frozenset[Square], tuple[int, ...]] = {}
    for domino in DOMINOES:
        numbers[domino.halves] = (*numbers.get(domino.halves, ()), domino.number)
    return numbers


DOMINOES: tuple[Domino, ...] = _unpack()

# How many squares of each kind there are.
COUNTS: dict[Square, int] = dict(Counter(h for d in DOMINOES for h in (d.first, d.second)))

# The numbers of the dominoes with these two halves: as many as the box holds of that sort.
NUMBERS: dict[frozenset[Square], tuple[int, ...]] = _numbers()


def numbers_of(first: Square, second: Square) -> tuple[int, ...]:
    """The numbers of all dominoes with these halves, lowest first; empty where there is none."""
    return NUMBERS.get(frozenset((first, second)), ())
