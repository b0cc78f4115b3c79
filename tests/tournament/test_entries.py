"""What no photo shows counts as it is typed in: text files, and corrections of unread photos."""

from pathlib import Path

import playthings
import pytest
from playthings import Run

from kscan.game.variants import Variant
from kscan.tournament.entries import typed_below
from kscan.tournament.report import csv
from kscan.tournament.standings import Standings, standings

HARMONY = frozenset({Variant.HARMONY})
FULL = "\n".join(["W0 W1 W0 W0 W0"] * 2 + ["W0 W0 C W0 W0"] + ["W0 W0 W0 W0 W0"] * 2)  # 24 x 2 + 5


def played(tmp_path: Path, run: Run, files: dict[str, bytes], **asked: object) -> Standings:
    playthings.write(tmp_path / "in", files)
    batch = run(**asked)
    return standings(batch.rows, absences=batch.absences, expected=batch.expected)


def totals(posted: Standings) -> dict[str, object]:
    return {player.player: player.total for player in posted.players}


def test_a_text_file_counts_where_a_photo_would_be(tmp_path: Path, run: Run) -> None:
    files = {
        "round-1/table-1/anna.jpg": playthings.photo("Cp W0 W1"),
        "round-1/table-1/ben.txt": b"W0 W1 C\n",
        "round-1/table-1/cai.txt": b" Total: 57 \r\n",
    }
    posted = played(tmp_path, run, files)
    assert totals(posted) == {"anna": 2, "ben": 2, "cai": 57}
    (game,) = posted.games
    assert game.placings[0].player == "cai"
    by_hand = {player.player: player.by_person for player in posted.players}
    assert by_hand == {"anna": 0, "ben": 1, "cai": 1}


@pytest.mark.parametrize(
    "text",
    ["total", "total 57 or so", "57", "shopping: eggs", "W0 W1\nW0", "W9 C", "", "total 5799"],
)
def test_any_other_text_is_listed_as_ignored(tmp_path: Path, run: Run, text: str) -> None:
    photo = playthings.photo("Cp W0 W1")
    playthings.write(tmp_path / "in", {"anna.jpg": photo, "notes.txt": text.encode()})
    batch = run()
    assert batch.ignored == ("notes.txt",)
    assert playthings.names(batch.rows) == ["anna.jpg"]


def test_a_text_file_beside_a_photo_of_its_name_does_not_count(tmp_path: Path, run: Run) -> None:
    photo = playthings.photo("Cp W0 W1")
    playthings.write(tmp_path / "in", {"anna.jpg": photo, "Anna.txt": b"total 57"})
    batch = run()
    assert batch.ignored == ("Anna.txt",)
    assert [row.kingdoms[0].total for row in batch.rows] == [2]


def test_a_table_in_one_text_names_its_players_by_headings(tmp_path: Path, run: Run) -> None:
    text = b"# Anna\nCp W0 W1\n# Ben\nCb L0 L0 L1\n"
    posted = played(tmp_path, run, {"round-1/table-3.txt": text})
    assert totals(posted) == {"Ben": 3, "Anna": 2}
    assert [len(game.placings) for game in posted.games] == [2]


@pytest.mark.parametrize(("text", "total"), [(FULL, 53), (f"{FULL}\ndiscarded\n", 48)])
def test_a_discarded_domino_costs_the_harmony(
    tmp_path: Path, run: Run, text: str, total: int
) -> None:
    assert totals(played(tmp_path, run, {"anna.txt": text.encode()}, variants=HARMONY)) == {
        "anna": total
    }


@pytest.mark.parametrize(
    ("said", "total"), [("total 57", 57), ("W0 W1 Cp / . . L1", 3), ("W0 W1 Cp", 2)]
)
def test_a_photo_that_was_not_read_is_entered_in_the_corrections(
    tmp_path: Path, run: Run, said: str, total: int
) -> None:
    corrections = tmp_path / "corrections.csv"
    corrections.write_text(f"photo,kingdom,squares\nround-1/table-1/anna.jpg,,{said}\n")
    files = {
        "round-1/table-1/anna.jpg": b"",
        "round-1/table-1/ben.jpg": playthings.photo("Cb L1 W0"),
    }
    playthings.write(tmp_path / "in", files)
    batch = run(corrections=corrections)
    posted = standings(batch.rows)
    assert totals(posted) == {"anna": total, "ben": 1}
    assert batch.unmatched == ()
    assert {row.photo: row.status for row in batch.rows} == dict.fromkeys(files, "ok")
    line = csv.results(batch.rows).splitlines()[1]
    assert f",{total}," in line
    assert "a person" in line


def test_a_total_of_a_photo_with_a_reading_counts_and_is_asked_about_no_more(
    tmp_path: Path, run: Run
) -> None:
    corrections = tmp_path / "corrections.csv"
    corrections.write_text("photo,kingdom,squares\nanna.jpg,1,total 57\n")
    photo = playthings.photo("L1 F0 Cb L0 L0", orders=["doubt"])
    playthings.write(tmp_path / "in", {"anna.jpg": photo})
    assert [row.status for row in run().rows] == ["check"]
    (row,) = run(corrections=corrections).rows
    assert (row.status, row.kingdoms[0].total) == ("ok", 57)
    (anna,) = standings([row]).players
    assert (anna.total, anna.by_person, anna.doubtful) == (57, 1, 0)


def test_nothing_is_typed_in_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xff\xfe")
    assert [*typed_below(tmp_path, ["a.txt", "missing.txt", "b.csv"], [])] == []


def test_byes_and_players_without_a_photo_are_in_the_standings(tmp_path: Path, run: Run) -> None:
    games = tmp_path / "games.csv"
    games.write_text("photo,round,table,player,result\n,2,,anna,bye\n,2,1,dee,\n")
    files = {
        "round-1/table-1/anna.jpg": playthings.photo("Cp W0 W1"),
        "round-1/table-1/ben.jpg": playthings.photo("Cb L0 L1"),
        "round-2/table-1/ben.jpg": playthings.photo("Cb L0 L1", salt="2"),
    }
    posted = played(tmp_path, run, files, games=games)
    assert posted.without_result == ("dee",)
    assert {one.player: (one.byes, one.missing) for one in posted.players} == {
        "anna": (("round-2",), ()),
        "ben": ((), ()),
    }


def test_a_player_whose_total_is_typed_in_is_missed_on_no_photo(tmp_path: Path, run: Run) -> None:
    games = "photo,player,color\n" + "".join(
        f"round-1/table-1.jpg,{name},{color}\n"
        for name, color in (("anna", "pink"), ("ben", "yellow"), ("leo", "blue"))
    )
    files = {"round-1/table-1.jpg": playthings.photo("Cp W0 M3", "Cy W0 M2")}
    playthings.write(tmp_path / "in", files)
    (tmp_path / "games.csv").write_text(games)
    (row,) = run(games=tmp_path / "games.csv").rows
    assert playthings.told(row.remarks) == ["No kingdom was found for leo."]
    playthings.write(tmp_path / "in", {"round-1/table-1/Leo.txt": b"total 57"})
    batch = run(games=tmp_path / "games.csv")
    assert [one.status for one in batch.rows] == ["ok", "ok"]
    assert totals(standings(batch.rows)) == {"Leo": 57, "anna": 3, "ben": 2}
