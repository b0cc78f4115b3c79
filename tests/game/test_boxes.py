"""The boxes beside the base game's, and those that are written down in a file."""

import os
import random
import time
from collections import Counter

import pytest

from kscan.errors import NotationError, UsageError
from kscan.game.box import BASE
from kscan.game.boxes import BOXES, GIANTS, MOST_DOMINOES, QUEENDOMINO, XL, find_box, parse_box
from kscan.game.covering import cover, cover_game
from kscan.game.kingdom import parse_kingdom
from kscan.game.legality import Fault, examine, examine_game
from kscan.game.rules import PLAIN, Rules
from kscan.game.scoring import score
from kscan.game.squares import BASE_COLORS, parse_square
from kscan.game.variants import Note

GIANTS_RULES, XL_RULES = Rules(box=GIANTS), Rules(box=XL)

# All sixty dominoes of Age of Giants together.
SIXTY = {
    "W0": 24, "W1": 5, "W2": 1, "F0": 18, "F1": 7, "F2": 1, "L0": 14, "L1": 7, "L2": 1,
    "P0": 13, "P1": 3, "P2": 3, "S0": 7, "S1": 4, "S2": 3, "M0": 2, "M1": 2, "M2": 4, "M3": 1,
}  # fmt: skip
# Queendomino's 48 dominoes, counted half by half.
QUEENS = {
    "W0": 14, "W1": 5, "F0": 11, "F1": 6, "L0": 8, "L1": 6, "P0": 8, "P1": 2, "P2": 2,
    "S0": 4, "S1": 2, "S2": 2, "M0": 1, "M1": 1, "M2": 3, "M3": 1, "T0": 20,
}  # fmt: skip


def codes(found):
    return [finding.code for finding in found]


def kingdoms(*texts):
    return [parse_kingdom(text) for text in texts]


def test_the_giants_box_makes_the_nineteen_counts_of_sixty_dominoes():
    assert len(GIANTS.dominoes) == 60
    assert {str(square): count for square, count in GIANTS.counts.items()} == SIXTY
    assert list(map(str, GIANTS.kinds)) == list(SIXTY)
    assert sum(SIXTY.values()) == 120


def test_two_boxes_hold_everything_twice():
    assert len(XL.dominoes) == 96
    assert XL.counts == {square: 2 * count for square, count in BASE.counts.items()}
    assert XL.held == tuple(2 * held for held in BASE.held)


def test_queendomino_makes_its_counts():
    assert len(QUEENDOMINO.dominoes) == 48
    assert {str(square): count for square, count in QUEENDOMINO.counts.items()} == QUEENS
    assert str(QUEENDOMINO.dominoes[44]) == "45 (M3 T0)"
    assert [color.value for color in QUEENDOMINO.colors] == ["o", "u", "w", "r"]


@pytest.mark.parametrize(
    ("box", "sides"),
    [
        (BASE, [(5, 7), (5, 7), (5,), (5,), ()]),
        (GIANTS, [(5, 7), (7,), (5,), (5,), (5,), ()]),
        (XL, [(7,), (), (7,), (7,), ()]),
        (QUEENDOMINO, [(5, 7), (5, 7), (5,), (5,), ()]),
    ],
)
def test_each_number_of_players_has_its_grids(box, sides):
    assert [box.sides(players) for players in range(1, len(sides) + 1)] == sides
    assert box.most_players == len(sides) - 1


def test_the_grid_of_a_game_follows_from_the_box_and_the_players():
    small = parse_kingdom("W0 W0 C F0 F0")
    assert [PLAIN.side_of_game([small] * n) for n in (1, 2, 3, 4)] == [5, 5, None, None]
    assert [GIANTS_RULES.side_of_game([small] * n) for n in (1, 2, 3)] == [5, 7, None]
    assert [XL_RULES.side_of_game([small] * n) for n in (1, 2, 3, 4)] == [7] * 4
    assert score(small, XL_RULES).size == 7


