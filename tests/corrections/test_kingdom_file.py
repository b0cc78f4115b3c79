"""What a person settles, as text."""

from pathlib import Path

import pytest

from kscan.corrections.decisions import GridIs, SquareIs, asks_for_a_look, parse_fix, player_of
from kscan.corrections.kingdom_file import beside, parse, recall
from kscan.errors import NotationError, UsageError
from kscan.game.kingdom import Cell
from kscan.game.squares import parse_square

FILE = f"""#: photo.jpg, as kscan reads it
#: photo sha256 {"0123456789abcdef" * 4}

# kingdom 1
#: corners 2x3 1.5,2 30,2 30,22 1,22
#: look at r0c1: read as C (delete this line once you have looked)
#: look at r1c2: read as F1 (delete this line once you have looked)
W0 C F0
.  . W1

# kingdom 2
#: corners 1x3 40,2 70,2 70,12 40,12
W0 C F0
"""


def test_a_fix_names_a_square_of_the_first_kingdom_or_of_another() -> None:
    assert parse_fix("r2c3=F1") == (0, SquareIs(Cell(2, 3), parse_square("F1")))
    assert parse_fix("k2r0c0=Cb") == (1, SquareIs(Cell(0, 0), parse_square("Cb")))


@pytest.mark.parametrize("text", ["", "F1", "r2=F1", "r2c3", "r12c3=F1", "k0r2c3=F1"])
def test_what_is_no_fix_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_fix(text)


def test_a_file_settles_all_but_what_is_still_to_be_looked_at() -> None:
    first, second = parse(FILE).kingdoms
    grid, *squares = first
    assert isinstance(grid, GridIs)
    assert grid.asked == {Cell(0, 1)}  # r1c2 was changed: that is an answer
    assert len(squares) == 5
    assert second[1] == SquareIs(Cell(0, 0), parse_square("W0"), in_window=True)
    assert grid.corners[0] == (1.5, 2.0)


def test_the_file_of_corrections_lies_beside_its_photo() -> None:
    assert beside(Path("round 1/anna.jpg")) == Path("round 1/anna.jpg.kingdom")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (FILE.encode() + b"#" * 64 * 1024, "anna.jpg.kingdom: more than 64 kB"),
        (FILE.encode() + b"#: \xff", "anna.jpg.kingdom: line 14: not UTF-8 text"),
    ],
)
def test_a_file_that_nobody_wrote_by_hand_is_refused(
    tmp_path: Path, content: bytes, said: str
) -> None:
    photo = tmp_path / "anna.jpg"
    beside(photo).write_bytes(content)
    with pytest.raises(NotationError, match=said):
        recall(photo)


def test_a_file_with_a_byte_order_mark_is_understood(tmp_path: Path) -> None:
    photo = tmp_path / "anna.jpg"
    beside(photo).write_bytes(b"\xef\xbb\xbf" + FILE.encode())
    assert recall(photo) == parse(FILE)


def test_a_square_of_no_domino_is_refused() -> None:
    with pytest.raises(NotationError, match="does not exist: "):
        parse_fix("r2c3=F9")


def test_a_file_is_open_while_it_asks_for_a_look() -> None:
    first, second = parse(FILE).kingdoms
    assert asks_for_a_look(first)
    assert not asks_for_a_look(second)
    looked = FILE.replace(
        "#: look at r0c1: read as C (delete this line once you have looked)\n", ""
    )
    assert not asks_for_a_look(parse(looked).kingdoms[0])
    whole = FILE.replace("# kingdom 2\n", "# kingdom 2\n#: look at the whole kingdom\n")
    assert asks_for_a_look(parse(whole).kingdoms[1])


def test_a_fix_on_top_of_a_file_answers_what_it_asks_for() -> None:
    first, _ = parse(FILE).kingdoms
    castle = parse_square("C")
    assert not asks_for_a_look((*first, SquareIs(Cell(0, 1), castle)))
    assert asks_for_a_look((*first, SquareIs(Cell(1, 1), castle)))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("sha256", "md5", "delete it"),
        ("#: corners 1x3", "#: corners 2x3", "line 11"),
        (".  . W1", ".  . W", "line 9"),
        (".  . W1", ".  . W2", "line 4, r1c2: W2 does not exist"),
        ("40,2", "4..0,2", "not a point"),
        ("40,2", f"{10**308},2", "not a point"),
    ],
)
def test_a_broken_file_says_where(old: str, new: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse(FILE.replace(old, new))


NAMED = FILE.replace("# kingdom 1", "# Anna").replace("# kingdom 2", "# Ben ")


def test_a_heading_names_the_player() -> None:
    assert [player_of(one) for one in parse(NAMED).kingdoms] == ["Anna", "Ben"]
    assert [player_of(one) for one in parse(FILE).kingdoms] == ["", ""]
    assert len(parse(NAMED).kingdoms[0]) == len(parse(FILE).kingdoms[0]) + 1


COUNTED = FILE.replace("\n\n# kingdom 1", "\n#: kingdoms 2; a heading may name\n\n# kingdom 1")
SECOND = COUNTED[COUNTED.index("# kingdom 2") :]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (COUNTED.replace(SECOND, ""), "line 3: 2 kingdoms were saved, and here are 1"),
        (COUNTED.replace("# kingdom 2\n", ""), "line 12: a second line '#: corners'"),
        (COUNTED.replace("# kingdom 1\n", ""), "line 5: expected a heading such as"),
        (COUNTED[: COUNTED.rindex("W0 C F0")], "line 12: expected rows of squares"),
        (NAMED.replace("# Ben", "# anna"), "line 11: anna has a kingdom already"),
        (
            FILE.replace("#: corners 1x3 40,2 70,2 70,12 40,12\n", ""),
            "expected a line '#: corners'",
        ),
        (FILE.replace("# kingdom 1", "W0 F0\n# kingdom 1"), "line 4: expected a heading"),
        (COUNTED + "# Cai\n", "line 15: expected a line '#: corners' below"),
    ],
)
def test_what_is_missing_or_moved_is_answered_with_its_line(text: str, said: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse(text)
    assert said in raised.value.message
