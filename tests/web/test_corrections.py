"""What people say of a photo: squares, corners, players, and that it looks right."""

import threading
from pathlib import Path
from typing import Any

import pytest
from pictures import without_a_kingdom
from serving import Page


def test_a_correction_counts_at_once_and_can_be_taken_back(page: Page, samples: Path) -> None:
    key = page.upload(samples / "gaps.jpg", round="1", table="1").json["id"]
    before = page.photo(key)["photo"]["kingdoms"][0]
    first = page.ask("PATCH", f"/api/photos/{key}", {"fixes": ["r1c1=L0"]}).json
    second = page.ask("PATCH", f"/api/photos/{key}", {"fixes": ["k1r1c1=F1"]}).json
    assert first["photo"]["kingdoms"][0]["squares"][1][1] == "L0"
    assert second["photo"]["kingdoms"][0]["squares"][1][1] == "F1"
    assert [one["by"] for one in second["decisions"]] == ["judge", "judge"]
    page.stop()
    page.start()
    undone = page.ask("PATCH", f"/api/photos/{key}", {"undo": True}).json
    assert undone["photo"]["kingdoms"] == first["photo"]["kingdoms"]
    page.ask("PATCH", f"/api/photos/{key}", {"fixes": ["r0c0=M3"]})
    reset = page.ask("PATCH", f"/api/photos/{key}", {"reset": True}).json
    assert reset["decisions"] == []
    assert reset["photo"]["kingdoms"][0]["squares"] == before["squares"]
    assert reset["photo"]["kingdoms"][0]["total"] == before["total"]


def test_a_correction_of_a_copy_is_one_of_the_photo_that_counts(
    tmp_path: Path, samples: Path
) -> None:
    place = tmp_path / "cup" / "round-1" / "table-2"
    place.mkdir(parents=True)
    for name in ("anna", "anna (1)"):
        (place / f"{name}.jpg").write_bytes((samples / "gaps.jpg").read_bytes())
    with Page(tmp_path / "cup", tmp_path / "state") as page:
        page.settled(lambda found: len(found["games"]) == 1)
        photos = page.ask("GET", "/api/photos").json["photos"]
        copy, first = sorted(photos, key=lambda one: not one["photo"]["same_as"])
        page.ask("PATCH", f"/api/photos/{copy['id']}", {"fixes": ["r1c1=L0"]})
        assert page.photo(first["id"])["photo"]["kingdoms"][0]["squares"][1][1] == "L0"


def test_what_looks_right_keeps_what_was_corrected(page: Page, samples: Path) -> None:
    key = page.upload(samples / "gaps.jpg", round="1", table="1").json["id"]
    path = f"/api/photos/{key}"
    fixed = page.ask("PATCH", path, {"fixes": ["r1c1=L0"]}).json["photo"]["kingdoms"][0]
    settled = page.ask("PATCH", path, {"settled": True}).json["photo"]
    assert settled["kingdoms"][0]["total"] == fixed["total"] == 11
    assert (settled["status"], settled["kingdoms"][0]["decided_by_person"]) == ("ok", True)


def test_a_discarded_domino_costs_harmony_until_it_is_taken_back(page: Page, samples: Path) -> None:
    page.ask("PATCH", "/api/settings", {"variants": ["harmony"]})
    key = page.upload(samples / "village.jpg", round="1", table="1").json["id"]
    path = f"/api/photos/{key}"

    def harmony(answer: Any) -> int:
        return int(answer.json["photo"]["kingdoms"][0]["bonuses"]["harmony"])

    assert harmony(page.ask("GET", path)) == 5
    assert harmony(page.ask("PATCH", path, {"discarded": True})) == 0
    assert harmony(page.ask("PATCH", path, {"fixes": ["r0c0=M1"]})) == 0
    assert harmony(page.ask("PATCH", path, {"undo": True})) == 0
    assert harmony(page.ask("PATCH", path, {"undo": True})) == 5
    whole = "\n".join(["W0 W0 W0 W0 W0"] * 2 + ["W0 W0 C W0 W1"] + ["F0 F0 F0 F0 F0"] * 2)
    typed = {"kingdom": whole, "discarded": True}
    entry = page.ask("POST", "/api/entries?round=1&table=1&player=Leo", typed)
    assert entry.json["photo"]["entered"][0]["total"] == 14