def test_letters_on_backs_have_no_numbers():
    (lettered,) = cover(parse_kingdom("M0 P0 C"), GIANTS).dominoes
    assert (lettered.numbers, lettered.number, lettered.backs) == ((), None, ("D",))
    (mixed,) = cover(parse_kingdom("W0 F0 C"), GIANTS).dominoes
    assert (mixed.numbers, mixed.backs) == ((13,), ("A", "B"))


def test_what_only_the_giants_box_holds_is_no_domino_of_the_base_box():
    kingdom = parse_kingdom("F1 W2 C")
    assert codes(examine(kingdom).broken) == [Fault.UNKNOWN_SQUARE, Fault.UNPAIRED]
    assert examine(kingdom, GIANTS_RULES).broken == ()


def test_a_giant_does_not_change_which_domino_lies_there():
    verdict = examine(parse_kingdom("F1' W2'' C"), GIANTS_RULES)
    assert verdict.broken == ()
    assert verdict.covering.dominoes[0].numbers == (49,)


def test_a_giant_takes_a_crown_from_its_territory():
    assert score(parse_kingdom("W2' W0 W0 C")).points == 3
    assert score(parse_kingdom("W2'' W0 W0 C")).points == 0
    assert score(parse_kingdom("M3' M2'")).crowns == 3


def test_six_giants_may_stand_in_a_game_and_no_seventh():
    three = "F1' W2'' C"
    assert Fault.SHARED_GIANTS not in codes(
        examine_game(kingdoms(three, three), GIANTS_RULES).broken
    )
    found = {
        f.code: f for f in examine_game(kingdoms(three, three, "M2' S1 C"), GIANTS_RULES).broken
    }
    giants = found[Fault.SHARED_GIANTS]
    assert (giants.count, giants.limit, giants.kingdoms) == (7, 6, (0, 1, 2))
    (alone,) = (
        f
        for f in examine(parse_kingdom("M3''' M2''\nM2'' C"), GIANTS_RULES).broken
        if f.code == Fault.TOO_MANY_GIANTS
    )
    assert (alone.count, alone.limit) == (7, 6)
    assert alone.cells == ((0, 0), (0, 1), (1, 0))


def test_the_base_box_has_no_giants():
    (finding,) = examine(parse_kingdom("F1' W0 C")).broken
    assert (finding.code, finding.count, finding.limit) == (Fault.TOO_MANY_GIANTS, 1, 0)


def test_five_may_play_with_giants_and_the_fifth_is_brown():
    five = kingdoms(*(f"C{color}" for color in "pygbn"))
    assert codes(examine_game(five).broken) == [Fault.TOO_MANY_PLAYERS, Fault.ANOTHER_BOX]
    assert examine_game(five, GIANTS_RULES).broken == ()
    assert codes(examine(five[4]).broken) == [Fault.UNKNOWN_CASTLE]
    assert examine(five[4], GIANTS_RULES).broken == ()


def test_in_two_boxes_each_domino_lies_twice_and_not_three_times():
    twice = kingdoms("C W0 M3", "C W0 M3")
    assert cover_game(twice) is None
    first, second = cover_game(twice, XL)
    assert first.dominoes[0].numbers == second.dominoes[0].numbers == (48,)
    assert examine_game(twice, XL_RULES).broken == ()
    assert codes(examine_game(kingdoms(*["C W0 P0"] * 3), XL_RULES).broken) == [Fault.SHARED_DOMINO]


def test_four_may_play_two_boxes_on_seven():
    wide = "L0 L0 C W0 W0 F0 F0"
    assert examine_game(kingdoms(wide, *"CCC"), XL_RULES).broken == ()
    assert codes(examine_game(kingdoms(wide, *"CCC")).broken) == [Fault.DUEL_OF_MORE]


