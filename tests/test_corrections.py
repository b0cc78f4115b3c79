"""What a person settles, as text."""

from pathlib import Path

import pytest

from kscan.corrections import beside, parse, parse_fix, recall
from kscan.errors import NotationError, UsageError
from kscan.game.kingdom import Cell
from kscan.game.squares import parse_square
from kscan.reconstruct import Fix

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
    assert parse_fix("r2c3=F1") == Fix(0, Cell(2, 3), parse_square("F1"))
    assert parse_fix("k2r0c0=Cb") == Fix(1, Cell(0, 0), parse_square("Cb"))


@pytest.mark.parametrize("text", ["", "F1", "r2=F1", "r2c3", "r12c3=F1", "k0r2c3=F1"])
def test_what_is_no_fix_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_fix(text)


def test_a_file_settles_all_but_what_is_still_to_be_looked_at() -> None:
    first, second = parse(FILE).kingdoms
    assert first.unsettled == {Cell(0, 1)}  # r1c2 was changed: that is an answer
    assert len(first.fixes(0)) == 5
    assert second.fixes(1)[0] == Fix(1, Cell(0, 0), parse_square("W0"), in_window=True)
    assert first.corners[0] == (1.5, 2.0)


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
    with pytest.raises(NotationError, match="no domino of the box"):
        parse_fix("r2c3=F9")


def test_a_file_is_open_while_it_asks_for_a_look() -> None:
    first, second = parse(FILE).kingdoms
    assert first.is_open()
    assert not second.is_open()
    looked = FILE.replace(
        "#: look at r0c1: read as C (delete this line once you have looked)\n", ""
    )
    assert not parse(looked).kingdoms[0].is_open()
    whole = FILE.replace("# kingdom 2\n", "# kingdom 2\n#: look at the whole kingdom\n")
    assert parse(whole).kingdoms[1].is_open()


def test_a_fix_on_top_of_a_file_answers_what_it_asks_for() -> None:
    first, _ = parse(FILE).kingdoms
    assert not first.is_open({Cell(0, 1)})
    assert first.is_open({Cell(1, 1)})


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("sha256", "md5", "delete it"),
        ("#: corners 1x3", "#: corners 2x3", "line 11"),
        (".  . W1", ".  . W", "line 9"),
        (".  . W1", ".  . W2", "line 4, r1c2: 'W2': no domino"),
        ("40,2", "4..0,2", "no point"),
        ("40,2", f"{10**308},2", "no point"),
    ],
)
def test_a_broken_file_says_where(old: str, new: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse(FILE.replace(old, new))
