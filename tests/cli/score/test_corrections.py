"""`kscan score` with `--fix`, `--save` and the file beside the photo."""

import json
from pathlib import Path

import pytest
from told import document, run

CORNERS = ("--corners", "10,10", "110,10", "110,110", "10,110")


def test_a_fix_settles_a_doubt(folder: Path) -> None:
    kingdom = document(folder / "doubtful.png", "--fix", "r0c4=W0")["photos"][0]["kingdoms"][0]
    assert kingdom["squares"][0][4] == "W0"
    assert kingdom["status"] == "ok"
    assert "r0c4: W0 by your correction" in kingdom["notes"][0]


@pytest.mark.parametrize("fix", ["r0c4", "r9c0=W0", "r0c0=Q9", "k3r0c0=W0", "k0r0c0=W0"])
def test_a_fix_that_makes_no_sense_is_answered_in_a_sentence(folder: Path, fix: str) -> None:
    result = run(folder / "clear.png", "--fix", fix)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) <= 4
    assert "Traceback" not in result.stderr


def test_a_fix_to_a_square_of_no_domino_is_refused(folder: Path) -> None:
    result = run(folder / "clear.png", "--fix", "r0c0=F9")
    assert (result.exit_code, result.stderr) == (
        2,
        "kscan: F9 does not exist: F has 0 or 1 crowns\n",
    )


def test_corners_do_not_overwrite_corrections(folder: Path) -> None:
    photo, file = folder / "clear.png", folder / "clear.png.kingdom"
    run(photo, "--save")
    file.write_text(file.read_text().replace("M2 W0", "M1 W0"))
    assert run(photo, "--save", *CORNERS).exit_code == 2
    assert "M1 W0" in file.read_text()
    assert run(photo, "--save", "--force", *CORNERS).exit_code == 0
    assert "M2 W0" in file.read_text()


@pytest.mark.parametrize("place", [".", "/"])
def test_a_folder_is_no_photo_to_save_beside(place: str) -> None:
    result = run(place, "--save", *CORNERS)
    assert result.exit_code == 4
    assert "this is a folder" in result.stderr


def test_a_photo_whose_name_leaves_no_room_beside_it_is_scored(folder: Path) -> None:
    photo = (folder / "clear.png").rename(folder / f"{'a' * 250}.png")
    result = run(photo, "--save", *CORNERS)
    assert result.exit_code == 2
    assert "total" in result.stdout
    assert "cannot be written (File name too long)" in result.stderr


def test_force_replaces_even_corrections_that_cannot_be_read(folder: Path) -> None:
    photo, file = folder / "clear.png", folder / "clear.png.kingdom"
    file.write_text("W0")
    assert run(photo, "--save", "--force", *CORNERS).exit_code == 0
    assert "M2 W0" in file.read_text()


def test_a_fix_that_no_domino_explains_stays_when_it_is_saved(folder: Path) -> None:
    photo, file = folder / "clear.png", folder / "clear.png.kingdom"
    run(photo, "--fix", "r4c0=M3", "--save")
    assert "look at r4c0" not in file.read_text()
    assert document(photo)["photos"][0]["kingdoms"][0]["squares"][4][0] == "M3"


def test_a_fix_settles_what_the_file_asks_for(folder: Path) -> None:
    photo, file = folder / "doubtful.png", folder / "doubtful.png.kingdom"
    run(photo, "--save")
    assert run(photo, "--fix", "r0c4=F1", "--save").exit_code == 0
    assert "look at" not in file.read_text()
    assert run(photo).exit_code == 0


def test_one_photo_that_cannot_be_saved_keeps_the_others(folder: Path) -> None:
    run(folder / "clear.png", "--save")
    (folder / "table.png").replace(folder / "clear.png")
    result = run(folder / "clear.png", folder / "doubtful.png", "--save", "--json")
    assert result.exit_code == 2
    assert "belongs to another picture" in result.stderr
    assert [photo["status"] for photo in json.loads(result.stdout)["photos"]][1] == "check"
    assert (folder / "doubtful.png.kingdom").exists()


def test_wrong_corrections_of_one_photo_keep_the_others(folder: Path) -> None:
    (folder / "clear.png.kingdom").write_text("W0")
    result = run(folder / "clear.png", folder / "doubtful.png")
    assert result.exit_code == 4
    assert "clear.png.kingdom: not written by kscan" in result.stderr
    assert "Please look at" in result.stdout


def test_what_was_saved_and_edited_is_respected(folder: Path) -> None:
    photo = folder / "doubtful.png"
    assert run(photo, "--save").exit_code == 3
    file = folder / "doubtful.png.kingdom"
    assert "look at r0c4: read as F1" in file.read_text()
    assert run(photo).exit_code == 3  # saving alone settles nothing
    file.write_text(file.read_text().replace("W0 S0 W0 F1", "W0 S0 W0 W0"))
    kingdom = document(photo)["photos"][0]["kingdoms"][0]
    assert (kingdom["squares"][0][4], kingdom["status"]) == ("W0", "ok")


def test_looking_is_enough_where_the_reading_is_right(folder: Path) -> None:
    photo, file = folder / "doubtful.png", folder / "doubtful.png.kingdom"
    run(photo, "--save")
    lines = [line for line in file.read_text().splitlines() if "look at" not in line]
    file.write_text("\n".join(lines))
    assert run(photo).exit_code == 0


def test_a_photos_name_cannot_steer_the_terminal(folder: Path) -> None:
    photo = (folder / "clear.png").rename(folder / "a\x1b[31m.png")
    said = run(photo, "--save", "--picture", folder / "b\x1b[31m.jpg").stderr
    assert "The picture: " in said
    assert "Written: " in said
    (folder / "table.png").replace(photo)
    said += run(photo, "--save").stderr
    assert "belongs to another picture" in said
    (folder / f"{photo.name}.kingdom").write_text("W0")
    said += run(photo).stderr
    assert "a\\x1b[31m.png.kingdom: not written by kscan" in said
    said += run(photo, "--picture", photo / "below.jpg", *CORNERS).stderr
    assert "cannot be written" in said
    assert "\x1b" not in said


def test_saving_again_keeps_the_corrections(folder: Path) -> None:
    photo, file = folder / "doubtful.png", folder / "doubtful.png.kingdom"
    run(photo, "--save", "--fix", "r0c4=W0")
    assert run(photo, "--save").exit_code == 0
    assert "M2 W0 S0 W0 W0" in file.read_text()


def test_a_changed_photo_is_noticed(folder: Path) -> None:
    photo, file = folder / "clear.png", folder / "clear.png.kingdom"
    run(photo, "--save")
    file.write_text(file.read_text().replace("M2 W0", "M1 W0"))
    (folder / "table.png").replace(photo)
    found = document(photo)["photos"][0]
    assert found["status"] == "check"
    assert found["kingdoms"][0]["squares"][0][0] == "M2"
    assert "made for another picture" in found["notes"][0]
    assert run(photo, "--save").exit_code == 2
    assert "M1 W0" in file.read_text()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("M2 W0", "M2 Q0"),
        ("#: corners", "#: edges"),
        ("# kingdom 1", ""),
        ("M2 W0 S0 W0 F1\n", ""),
    ],
)
def test_a_broken_file_is_named(folder: Path, old: str, new: str) -> None:
    photo, file = folder / "clear.png", folder / "clear.png.kingdom"
    run(photo, "--save")
    file.write_text(file.read_text().replace(old, new))
    result = run(photo)
    assert result.exit_code == 4
    assert str(file) in result.stderr
