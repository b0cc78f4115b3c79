"""The requests of the contract: photos in, the same answers as the other commands out."""

import csv
import json
import subprocess
import sys
import threading
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from serving import Page


def kscan(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run another command of kscan."""
    command = [sys.executable, "-m", "kscan", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def without_name(photo: dict[str, Any]) -> dict[str, Any]:
    """Return a photo object without what it is called."""
    return {key: value for key, value in photo.items() if key != "photo"}


@pytest.mark.parametrize("name", ["village", "table_of_four", "gaps"])
def test_an_upload_is_answered_as_score_answers(
    shared_page: Page, samples: Path, name: str
) -> None:
    photo = samples / f"{name}.jpg"
    answer = shared_page.upload(photo, round="1", table=name)
    assert answer.status == 201
    scored = json.loads(kscan("score", photo, "--json").stdout)["photos"][0]
    assert without_name(answer.json["photo"]) == without_name(scored)


def test_the_folder_says_the_same_to_a_batch(page: Page, samples: Path) -> None:
    for player, name in (("Anna", "village"), ("Leo", "gaps")):
        page.upload(samples / f"{name}.jpg", round="1", table="3", player=player)
    page.upload(samples / "table_of_four.jpg", round="2", table="1")
    board = page.settled(lambda found: len(found.get("games", ())) == 6)
    photos = page.ask("GET", "/api/photos").json["photos"]
    page.stop()
    out = page.folder / "results"
    kscan("batch", page.folder, "-o", out, "-q")
    lines = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    by_content = {line["content"]: line for line in lines}
    assert len(photos) == len(lines) == 3
    for one in photos:
        line = by_content[one["photo"]["content"]]
        assert {key: one["photo"][key] for key in line if key != "kingdoms"} == {
            key: line[key] for key in line if key != "kingdoms"
        }
        totals = [[each["total"] for each in of["kingdoms"]] for of in (one["photo"], line)]
        assert totals[0] == totals[1]
    for name, file in (("standings", "standings.csv"), ("games", "rankings.csv")):
        with (out / file).open(encoding="utf-8", newline="") as table:
            rows = [{k: str(v) for k, v in row.items()} for row in csv.DictReader(table)]
        assert [{k: str(v) for k, v in row.items()} for row in board[name]] == rows


def test_the_same_photo_twice_is_one(page: Page, samples: Path) -> None:
    answers: list[Any] = []
    photo = (samples / "gaps.jpg").read_bytes()
    phones = [
        threading.Thread(target=lambda: answers.append(page.upload(photo, table="1", round="1")))
        for _ in range(4)
    ]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert [answer.status for answer in answers] == [201] * 4
    assert len({answer.json["id"] for answer in answers}) == 1
    assert len(page.ask("GET", "/api/photos").json["photos"]) == 1
    assert len(list((page.folder / "photos").iterdir())) == 1
    assert (page.folder / "games.csv").read_text().count("photos/") == 1


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


def test_a_folder_that_was_filled_by_hand_is_read(tmp_path: Path, samples: Path) -> None:
    place = tmp_path / "cup" / "round-1" / "table-2"
    place.mkdir(parents=True)
    (place / "anna.jpg").write_bytes((samples / "gaps.jpg").read_bytes())
    (place / "leo.jpg").write_bytes((samples / "village.jpg").read_bytes())
    (place / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0" + bytes(900))
    with Page(tmp_path / "cup", tmp_path / "state") as page:
        board = page.settled(lambda found: len(found["games"]) == 2)
        assert {game["player"] for game in board["games"]} == {"anna", "leo"}
        photos = page.ask("GET", "/api/photos").json["photos"]
        codes = {(one["photo"]["error"] or {}).get("code") for one in photos}
        assert codes == {None, "broken_picture"}


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


def test_a_photo_without_a_reading_counts_as_typed_in(page: Page) -> None:
    stream = BytesIO()
    Image.effect_noise((900, 700), 30).convert("RGB").save(stream, "JPEG")
    key = page.upload(stream.getvalue(), round="1", table="1", player="Dan").json["id"]
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


def test_a_photo_that_is_moved_plays_there(page: Page, samples: Path) -> None:
    key = page.upload(samples / "gaps.jpg", round="1", table="1", player="Eva").json["id"]
    moved = page.ask("PATCH", f"/api/photos/{key}", {"round": "2", "table": "5"}).json
    assert (moved["round"], moved["table"], moved["player"]) == ("2", "5", "Eva")
    board = page.settled(lambda found: [str(g["round"]) for g in found["games"]] == ["2"])
    assert [(str(game["round"]), str(game["table"])) for game in board["games"]] == [("2", "5")]


def test_a_photo_that_is_taken_out_lies_in_the_trash(page: Page, samples: Path) -> None:
    key = page.upload(samples / "gaps.jpg", round="1", table="1").json["id"]
    page.ask("PATCH", f"/api/photos/{key}", {"fixes": ["r1c1=L0"]})
    assert page.ask("DELETE", f"/api/photos/{key}").status == 200
    assert page.ask("GET", f"/api/photos/{key}").status == 404
    assert len(list((page.folder / ".trash" / "photos").iterdir())) == 1
    board = page.settled(lambda found: not found["games"] and not found["warnings"])
    assert (board["games"], board["warnings"]) == ([], [])


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"", 400, "empty_file"),
        (b"<html>no picture</html>" * 50, 400, "not_a_picture"),
        (b"\xff\xd8\xff\xe0" + bytes(5000), 400, "broken_picture"),
    ],
)
def test_what_is_no_photo_is_refused_and_not_kept(
    shared_page: Page, content: bytes, status: int, code: str
) -> None:
    answer = shared_page.upload(content, round="1", table="1")
    assert (answer.status, answer.json["error"]["code"]) == (status, code)
    assert list((shared_page.folder / ".incoming").iterdir()) == []


def test_a_photo_without_a_kingdom_is_kept_to_be_corrected(page: Page) -> None:
    stream = BytesIO()
    Image.effect_noise((900, 700), 30).convert("RGB").save(stream, "JPEG")
    answer = page.upload(stream.getvalue(), round="1", table="1", player="Dan")
    assert answer.status == 201
    assert answer.json["photo"]["status"] == "failed"
    assert answer.json["photo"]["error"]["code"] == "no_kingdom"
    plain = page.ask("GET", f"/api/photos/{answer.json['id']}/picture?plain=1")
    assert plain.content.startswith(b"\xff\xd8")


def test_pictures_leave_without_the_place_where_they_were_taken(
    shared_page: Page, samples: Path
) -> None:
    stream, exif = BytesIO(), Image.Exif()
    exif[0x8825] = {1: "N", 2: (59.0, 25.0, 0.0), 3: "E", 4: (24.0, 45.0, 0.0)}
    exif[0x010F] = "A camera"
    Image.open(samples / "village.jpg").save(stream, "JPEG", exif=exif)
    key = shared_page.upload(stream.getvalue(), table="gps").json["id"]
    for path in (f"/api/photos/{key}/picture", f"/api/photos/{key}/picture?plain=1"):
        answer = shared_page.ask("GET", path)
        assert answer.headers["content-type"] == "image/jpeg"
        assert not Image.open(BytesIO(answer.content)).getexif()
        assert b"A camera" not in answer.content


def test_settings_are_those_of_the_folder(page: Page, samples: Path) -> None:
    key = page.upload(samples / "village.jpg", round="1", table="1").json["id"]
    plain = page.photo(key)["photo"]["kingdoms"][0]
    said = {"title": "Spring cup", "variants": ["middle-kingdom", "harmony"]}
    assert page.ask("PATCH", "/api/settings", said).status == 200
    richer = page.photo(key)["photo"]["kingdoms"][0]
    assert richer["total"] == plain["total"] + sum(richer["bonuses"].values())
    assert set(richer["bonuses"]) == {"middle_kingdom", "harmony"}
    assert 'title = "Spring cup"' in (page.folder / "kscan.toml").read_text()
    assert page.ask("PATCH", "/api/settings", {"variant": []}).status == 400


def test_pages_hear_what_happens(page: Page, samples: Path) -> None:
    import http.client

    stream = http.client.HTTPConnection("127.0.0.1", page.port, timeout=20)
    stream.request("GET", f"/api/events?key={page.key}")
    events = stream.getresponse()
    assert events.headers["content-type"].startswith("text/event-stream")
    key = page.upload(samples / "gaps.jpg", round="1", table="1").json["id"]
    heard: set[str] = set()
    while not {"photo", "standings"} <= heard:
        line = events.readline().decode()
        assert line, heard
        if line.startswith("event: "):
            heard.add(line[7:].strip())
        if line.startswith("data: ") and "id" in line:
            assert json.loads(line[6:])["id"] == key
    assert page.stop() == 0  # an open stream does not keep the server alive
    stream.close()


def test_one_server_or_batch_a_folder(page: Page) -> None:
    for command in ("serve", "batch"):
        more = ["-o", page.folder / "results"] if command == "batch" else ["--host", "127.0.0.1"]
        second = kscan(command, page.folder, *more)
        assert second.returncode == 2
        assert "at work" in second.stderr


def test_keys_and_port_outlive_a_restart(page: Page) -> None:
    before, page.port = page.url, page.port
    assert page.stop() == 0
    page.more = ()
    page.start()
    assert page.url == before
    page.stop()
    page.more = ("--new-key",)
    page.start()
    assert page.url != before
