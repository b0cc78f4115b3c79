"""Standings over rounds: every game of every player counts once, however the name is written."""

from typing import Any

import playthings
import pytest

# Kingdoms by their points.
SCORES = {
    0: "{castle} W0 W0",
    1: "{castle} L1 F0",
    2: "{castle} S2 W0",
    3: "M3 W0 {castle}",
}


def photo(points: int, castle: str = "Cp", salt: str = "") -> bytes:
    """Return a photo of a kingdom that scores so many points."""
    return playthings.photo(SCORES[points].format(castle=castle), salt=salt)


def by_player(lines: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    return {line["player"]: line for line in lines}


@pytest.mark.parametrize("points", SCORES)
def test_the_photos_score_what_they_are_named(tournament: Any, points: int) -> None:
    tournament.write({"anna.jpg": photo(points)})
    assert tournament.run().table("results.csv")[0]["total"] == str(points)


@pytest.mark.parametrize("rounds", [2, 3, 4, 6])
@pytest.mark.parametrize("asked", [(), ("--variant", "dynasty")])
def test_any_number_of_rounds_together_is_added_up(
    tournament: Any, rounds: int, asked: tuple[str, ...]
) -> None:
    tournament.write(
        {
            f"round-{n}/table-1/{who}.jpg": photo(points, castle, f"{n}{who}")
            for n in range(1, rounds + 1)
            for who, points, castle in (("anna", 2, "Cp"), ("boris", 1, "Cy"), ("clara", 3, "Cg"))
        }
    )
    found = tournament.run(*asked)
    totals = [(line["player"], line["total"]) for line in found.table("standings.csv")]
    assert totals == [("clara", str(3 * rounds)), ("anna", str(2 * rounds)), ("boris", str(rounds))]
    assert (found.folder / "dynasties.csv").exists() is (rounds == 3 and bool(asked))


def test_two_games_in_a_round_are_both_posted(tournament: Any) -> None:
    seats = {
        "round-1/table-1/anna.jpg": photo(3, "Cp"),
        "round-1/table-1/boris.jpg": photo(1, "Cy"),
        "round-1/table-2/anna.jpg": photo(2, "Cp"),
        "round-1/table-2/clara.jpg": photo(0, "Cg"),
        "round-2/table-1/anna.jpg": photo(1, "Cp"),
        "round-2/table-1/boris.jpg": photo(2, "Cy"),
    }
    tournament.write(seats)
    anna = by_player(tournament.run().table("standings.csv"))["anna"]
    assert (anna["round-1"], anna["round-2"], anna["total"], anna["games"]) == ("5", "1", "6", "3")


@pytest.mark.parametrize(("first", "second"), [(1, 3), (3, 1)])
def test_of_two_photos_of_a_player_at_a_table_the_first_counts(
    tournament: Any, first: int, second: int
) -> None:
    tournament.write(
        {
            "round-1/table-1/Anna.jpg": photo(first, "Cp"),
            "round-1/table-1/anna.png": photo(second, "Cp"),
            "round-1/table-1/boris.jpg": photo(2, "Cy"),
        }
    )
    found = tournament.run()
    standing = by_player(found.table("standings.csv"))
    assert {name: line["total"] for name, line in standing.items()} == {
        "Anna": str(first),
        "boris": "2",
    }
    assert {line["photo"]: line["status"] for line in found.table("results.csv")} == {
        "round-1/table-1/Anna.jpg": "ok",
        "round-1/table-1/anna.png": "check",
        "round-1/table-1/boris.jpg": "ok",
    }


@pytest.mark.parametrize("read", ["Anna", "anna", "ANNA"])
@pytest.mark.parametrize("failed", ["Anna", "anna", "ANNA"])
def test_a_photo_that_was_not_read_is_counted_however_the_name_is_written(
    tournament: Any, read: str, failed: str
) -> None:
    tournament.write(
        {
            f"round-1/table-1/{read}.jpg": photo(1, "Cp"),
            "round-1/table-1/Boris.jpg": photo(2, "Cy"),
            f"round-2/table-1/{failed}.jpg": b"?",
            "round-2/table-1/boris.jpg": photo(2, "Cy", "2"),
        }
    )
    standing = by_player(tournament.run().table("standings.csv"))
    assert {name: (line["total"], line["to_check"]) for name, line in standing.items()} == {
        read: ("1", "1"),
        "Boris": ("4", "0"),
    }


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_winner_of_a_game_against_others_has_won_it(tournament: Any, players: int) -> None:
    names = ("anna", "boris", "clara", "dora")[:players]
    tournament.write(
        {
            f"round-1/table-1/{name}.jpg": photo(3 - place, f"C{color}")
            for place, (name, color) in enumerate(zip(names, "pygb", strict=False))
        }
    )
    standing = tournament.run().table("standings.csv")
    assert [line["player"] for line in standing] == list(names)
    assert [line["won"] for line in standing] == [
        "1" if players > 1 else "0",
        *["0"] * (players - 1),
    ]
