"""Each broken rule is remarked on, with its squares."""

import pytest

from kscan.game.box import numbers_of
from kscan.game.kingdom import Cell, parse_kingdom
from kscan.game.legality import Fault, examine, examine_game
from kscan.game.rules import Rules


def found(text, size=None):
    return {
        finding.code: finding for finding in examine(parse_kingdom(text), Rules(size=size)).broken
    }


def codes(*kingdoms, size=None):
    return [
        f.code
        for f in examine_game([parse_kingdom(text) for text in kingdoms], Rules(size=size)).broken
    ]


def test_a_legal_kingdom_has_no_findings():
    assert found("W0 W0 C F0 F0") == {}


@pytest.mark.parametrize(
    ("kingdom", "code", "cells"),
    [
        (". .", Fault.EMPTY, ()),
        ("W2 C F0", Fault.UNKNOWN_SQUARE, (Cell(0, 0),)),
        ("W0 W0", Fault.NO_CASTLE, ()),
        ("C W0 W0 C", Fault.SEVERAL_CASTLES, (Cell(0, 0), Cell(0, 3))),
        ("W0 M3\nC .\nW0 M3", Fault.TOO_MANY_SQUARES, (Cell(0, 1), Cell(2, 1))),
        ("W0 C", Fault.ODD_LAND, ()),
        ("S2 S0 C", Fault.UNPAIRED, (Cell(0, 0), Cell(0, 1))),
        ("W0 P0 C P0 W0", Fault.DOMINO_OVERUSED, tuple(Cell(0, c) for c in (0, 1, 3, 4))),
        ("C F0 F0\n. . .\nW0 W0 .", Fault.NOT_CONNECTED, (Cell(2, 0), Cell(2, 1))),
    ],
)
def test_each_breach_is_found_with_its_fields(kingdom, code, cells):
    finding = found(kingdom)[code]
    assert tuple(sorted(finding.cells)) == cells


def test_a_kingdom_larger_than_its_grid():
    finding = found("W0 W0 W0 C W0 F0 F0", size=5)[Fault.TOO_LARGE]
    assert (finding.count, finding.limit) == (7, 5)
    assert Fault.TOO_LARGE not in found("W0 W0 W0 C W0 F0 F0")


def test_more_dominoes_than_a_player_is_dealt():
    rows = ["W0 W0 W0 W0 W0"] * 6
    finding = found("\n".join(rows), size=5)[Fault.TOO_MANY_DOMINOES]
    assert (finding.count, finding.limit) == (15, 12)


def test_the_dominoes_that_lie_too_often_are_named():
    finding = found("W0 P0 C P0 W0")[Fault.DOMINO_OVERUSED]
    assert (numbers_of(finding.dominoes), finding.count, finding.limit) == ((15,), 2, 1)


def test_the_dominoes_that_cannot_be_reached_are_named():
    stuck = found("C F0 F0\n. . .\nW0 W0 .")[Fault.NOT_CONNECTED]
    assert numbers_of(stuck.dominoes) == (1,)


def test_kingdoms_from_one_box_have_no_findings_together(games):
    assert all(examine_game(kingdoms).broken == () for kingdoms in games.values())


def test_squares_and_dominoes_of_which_a_game_has_too_many():
    assert codes("W0 M3 C", "C M3 W0") == [Fault.SHARED_SQUARES]
    (finding,) = examine_game([parse_kingdom("W0 P0 C"), parse_kingdom("C P0 W0")]).broken
    assert finding.code == Fault.SHARED_DOMINO
    assert (numbers_of(finding.dominoes), finding.count, finding.kingdoms) == ((15,), 2, (0, 1))


def test_a_kingdom_that_nothing_covers_does_not_hide_what_others_share():
    assert codes("W0 P0 C", "W0 C", "C P0 W0") == [Fault.SHARED_DOMINO]


def test_a_castle_stands_in_one_kingdom():
    assert codes("W0 W0 Cb", "Cb F0 F0") == [Fault.SAME_CASTLE]
    assert codes("W0 W0 C", "C F0 F0") == codes("W0 W0 Cb", "Cg F0 F0") == []


def test_four_players_at_most_and_two_in_the_duel():
    assert codes(*["C"] * 5) == [Fault.TOO_MANY_PLAYERS]
    assert codes(*["C"] * 3, size=7) == [Fault.DUEL_OF_MORE]
    assert codes("C", "C", size=7) == []


def test_in_a_duel_of_more_the_kingdoms_are_named_that_show_seven():
    game = [parse_kingdom(text) for text in ("C", "L0 L0 C W0 W0 F0 F0", "C")]
    (finding,) = examine_game(game).broken
    assert (finding.code, finding.kingdoms) == (Fault.DUEL_OF_MORE, (1,))


def test_a_kingdom_against_the_rules_keeps_its_dominoes(real):
    verdict = examine(real["k02"])
    assert len(verdict.covering.dominoes) == 12
    assert [finding.code for finding in verdict.broken] == [Fault.NOT_CONNECTED]


def test_four_players_who_share_a_domino_are_told():
    game = [parse_kingdom(text) for text in ("W0 P0 C", "W0 W0 C", "F0 F0 C", "C P0 W0")]
    (finding,) = examine_game(game).broken
    assert (finding.code, finding.kingdoms) == (Fault.SHARED_DOMINO, (0, 3))


def test_who_does_not_take_a_shared_domino_is_not_blamed():
    game = [parse_kingdom(text) for text in ("L0 L0 C", "W0 P0 C", "C P0 W0")]
    (finding,) = examine_game(game).broken
    assert (finding.code, finding.kingdoms) == (Fault.SHARED_DOMINO, (1, 2))


def test_what_one_kingdom_has_too_many_of_is_not_said_of_the_game():
    crowded = parse_kingdom("W0 M3\nC .\nW0 M3")
    assert examine_game([crowded, parse_kingdom("C F0 F0")]).broken == ()
    assert [finding.code for finding in examine(crowded).broken] == [Fault.TOO_MANY_SQUARES]
