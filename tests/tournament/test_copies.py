"""The same picture more than once, a player without a photo, and what the standings say of both."""

from pathlib import Path

import playthings
import pytest
from playthings import Run

from kscan.tournament.standings import standings

ANNA, BORIS = "W0 W0 Cp F0 F0", "F0 F0 Cy L0 L0"
TABLE = "round-1/table-1"


def lay_out(folder: Path, photos: dict[str, bytes]) -> None:
    playthings.write(folder / "in" / TABLE, photos)


@pytest.mark.parametrize("copy", ["anna (1).jpg", "anna copy.jpg", "anna - Copy.jpg", "anna2.jpg"])
def test_a_copy_gives_a_player_no_other_name(tmp_path: Path, run: Run, copy: str) -> None:
    photo = playthings.photo(ANNA)
    lay_out(tmp_path, {"anna.jpg": photo, copy: photo, "boris.jpg": playthings.photo(BORIS)})
    rows = {row.photo: row for row in run().rows}
    assert (rows[f"{TABLE}/{copy}"].counts, rows[f"{TABLE}/anna.jpg"].counts) == (False, True)
    (game,) = standings(tuple(rows.values())).games
    assert sorted(placing.player for placing in game.placings) == ["anna", "boris"]


@pytest.mark.parametrize("copy", ["anna (1).jpg", "anna copy.jpg", "anna - Copy.jpg"])
def test_another_picture_under_a_copys_name_is_the_players_second(
    tmp_path: Path, run: Run, copy: str
) -> None:
    """It made a second player once, called `anna (1)`."""
    photos = {"anna.jpg": ANNA, copy: "P0 P0 Cp", "boris.jpg": BORIS}
    lay_out(tmp_path, {name: playthings.photo(kingdom) for name, kingdom in photos.items()})
    rows = {row.photo: row for row in run().rows}
    (asked,) = (photo for photo, row in rows.items() if row.status == "check")
    assert "anna has another kingdom in this game" in playthings.told(rows[asked].remarks)[0]
    (game,) = standings(tuple(rows.values())).games
    assert sorted(placing.player for placing in game.placings) == ["anna", "boris"]


def test_the_same_picture_for_two_players_needs_a_look(tmp_path: Path, run: Run) -> None:
    photo = playthings.photo(ANNA)
    lay_out(tmp_path, {"anna.jpg": photo, "boris.jpg": photo})
    anna, boris = run().rows
    assert (anna.status, boris.status) == ("check", "check")
    assert "same picture" in playthings.told(boris.remarks)[0]


def test_two_empty_files_are_not_the_same_picture(tmp_path: Path, run: Run) -> None:
    empty = {f"round-1/table-{n}/{name}.jpg": b"" for n, name in ((1, "anna"), (2, "cai"))}
    playthings.write(tmp_path / "in", empty)
    assert [(row.status, row.remarks) for row in run().rows] == [("failed", ())] * 2


def test_a_players_photo_that_was_not_read_is_to_be_checked(tmp_path: Path, run: Run) -> None:
    playthings.write(
        tmp_path / "in",
        {
            "round-1/table-1/anna.jpg": b"",
            "round-1/table-1/boris.jpg": playthings.photo(BORIS),
            "round-2/table-1/anna.jpg": playthings.photo(ANNA),
            "round-2/table-1/boris.jpg": playthings.photo(BORIS, salt="2"),
        },
    )
    players = standings(run().rows).players
    assert {one.player: one.doubtful for one in players} == {"anna": 1, "boris": 0}


def test_a_crowd_at_one_table_is_to_be_checked_for_each(tmp_path: Path, run: Run) -> None:
    names = ("anna", "boris", "clara", "dora", "emil")
    lay_out(tmp_path, {f"{name}.jpg": playthings.photo(ANNA, salt=name) for name in names})
    assert [one.doubtful for one in standings(run().rows).players] == [1] * 5


def test_a_kingdom_that_a_person_settled_is_not_asked_about_for_another_in_the_photo(
    tmp_path: Path, run: Run
) -> None:
    lay_out(tmp_path, {"anna.jpg": playthings.photo(ANNA, BORIS)})
    assert [row.status for row in run().rows] == ["check"]
    corrections = tmp_path / "corrections.csv"
    corrections.write_text(f"photo,kingdom,squares\n{TABLE}/anna.jpg,1,ok\n")
    (asked,) = run(corrections=corrections).rows  # several kingdoms: which of them is the first?
    assert "which_kingdom" in [said.code for said in asked.remarks]
    corrections.write_text(f'photo,kingdom,squares,at\n{TABLE}/anna.jpg,1,ok,"190,60"\n')
    assert [row.status for row in run(corrections=corrections).rows] == ["ok"]
