"""What no photo shows: kingdoms and totals typed in, byes, and players who left."""

from pathlib import Path
from typing import Any

from serving import Page


def test_what_no_photo_shows_is_typed_in(page: Page, samples: Path) -> None:
    page.upload(samples / "gaps.jpg", round="1", table="1", player="Anna")
    total = page.ask("POST", "/api/entries?round=1&table=1&player=Leo", {"total": 57})
    squares = {"kingdom": "C W1 W0\nF0 F1 F0"}
    kingdom = page.ask("POST", "/api/entries?round=1&table=1&player=Mia", squares)
    assert (total.status, kingdom.status) == (201, 201)
    assert kingdom.json["photo"]["entered"][0]["total"] == 2 + 3
    for wrong in ({}, {"total": "x"}, {"kingdom": "W9"}, {"total": 10**6}):
        assert page.ask("POST", "/api/entries?player=Dan", wrong).status == 400
    board = page.settled(lambda found: len(found["games"]) == 3)
    assert [(one["player"], one["total"]) for one in board["games"]] == [
        ("Leo", 57),
        ("Anna", 15),
        ("Mia", 5),
    ]
    page.stop()
    page.start()
    photos = page.ask("GET", "/api/photos").json["photos"]
    assert {one["id"] for one in photos} >= {total.json["id"], kingdom.json["id"]}
    assert page.ask("DELETE", f"/api/photos/{total.json['id']}").status == 200


def test_who_counts_twice_hears_of_it(page: Page) -> None:
    for table, total in ((1, 40), (1, 41), (2, 42)):
        where = f"round=1&table={table}&player=Anna"
        assert page.ask("POST", f"/api/entries?{where}", {"total": total}).status == 201
    page.ask("POST", "/api/entries?round=1&table=1&player=Ben", {"total": 30})
    board = page.settled(lambda found: len(found["games"]) == 3)
    assert {row["player"]: row["total"] for row in board["standings"]} == {"Anna": 82, "Ben": 30}
    assert "More than one result in 1: Anna (1, 2)." in " ".join(board["warnings"])
    photos = [one["photo"] for one in page.ask("GET", "/api/photos").json["photos"]]
    (asked,) = [one for one in photos if one["status"] == "check"]
    assert asked["notes"] == ["Anna has another kingdom in this game; only that one counts."]


def test_a_bye_and_a_player_who_left_are_said_and_taken_back(page: Page, samples: Path) -> None:
    page.upload(samples / "gaps.jpg", round="1", table="1", player="Anna")
    page.upload(samples / "village.jpg", round="2", table="1", player="Ben")
    for said in (
        {"player": "Anna", "round": "2", "result": "bye", "total": 25},
        {"player": "ben", "round": "1", "result": "bye"},
        {"player": "Ben", "round": "1", "result": "bye"},  # the same, written in another way
        {"player": "Cleo", "round": "2", "result": "left"},
    ):
        assert page.ask("POST", "/api/absences", said).status == 201
    wrong = {"player": "Anna", "round": "2", "result": "ill"}
    assert page.ask("POST", "/api/absences", wrong).status == 400
    assert page.ask("POST", "/api/absences", {**wrong, "result": "left", "total": 3}).status == 400
    assert len(page.ask("GET", "/api/absences").json["absences"]) == 3

    def notes(board: Any) -> dict[str, str]:
        return {row["player"]: row["note"] for row in board["standings"]}

    board = page.settled(lambda found: notes(found).get("Anna") == "bye: round 2")
    left = "no result: round 1; left before round 2"
    assert notes(board) == {"Anna": "bye: round 2", "Ben": "bye: round 1", "Cleo": left}
    said_of = dict(zip((row["player"] for row in board["standings"]), board["notes"], strict=True))
    assert said_of == {"Anna": ["bye: round 2"], "Ben": ["bye: round 1"], "Cleo": left.split("; ")}
    anna = next(row for row in board["standings"] if row["player"] == "Anna")
    assert (anna["round 1"], anna["round 2"]) == (15, 25)
    assert board["rules"] == "no variants; grid size detected; ranked by total; " + (
        "ties: largest territory, crowns"
    )
    assert {row["player"]: row["total"] for row in board["standings"]}["Anna"] == 15 + 25
    page.ask("DELETE", "/api/absences?player=anna&round=2")
    board = page.settled(lambda found: notes(found).get("Anna") != "bye: round 2")
    assert notes(board)["Anna"] == "no result: round 2"
    assert len(page.ask("GET", "/api/photos").json["photos"]) == 2