def test_a_domino_that_lies_twice_is_named_with_its_squares():
    (finding,) = examine(parse_kingdom("F1 W2 C F1 W2"), GIANTS_RULES).broken
    assert (finding.code, finding.count, finding.limit) == (Fault.TOO_MANY_SQUARES, 2, 1)
    (finding,) = examine(parse_kingdom("P0 M0 C M0 P0"), GIANTS_RULES).broken
    assert (finding.code, finding.count, len(finding.cells)) == (Fault.DOMINO_OVERUSED, 2, 4)
    assert [domino.back for domino in finding.dominoes] == ["D"]


def test_towns_score_by_the_crowns_of_their_buildings():
    sheet = score(parse_kingdom("T0+1 T0 T0+2 C"), Rules(box=QUEENDOMINO))
    assert (sheet.points, sheet.crowns) == (9, 3)
    assert sheet.notes == (Note.BUILDINGS_NOT_COUNTED,)
    assert examine(parse_kingdom("T0+1 T0 Cw"), Rules(box=QUEENDOMINO)).broken == ()
    assert cover(parse_kingdom("T0+1 T0"), QUEENDOMINO).dominoes[0].numbers == (46, 47, 48)


@pytest.mark.parametrize("text", ["T0", "T0+1", "T0+1'", "M2'", "M3''", "W2", "Cn", "Co", "Cu"])
def test_squares_of_every_box_are_written_and_read_again(text):
    assert str(parse_square(text)) == text


def test_a_curly_apostrophe_is_a_giant_too():
    assert parse_square("M2’") == parse_square("M2'")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("W1''", "more giants than crowns"),
        ("W0'", "more giants than crowns"),
        ("W0+1", "only a town has a building; write W0"),
        ("T0+0", "is not a square"),
        ("C'", "is not a square"),
        (".'", "is not a square"),
    ],
)
def test_what_cannot_stand_there_is_refused(text, message):
    with pytest.raises(NotationError, match=message):
        parse_square(text)


def test_a_box_is_a_domino_a_line():
    box = parse_box("# my edition\n1 W0 W0\n\n2 W0 F3  # rich\nA L0 L0\n", "mine")
    assert box.name == "mine"
    assert list(map(str, box.dominoes)) == ["1 (W0 W0)", "2 (W0 F3)", "A (L0 L0)"]
    assert Counter(map(str, box.kinds)) == Counter(["W0", "F3", "L0"])
    assert examine(parse_kingdom("F3 W0 C"), Rules(box=box)).broken == ()


def test_the_boxes_written_down_are_the_boxes():
    for box in (BASE, GIANTS, QUEENDOMINO):
        lines = (f"{one.back} {one.first} {one.second}" for one in box.dominoes)
        assert parse_box("\n".join(lines), box.name).dominoes == box.dominoes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: no domino here"),
        ("# only a comment\n", "line 1: no domino here"),
        ("1 W0", "line 1: expected a back and two squares"),
        ("1 W0 W0\n2 W0 W0 W0", "line 2: expected a back and two squares"),
        ("W0 W0", "line 1: expected a back and two squares"),
        ("1,W0,W0", "line 1: expected a back and two squares"),
        ("0 W0 W0", "line 1: '0' is no back"),
        ("-1 W0 W0", "line 1: '-1' is no back"),
        ("1000 W0 W0", "line 1: '1000' is no back"),
        ("1.5 W0 W0", "line 1: '1.5' is no back"),
        ("a W0 W0", "line 1: 'a' is no back"),
        ("AB W0 W0", "line 1: 'AB' is no back"),
        ("٣ W0 W0", "line 1: '٣' is no back"),
        ("1 W0 W0\n1 F0 F0", "line 2: 1 is in line 1 already"),
        ("A W0 W0\n\n\nA W0 W0", "line 4: A is in line 1 already"),
        ("1 W0 X9", "line 1: 'X9' is not a square"),
        ("1 w0 W0", "line 1: 'w0' is not a square"),
        ("1 W W0", "line 1: 'W' is not a square"),
        ("1 W0 C", "line 1: a castle is no half of a domino"),
        ("1 W0 Cb", "line 1: a castle is no half of a domino"),
        ("1 . W0", "line 1: '.' is no half of a domino"),
        ("1 W0 M2'", 'line 1: "M2\'" shows more than is printed; write M2'),
        ("1 T0+1 W0", "line 1: 'T0\\+1' shows more than is printed; write T0"),
        ("1 W9 W0", "line 1: 'W9': at most 5 crowns"),
        ("1 W0 W0" + " " * 300, "line 1: more than 200 characters"),
        ("\n".join(f"{n} W0 W0" for n in range(1, MOST_DOMINOES + 2)), "line 121: more than 120"),
    ],
)
def test_a_mistake_in_a_box_is_answered_with_its_line(text, message):
    with pytest.raises(NotationError, match=f"^{message}") as error:
        parse_box(text, "bad")
    assert "\n" not in error.value.message


