"""Who is who, by names and by games.csv."""

import unicodedata
from pathlib import Path
from typing import Any

import pytest

from kscan.errors import UsageError
from kscan.game.squares import CastleColor
from kscan.tournament.records import Place
from kscan.tournament.seats import Finder, place_by_name, seating


@pytest.mark.parametrize(
    ("photo", "place"),
    [
        ("round-1/table-3/anna.jpg", Place("round-1", "table-3", (("anna", None),))),
        ("Runde 2/Tisch 4/anna.JPG", Place("Runde 2", "Tisch 4", (("anna", None),))),
        ("кръг 1/маса 2/anna.jpg", Place("кръг 1", "маса 2", (("anna", None),))),
        ("2026/2/3/anna.jpg", Place("2", "3", (("anna", None),))),
        ("round-1/table-3.jpg", Place("round-1", "table-3")),
        ("round-1/table-3/table-3.jpg", Place("round-1", "table-3")),
        ("round-1/table-3/IMG_2044.jpg", Place("round-1", "table-3")),
        ("round-1/table-3/20261118_130501.jpg", Place("round-1", "table-3")),
        ("round-1/table-3/p01.jpg", Place("round-1", "table-3", (("p01", None),))),
        ("r1/t2/anna.jpg", Place("r1", "t2", (("anna", None),))),
        ("holiday/beach/anna.jpg", Place("", "", (("anna", None),))),
        ("anna.jpg", Place("", "", (("anna", None),))),
    ],
)
def test_folders_and_names_say_the_place(photo: str, place: Place) -> None:
    assert place_by_name(photo) == place


def games(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "games.csv"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_games_csv_of_any_spreadsheet_says_the_place(tmp_path: Path, separator: str) -> None:
    lines = ["\ufeffPhoto,Round,Table,Player,Color", "IMG_1.jpg,1,2,anna,Blue"]
    path = games(tmp_path, "\r\n".join(lines).replace(",", separator))
    found = seating(["a/IMG_1.jpg"], path)
    assert found["a/IMG_1.jpg"] == Place("1", "2", (("anna", CastleColor.BLUE),))


def test_a_name_is_found_however_its_accents_are_written(tmp_path: Path) -> None:
    found = seating(["ne\u0301.jpg"], games(tmp_path, "photo,player\nn\u00e9.jpg,anna\n"))
    assert found["ne\u0301.jpg"].players == (("anna", None),)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_folders_say_the_place_however_their_accents_are_written(form: Any, tmp_path: Path) -> None:
    photo = unicodedata.normalize(form, "runda 1/masă 2/ană.jpg")
    assert place_by_name(photo) == Place("runda 1", "masă 2", (("ană", None),))
    table = unicodedata.normalize(form, "photo,round,table\na.jpg,runda 1,masă 2\n")
    found = seating(["a.jpg"], games(tmp_path, table))
    assert (found["a.jpg"].round, found["a.jpg"].table) == ("runda 1", "masă 2")


def test_a_name_is_found_as_the_results_print_it(tmp_path: Path) -> None:
    photo = "caf\\xe9.jpg"
    assert seating([photo], games(tmp_path, f"photo,player\n{photo},anna\n")).unmatched == ()


def test_a_photo_is_at_the_table_that_any_of_its_lines_says(tmp_path: Path) -> None:
    lines = "photo,table,player,color\na.jpg,,anna,pink\na.jpg,1,boris,yellow\n"
    assert seating(["a.jpg"], games(tmp_path, lines))["a.jpg"].table == "1"


def test_a_name_that_two_photos_have_is_not_guessed(tmp_path: Path) -> None:
    found = seating(["1/a.jpg", "2/a.jpg"], games(tmp_path, "photo,player\na.jpg,anna\n"))
    assert [*map(str, found.unmatched)] == [
        "games.csv, line 2: 2 photos are called 'a.jpg'; write the folders, too, as in '1/a.jpg'."
    ]


def test_of_names_that_differ_only_in_case_the_exact_one_is_meant(tmp_path: Path) -> None:
    photos = ["Anna.jpg", "anna.jpg"]
    find = Finder(photos)
    assert [find(photo) for photo in photos] == photos
    assert find("ANNA.jpg") is None
    found = seating(photos, games(tmp_path, "photo,player\nANNA.jpg,anna\n"))
    assert "2 photos are called 'ANNA.jpg'" in str(found.unmatched[0])


def test_what_the_table_leaves_open_stays_as_the_folders_and_the_name_say(tmp_path: Path) -> None:
    photos = ["round-1/table-1/IMG_0001.jpg", "round-1/table-1/IMG_0002.jpg", "round-1/boris.jpg"]
    lines = ("photo,table,player", "IMG_0001.jpg,,anna", "IMG_0002.jpg,7,", "boris.jpg,1,")
    found = seating(photos, games(tmp_path, "\n".join(lines)))
    assert [found.of(photo, kingdoms=1) for photo in photos] == [
        Place("round-1", "table-1", (("anna", None),)),
        Place("round-1", "7"),
        Place("round-1", "1", (("boris", None),)),
    ]


def test_a_photo_stays_at_its_table_on_lines_that_do_not_repeat_it(tmp_path: Path) -> None:
    lines = "photo,round,table,player,color\na.jpg,1,2,anna,pink\na.jpg,,,boris,green\n"
    found = seating(["a.jpg"], games(tmp_path, lines))
    assert (found["a.jpg"].round, found["a.jpg"].table) == ("1", "2")
    assert [player for player, _ in found["a.jpg"].players] == ["anna", "boris"]


def test_two_players_of_one_colour_on_a_photo_are_refused_with_the_line(tmp_path: Path) -> None:
    lines = "photo,player,color\na.jpg,anna,pink\na.jpg,boris,pink\n"
    with pytest.raises(UsageError, match=r"games\.csv line 3: another line gives 'a\.jpg'"):
        seating(["a.jpg"], games(tmp_path, lines))


@pytest.mark.parametrize(
    "text",
    [
        "photo,round,table,player,color\na.jpg,1,2,anna,red\n",
        "photo,round,table,player\na.jpg,1,2,anna\na.jpg,1,3,boris\n",
        "name\na\n",
        "",
    ],
)
def test_what_contradicts_itself_is_said(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError, match=r"games\.csv"):
        seating(["a.jpg"], games(tmp_path, text))
