"""Tables and folders as people leave them: what is odd hides nothing that comes after it."""

from typing import Any

import playthings
import pytest

ANNA, BORIS = "round-1/table-1/anna.jpg", "round-1/table-1/boris.jpg"
TOGETHER = {ANNA: "L0 W0 W1 L0 Cg", BORIS: "F0 F0 Cy P0 P0"}


def told(found: Any) -> dict[str, dict[str, str]]:
    return {line["photo"]: line for line in found.table("results.csv")}


@pytest.fixture
def two(tournament: Any) -> Any:
    tournament.write({name: playthings.photo(one) for name, one in TOGETHER.items()})
    return tournament


@pytest.mark.parametrize("odd", [f"{ANNA},1,,", "nowhere.jpg,1,ok,", ",,,", "\n"])
def test_a_line_that_corrects_nothing_hides_none_after_it(two: Any, odd: str) -> None:
    lines = ("photo,kingdom,squares,content", odd, f"{ANNA},1,r0c2=W0,")
    two.write({"corrections.csv": "\n".join(lines)})
    found = told(two.run())
    assert (found[ANNA]["total"], found[ANNA]["decided_by"]) == ("0", "a person")
    assert found[BORIS]["decided_by"] == ""


@pytest.mark.parametrize("odd", ["nowhere.jpg,5,5,nobody", ",,,", "\n"])
def test_a_line_that_seats_nobody_hides_none_after_it(two: Any, odd: str) -> None:
    lines = ("photo,round,table,player", odd, f"{ANNA},7,8,Clara")
    two.write({"games.csv": "\n".join(lines)})
    line = told(two.run())[ANNA]
    assert (line["round"], line["table"], line["player"]) == ("7", "8", "Clara")


def test_results_among_the_photos_are_passed_over_and_what_comes_after_is_read(two: Any) -> None:
    two.write({f"0-old/{name}": b"{}" for name in ("kscan-batch.json", "pictures/a.jpg")})
    two.write({"0-old/deeper/b.jpg": b"?", "zoo/c.jpg": playthings.photo("L0 L0 Cb")})
    found = told(two.run())
    assert [*found] == [ANNA, BORIS, "zoo/c.jpg"]


@pytest.mark.parametrize("players", [2, 3])
def test_photos_without_a_name_at_one_table_are_one_game(tournament: Any, players: int) -> None:
    names = [f"round-1/table-1/IMG_{number:04d}.jpg" for number in range(players)]
    castles = ("Cp", "Cy", "Cg")[:players]
    tournament.write(
        {
            name: playthings.photo(f"{castle} W0 M3")
            for name, castle in zip(names, castles, strict=True)
        }
    )
    found = tournament.run()
    for one in found.photos.values():
        (kingdom,) = one["kingdoms"]
        assert any("M3" in note for note in kingdom["notes"])
    assert [line["round"] for line in found.table("rankings.csv")] == ["round-1"] * players
    assert [line["place"] for line in found.table("rankings.csv")] == ["1"] * players


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_dynasty_that_was_asked_for_and_cannot_be_is_said(tournament: Any, rounds: int) -> None:
    tournament.write(
        {
            f"round-{number}/table-1/{who}.jpg": playthings.photo(kingdom, salt=str(number))
            for number in range(rounds)
            for who, kingdom in (("anna", "Cp W0 W0"), ("boris", "Cy F0 F0"))
        }
    )
    said = tournament.run("--variant", "dynasty").result.stdout
    warned = [line for line in said.splitlines() if "anna, boris" in line]
    assert len(warned) == (rounds != 3)
    assert all(f"played {rounds} game" in line for line in warned)
