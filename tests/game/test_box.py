"""The box of the rulebooks."""

import pytest

from kscan.game.box import BASE, numbers_of
from kscan.game.squares import parse_square

# The last page of every rulebook.
PRINTED = {
    "W0": 21, "W1": 5, "L0": 12, "L1": 6, "F0": 16, "F1": 6, "P0": 10, "P1": 2, "P2": 2,
    "S0": 6, "S1": 2, "S2": 2, "M0": 1, "M1": 1, "M2": 3, "M3": 1,
}  # fmt: skip


@pytest.mark.parametrize(("square", "count"), PRINTED.items())
def test_the_box_makes_the_sixteen_printed_counts(square, count):
    assert BASE.counts[parse_square(square)] == count


def test_nothing_else_is_in_the_box():
    assert set(map(str, BASE.kinds)) == set(PRINTED)
    assert sum(BASE.counts.values()) == 96


def test_dominoes_are_numbered_from_1_to_48():
    assert [domino.number for domino in BASE.dominoes] == list(range(1, 49))


def test_equal_dominoes_share_their_numbers_whichever_way_round():
    w0, f1 = parse_square("W0"), parse_square("F1")
    assert numbers_of(BASE.with_halves(frozenset((f1, w0)))) == (24, 25, 26, 27)
    assert numbers_of(BASE.with_halves(frozenset((w0,)))) == (1, 2)
    assert BASE.with_halves(frozenset((f1,))) == ()
    sorts = [numbers_of(BASE.with_halves(halves)) for halves in BASE.sorts]
    assert sorted(n for numbers in sorts for n in numbers) == list(range(1, 49))
    assert tuple(map(len, sorts)) == BASE.held


def test_a_domino_says_what_it_is():
    assert str(BASE.dominoes[47]) == "48 (W0 M3)"
