"""Photos in, the same answers as the other commands out; moved, and taken out."""

import csv
import json
import threading
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pictures import without_a_kingdom
from PIL import Image
from serving import Page, kscan


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
    answer = page.upload(without_a_kingdom(), round="1", table="1", player="Dan")
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
