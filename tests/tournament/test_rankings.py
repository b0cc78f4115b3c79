"""Standings by each ranking and tie-break, against tables that were computed by hand."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kscan.locale import words
from kscan.tournament.game_results import GameRanking, PlayedResult, ranked_game
from kscan.tournament.games_csv import Absence
from kscan.tournament.report.standings_table import cells, columns, figure_text, remarks
from kscan.tournament.standings import Standing, over
from kscan.tournament.tie_breaks import Criterion, RankBy, Ranking, Ties


def game(round_: str, table: str, **totals: int | tuple[int, int, int]) -> GameRanking:
    """Return a game by the players' totals, or totals, largest territories and crowns."""
    return ranked_game(
        round_,
        table,
        [
            PlayedResult(who, who, *((total, 0, 0) if isinstance(total, int) else total))
            for who, total in totals.items()
        ],
    )


def bye(who: str, round_: str, total: int | None = None) -> Absence:
    return Absence(who, who, round_, total=total)


# A Swiss tournament of duels: five players, three rounds, somebody rests in each.
#
#   round 1   ann 60 - ben 50     cai 55 - dee 40     eve rests
#   round 2   ann 45 - cai 52     eve 48 - ben 61     dee rests
#   round 3   cai 50 - eve 58     dee 44 - ben 47     ann rests
#
#   games won, a bye counted as one: cai 2, ben 2, ann 2 (1 + bye), dee 1 (bye), eve 2 (1 + bye)
#   Buchholz, the opponents' wins:   cai: dee 1 + ann 2 + eve 2 = 5    ann: ben 2 + cai 2 = 4
#                                    ben: ann 2 + eve 2 + dee 1 = 5    eve: ben 2 + cai 2 = 4
#                                    dee: cai 2 + ben 2 = 4
#   totals without byes:             cai 157, ben 158, ann 105, eve 106, dee 84
SWISS = [
    game("1", "1", ann=60, ben=50),
    game("1", "2", cai=55, dee=40),
    game("2", "1", ann=45, cai=52),
    game("2", "2", eve=48, ben=61),
    game("3", "1", cai=50, eve=58),
    game("3", "2", dee=44, ben=47),
]
BYES = [bye("eve", "1"), bye("dee", "2"), bye("ann", "3")]


def placed(standings: tuple[Standing, ...]) -> list[tuple[int, str]]:
    return [(one.place, one.player) for one in standings]


def figures(standings: tuple[Standing, ...], criterion: Criterion) -> dict[str, object]:
    return {one.player: one.figures[criterion] for one in standings}


def test_a_swiss_of_duels_with_byes_by_wins_and_buchholz() -> None:
    found = over(SWISS, Ranking(RankBy.WINS, (Ties.BUCHHOLZ, Ties.TOTAL)), BYES)
    assert placed(found) == [(1, "ben"), (2, "cai"), (3, "eve"), (4, "ann"), (5, "dee")]
    won = {"ben": 2, "cai": 2, "eve": 2, "ann": 2, "dee": 1}
    assert figures(found, Criterion.WON) == won
    buchholz = {"ben": 5, "cai": 5, "eve": 4, "ann": 4, "dee": 4}
    assert figures(found, Criterion.BUCHHOLZ) == buchholz
    totals = {"ben": 158, "cai": 157, "eve": 106, "ann": 105, "dee": 84}
    assert figures(found, Criterion.TOTAL) == totals
    assert [len(one.games) for one in found] == [3, 3, 2, 2, 2]
    assert [one.byes for one in found] == [(), (), ("1",), ("3",), ("2",)]
    assert [one.missing for one in found] == [()] * 5
    deciders = [Criterion.TOTAL] * 4 + [None]
    assert [one.decided_by for one in found] == deciders


def test_without_a_further_tie_break_equals_share_a_place_and_the_next_is_left_out() -> None:
    found = over(SWISS, Ranking(RankBy.WINS, (Ties.BUCHHOLZ,)), BYES)
    assert placed(found) == [(1, "ben"), (1, "cai"), (3, "ann"), (3, "eve"), (5, "dee")]
    assert [one.shared for one in found] == [True, True, True, True, False]


