"""Places, ties and Dynasties."""

import pytest

from kscan.errors import UsageError
from kscan.game.kingdom import parse_kingdom
from kscan.game.ranking import Contender, Decider, TieRule, dynasty, rank
from kscan.game.scoring import score


def ranked(*players, rule=TieRule.RULEBOOK):
    places = rank([Contender(*player) for player in players], rule)
    return [(place.place, place.contender.name, place.decided_by) for place in places]


def test_the_higher_total_wins():
    assert ranked(("a", 10, 1, 1), ("b", 20, 1, 1)) == [(1, "b", None), (2, "a", None)]


def test_a_tie_goes_to_the_larger_territory_then_to_more_crowns():
    assert ranked(("a", 9, 5, 9), ("b", 9, 6, 1), ("c", 9, 5, 8)) == [
        (1, "b", Decider.LARGEST),
        (2, "a", Decider.CROWNS),
        (3, "c", Decider.CROWNS),
    ]


def test_what_is_still_equal_is_shared_and_the_next_place_is_left_out():
    assert ranked(("b", 9, 5, 5), ("a", 9, 5, 5), ("c", 1, 9, 9)) == [
        (1, "a", Decider.SHARED),
        (1, "b", Decider.SHARED),
        (3, "c", None),
    ]


def test_the_russian_demo_knows_crowns_only():
    players = ("a", 9, 9, 1), ("b", 9, 1, 2), ("c", 9, 5, 2)
    assert ranked(*players, rule=TieRule.DEMO) == [
        (1, "b", Decider.SHARED),
        (1, "c", Decider.SHARED),
        (3, "a", Decider.CROWNS),
    ]


def test_a_single_kingdom_is_first():
    assert ranked(("a", 0, 0, 0)) == [(1, "a", None)]


def test_a_contender_is_made_from_a_score_sheet():
    sheet = score(parse_kingdom("W1 W0 C F0"))
    assert Contender.of("a", sheet) == Contender("a", 2, 2, 1)


def test_a_dynasty_adds_totals_and_crowns_and_keeps_the_largest_territory():
    games = [[Contender("a", n, n, n), Contender("b", 1, 1, 1)] for n in (1, 2, 3)]
    assert set(dynasty(games)) == {Contender("a", 6, 3, 6), Contender("b", 3, 1, 3)}


def test_a_dynasty_is_three_games_of_the_same_players():
    game = [Contender("a", 1, 1, 1)]
    with pytest.raises(UsageError, match="3 games, and here are 2"):
        dynasty([game, game])
    with pytest.raises(UsageError, match="a did not play game 3"):
        dynasty([game, game, []])