def test_a_box_is_found_by_name_or_file(tmp_path):
    assert find_box("Giants") is GIANTS
    assert set(BOXES) == {"base", "giants", "xl", "queendomino"}
    (tmp_path / "mine.txt").write_text("1 W0 W0\n")
    assert find_box("mine.txt", tmp_path).name == "mine"
    with pytest.raises(UsageError, match="choose base, giants, xl, queendomino, or a file"):
        find_box("gaints")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match="or a file"):
        find_box("pipe", tmp_path)
    with pytest.raises(UsageError):
        find_box("\0")
    with pytest.raises(UsageError, match="or a file"):
        find_box(str(tmp_path))
    (tmp_path / "bad.txt").write_bytes(b"1 W0 W0\n2 W0 \xff\xff\n")
    with pytest.raises(UsageError, match=r"bad\.txt: line 2: not UTF-8"):
        find_box("bad.txt", tmp_path)
    (tmp_path / "large.txt").write_bytes(b"# \n" * 100_000)
    with pytest.raises(UsageError, match=r"large\.txt: more than 64 kB"):
        find_box("large.txt", tmp_path)


def test_the_colours_of_a_box_from_a_file_are_the_base_boxs():
    assert parse_box("1 W0 W0", "mine").colors == BASE_COLORS


@pytest.mark.parametrize(
    ("texts", "box", "other"),
    [
        (["F1 W2 C"], BASE, "giants"),
        (["F1' W0 C"], BASE, "giants"),
        (["T0 T0 C"], BASE, "queendomino"),
        (["Cn W0 W0"], BASE, "giants"),
        (["T0 S0 Cw"], GIANTS, "queendomino"),
        (["C W0 W0 . . M3 W0", "C F0 F0", "C W0 M3"], BASE, "xl"),
        (["C W0 W0 . . M3 W0", "C W0 M3"], BASE, None),  # two boxes are for three or four
        (["C W0 M3", "C W0 M3", "C F0 F0"], BASE, None),  # 5 x 5 as all show: hardly two boxes
        (["C S2 S2"], BASE, None),
        (["C W0 W0"], GIANTS, None),
    ],
)
def test_another_box_that_holds_it_all_is_named(texts, box, other):
    found = examine_game(kingdoms(*texts), Rules(box=box)).broken
    named = [dict(said.words)["box"] for said in found if said.code == Fault.ANOTHER_BOX]
    assert named == ([other] if other else [])


def test_a_box_of_many_equal_dominoes_keeps_nobody_waiting():
    """Without a limit this search goes on for hours: nothing fits, and much nearly does."""
    kinds = ["W0", "F0", "L0", "P0"]
    pairs = [(one, other) for place, one in enumerate(kinds) for other in kinds[place:]] * 12
    box = parse_box("\n".join(f"{n} {a} {b}" for n, (a, b) in enumerate(pairs, 1)), "equal")
    dice = random.Random(5)
    rows = [[dice.choice(kinds) for _ in range(7)] for _ in range(7)]
    rows[3][3] = "C"
    kingdom = parse_kingdom("\n".join(map(" ".join, rows)))
    began = time.process_time()
    cover(kingdom, box)
    assert time.process_time() - began < 30