def test_head_to_head_tells_two_apart_who_met() -> None:
    # p and q won two games each, and p beat q; r and s won none, and r beat nobody.
    games = [game("1", "1", p=50, q=40), game("1", "2", r=1, s=2), game("2", "1", q=30, r=20)]
    found = over(games, Ranking(RankBy.WINS, (Ties.HEAD_TO_HEAD,)))
    # p, q and s have one win each, and p never met s: the three stay equal.
    assert placed(found) == [(1, "p"), (1, "q"), (1, "s"), (4, "r")]
    assert figures(found, Criterion.HEAD_TO_HEAD) == {"p": None, "q": None, "s": None, "r": None}
    games = [game("1", "1", p=50, q=40), game("2", "1", q=30, r=20), game("2", "2", p=1, s=2)]
    games.append(game("3", "1", s=5, q=4))  # p 1, q 1, s 2 wins
    found = over(games, Ranking(RankBy.WINS, (Ties.HEAD_TO_HEAD,)))
    assert placed(found) == [(1, "s"), (2, "p"), (3, "q"), (4, "r")]
    assert figures(found, Criterion.HEAD_TO_HEAD) == {
        "s": None,
        "p": Fraction(1),
        "q": Fraction(0),
        "r": None,
    }
    assert [one.decided_by for one in found] == [None] + [Criterion.HEAD_TO_HEAD] * 2 + [None]


# Two rounds at tables of four; in the first, ann and ben share the victory: as many points, as
# large a territory, as many crowns.
#
#   round 1   ann 50 (9, 7)   ben 50 (9, 7)   cai 40   dee 30
#   round 2   cai 70          ann 60          dee 50   ben 40
FOURS = [
    game("1", "1", ann=(50, 9, 7), ben=(50, 9, 7), cai=(40, 8, 3), dee=(30, 4, 4)),
    game("2", "1", cai=(70, 6, 9), ann=(60, 5, 5), dee=(50, 7, 6), ben=(40, 5, 1)),
]


def test_at_tables_of_four_each_winner_has_the_points_of_the_place() -> None:
    found = over(FOURS, Ranking(RankBy.PLACES, (Ties.TOTAL,)))
    # ann 4 + 3, cai 2 + 4, ben 4 + 1, dee 1 + 2
    assert figures(found, Criterion.POINTS) == {"ann": 7, "cai": 6, "ben": 5, "dee": 3}
    assert placed(found) == [(1, "ann"), (2, "cai"), (3, "ben"), (4, "dee")]
    assert figures(found, Criterion.WON) == {"ann": 1, "cai": 1, "ben": 1, "dee": 0}


def test_a_shared_victory_may_be_split() -> None:
    found = over(FOURS, Ranking(RankBy.PLACES, (Ties.TOTAL,), split=True))
    # ann (4 + 3) / 2 + 3, cai 2 + 4, ben (4 + 3) / 2 + 1, dee 1 + 2
    points = {"ann": Fraction(13, 2), "cai": 6, "ben": Fraction(9, 2), "dee": 3}
    assert figures(found, Criterion.POINTS) == points
    assert figures(found, Criterion.WON) == {
        "ann": Fraction(1, 2),
        "cai": 1,
        "ben": Fraction(1, 2),
        "dee": 0,
    }
    assert [figure_text(one.figures[Criterion.POINTS]) for one in found] == ["6.5", "6", "4.5", "3"]


def test_points_for_places_are_as_the_settings_say() -> None:
    found = over(FOURS, Ranking(RankBy.PLACES, (Ties.TOTAL,), (10, 6)))
    assert figures(found, Criterion.POINTS) == {"ann": 16, "cai": 10, "ben": 10, "dee": 0}
    assert placed(found) == [(1, "ann"), (2, "cai"), (3, "ben"), (4, "dee")]  # 110 before 90


def test_the_rulebook_breaks_ties_by_the_largest_territory_and_the_demo_by_crowns() -> None:
    games = [game("1", "1", ann=(50, 9, 3), ben=(50, 8, 7), cai=(40, 1, 1))]
    assert placed(over(games)) == [(1, "ann"), (2, "ben"), (3, "cai")]
    demo = over(games, Ranking(ties=(Ties.DEMO,)))
    assert placed(demo) == [(1, "ben"), (2, "ann"), (3, "cai")]
    assert [one.decided_by for one in demo] == [Criterion.CROWNS, Criterion.CROWNS, None]


