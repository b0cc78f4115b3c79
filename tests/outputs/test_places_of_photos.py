"""Where a photo belongs, and whose it is, as results.csv says it."""

from typing import Any

import playthings
import pytest

ANNA = "W0 W0 Cp F0 F0"


def line(found: Any, photo: str) -> dict[str, str]:
    return next(one for one in found.table("results.csv") if one["photo"] == photo)


@pytest.mark.parametrize(
    ("photo", "round_", "table"),
    [
        ("round 2026/round-1/table-3/anna.jpg", "round-1", "table-3"),
        ("round-1/table-9/table-3/anna.jpg", "round-1", "table-3"),
        ("table-3/round-1/anna.jpg", "round-1", "table-3"),
        ("round-1/evening/table-3/anna.jpg", "round-1", "table-3"),
        ("2026/7/3/anna.jpg", "7", "3"),
    ],
)
def test_of_folders_within_folders_the_innermost_says_where(
    tournament: Any, photo: str, round_: str, table: str
) -> None:
    tournament.write({photo: playthings.photo(ANNA)})
    found = line(tournament.run(), photo)
    assert (found["round"], found["table"], found["player"]) == (round_, table, "anna")


@pytest.mark.parametrize(
    ("copy", "status"),
    [
        ("IMG_1234.jpg", "ok"),  # says nobody's name
        ("round-1/table-1/IMG_1234.jpg", "ok"),
        ("Anna.png", "ok"),
        ("round-1/table-1/ANNA.png", "ok"),
        ("backup/copy.jpg", "ok"),  # of no table: another name for the file, not for a player
        ("round-1/table-2/boris.jpg", "check"),
        ("round-2/table-1/anna.jpg", "check"),
    ],
)
def test_the_same_picture_needs_a_look_where_somebody_is_left_without_one(
    tournament: Any, copy: str, status: str
) -> None:
    first = "round-1/table-1/anna.jpg"
    tournament.write({name: playthings.photo(ANNA) for name in (first, copy)})
    found = tournament.run()
    of_first, of_copy = line(found, first), line(found, copy)
    both = (
        status if copy == "round-1/table-1/boris.jpg" else "ok"
    )  # of one game: either may be wrong
    assert (of_first["status"], of_copy["status"]) == (both, status)
    assert of_copy["same_as"] == first
    assert of_first["same_as"] == ""
    assert first in of_copy["notes"]
    assert (of_first["notes"] == "") is (both == "ok")


def test_the_same_picture_for_two_players_of_a_game_is_asked_about_at_both(tournament: Any) -> None:
    names = [f"round-1/table-1/{name}.jpg" for name in ("anna", "boris")]
    tournament.write({name: playthings.photo(ANNA) for name in names})
    found = tournament.run()
    assert [line(found, name)["status"] for name in names] == ["check", "check"]
    assert [line(found, name)["same_as"] for name in names] == ["", names[0]]


@pytest.mark.parametrize("players", [3, 4])
def test_of_more_copies_each_is_said_to_be_of_the_first(tournament: Any, players: int) -> None:
    names = [f"round-1/table-1/{name}.jpg" for name in ("anna", "boris", "clara", "dora")[:players]]
    tournament.write({name: playthings.photo(ANNA) for name in names})
    found = tournament.run()
    assert [one["same_as"] for one in found.table("results.csv")] == [
        "",
        *[names[0]] * (players - 1),
    ]
    assert [one["player"] for one in found.table("standings.csv")] == ["anna"]