def test_a_correction_that_cannot_be_scored_does_not_stay(page: Page, samples: Path) -> None:
    key = page.upload(samples / "village.jpg", round="1", table="1").json["id"]
    before = page.photo(key)
    far = page.ask("PATCH", f"/api/photos/{key}", {"fixes": ["r9c9=F1", "r0c0=W0"]})
    assert far.status in (200, 400)
    if far.status == 400:
        after = page.photo(key)
        assert (after["photo"]["kingdoms"], after["decisions"]) == (before["photo"]["kingdoms"], [])
    assert page.ask("PATCH", f"/api/photos/{key}", {"reset": True}).status == 200


def test_a_photo_without_a_reading_counts_as_typed_in(page: Page) -> None:
    key = page.upload(without_a_kingdom(), round="1", table="1", player="Dan").json["id"]
    said = page.ask("PATCH", f"/api/photos/{key}", {"kingdom": "C W1 W0"}).json
    assert [(one["player"], one["total"]) for one in said["photo"]["entered"]] == [("Dan", 2)]
    said = page.ask("PATCH", f"/api/photos/{key}", {"total": 41}).json
    assert [(one["player"], one["total"]) for one in said["photo"]["entered"]] == [("Dan", 41)]
    board = page.settled(lambda found: [game["total"] for game in found["games"]] == [41])
    assert board["games"][0]["total"] == 41


def test_corners_say_where_a_kingdom_lies(page: Page, samples: Path) -> None:
    key = page.upload(samples / "table_of_four.jpg", round="1", table="1").json["id"]
    before = page.photo(key)["photo"]["kingdoms"]
    corners = before[0]["corners"]
    path = f"/api/photos/{key}"
    placed = page.ask("PATCH", path, {"corners": corners, "size": 5}).json
    assert [one["squares"] for one in placed["photo"]["kingdoms"]] == [before[0]["squares"]]
    assert placed["decisions"][0]["said"].startswith("corners")
    undone = page.ask("PATCH", path, {"undo": True}).json
    assert len(undone["photo"]["kingdoms"]) == 4
    assert list(page.folder.rglob("*.kingdom")) == []
    for wrong in ([[0, 0]] * 3, "x", [[0, "a"]] * 4, [[1e9, 0]] * 4):
        assert page.ask("PATCH", path, {"corners": wrong}).status == 400


def test_two_people_on_one_kingdom_hear_of_each_other(page: Page, samples: Path) -> None:
    key = page.upload(samples / "gaps.jpg", round="1", table="1").json["id"]
    path = f"/api/photos/{key}"
    answers: dict[int, str] = {}

    def phone(square: str) -> None:
        said = {"fixes": [f"r1c1={square}"], "seen": 0}
        answers[page.ask("PATCH", path, said).status] = square

    phones = [threading.Thread(target=phone, args=(square,)) for square in ("L0", "F1")]
    for each in phones:
        each.start()
    for each in phones:
        each.join()
    assert sorted(answers) == [200, 409]
    assert [one["said"] for one in page.photo(key)["decisions"]] == [f"r1c1={answers[200]}"]


def test_players_are_named_by_their_castles(page: Page, samples: Path) -> None:
    key = page.upload(samples / "table_of_four.jpg", round="1", table="1").json["id"]
    colors = [(one["castle"] or {}).get("color") for one in page.photo(key)["photo"]["kingdoms"]]
    known = next(i for i, color in enumerate(colors, 1) if color)
    unknown = next(i for i, color in enumerate(colors, 1) if not color)
    named = page.ask("PATCH", f"/api/photos/{key}", {"players": {str(known): " Anna  B "}})
    assert named.json["photo"]["kingdoms"][known - 1]["player"] == "Anna B"
    refused = page.ask("PATCH", f"/api/photos/{key}", {"players": {str(unknown): "Leo"}})
    assert (refused.status, refused.json["error"]["code"]) == (409, "castle_unknown")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"fixes": ["r1c1=F1"]}, "bad_request"),  # which of four kingdoms?
        ({"fixes": ["k9r1c1=F1"]}, "bad_request"),
        ({"fixes": ["k1r1c1=W7"]}, "bad_notation"),
        ({"fixes": "k1r1c1=W1"}, "bad_request"),
        ({"kingdom": "W9 W0"}, "bad_notation"),
        ({"total": -1}, "bad_request"),
        ({"total": True}, "bad_request"),
        ({"squares": []}, "bad_request"),
        ({"players": {"7": "Anna"}}, "bad_request"),
        ([], "bad_json"),
    ],
)
def test_what_cannot_be_said_of_a_photo_is_refused(
    shared_page: Page, samples: Path, said: Any, code: str
) -> None:
    key = shared_page.upload(samples / "table_of_four.jpg", round="1", table="four").json["id"]
    answer = shared_page.ask("PATCH", f"/api/photos/{key}", said)
    assert (answer.status, answer.json["error"]["code"]) == (400, code)
