"""Who is who, by names and by games.csv."""

import time
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import playthings
import pytest

from kscan.errors import UsageError
from kscan.game.remark import Remark
from kscan.game.squares import CastleColor
from kscan.locale import words
from kscan.remarks import sentence
from kscan.tournament.folder import natural
from kscan.tournament.games_csv import Absence
from kscan.tournament.names import Aliases, PhotoNames
from kscan.tournament.players import place_by_name, seating
from kscan.tournament.records import Place


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
    assert playthings.told(found.unmatched) == [
        "games.csv, line 2: several photos are called 'a.jpg'; add their folders, as in '1/a.jpg'."
    ]


def test_of_names_that_differ_only_in_case_the_exact_one_is_meant(tmp_path: Path) -> None:
    photos = ["Anna.jpg", "anna.jpg"]
    find = PhotoNames(photos)
    assert [find(photo) for photo in photos] == photos
    assert find("ANNA.jpg") is None
    found = seating(photos, games(tmp_path, "photo,player\nANNA.jpg,anna\n"))
    assert "several photos are called 'ANNA.jpg'" in playthings.told(found.unmatched)[0]


def test_what_the_table_leaves_open_stays_as_the_folders_and_the_name_say(tmp_path: Path) -> None:
    photos = ["round-1/table-1/IMG_0001.jpg", "round-1/table-1/IMG_0002.jpg", "round-1/boris.jpg"]
    lines = ("photo,table,player", "IMG_0001.jpg,,anna", "IMG_0002.jpg,7,", "boris.jpg,1,")
    found = seating(photos, games(tmp_path, "\n".join(lines)))
    assert [found.of(photo, kingdoms=1) for photo in photos] == [
        Place("round-1", "table-1", (("anna", None),)),
        Place("round-1", "7"),
        Place("round-1", "table-1", (("boris", None),)),  # 1 is table-1 there
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
        "photo,round,table,player,color\na.jpg,1,2,anna,black\n",
        "photo,round,table,player\na.jpg,1,2,anna\na.jpg,1,3,boris\n",
        "name\na\n",
        "",
    ],
)
def test_what_contradicts_itself_is_said(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError, match=r"games\.csv"):
        seating(["a.jpg"], games(tmp_path, text))


def told(remarks: Sequence[Remark]) -> list[str]:
    return [sentence(remark, words("en")) for remark in remarks]


def places(*photos: str) -> list[tuple[str, str]]:
    found = seating(photos)
    return [(found[photo].round, found[photo].table) for photo in photos]


def test_the_same_table_on_two_days_is_two_tables() -> None:
    assert places("Friday/Table A/anna.jpg", "Saturday/Table A/anna.jpg") == [
        ("Friday", "Table A"),
        ("Saturday", "Table A"),
    ]


def test_a_round_written_in_two_ways_is_one_round_and_that_is_said() -> None:
    photos = ["Round 2/table-1/anna.jpg", "round-2/Table 1/boris.jpg"]
    found = seating(photos)
    assert places(*photos) == [("Round 2", "table-1")] * 2
    assert told(found.notes) == [
        'Taken as one round: "Round 2", "round-2".',
        'Taken as one table in Round 2: "table-1", "Table 1".',
    ]


def test_a_number_in_games_csv_is_the_round_of_that_number(tmp_path: Path) -> None:
    photos = ["round-1/table-1/anna.jpg", "IMG_0001.jpg"]
    found = seating(photos, games(tmp_path, "photo,round,table,player\nIMG_0001.jpg,1,1,boris\n"))
    assert (found[photos[1]].round, found[photos[1]].table) == ("round-1", "table-1")


def test_a_photo_of_a_table_named_after_a_day_is_of_that_day() -> None:
    assert place_by_name("Friday/Table A.jpg") == Place("Friday", "Table A")


def test_a_space_behind_a_name_makes_no_second_player() -> None:
    photos = ["round-1/table-1/eva .jpg", "round-2/table-1/Eva.jpg", "round-3/table-1/ eva.jpg"]
    found = seating(photos)
    assert [found[photo].players[0][0] for photo in photos] == ["eva"] * 3
    assert found.notes == ()


def test_near_names_are_asked_about_and_never_merged() -> None:
    photos = ["round-1/table-1/dan.jpg", "round-2/table-1/dann.jpg"]
    found = seating(photos)
    assert [found[photo].players[0][0] for photo in photos] == ["dan", "dann"]
    (note,) = told(found.notes)
    assert note.startswith("Counted as two players: dan and dann.")
    assert '"dann" = "dan" below [aliases] in kscan.toml' in note


@pytest.mark.parametrize(("to", "names"), [("dan", ["dan", "dan"]), ("dann", ["dan", "dann"])])
def test_an_alias_settles_whether_two_names_are_one(to: str, names: list[str]) -> None:
    photos = ["round-1/table-1/dan.jpg", "round-2/table-1/dann.jpg"]
    found = seating(photos, aliases=Aliases({"dann": to}))
    assert [found[photo].players[0][0] for photo in photos] == names
    assert found.notes == ()


def test_byes_who_left_and_who_has_no_photo_yet_are_read_from_games_csv(tmp_path: Path) -> None:
    lines = "photo,round,table,player,result\n,1,,Eva,bye\n,1,,ben,bye 40\n,2,,ann,left\n"
    photos = ["round-1/table-1/cai.jpg", "round-2/table-1/eva.jpg"]
    found = seating(photos, games(tmp_path, f"{lines},2,3,dee,\n,2,,eva,won\n"))
    assert found.absences == (
        Absence("eva", "eva", "round-1"),
        Absence("ben", "ben", "round-1", total=40),
        Absence("ann", "ann", "round-2", left=True),
    )
    assert found.expected == ("dee",)
    assert "line 6: 'won' is no result; write bye, bye 40 or left." in told(found.unmatched)[0]


def test_a_bye_for_a_name_that_nobody_has_is_asked_about(tmp_path: Path) -> None:
    photos = ["round-1/table-1/anna.jpg", "round-2/table-1/ben.jpg"]
    found = seating(photos, games(tmp_path, "photo,round,player,result\n,2,ann,bye 30\n"))
    assert any(
        said.startswith("Counted as two players: ann and anna.") for said in told(found.notes)
    )


def test_any_number_of_lines_about_one_photo_is_read_in_one_pass(tmp_path: Path) -> None:
    def seconds(lines: int) -> float:
        path = games(tmp_path, "photo,player\n" + "".join(f"a.jpg,p{n}\n" for n in range(lines)))
        start = time.process_time()
        assert len(seating(["a.jpg"], path)["a.jpg"].players) == lines
        return time.process_time() - start

    assert seconds(40_000) < 20 * max(seconds(4000), 0.02)


def test_rounds_may_have_numbers_of_any_length(tmp_path: Path) -> None:
    longest = "9" * 5000
    path = games(tmp_path, f"photo,round,table\na.jpg,{longest},{longest}\n")
    assert seating(["a.jpg"], path)["a.jpg"].table == longest
    assert sorted([longest, "2", "10"], key=natural) == ["2", "10", longest]


def test_a_name_with_control_characters_is_found_as_tables_spell_it() -> None:
    assert PhotoNames(["a\x1bb.jpg"])("a\\x1bb.jpg") == "a\x1bb.jpg"
