"""What a person confirmed is asked about no more, whatever the question was."""

from collections.abc import Iterator
from pathlib import Path

import playthings
import pytest
from playthings import Run, photo, told

from kscan.corrections.decisions import one_line
from kscan.tournament.batch import Batch
from kscan.tournament.records import Row

TABLE = "round-1/table-1"
ANNA, BEN, CAI = "Cp W0 M3", "Cy W0 M2", "Cb F0 F0"

QUESTIONS = {
    "squares in doubt": {"anna.jpg": photo("L1 F0 Cb L0 L0", orders=["doubt"])},
    "a neighbour's kingdom in view": {
        "anna.jpg": photo(CAI, ANNA),
        "ben.jpg": photo(BEN),
        "../../round-2/table-1/anna.jpg": photo(ANNA, salt="2"),
    },
    "the same picture for two players": {"anna.jpg": photo(ANNA), "ben.jpg": photo(ANNA)},
    "the same picture at two tables": {
        "anna.jpg": photo(ANNA),
        "../../round-2/table-1/anna.jpg": photo(ANNA),
    },
    "two kingdoms of one player": {
        "anna.jpg": photo(ANNA),
        "anna.png": photo(CAI),
        "ben.jpg": photo(BEN),
    },
    "no box holds both": {"anna.jpg": photo(ANNA), "ben.jpg": photo("Cy W0 M3")},
    "an odd number of squares": {"anna.jpg": photo("Cp W0 W0 W0")},
    "no castle": {"anna.jpg": photo("W0 W0 W0 W0")},
    "two castles": {"anna.jpg": photo("W0 Cp Cb W0")},
    "five at a table": {
        f"{name}.jpg": photo(kingdom)
        for name, kingdom in zip("abcde", (ANNA, BEN, CAI, "Cg P0 P0", "Cg L0 L0"), strict=True)
    },
    "two photos of several kingdoms": {
        "IMG_0001.jpg": photo(ANNA, BEN),
        "IMG_0002.jpg": photo(CAI, "Cg P0 P0"),
    },
    "the whole table beside its players": {
        "all.jpg": photo(ANNA, BEN, CAI),
        "anna.jpg": photo(ANNA),
        "ben.jpg": photo(BEN),
        "cai.jpg": photo(CAI),
    },
    "corrections beside a photo that cannot be used": {
        "anna.jpg": photo(ANNA),
        "anna.jpg.kingdom": b"hello\n",
    },
}


def confirmations(rows: tuple[Row, ...], said: str) -> Iterator[str]:
    """Say of each kingdom that it looks right: as the page writes it, or by hand."""
    yield "photo,kingdom,squares,at"
    for row in rows:
        for number, one in enumerate(row.kingdoms, 1):
            x, y = (sum(axis) / 4 for axis in zip(*one.corners, strict=True))
            text = one_line(one.reading.kingdom) if said == "squares" else said
            yield f'{row.photo},{number},{text},"{x:.0f},{y:.0f}"'


def asked(batch: Batch) -> list[str]:
    return [row.photo for row in batch.rows if row.status != "ok"]


@pytest.mark.parametrize("said", ["ok", "squares"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_who_says_that_it_looks_right_ends_the_question(
    tmp_path: Path, run: Run, question: str, said: str
) -> None:
    files = {f"{TABLE}/{name}": content for name, content in QUESTIONS[question].items()}
    (tmp_path / "in" / TABLE).mkdir(parents=True)
    playthings.write(tmp_path / "in", files)
    before = run()
    assert asked(before)
    corrections = tmp_path / "corrections.csv"
    corrections.write_text("\n".join(confirmations(before.rows, said)) + "\n")
    after = run(corrections=corrections)
    assert asked(after) == []
    assert after.unmatched == ()
    assert [[one.total for one in row.kingdoms] for row in after.rows] == [
        [one.total for one in row.kingdoms] for row in before.rows
    ]


def test_what_was_asked_stays_as_a_note(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {f"round-{n}/table-1/anna.jpg": photo(ANNA) for n in (1, 2)})
    corrections = tmp_path / "corrections.csv"
    corrections.write_text("photo,squares\nround-2/table-1/anna.jpg,ok\n")
    (_, again) = run(corrections=corrections).rows
    assert again.status == "ok"
    assert told(again.remarks) == [
        "The same picture as round-1/table-1/anna.jpg, at another table."
    ]


def test_a_missing_player_is_asked_about_until_the_photo_is_confirmed(
    tmp_path: Path, run: Run
) -> None:
    games = tmp_path / "games.csv"
    games.write_text(
        "photo,player,color\n"
        + "".join(
            f"{TABLE}.jpg,{name},{color}\n"
            for name, color in (("anna", "pink"), ("ben", "yellow"), ("leo", "blue"))
        )
    )
    playthings.write(tmp_path / "in", {f"{TABLE}.jpg": photo(ANNA, BEN)})
    before = run(games=games)
    assert "No kingdom was found for leo." in told(before.rows[0].remarks)
    corrections = tmp_path / "corrections.csv"
    corrections.write_text("\n".join(confirmations(before.rows, "ok")) + "\n")
    after = run(games=games, corrections=corrections)
    assert asked(after) == []


def test_a_correction_that_is_not_used_is_asked_about_all_the_same(
    tmp_path: Path, run: Run
) -> None:
    playthings.write(tmp_path / "in", {f"{TABLE}.jpg": photo(ANNA, BEN)})
    corrections = tmp_path / "corrections.csv"
    corrections.write_text(f"photo,kingdom,squares\n{TABLE}.jpg,1,ok\n{TABLE}.jpg,2,ok\n")
    (row,) = run(corrections=corrections).rows
    assert row.status == "check"
