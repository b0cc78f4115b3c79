"""The seventeen quests of Age of Giants, each computed by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kscan.errors import UsageError
from kscan.game.boxes import GIANTS
from kscan.game.kingdom import Cell, Kingdom, parse_kingdom, territories
from kscan.game.quests import QUESTS, Quest, QuestKind, parse_quest
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.game.squares import CASTLE, EMPTY, Square, Terrain
from kscan.game.variants import Note, Variant

# Complete, the castle in the centre, a swamp and three lakes in the corners.
WHOLE = """
S1 W0 W0 W0 L0
W0 W0 F1 W0 W0
P0 P0 C  F0 F0
P0 M2 F1 F0 F0
L1 L0 L0 L0 L0
"""
# The same with a hole: its outline is still 5 x 5.
HOLED = WHOLE.replace("L1 L0", "L1 . ")
# Four rows of five: the castle is in a corner of what lies there.
SHORT = """
C  W0 W0 W0 F0
W0 W0 W1 F0 F0
L0 L0 L0 F0 F1
L0 L0 M3 F0 S0
"""


def quest_score(text, name, side=None):
    rules = Rules(size=side, box=GIANTS, quests=(parse_quest(name),))
    (quest,) = score(parse_kingdom(text), rules).quests
    return quest


@pytest.mark.parametrize(
    ("kingdom", "quest", "points", "cells"),
    [
        (WHOLE, "middle-kingdom", 10, [(2, 2)]),
        (HOLED, "middle-kingdom", 10, [(2, 2)]),
        (SHORT, "middle-kingdom", 0, []),
        (HOLED, "harmony", 0, []),
        (SHORT, "harmony", 0, []),
        (WHOLE, "lost-corner", 0, []),
        (SHORT, "lost-corner", 20, [(0, 0)]),
        ("W0 C W0", "lost-corner", 0, []),
        ("C W0\nW0 C", "lost-corner", 0, []),
        (WHOLE, "local-business=wheat", 10, [(1, 1), (1, 3)]),
        (WHOLE, "local-business=forest", 20, [(1, 2), (2, 3), (3, 2), (3, 3)]),
        (WHOLE, "local-business=mine", 5, [(3, 1)]),
        (WHOLE, "local-business=pasture", 5, [(2, 1)]),
        (WHOLE, "local-business=lake", 0, []),
        (WHOLE, "local-business=swamp", 0, []),
        (SHORT, "local-business=wheat", 15, [(0, 1), (1, 0), (1, 1)]),
        ("W0 W0", "local-business=wheat", 0, []),
        (WHOLE, "four-corners=lake", 15, [(0, 4), (4, 0), (4, 4)]),
        (WHOLE, "four-corners=swamp", 5, [(0, 0)]),
        (WHOLE, "four-corners=wheat", 0, []),
        (WHOLE, "four-corners=forest", 0, []),
        (WHOLE, "four-corners=pasture", 0, []),
        (WHOLE, "four-corners=mine", 0, []),
        (SHORT, "four-corners=forest", 5, [(0, 4)]),
        (SHORT, "four-corners=lake", 5, [(3, 0)]),
        # Empty rows and columns around the kingdom are none of it.
        (". . .\n. L0 C\n. L0 L0", "four-corners=lake", 15, [(1, 1), (2, 1), (2, 2)]),
    ],
)
def test_a_quest_scores_its_squares(kingdom, quest, points, cells):
    found = quest_score(kingdom, quest)
    assert (found.points, sorted(found.cells)) == (points, cells)


def test_harmony_is_the_whole_grid():
    found = quest_score(WHOLE, "harmony")
    assert (found.points, len(found.cells)) == (5, 25)
    assert quest_score(WHOLE, "harmony", side=7).points == 0


def test_a_discarded_domino_ends_harmony_and_no_other_quest():
    quests = (parse_quest("harmony"), parse_quest("four-corners=lake"))
    rules = Rules(box=GIANTS, quests=quests)
    sheets = [score(parse_kingdom(WHOLE), rules, discarded=said) for said in (False, True)]
    assert [[quest.points for quest in sheet.quests] for sheet in sheets] == [[5, 15], [0, 15]]
    assert [sheet.total - sheet.points for sheet in sheets] == [20, 15]


def test_corners_of_a_kingdom_that_fills_no_grid_are_said_to_be_its_outlines():
    assert quest_score(WHOLE, "four-corners=lake").notes == ()
    assert quest_score(HOLED, "four-corners=lake").notes == ()
    for quest in ("four-corners=lake", "lost-corner"):
        assert quest_score(SHORT, quest).notes == (Note.CORNERS_OF_OUTLINE,)


def test_the_centre_is_judged_as_for_the_variant():
    even = "W0 W0 W0\nF0 C F0\nW0 W0 W0"
    found = quest_score(even, "middle-kingdom")
    assert (found.points, found.notes) == (10, (Note.CENTRE_BY_SYMMETRY,))
    assert quest_score("W0 W0 C W0 W0\nF0 F0 . . .", "middle-kingdom").points == 0


@pytest.mark.parametrize(
    ("kingdom", "lines"),
    [
        ("W1 F1 .", []),
        ("W1 F1 L1", [((0, 0), (0, 1), (0, 2))]),
        ("W1 F1 L1 C W1 F1 L1", [((0, 0), (0, 1), (0, 2)), ((0, 4), (0, 5), (0, 6))]),
        ("W1 F1 L1 P1 C", [((0, 0), (0, 1), (0, 2))]),
        ("W1 F1 L1 P1 S1", [((0, 0), (0, 1), (0, 2)), ((0, 2), (0, 3), (0, 4))]),
        ("W1\nF1\nL1", [((0, 0), (1, 0), (2, 0))]),
        ("W1 . .\n. F1 .\n. . L1", [((0, 0), (1, 1), (2, 2))]),
        (". . W1\n. F1 .\nL1 . .", [((0, 2), (1, 1), (2, 0))]),
        ("W1 W0 F1 L1", []),
        ("W1 C F1 L1", []),
    ],
)
def test_the_folie_lists_its_lines(kingdom, lines):
    found = quest_score(kingdom, "folie-des-grandeurs")
    assert list(found.lines) == lines
    assert found.points == 10 * len(lines)
    assert set(found.cells) == {cell for line in lines for cell in line}


def test_a_full_block_of_nine_crowns_scores_eight_lines():
    found = quest_score("W1 W1 W1\nW1 W1 W1\nW1 W1 W1", "folie-des-grandeurs")
    assert (found.points, len(found.lines), len(found.cells)) == (80, 8, 9)


@pytest.mark.parametrize(
    ("kingdom", "points"),
    [
        ("W1' F1 L1", 0),
        ("M2' F1 L1", 10),
        ("M2'' F1 L1", 0),
        ("W1 F1 L1' P1 S1", 0),
        ("W1' F1 L1 P1 S1", 10),
    ],
)
def test_a_square_whose_crowns_are_all_covered_is_no_part_of_a_line(kingdom, points):
    assert quest_score(kingdom, "folie-des-grandeurs").points == points


@pytest.mark.parametrize(
    ("kingdom", "points"),
    [
        ("W0 W0 W0 W0 C", 0),
        ("W0 W0 W0 W0 W0", 10),
        ("W0 W0 W0 W0 W0 W0 W0", 10),
        ("F0 F0 F0 F0 F0\nL0 L0 L0 L0 L0\nP0 P0 P0 P0 P0", 30),
        ("W0 W0 W0 W0 W0\nC F0 F0 F0 F0\nW0 W0 W0 W0 W0", 20),
        ("S0 S0 S0 S0 S0", 0),
        ("M0 M0 M0 M0 M0", 0),
        ("W0 W0 W1 W0 W0", 0),
        ("W0 W0 W1' W0 W0", 10),
        ("W0 W0 W2' W0 W0", 0),
        ("W0 W0 W2'' W0 W0", 10),
        ("W1 W0 W1' W0 W0", 0),
    ],
)
def test_the_bleak_king_rules_over_large_territories_without_a_crown(kingdom, points):
    assert quest_score(kingdom, "bleak-king").points == points


def test_the_bleak_kings_squares_are_named():
    found = quest_score("W0 W0 W0 W0 W0\nF1 C F0 . .", "bleak-king")
    assert found.cells == tuple(Cell(0, col) for col in range(5))


def test_quests_are_in_the_total_and_not_in_the_points():
    quests = (parse_quest("middle-kingdom"), parse_quest("four-corners=lake"))
    sheet = score(parse_kingdom(WHOLE), Rules(box=GIANTS, quests=quests))
    # S1 1, one forest of 1 + 5 squares apart: F1 alone 1, F0 F0 F0 F0 F1 5; M2 2; L1 and 4 L0: 5.
    assert sheet.points == 1 + 1 + 5 + 2 + 5
    assert [quest.points for quest in sheet.quests] == [10, 15]
    assert (sheet.bonuses, sheet.total) == ({}, sheet.points + 25)


def test_there_are_seventeen_tiles():
    assert len(QUESTS) == len(set(QUESTS)) == 17
    assert all(parse_quest(str(quest)) == quest for quest in QUESTS)


def test_a_quest_is_named_in_any_case_and_a_mine_is_a_mountain():
    assert parse_quest("Bleak_King") == Quest(QuestKind.BLEAK_KING)
    mine = Quest(QuestKind.FOUR_CORNERS, Terrain.MINE)
    for name in ("mine", "mines", "mountain", "MOUNTAINS"):
        assert parse_quest(f"four-corners={name}") == mine
    assert str(mine) == "four-corners=mine"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bleak", "choose from harmony, middle-kingdom"),
        ("four-corners", "needs a terrain, such as four-corners=wheat"),
        ("local-business=sea", "it has wheat, forest, lake, pasture, swamp, mine"),
        ("local-business=town", "needs a terrain"),
        ("harmony=wheat", "has no terrain; write harmony alone"),
    ],
)
def test_what_is_no_quest_is_answered_with_what_is(text, message):
    with pytest.raises(UsageError, match=message):
        parse_quest(text)


@pytest.mark.parametrize("variant", [Variant.HARMONY, Variant.MIDDLE_KINGDOM])
def test_quests_take_the_place_of_the_variants(variant):
    with pytest.raises(UsageError, match="quests take the place of"):
        Rules(frozenset({variant}), quests=QUESTS[:1])
    assert Rules(frozenset({Variant.DYNASTY}), quests=QUESTS[:1])


@st.composite
def with_giants(draw):
    """Return a kingdom of any squares, giants on some of its crowns."""
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    giants = [
        Square(kind.terrain, kind.crowns, giants=count)
        for kind in GIANTS.kinds
        for count in range(1, kind.crowns + 1)
    ]
    squares = st.sampled_from([*GIANTS.kinds, *giants, CASTLE, EMPTY])
    return Kingdom(draw(st.tuples(*[st.tuples(*[squares] * cols)] * rows)))


@given(with_giants())
def test_a_giant_never_raises_a_territorys_points(kingdom):
    before = {one.cells: one.points for one in territories(kingdom.printed)}
    after = {one.cells: one.points for one in territories(kingdom)}
    assert before.keys() == after.keys()
    assert all(after[cells] <= points for cells, points in before.items())
    assert score(kingdom).total <= score(kingdom.printed).total


@given(with_giants())
def test_of_all_quests_only_the_bleak_king_gains_by_giants(kingdom):
    rules = Rules(box=GIANTS, quests=QUESTS)
    pairs = zip(score(kingdom, rules).quests, score(kingdom.printed, rules).quests, strict=True)
    for covered, bare in pairs:
        if covered.quest.kind is QuestKind.BLEAK_KING:
            assert covered.points >= bare.points
        else:
            assert covered.points <= bare.points


@given(with_giants())
def test_quests_do_not_change_when_the_kingdom_is_turned_or_mirrored(kingdom):
    rules = Rules(box=GIANTS, quests=QUESTS)
    points = [quest.points for quest in score(kingdom, rules).quests]
    mirrored = Kingdom(tuple(row[::-1] for row in kingdom.squares))
    for other in (kingdom.turned(), mirrored):
        assert [quest.points for quest in score(other, rules).quests] == points


@given(with_giants())
def test_lines_of_the_folie_share_at_most_one_square(kingdom):
    rules = Rules(box=GIANTS, quests=(parse_quest("folie-des-grandeurs"),))
    (folie,) = score(kingdom, rules).quests
    lines = [set(line) for line in folie.lines]
    for index, line in enumerate(lines):
        assert all(kingdom[cell].scored > 0 for cell in line)
        assert all(len(line & other) <= 1 for other in lines[:index])


@given(with_giants())
def test_a_kingdom_with_giants_is_written_and_read_again(kingdom):
    assert parse_kingdom(str(kingdom)) == kingdom
