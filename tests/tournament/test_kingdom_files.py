"""A `.kingdom` file beside a photo, as `kscan score --save` writes it, counts in a batch."""

import hashlib
from pathlib import Path

import playthings
import pytest
from playthings import Run

from kscan.game.kingdom import Cell
from kscan.tournament.batch import Batch
from kscan.tournament.records import ScoredKingdom
from kscan.tournament.standings import standings

READ, CORRECTED = "L0 W0 W1 L0 Cg", "L0 W0 W0 L0 Cg"


def settled(photo: bytes, squares: str, more: str = "", corners: str = "0,0 5,0 5,1 0,1") -> bytes:
    return (
        f"#: a.jpg\n#: photo sha256 {hashlib.sha256(photo).hexdigest()}\n\n# kingdom 1\n"
        f"#: corners 1x5 {corners.replace(' ', '.0 ').replace(',', '.0,')}.0\n{more}{squares}\n"
    ).encode()


def batch(tmp_path: Path, run: Run, beside: bytes, corrections: str = "") -> Batch:
    folder = tmp_path / "in" / "round-1" / "table-1"
    playthings.write(folder, {"a.jpg": playthings.photo(READ), "a.jpg.kingdom": beside})
    if not corrections:
        return run()
    table = tmp_path / "corrections.csv"
    table.write_text(f"photo,kingdom,squares\n{corrections}\n")
    return run(corrections=table)


def only(found: Batch) -> ScoredKingdom:
    (row,) = found.rows
    return row.kingdoms[0]


def test_it_decides_and_the_standings_say_so(tmp_path: Path, run: Run) -> None:
    found = batch(tmp_path, run, settled(playthings.photo(READ), CORRECTED))
    assert str(only(found).reading.kingdom) == CORRECTED
    assert only(found).scored.decided
    assert [player.by_person for player in standings(found.rows).players] == [1]
    assert found.ignored == ()


def test_the_table_of_corrections_has_the_last_word(tmp_path: Path, run: Run) -> None:
    beside = settled(playthings.photo(READ), CORRECTED)
    found = batch(tmp_path, run, beside, "a.jpg,1,r0c2=W1 r0c0=F0")
    assert str(only(found).reading.kingdom) == "F0 W0 W1 L0 Cg"
    confirmed = batch(tmp_path, run, beside, "a.jpg,1,ok")
    assert str(only(confirmed).reading.kingdom) == CORRECTED


def test_what_it_still_asks_about_stays_in_doubt(tmp_path: Path, run: Run) -> None:
    photo = playthings.photo(READ, orders=["doubt"])
    folder = tmp_path / "in"
    asked = settled(photo, READ, "#: look at r0c2: read as W1\n")
    playthings.write(folder, {"a.jpg": photo, "a.jpg.kingdom": asked})
    (row,) = run().rows
    assert [doubt.cell for doubt in row.kingdoms[0].reading.doubts] == [Cell(0, 2)]
    assert (row.status, row.decided) == ("check", False)


def test_another_square_reads_no_photo_again_and_another_place_does(
    tmp_path: Path, run: Run
) -> None:
    photo = playthings.photo(READ)
    batch(tmp_path, run, settled(photo, READ))
    assert batch(tmp_path, run, settled(photo, CORRECTED)).read == 0
    moved = settled(photo, CORRECTED, corners="0,0 6,0 6,2 0,2")
    assert batch(tmp_path, run, moved).read == 1


@pytest.mark.parametrize(
    ("beside", "said"),
    [
        (settled(b"another picture", CORRECTED), "made for another picture"),
        (b"nonsense", "a.jpg.kingdom is not used: "),
        (settled(playthings.photo(READ), "Q9 W0 W0 L0 Cg"), "a.jpg.kingdom is not used: line 6"),
    ],
)
def test_one_that_does_not_fit_is_not_used_and_said(
    tmp_path: Path, run: Run, beside: bytes, said: str
) -> None:
    (row,) = batch(tmp_path, run, beside).rows
    assert said in playthings.told(row.remarks)[0]
    assert (row.status, row.decided) == ("check", False)
    assert str(row.kingdoms[0].reading.kingdom) == READ


def test_one_that_was_saved_and_not_edited_decides_nothing(tmp_path: Path, run: Run) -> None:
    found = batch(tmp_path, run, settled(playthings.photo(READ), READ))
    assert not only(found).scored.decided
    assert only(found).reasons == ()


def test_one_that_was_saved_and_not_edited_hides_nothing_that_the_game_says(
    tmp_path: Path, run: Run
) -> None:
    read = {"a.jpg": "M3 W0 Cg L0 L0", "b.jpg": "M3 W0 Cp F0 F0"}
    photos = {name: playthings.photo(kingdom) for name, kingdom in read.items()}
    saved = {f"{name}.kingdom": settled(photos[name], one) for name, one in read.items()}
    playthings.write(tmp_path / "in" / "round-1" / "table-1", photos | saved)
    for row in run().rows:
        assert not row.decided
        assert any("M3" in said for said in playthings.told(row.kingdoms[0].reasons))


def test_one_whose_doubts_are_all_looked_at_decides(tmp_path: Path, run: Run) -> None:
    photo = playthings.photo(READ, orders=["doubt"])
    files = {"a.jpg": photo, "a.jpg.kingdom": settled(photo, READ)}
    playthings.write(tmp_path / "in", files)
    (row,) = run().rows
    assert (row.status, row.decided) == ("ok", True)


def test_one_that_asks_for_a_look_is_answered_by_the_table(tmp_path: Path, run: Run) -> None:
    beside = settled(playthings.photo(READ), READ, "#: look at the whole kingdom\n")
    asked = only(batch(tmp_path, run, beside))
    assert playthings.told(asked.reasons) == [
        "The corrections saved with this photo still need a check."
    ]
    answered = only(batch(tmp_path, run, beside, "a.jpg,1,ok"))
    assert (answered.reasons, answered.scored.decided) == ((), True)


def test_a_look_at_one_square_is_answered_by_that_square_in_the_table(
    tmp_path: Path, run: Run
) -> None:
    beside = settled(playthings.photo(READ), READ, "#: look at r0c2: read as W1\n")
    assert only(batch(tmp_path, run, beside)).reasons != ()
    assert only(batch(tmp_path, run, beside, "a.jpg,1,r0c0=L0")).reasons != ()
    assert only(batch(tmp_path, run, beside, "a.jpg,1,r0c2=W1")).reasons == ()
