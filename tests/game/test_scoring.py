"""The score sheet, by the rulebooks' own examples first."""

import pytest

from kscan.game.kingdom import Cell, parse_kingdom, territories
from kscan.game.rules import PLAIN, Rules
from kscan.game.scoring import score
from kscan.game.squares import Terrain
from kscan.game.variants import Note, Variant

MIDDLE, HARMONY, DUEL = Variant.MIDDLE_KINGDOM, Variant.HARMONY, Variant.MIGHTY_DUEL


def only(text):
    (territory,) = territories(parse_kingdom(text))
    return territory


def test_rulebook_en_el_ro_seven_forests_with_three_crowns_are_21():
    forest = only("F1 F1 F1 F0\nF0 F0 F0 C")
    assert (forest.terrain, forest.squares, forest.crowns) == (Terrain.FOREST, 7, 3)
    assert forest.points == 21


def test_rulebook_en_el_ro_nine_lakes_without_a_crown_are_0():
    lake = only("L0 L0 L0 L0 L0\nL0 L0 L0 L0 C")
    assert (lake.squares, lake.points) == (9, 0)


def test_rulebook_he_five_pastures_with_two_crowns_are_10():
    assert only("P0 P2 P0 P0 P0").points == 10


def test_rulebook_ru_five_forests_with_two_crowns_are_10_and_three_lakes_without_0():
    sheet = score(parse_kingdom("F1 F0 F0 F0 F1\nC L0 L0 L0 ."))
    assert [territory.points for territory in sheet.territories] == [10, 0]
    assert sheet.total == 10


def test_territories_of_one_terrain_count_apart():
    assert [t.points for t in territories(parse_kingdom("W1 C W1\nW0 C W0"))] == [2, 2]


def test_corners_join_nothing():
    assert len(territories(parse_kingdom("W1 F0\nF0 W1"))) == 4


def test_the_castle_belongs_to_no_territory_and_joins_none():
    sheet = score(parse_kingdom("W1 C W1"))
    assert [t.cells for t in sheet.territories] == [(Cell(0, 0),), (Cell(0, 2),)]


def test_a_sheet_tells_largest_territory_and_crowns():
    sheet = score(parse_kingdom("W0 W0 W0 C\nF1 M3 S2 P2"))
    assert (sheet.largest, sheet.crowns, sheet.points) == (3, 8, 8)


def test_bonuses_are_of_the_variants_in_play_only():
    full = "\n".join(["W0 F0 W0 F0 W0"] * 2 + ["W0 F0 C F0 W0"] + ["W0 F0 W0 F0 W0"] * 2)
    assert score(parse_kingdom(full)).bonuses == {}
    sheet = score(parse_kingdom(full), Rules(frozenset({MIDDLE, HARMONY})))
    assert sheet.bonuses == {MIDDLE: 10, HARMONY: 5}
    assert (sheet.points, sheet.total, sheet.notes) == (0, 15, ())


def test_in_the_mighty_duel_a_5x5_kingdom_is_not_complete():
    full = "\n".join(["W0 W0 W0 W0 W0"] * 2 + ["W0 W0 C W0 W0"] + ["W0 W0 W0 W0 W0"] * 2)
    sheet = score(parse_kingdom(full), Rules(frozenset({HARMONY, DUEL})))
    assert (sheet.size, sheet.bonuses[HARMONY]) == (7, 0)


def test_one_kingdom_shows_the_grid_of_its_whole_game():
    small, large = parse_kingdom("W0 W0 C F0 F0"), parse_kingdom("W0 W0 . C . F0 F0")
    assert PLAIN.side_of_game([small, small]) == 5
    assert PLAIN.side_of_game([small, large]) == PLAIN.side_of_game([large, small]) == 7
    assert Rules(frozenset({DUEL})).side_of_game([small, small]) == 7
    assert PLAIN.side_of_game([parse_kingdom(". . C W0 W0 . .")]) == 5  # what lies there counts
    assert PLAIN.side_of_game([small, small, large]) is None  # no duel: each is scored as it shows


@pytest.mark.parametrize(
    ("kingdom", "bonus", "notes"),
    [
        # the only grid that holds it: five rows and columns, holes or not
        (". . W0 . .\n. . W0 . .\nF0 F0 C F0 F0\n. . W0 . .\n. . W0 . .", 10, ()),
        ("C W0 W0 W0 W0\n" + "\n".join(["W0 W0 W0 W0 W0"] * 4), 0, ()),
        # several grids, and its outline is even about the castle
        ("W0 W0 C W0 W0\nF0 F0 . . .\n. . . . .", 0, (Note.CENTRE_UNDECIDED,)),
        ("W0 W0 W0\nF0 C F0\nW0 W0 W0", 10, (Note.CENTRE_BY_SYMMETRY,)),
        # several grids, and in none of them the castle is in the middle
        ("C W0 W0 W0\nF0 F0 W0 W0\nF0 F0 W0 W0\nF0 F0 W0 W0", 0, ()),
        # nothing to judge
        ("W0 W0", 0, ()),
        ("C C W0", 0, ()),
    ],
)
def test_the_centre(kingdom, bonus, notes):
    sheet = score(parse_kingdom(kingdom), Rules(frozenset({MIDDLE})))
    assert (sheet.bonuses[MIDDLE], sheet.notes) == (bonus, notes)


def test_a_kingdom_larger_than_its_grid_is_scored_without_bonuses():
    sheet = score(parse_kingdom("W1 W0 W0 C W0 W0 W0"), Rules(frozenset({MIDDLE, HARMONY}), size=5))
    assert (sheet.points, sheet.total) == (3, 3)


def test_the_points_of_the_real_kingdoms_come_out(full, labelled):
    for name, label in full.items():
        assert score(labelled[name]).points == label["points"], name


def test_empty_rows_and_columns_around_a_kingdom_do_not_widen_its_grid():
    wide = parse_kingdom(". . W0 W0 C F0 F0\n. . . . . . .")
    sheet = score(wide, Rules(frozenset({MIDDLE})))
    assert (sheet.size, sheet.bonuses[MIDDLE]) == (5, 10)
