"""Corrections: what a person decided is kept, told, and counted."""

from pathlib import Path

import playthings
import pytest
from playthings import Run

from kscan.errors import NotationError, UsageError
from kscan.game.kingdom import Cell, parse_kingdom
from kscan.game.squares import parse_square
from kscan.tournament.corrections import one_line, parse_correction, read_corrections

READ = "L0 W0 W1 L0 Cg"


def corrected(tmp_path: Path, run: Run, lines: str) -> object:
    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo(READ)})
    file = tmp_path / "corrections.csv"
    file.write_text("photo,kingdom,squares,content\n" + lines, encoding="utf-8")
    return run(corrections=file)


def kingdom(batch: object) -> object:
    (row,) = batch.rows  # type: ignore[attr-defined]
    return row.kingdoms[0]


def test_a_square_is_corrected_where_it_lies(tmp_path: Path, run: Run) -> None:
    found = kingdom(corrected(tmp_path, run, "a.jpg,1,r0c2=W0,\n"))
    assert (str(found.reading.kingdom), found.sheet.total) == ("L0 W0 W0 L0 Cg", 0)  # type: ignore[attr-defined]
    assert found.by_person  # type: ignore[attr-defined]


@pytest.mark.parametrize("whole", ["L0 W0 W0 L0 Cg", "L0 W0 W0 L0 Cg / W1 F0 .  .  . "])
def test_a_whole_kingdom_is_taken_as_the_person_says(tmp_path: Path, run: Run, whole: str) -> None:
    found = kingdom(corrected(tmp_path, run, f"a.jpg,1,{whole},\n"))
    assert one_line(found.reading.kingdom).split() == whole.split()  # type: ignore[attr-defined]
    assert found.reading.status == "ok"  # type: ignore[attr-defined]


def test_ok_confirms_the_reading(tmp_path: Path, run: Run) -> None:
    found = kingdom(corrected(tmp_path, run, "a.jpg,,ok,\n"))
    assert (found.sheet.total, found.by_person) == (2, True)  # type: ignore[attr-defined]


def test_a_correction_reads_no_photo_again(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo(READ)})
    run()
    assert corrected(tmp_path, run, "a.jpg,1,ok,\n").read == 0  # type: ignore[attr-defined]


def test_a_correction_of_another_picture_is_not_used_and_said(tmp_path: Path, run: Run) -> None:
    batch = corrected(tmp_path, run, "a.jpg,1,r0c0=W0,0123456789abcdef\n")
    assert not kingdom(batch).by_person  # type: ignore[attr-defined]
    assert "line 2" in str(batch.unmatched[0])  # type: ignore[attr-defined]


def test_a_correction_follows_a_photo_that_was_renamed(tmp_path: Path) -> None:
    file = tmp_path / "corrections.csv"
    file.write_text("photo,squares,content\nold.jpg,ok,0123456789abcdef\n")
    found = read_corrections(file, {"new.jpg": "0123456789abcdef" + "0" * 48})
    assert found.get("new.jpg", 0) is not None


@pytest.mark.parametrize(
    "lines",
    ["a.jpg,1,r0c0=Q9,", "a.jpg,1,whatever,", "a.jpg,0,ok,", "a.jpg,x,ok,", "a.jpg,1,r9=W0,"],
)
def test_what_cannot_be_understood_is_said_with_its_line(tmp_path: Path, lines: str) -> None:
    file = tmp_path / "corrections.csv"
    file.write_text(f"photo,kingdom,squares,content\n{lines}\n")
    with pytest.raises(UsageError, match=r"corrections\.csv line 2: "):
        read_corrections(file, {"a.jpg": "0" * 64})


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"a,b\n1,2\n"])
def test_a_file_that_is_no_table_is_said(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "corrections.csv"
    file.write_bytes(content)
    with pytest.raises(UsageError, match=r"corrections\.csv"):
        read_corrections(file, {})


def test_single_squares_and_whole_kingdoms_are_told_apart() -> None:
    assert parse_correction("r1c2=F1").squares == {Cell(1, 2): parse_square("F1")}
    assert parse_correction("W0 C / . F1").kingdom == parse_kingdom("W0 C\n. F1")
    with pytest.raises(NotationError):
        parse_correction("r1c2=F1 nonsense")
