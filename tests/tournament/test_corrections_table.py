"""Corrections: what a person decided is kept, told, and counted."""

from pathlib import Path

import playthings
import pytest
from playthings import Run

from kscan.corrections.decisions import KingdomIs, SquareIs, one_line, parse_decisions
from kscan.corrections.table import Corrections, read_corrections
from kscan.errors import NotationError, UsageError
from kscan.game.kingdom import Cell, parse_kingdom
from kscan.game.squares import parse_square
from kscan.locale import words
from kscan.remarks import sentence
from kscan.report.sentences import sentences
from kscan.tournament.names import PhotoNames
from kscan.tournament.report.publish import in_force

READ = "L0 W0 W1 L0 Cg"


def corrected(tmp_path: Path, run: Run, lines: str) -> object:
    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo(READ)})
    file = tmp_path / "corrections.csv"
    file.write_text("photo,kingdom,squares,content\n" + lines, encoding="utf-8")
    return run(corrections=file)


def corrections(tmp_path: Path, lines: str) -> Corrections:
    file = tmp_path / "corrections.csv"
    file.write_text("photo,kingdom,squares,content\n" + lines, encoding="utf-8")
    return read_corrections(file, {"a.jpg": "0" * 64}, PhotoNames(["a.jpg"]))


def kingdom(batch: object) -> object:
    (row,) = batch.rows  # type: ignore[attr-defined]
    return row.kingdoms[0]


def test_a_square_is_corrected_where_it_lies(tmp_path: Path, run: Run) -> None:
    found = kingdom(corrected(tmp_path, run, "a.jpg,1,r0c2=W0,\n"))
    assert (str(found.reading.kingdom), found.sheet.total) == ("L0 W0 W0 L0 Cg", 0)  # type: ignore[attr-defined]
    assert found.scored.decided  # type: ignore[attr-defined]


@pytest.mark.parametrize("whole", ["L0 W0 W0 L0 Cg", "L0 W0 W0 L0 Cg / W1 F0 .  .  . "])
def test_a_whole_kingdom_is_taken_as_the_person_says(tmp_path: Path, run: Run, whole: str) -> None:
    found = kingdom(corrected(tmp_path, run, f"a.jpg,1,{whole},\n"))
    assert one_line(found.reading.kingdom).split() == whole.split()  # type: ignore[attr-defined]
    assert found.reading.status == "ok"  # type: ignore[attr-defined]


def test_ok_confirms_the_reading(tmp_path: Path, run: Run) -> None:
    found = kingdom(corrected(tmp_path, run, "a.jpg,,ok,\n"))
    assert (found.sheet.total, found.scored.decided) == (2, True)  # type: ignore[attr-defined]


def test_a_correction_reads_no_photo_again(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo(READ)})
    run()
    assert corrected(tmp_path, run, "a.jpg,1,ok,\n").read == 0  # type: ignore[attr-defined]


def test_a_correction_of_another_picture_is_not_used_and_said(tmp_path: Path, run: Run) -> None:
    batch = corrected(tmp_path, run, "a.jpg,1,r0c0=W0,0123456789abcdef\n")
    assert not kingdom(batch).scored.decided  # type: ignore[attr-defined]
    assert "line 2" in sentence(batch.unmatched[0], words("en"))  # type: ignore[attr-defined]


def test_a_correction_follows_a_photo_that_was_renamed(tmp_path: Path) -> None:
    file = tmp_path / "corrections.csv"
    file.write_text("photo,squares,content\nold.jpg,ok,0123456789abcdef\n")
    found = read_corrections(
        file, {"new.jpg": "0123456789abcdef" + "0" * 48}, PhotoNames(["new.jpg"])
    )
    assert found.get("new.jpg", 0)


