"""What a batch leaves behind: tables for spreadsheets, JSON lines, a page, pictures."""

import csv
import io
import json
import re
from importlib.resources import files
from pathlib import Path

import jsonschema
import playthings
import pytest
from playthings import Run

from kscan.corrections.csv_tables import guarded, read_table
from kscan.errors import shown
from kscan.game.boxes import GIANTS
from kscan.game.legality import Fault
from kscan.game.quests import parse_quest
from kscan.locale import words
from kscan.remarks import SENTENCES
from kscan.tournament.batch import Request
from kscan.tournament.report.json import photo_object
from kscan.tournament.report.publish import About, publish
from kscan.tournament.standings import standings

GREEN = "L0 W0 W1 L0 Cg"


def published(tmp_path: Path, run: Run) -> Path:
    batch = run()
    request = Request(tmp_path / "in", tmp_path / "out")
    publish(batch, standings(batch.rows), request, About("spring cup", "1", (), words("en")))
    return request.out


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode(), newline="")))


def test_results_have_one_line_a_photo_in_both_formats(out: Path) -> None:
    rows = table(out / "results.csv")
    lines = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    assert [row["status"] for row in rows] == [line["status"] for line in lines]
    assert sorted(row["status"] for row in rows) == ["check", "failed", "ok", "ok", "ok"]
    assert [line["photo"] for line in lines if line["status"] == "failed"] == ["broken.jpg"]


def test_results_for_programs_keep_the_contract(out: Path) -> None:
    schema = json.loads(files("kscan.report").joinpath("schema.json").read_text())
    lines = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    jsonschema.validate({"schema": "kscan/1", "photos": lines}, schema)
    assert [kingdom["status"] for line in lines for kingdom in line["kingdoms"]]


def test_results_for_programs_say_who_breaks_which_rule_and_who_won(
    tmp_path: Path, run: Run
) -> None:
    apart = "L0 L0 .  Cp W0 W0"
    playthings.write(tmp_path / "in", {"evening.jpg": playthings.photo(GREEN, apart)})
    photo = photo_object(run().rows[0])
    green, pink = photo["kingdoms"]
    assert (green["name"], pink["name"]) == ("evening green", "evening pink")
    assert [found["code"] for found in pink["findings"]] == ["not_connected"]
    assert green["findings"] == []
    assert [(one["place"], one["name"]) for one in photo["ranking"]] == [
        (1, "evening green"),
        (2, "evening pink"),
    ]


def test_five_are_ranked_where_their_box_lets_five_play(tmp_path: Path, run: Run) -> None:
    kingdoms = [f"W0 F0 C{color}" for color in "pygb"] + ["W0 F0 C"]
    playthings.write(tmp_path / "in", {"evening.jpg": playthings.photo(*kingdoms)})
    (row,) = run(box=GIANTS).rows
    assert len(photo_object(row, box=GIANTS)["ranking"]) == 5
    assert "ranking" not in photo_object(row)


def test_the_page_lists_quests_with_their_squares(tmp_path: Path, run: Run) -> None:
    quests = tuple(map(parse_quest, ("local-business=wheat", "folie-des-grandeurs", "harmony")))
    kingdom = "W1 F1 L1\nW0 Cg S0"
    playthings.write(tmp_path / "in", {"anna.jpg": playthings.photo(kingdom)})
    batch = run(box=GIANTS, quests=quests)
    request = Request(tmp_path / "in", tmp_path / "out", box=GIANTS, quests=quests)
    publish(batch, standings(batch.rows), request, About("cup", "1", (), words("en")))
    page = re.sub(r"<[^>]+>|\s+", " ", (tmp_path / "out" / "index.html").read_text())
    lines = re.sub(r" +", " ", page)
    assert "Local Business (wheat fields) r0c0, r1c0 10" in lines
    assert "Folie des Grandeurs r0c0-r0c1-r0c2 10" in lines
    assert "Harmony 0" in lines


def test_a_photo_of_one_kingdom_has_no_ranking(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"anna.jpg": playthings.photo(GREEN)})
    assert "ranking" not in photo_object(run().rows[0])


def test_dynasties_of_an_earlier_run_are_not_left_among_the_results(
    out: Path, tmp_path: Path, run: Run
) -> None:
    (out / "dynasties.csv").write_text("table,place,player\n")
    assert not (published(tmp_path, run) / "dynasties.csv").exists()


def test_the_page_says_what_is_against_the_rules(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"anna.jpg": playthings.photo("L0 L0 .  Cp W0 W0")})
    page = (published(tmp_path, run) / "index.html").read_text()
    assert SENTENCES[Fault.NOT_CONNECTED].partition("{")[0] in page


def test_the_card_of_a_copy_corrects_the_photo_that_counts(tmp_path: Path, run: Run) -> None:
    photos = dict.fromkeys(("a.jpg", "round-1/table-1/anna.jpg"), playthings.photo(GREEN))
    playthings.write(tmp_path / "in", photos)
    page = (published(tmp_path, run) / "index.html").read_text()
    assert re.findall('data-photo="(.*?)"', page) == ["round-1/table-1/anna.jpg"] * 2


def test_standings_say_that_a_person_decided(out: Path) -> None:
    by_player = {row["player"]: row for row in table(out / "standings.csv")}
    assert by_player["boris"]["decided_by_person"] == "1"
    assert by_player["anna"]["to_check"] == "1"
    assert (by_player["anna"]["round-1"], by_player["anna"]["games"]) == ("2", "2")


def test_a_name_that_a_spreadsheet_would_run_is_only_text(out: Path) -> None:
    players = [row["player"] for row in table(out / "standings.csv")]
    assert "'" + shown(playthings.ODD.removesuffix(".jpg")) in players
    assert not any(player.startswith("=") for player in players)


@pytest.mark.parametrize(
    "text",
    [
        "=1",
        "+1",
        "-1",
        "@a",
        "\tb",
        "'c",
        "plain",
        "",
        "a;=1;b",
        "a;'=1",
        "''=",
        "a\n=1",
        "a\r@b",
    ],
)
def test_what_is_guarded_comes_back(tmp_path: Path, text: str) -> None:
    cells = [cell for line in guarded(text).split("\n") for cell in line.split(";")]
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)
    path = tmp_path / "t.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([["photo", "x"], [guarded(text), "x"]])
    (line,) = read_table(path, ("photo",))
    assert line["photo"] == text


def test_pictures_carry_the_reading_and_nothing_else(out: Path) -> None:
    pictures = list((out / "pictures").rglob("*.jpg"))
    assert len(pictures) == 4
    assert all(b"Exif" not in picture.read_bytes() for picture in pictures)
    assert all(re.fullmatch(r"[\w./-]+", str(p.relative_to(out))) for p in pictures)


def test_the_same_rows_give_the_same_page(out: Path, tmp_path: Path, run: Run) -> None:
    before = (out / "index.html").read_bytes()
    corrections = tmp_path / "corrections.csv"
    request = Request(tmp_path / "in", out, corrections=corrections)
    batch = run(corrections=corrections)
    publish(
        batch, standings(batch.rows), request, About("spring cup", "1", ("a warning",), words("en"))
    )
    assert (out / "index.html").read_bytes() == before
