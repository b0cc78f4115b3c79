"""Two, three and four players share a box, and each is told of what is theirs alone."""

from itertools import combinations

import pytest

from kscan.game.kingdom import Kingdom, parse_kingdom
from kscan.game.legality import Fault, examine_game

# The box has one domino of pasture and crowned wheat, number 21; none of these needs another's.
TAKES_21 = "C P0 W1"
INNOCENT = ("C F0 F0", "C L0 L0")
# One M3 is in the box.
TWO_M3 = "W0 M3 C M3 W0"


def parsed(*texts: str) -> list[Kingdom]:
    return [parse_kingdom(text) for text in texts]


def blamed(fault: Fault, kingdoms: list[Kingdom]) -> list[tuple[int, ...]]:
    """Whose kingdoms each finding of this kind names."""
    return [found.kingdoms for found in examine_game(kingdoms).broken if found.code == fault]


@pytest.mark.parametrize(
    ("players", "takers"),
    [(players, pair) for players in (2, 3, 4) for pair in combinations(range(players), 2)],
)
def test_of_a_domino_taken_twice_those_are_told_who_took_it(
    players: int, takers: tuple[int, ...]
) -> None:
    others = iter(INNOCENT)
    kingdoms = parsed(*(TAKES_21 if n in takers else next(others) for n in range(players)))
    assert blamed(Fault.SHARED_DOMINO, kingdoms) == [takers]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_each_may_take_no_player_is_told_of(players: int) -> None:
    assert examine_game(parsed(TAKES_21, *INNOCENT, "C S0 S0")[:players]).broken == ()


@pytest.mark.parametrize("others", [1, 2, 3])
def test_too_many_squares_in_one_kingdom_are_not_the_games_fault(others: int) -> None:
    kingdoms = parsed(TWO_M3, *INNOCENT, "C S0 S0")[: others + 1]
    verdict = examine_game(kingdoms)
    assert verdict.broken == ()
    assert [bool(one.broken) for one in verdict.kingdoms] == [True] + [False] * others


@pytest.mark.parametrize("others", [0, 1, 2])
def test_too_many_squares_of_two_are_said_of_these_two(others: int) -> None:
    kingdoms = parsed("C M3 W0", *INNOCENT[:others], "C W0 M3")
    assert blamed(Fault.SHARED_SQUARES, kingdoms) == [(0, others + 1)]