def test_the_olympiad_goes_by_the_last_round_first() -> None:
    # One win each for all four: the lower table of the last round leads, then the last result.
    games = [
        game("1", "1", ann=50, cai=40),
        game("1", "2", ben=50, dee=40),
        game("2", "1", cai=60, ben=50),
        game("2", "2", dee=60, ann=50),
    ]
    found = over(games, Ranking(RankBy.WINS, (Ties.OLYMPIAD,)))
    assert placed(found) == [(1, "cai"), (2, "ben"), (3, "dee"), (4, "ann")]
    assert figures(found, Criterion.LAST_TABLE) == {"cai": 1, "ben": 1, "dee": 2, "ann": 2}
    assert figures(found, Criterion.LAST_PLACE) == {"cai": 1, "ben": 2, "dee": 1, "ann": 2}
    assert figures(found, Criterion.SECONDS) == {"cai": 1, "ben": 1, "dee": 1, "ann": 1}


def test_a_missing_game_is_no_zero_and_is_said() -> None:
    games = [game("1", "1", ann=10, ben=20), game("2", "1", ann=30, ben=5), game("3", "1", ann=1)]
    ann, ben = over(games)
    assert (ann.total, len(ann.games), ann.missing) == (41, 3, ())
    assert (ben.total, len(ben.games), ben.missing) == (25, 2, ("3",))
    assert cells(ben, ["1", "2", "3"], words("en"))[-3:] == ["20", "5", "–"]
    assert [*remarks(ben, words("en"))] == ["no result: round 3"]


def test_who_left_is_said_and_misses_nothing_afterwards() -> None:
    games = [game(str(n), "1", ann=10 * n, cai=1) for n in (1, 2, 3)]
    games.append(game("1", "2", ben=20, dee=4))
    left = Absence("ben", "ben", "2", left=True)
    ben = next(one for one in over(games, absences=[left]) if one.player == "ben")
    assert (ben.total, ben.missing, ben.left) == (20, (), "2")
    assert cells(ben, ["1", "2", "3"], words("en"))[-3:] == ["20", "left", "left"]
    assert [*remarks(ben, words("en"))] == ["left before round 2"]


def test_a_bye_counts_its_total_only_where_one_is_typed_in() -> None:
    games = [game("1", "1", ann=10, ben=20), game("2", "1", ann=30, cai=5)]
    ben, *_ = over(games, absences=[bye("ben", "2", 40), bye("cai", "1")])
    assert (ben.player, ben.total, len(ben.games)) == ("ben", 60, 1)
    cai = over(games, absences=[bye("cai", "1")])[-1]
    assert (cai.total, cai.won, len(cai.games), cai.byes) == (5, 1, 1, ("1",))
    assert cells(cai, ["1", "2"], words("en"))[-2:] == ["bye", "5"]


def test_a_total_without_a_kingdom_breaks_no_tie() -> None:
    typed = PlayedResult("ben", "ben", 50)
    table = ranked_game("1", "1", [PlayedResult("ann", "ann", 50, 9, 9), typed])
    assert [placing.place for placing in table.placings] == [1, 1]
    ann, ben = over([table])
    assert (ann.shared, ben.shared) == (True, True)
    assert [figure_text(ben.figures[each]) for each in (Criterion.LARGEST, Criterion.CROWNS)] == [
        "–",
        "–",
    ]


@pytest.mark.parametrize("by", RankBy)
@pytest.mark.parametrize("ties", Ties)
def test_columns_run_in_deciding_order_with_the_main_figure_first(by: RankBy, ties: Ties) -> None:
    ranking = Ranking(by, (ties,))
    found = over(FOURS, ranking)
    heads = columns(ranking, found, ["1", "2"])
    deciding = [head.key for head in heads if head.decides]
    assert [head.key for head in heads][2 : 2 + len(deciding)] == deciding
    assert deciding == [each.value for each in ranking.criteria]
    assert deciding[0] == by.criterion.value
    assert all(len(cells(one, ["1", "2"], words("en"))) == len(heads) for one in found)


totals = st.lists(st.integers(0, 4), min_size=2, max_size=4)


@settings(deadline=None)
@given(st.lists(totals, min_size=1, max_size=6), st.sampled_from(RankBy), st.sampled_from(Ties))
def test_places_follow_the_main_figure_and_leave_out_those_after_a_shared_one(
    tables: list[list[int]], by: RankBy, ties: Ties
) -> None:
    games = [
        game(str(n), "1", **{f"p{seat}": total for seat, total in enumerate(table)})
        for n, table in enumerate(tables)
    ]
    found = over(games, Ranking(by, (ties,)))
    mains = [one.figures[by.criterion] for one in found]
    assert mains == sorted(mains, reverse=True)
    places = [one.place for one in found]
    assert places == [1 + sum(other < place for other in places) for place in places]
    assert [one.shared for one in found] == [places.count(place) > 1 for place in places]
