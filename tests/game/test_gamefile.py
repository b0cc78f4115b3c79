"""Games as text, and what is said of text that is none."""

import pytest

from kscan.errors import NotationError
from kscan.game.gamefile import parse_game
from kscan.game.rules import Rules
from kscan.game.variants import Variant

DUEL = Rules(frozenset({Variant.MIGHTY_DUEL}))


def names(text):
    return [named.name for named in parse_game(text, "file")]


def test_a_single_kingdom_has_the_name_of_its_file():
    assert names("W0 W0 C") == ["file"]


def test_a_line_before_each_kingdom_names_it():
    first, second = parse_game("# anna\nW0 C\n\n#boris\nF0 C\n", "file")
    assert (first.name, str(first.kingdom)) == ("anna", "W0 C")
    assert (second.name, str(second.kingdom)) == ("boris", "F0 C")


def test_of_several_headings_the_last_names_and_comments_are_left_out():
    assert names("# a photo\n#: a comment\n# kingdom 1\n#: another\nW0 C") == ["kingdom 1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: no kingdom here"),
        ("\n \n", "line 1: no kingdom here"),
        ("# anna\n", "line 1: no kingdom here"),
        ("# anna\nC\n# boris\n", "line 3: no kingdom here"),
        (". .\n. .", "line 1: every square is '.'"),
        ("W0 W0\nW0", "squares in line 2: 1, in line 1: 2; make all rows as long"),
        ("# anna\nW0 C\n# boris\n\nW0 X9", "line 5, column 4: 'X9' is not a square"),
        ("#\nC", "line 1: expected a name"),
        ("# a\x1b[2J\nC", "line 1: the name holds characters"),
        ("# a\nC\n# a\nC", "line 3: a has a kingdom already"),
        ("# a\nC\n# b\nC\n# c\nC\n# d\nC\n# e\nC", "line 9: kingdom 5; a game has 1 to 4"),
        ("\n".join(["W0 W0 W0 W0 W0 W0"] * 6), "line 1: 6 x 6 squares fit neither grid"),
        ("\n".join(["C"] * 8), "line 8: more than 7 rows"),
    ],
)
def test_a_mistake_is_answered_with_its_place_and_what_was_expected(text, message):
    with pytest.raises(NotationError) as error:
        parse_game(text, "file")
    assert message in str(error.value)


def test_in_the_duel_an_outline_of_six_is_a_kingdom():
    assert parse_game("W0 W0 C W0 W0 W0", "file", DUEL)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("#: a comment\nX9 C", 2),
        ("# anna\n#: a comment\n\n#: another\nX9 C", 5),
        ("W0 C\n#: between the rows\nX9 C", 3),
        ("# anna\nW0 C\n#: a comment\n# boris\n#: another\nX9 C", 6),
    ],
)
def test_lines_are_counted_with_the_comments(text, line):
    with pytest.raises(NotationError, match=f"^line {line}, column 1: 'X9'"):
        parse_game(text, "file")
