"""`kscan score --json` says what the score sheet says, and each figure is the one it is named."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import playthings
import pytest
from click.testing import CliRunner

from kscan.cli import main
from kscan.game.kingdom import parse_kingdom
from kscan.game.scoring import score

VILLAGE = """
M2 W0 S0 W0 F1
S0 S1 S2 W0 W0
P0 F0 P0 W0 M3
P0 P2 L0 Cp W0
S1 W0 L0 L0 L0
""".strip()
SHORT = "M2 W0 Cp W0 F1\n.  .  .  W0 W0"
UNSURE = {(0, 4): {"F1": 0.5, "W0": 0.3, "L1": 0.199}}


def only(document: dict) -> dict:
    (photo,) = document["photos"]
    return photo


def test_what_the_sheet_says_of_a_kingdom_is_in_its_notes(table: Any) -> None:
    photo = table.photo("short.png", SHORT)
    asked = (photo, "--variant", "middle-kingdom", "--fix", "r0c4=W0")
    (kingdom,) = only(table.document(*asked))["kingdoms"]
    printed = " ".join(table.score(*asked).stdout.split())
    assert len(kingdom["notes"]) == 2  # of the bonus, and of the correction
    assert any("r0c4" in note for note in kingdom["notes"])
    for note in kingdom["notes"]:
        assert note.rstrip(".") in printed


def test_what_is_said_of_a_photo_is_in_its_notes(table: Any) -> None:
    photo = table.photo("one.png", VILLAGE)
    assert only(table.document(photo))["notes"] == []
    table.score(photo, "--save")
    other = table.photo("two.png", VILLAGE)
    other.replace(photo)
    (note,) = only(table.document(photo))["notes"]
    assert "one.png.kingdom" in note
    said = "".join(table.score(photo).stdout.split())  # a long path is broken over lines
    assert "".join(note.split()) in said


def test_damage_is_in_the_photos_notes(table: Any) -> None:
    whole = table.photo("one.png", VILLAGE)
    photo = whole.with_suffix(".jpg")
    pixels = cv2.imread(str(whole))
    pixels[60:] = np.random.default_rng(0).integers(0, 255, pixels[60:].shape, np.uint8)
    content = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 100])[1].tobytes()
    photo.write_bytes(content)
    assert only(table.document(photo))["notes"] == []
    middle = len(content) * 3 // 4
    photo.write_bytes(content[:middle] + b"\xff\x01" * 20 + content[middle + 40 :])
    found = only(table.document(photo))
    assert (len(found["notes"]), found["status"]) == (1, "check")


def test_the_total_if_another_square_lies_there_is_that_of_the_likeliest(table: Any) -> None:
    photo = table.photo("village.png", VILLAGE, views=[UNSURE])
    (kingdom,) = only(table.document(photo))["kingdoms"]
    doubt = next(one for one in kingdom["doubts"] if (one["row"], one["col"]) == (0, 4))
    chances = [chance for _, chance in doubt["instead"]]
    assert chances == sorted(chances, reverse=True)
    assert len(chances) > 1
    totals = [
        score(parse_kingdom(VILLAGE.replace("F1", square))).total for square, _ in doubt["instead"]
    ]
    assert len(set(totals)) > 1
    assert doubt["totals_if"] == totals
    assert doubt["total_if"] == totals[0]


def test_a_kingdoms_totals_are_ranked_after_its_own(table: Any) -> None:
    photo = table.photo("village.png", VILLAGE, views=[UNSURE])
    (kingdom,) = only(table.document(photo))["kingdoms"]
    (own, sure), *others = kingdom["totals"]
    assert (own, sure) == (kingdom["total"], kingdom["total_confidence"])
    assert [chance for _, chance in others] == sorted((c for _, c in others), reverse=True)


@pytest.mark.parametrize(("most", "code"), [("1", 4), ("2", 0)])
def test_a_photo_of_more_pixels_than_allowed_is_refused(table: Any, most: str, code: int) -> None:
    photo = table.photo("large.png", VILLAGE)
    cv2.imwrite(str(photo), cv2.resize(cv2.imread(str(photo)), (1200, 1000)))
    assert table.score(photo, "--max-megapixels", most).exit_code == code
    assert table.score(photo, photo.with_name("nowhere.png"), "--max-megapixels", most).exit_code
    error = only(table.document(photo, "--max-megapixels", most))["error"]
    assert (error is None) is (code == 0)


@pytest.mark.parametrize("together", [(), ("--same-game",), ("--separate",)])
def test_the_limit_of_pixels_holds_for_photos_of_a_game(table: Any, together: tuple) -> None:
    small = table.photo("small.png", "W0 W0 Cg")
    large = table.photo("large.png", "F0 F0 Cy")
    cv2.imwrite(str(large), cv2.resize(cv2.imread(str(large)), (1200, 1000)))
    photos = table.document(small, large, "--max-megapixels", "1", *together)["photos"]
    assert [photo["status"] for photo in photos] == ["ok", "failed"]


def variants(*names: str) -> list[str]:
    return [word for name in names for word in ("--variant", name)]


@pytest.mark.parametrize("first", [True, False])
def test_all_and_the_duel_are_all_and_the_duel(tmp_path: Path, first: bool) -> None:
    import json

    text = tmp_path / "anna.txt"
    text.write_text(VILLAGE)
    names = ("all", "mighty-duel") if first else ("mighty-duel", "all")
    found = {}
    for asked in (("all",), names):
        printed = CliRunner().invoke(main, ["tally", str(text), "--json", *variants(*asked)])
        (found[asked],) = json.loads(printed.stdout)["kingdoms"]
    assert (found[("all",)]["size"], found[("all",)]["bonuses"]["harmony"]) == (5, 5)
    assert (found[names]["size"], found[names]["bonuses"]["harmony"]) == (7, 0)


@pytest.mark.parametrize("duel", [True, False])
def test_a_photo_is_scored_with_all_and_the_duel(table: Any, duel: bool) -> None:
    photo = table.photo("village.png", VILLAGE)
    names = ("all", "mighty-duel") if duel else ("all",)
    (kingdom,) = only(table.document(photo, *variants(*names)))["kingdoms"]
    assert kingdom["size"] == (7 if duel else 5)
    assert kingdom["bonuses"]["harmony"] == (0 if duel else 5)


STATED = " / ".join(VILLAGE.splitlines())


@pytest.mark.parametrize("size", [(), ("--size", "5"), ("--size", "7")])
@pytest.mark.parametrize("named", [(), ("harmony",), ("middle-kingdom",), ("mighty-duel", "all")])
def test_the_likeliest_total_is_that_of_the_sheet(
    table: Any, size: tuple[str, ...], named: tuple[str, ...]
) -> None:
    photos = [table.photo("a.png", VILLAGE), table.photo("b.png", "S0 S0 Cg F0 F0")]
    asked = (*photos, *size, *variants(*named))
    for together in ("--same-game", "--separate"):
        for photo in table.document(*asked, together)["photos"]:
            (kingdom,) = photo["kingdoms"]
            assert kingdom["totals"][0][0] == kingdom["total"]


@pytest.mark.parametrize("size", [(), ("--size", "7")])
@pytest.mark.parametrize("said", [STATED, STATED.replace("M3", "M1"), "ok", "r0c0=M1"])
def test_the_likeliest_total_of_what_a_person_said_is_that_of_the_sheet(
    tournament: Any, size: tuple[str, ...], said: str
) -> None:
    name = "round-1/table-1/anna.jpg"
    tournament.write({name: playthings.photo(VILLAGE)})
    tournament.write({"corrections.csv": f"photo,kingdom,squares\n{name},1,{said}\n"})
    found = tournament.run("--variant", "harmony", *size)
    (kingdom,) = found.photos[name]["kingdoms"]
    assert kingdom["totals"][0][0] == kingdom["total"]
    assert kingdom["bonuses"] == {"harmony": 0 if size else 5}


@pytest.mark.parametrize("others", [0, 1, 2])
@pytest.mark.parametrize("size", [5, 7])
def test_the_grid_that_is_given_holds_in_a_game_too(table: Any, others: int, size: int) -> None:
    kingdoms = ("W0 W0 Cp F0 F0 L0 L0", "P0 P0 Cy", "S0 S0 Cg")[: others + 1]
    photo = only(table.document(table.photo("game.png", *kingdoms), "--size", str(size)))
    laid = [[one != "." for one in kingdom["squares"][0]] for kingdom in photo["kingdoms"]]
    wide, *rest = (len(row) - row[::-1].index(True) - row.index(True) for row in laid)
    assert wide == 7 if size == 7 else wide <= 5
    assert rest == [3] * others
    assert {kingdom["size"] for kingdom in photo["kingdoms"]} == {size}