@pytest.mark.parametrize(
    "lines",
    [
        *("a.jpg,1,r0c0=Q9,", "a.jpg,1,whatever,", "a.jpg,0,ok,", "a.jpg,x,ok,", "a.jpg,1,r9=W0,"),
        *("a.jpg,1,r0c0=F9,", "a.jpg,1,W9 C,", "a.jpg,1,r0c0=W0 r0c0=W1,"),
    ],
)
def test_what_cannot_be_understood_is_said_with_its_line(tmp_path: Path, lines: str) -> None:
    file = tmp_path / "corrections.csv"
    file.write_text(f"photo,kingdom,squares,content\n{lines}\n")
    with pytest.raises(UsageError, match=r"corrections\.csv line 2: "):
        read_corrections(file, {"a.jpg": "0" * 64}, PhotoNames(["a.jpg"]))


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"a,b\n1,2\n"])
def test_a_file_that_is_no_table_is_said(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "corrections.csv"
    file.write_bytes(content)
    with pytest.raises(UsageError, match=r"corrections\.csv"):
        read_corrections(file, {}, PhotoNames([]))


def test_single_squares_and_whole_kingdoms_are_told_apart() -> None:
    assert parse_decisions("r1c2=F1") == (SquareIs(Cell(1, 2), parse_square("F1")),)
    assert parse_decisions("W0 C / . F1") == (KingdomIs(parse_kingdom("W0 C\n. F1")),)
    with pytest.raises(NotationError):
        parse_decisions("r1c2=F1 nonsense")


def test_a_square_that_no_domino_has_is_refused() -> None:
    for text in ("r0c0=F9", "W0 F9 C"):
        with pytest.raises(NotationError, match="F9 does not exist"):
            parse_decisions(text)


def test_what_is_no_number_of_a_kingdom_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match="'x' is not a kingdom: those on a photo are numbered 1, 2, 3"
    ):
        corrections(tmp_path, "a.jpg,x,ok,\n")


def test_several_lines_on_one_kingdom_all_count(tmp_path: Path) -> None:
    found = corrections(tmp_path, "a.jpg,1,r1c2=M3,\na.jpg,,r0c3=F1,\n").get("a.jpg", 0)
    assert found == parse_decisions("r1c2=M3 r0c3=F1")


@pytest.mark.parametrize(
    ("first", "second"), [("r1c2=M3", "r1c2=M2"), ("ok", "r1c2=M3"), ("W0 C", "W1 C")]
)
def test_lines_that_contradict_each_other_are_refused_with_both(
    tmp_path: Path, first: str, second: str
) -> None:
    with pytest.raises(UsageError, match=r"corrections\.csv line 3: .*line 2"):
        corrections(tmp_path, f"a.jpg,1,{first},\na.jpg,1,{second},\n")


def test_a_correction_of_a_kingdom_that_is_not_there_is_said(tmp_path: Path, run: Run) -> None:
    batch = corrected(tmp_path, run, "a.jpg,2,ok,\n")
    assert sentences(batch.unmatched, words("en")) == [  # type: ignore[attr-defined]
        "corrections.csv, line 2: 'a.jpg' has no kingdom 2 that counts."
    ]


@pytest.mark.parametrize(("whole", "castles"), [("F1", 0), ("Cg W0 W0 Cp", 2)])
def test_a_stated_kingdom_has_one_castle_or_needs_a_look(
    tmp_path: Path, run: Run, whole: str, castles: int
) -> None:
    reading = kingdom(corrected(tmp_path, run, f"a.jpg,1,{whole},\n")).reading  # type: ignore[attr-defined]
    assert reading.status == "check"
    assert [(said.code, said.count) for said in reading.remarks] == [("castles", castles)]


def test_a_correction_beside_the_kingdom_decides_nothing(tmp_path: Path, run: Run) -> None:
    assert not kingdom(corrected(tmp_path, run, "a.jpg,1,r6c6=W0,\n")).scored.decided  # type: ignore[attr-defined]


def test_a_correction_of_a_copy_corrects_the_photo_that_counts(tmp_path: Path, run: Run) -> None:
    photos = dict.fromkeys(("a.jpg", "round-1/table-1/anna.jpg"), playthings.photo(READ))
    playthings.write(tmp_path / "in", photos)
    file = tmp_path / "corrections.csv"
    file.write_text("photo,squares\na.jpg,r0c2=W0\n")
    batch = run(corrections=file)
    assert [row.kingdoms[0].sheet.total for row in batch.rows] == [0, 0]
    expected = ("round-1/table-1/anna.jpg", "", "r0c2=W0", "", "", "")
    assert list(in_force(file, batch.rows)) == [expected]
