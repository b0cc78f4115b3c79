"""`kscan score`: what is printed, written and answered, with eyes that are told what they see."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from told import document, run

from kscan.cli import main


def test_a_clear_photo_gives_its_score_sheet_and_exit_code_0(folder: Path) -> None:
    result = run(folder / "clear.png")
    assert result.exit_code == 0
    assert "pink: grid 5 x 5, pink castle" in result.stdout
    assert "  4  S1 W0 L0 L0 L0" in result.stdout
    assert "The total is right with a probability of" in result.stdout
    assert "library" not in result.stdout


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["clear.png"], 0),
        (["clear.png", "doubtful.png"], 3),
        (["dark.png"], 4),
        (["doubtful.png", "text.jpg", "clear.png"], 4),
        (["missing.jpg"], 4),
    ],
)
def test_the_exit_code_is_that_of_the_worst_photo(
    folder: Path, names: list[str], code: int
) -> None:
    assert run(*(folder / name for name in names)).exit_code == code


def test_a_failed_photo_is_named_and_the_others_are_scored(folder: Path) -> None:
    result = run(folder / "dark.png", folder / "clear.png")
    assert f"kscan: {folder}/dark.png: no kingdom found" in result.stderr
    assert "total" in result.stdout


def test_a_doubt_is_shown_with_the_total_it_would_give(folder: Path) -> None:
    result = run(folder / "doubtful.png")
    assert "? r0c4: F1 (6" in result.stdout
    assert "or W0 (" in result.stdout
    assert "), total then 24" in result.stdout


def test_every_line_fits_80_columns_and_needs_no_colour(folder: Path) -> None:
    text = run(folder / "doubtful.png", folder / "table.png").stdout
    lines = [line for line in text.splitlines() if str(folder) not in line]
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in text


def test_the_document_is_the_contract_and_nothing_else(folder: Path) -> None:
    found = document(folder / "doubtful.png", folder / "dark.png", "--variant", "harmony")
    photo, failed = found["photos"]
    kingdom = photo["kingdoms"][0]
    assert (photo["status"], photo["width"], photo["height"]) == ("check", 160, 120)
    assert kingdom["corners"] == [[10, 10], [110, 10], [110, 110], [10, 110]]
    assert kingdom["castle"] == {"row": 3, "col": 3, "color": "pink"}
    assert kingdom["squares"][3] == ["P0", "P2", "L0", "C", "W0"]
    assert kingdom["bonuses"] == {"harmony": 5}
    assert kingdom["total"] == kingdom["points"] + 5 == 30
    assert kingdom["doubts"][0]["read"] == "F1"
    assert kingdom["doubts"][0]["instead"][0][0] == "W0"
    assert kingdom["doubts"][0]["total_if"] == 29
    assert {numbers for d in kingdom["dominoes"] for numbers in d["numbers"]} <= set(range(1, 49))
    assert (failed["status"], failed["error"]["code"], failed["kingdoms"]) == (
        "failed",
        "no_kingdom",
        [],
    )


def test_kingdoms_on_one_photo_are_ranked_by_their_castles_colours(folder: Path) -> None:
    result = run(folder / "table.png")
    assert "k1 pink: grid 5 x 5, pink castle" in result.stdout
    assert "k2 yellow: grid 5 x 5, yellow castle" in result.stdout
    ranking = document(folder / "table.png")["photos"][0]["ranking"]
    assert [(place["place"], place["name"]) for place in ranking] == [(1, "pink"), (2, "yellow")]
    assert "ranking" not in document(folder / "table.png", "--separate")["photos"][0]


def test_several_photos_are_one_game_where_that_is_said(folder: Path) -> None:
    one, other = folder / "clear.png", folder / "table.png"
    assert "ranking" not in document(one, other)
    found = document(one, other, "--same-game")
    assert len(found["ranking"]) == 3


def test_a_game_on_several_photos_ends_with_its_ranking(folder: Path) -> None:
    text = run(folder / "clear.png", folder / "table.png", "--same-game").stdout
    # The same kingdom twice: no game has that, and no total is certain.
    assert "The total is right with a probability of" not in text
    assert "These kingdoms are not from one game" in " ".join(text.split())
    ranking = text[text.index("  place  player") :].splitlines()
    assert [line.split()[:3] for line in ranking[1:]] == [
        ["1", "clear", "25"],  # the only kingdom of a photo is called after its file
        ["1", "pink", "25"],
        ["3", "yellow", "5"],
    ]


def test_what_a_person_settled_is_said(folder: Path) -> None:
    text = run(folder / "doubtful.png", "--fix", "r0c4=W0").stdout
    assert "  * r0c4: W0 by your correction; it looks like F1." in text
    assert "Please look at:" not in text


def test_corrections_of_another_picture_are_said_to_be_unused(folder: Path) -> None:
    run(folder / "doubtful.png", "--save")
    (folder / "clear.png").replace(folder / "doubtful.png")
    result = run(folder / "doubtful.png")
    assert result.exit_code == 3
    assert "* The corrections saved with this photo were made for another picture" in result.stdout


def test_a_picture_is_not_drawn_of_a_photo_that_failed(folder: Path) -> None:
    result = run(folder / "text.jpg", folder / "clear.png", "--picture", folder / "drawn")
    assert result.exit_code == 4
    assert [path.name for path in (folder / "drawn").iterdir()] == ["clear.jpg"]


def test_a_photo_comes_on_standard_input(folder: Path) -> None:
    content = (folder / "clear.png").read_bytes()
    found = document("-", standard_input=content)
    assert (found["photos"][0]["photo"], found["photos"][0]["status"]) == ("-", "ok")


def test_a_closed_standard_input_is_an_empty_photo() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kscan", "score", "-", "--json"],
        capture_output=True,
        preexec_fn=lambda: os.close(0),
    )
    assert done.returncode == 4
    assert b"kscan: standard input: the file is empty" in done.stderr
    assert json.loads(done.stdout)["photos"][0]["error"]["code"] == "empty_file"


def test_quiet_is_quiet(folder: Path) -> None:
    assert run(folder / "clear.png", "-q").stderr.replace("a library talks\nand again\n", "") == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["clear.png", "table.png", "--fix", "r0c0=W0"],
        ["-", "-"],
        ["-", "--save"],
        ["clear.png", "--size", "6"],
        ["clear.png", "--variant", "dynasty"],
        ["clear.png", "--variant", "all", "--variant", "dynasty"],
    ],
)
def test_contradictions_are_answered_before_anything_is_done(
    folder: Path, arguments: list[str]
) -> None:
    given = [folder / one if one.endswith("png") else one for one in arguments]
    assert run(*given).exit_code == 2


def test_a_dynasty_is_sent_to_the_commands_that_add_up_games(folder: Path) -> None:
    result = run(folder / "clear.png", "--variant", "dynasty")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "a Dynasty adds up three games: use kscan tally" in result.stderr
    assert "kscan batch" in result.stderr


def test_all_variants_are_those_that_one_game_has(folder: Path) -> None:
    kingdom = document(folder / "clear.png", "--variant", "all")["photos"][0]["kingdoms"][0]
    assert kingdom["bonuses"] == {"middle_kingdom": 0, "harmony": 5}


def test_the_help_says_the_exit_codes() -> None:
    text = " ".join(CliRunner().invoke(main, ["score", "--help"]).stdout.split())
    for code in ("0 all", "2 wrong usage", "3 some readings", "4 a photo", "130 interrupted"):
        assert code in text


def test_scoring_imports_nothing_slow() -> None:
    """The libraries that cost most to import are for the few photos that need them."""
    code = (
        "import sys, kscan.cli.score, kscan.pipeline\n"
        "import kscan.report.text, kscan.report.json\n"
        "import kscan.find, kscan.read.reader, kscan.photo\n"
        "slow = {'scipy', 'sklearn', 'rich', 'joblib', 'torch', 'jinja2'}\n"
        "print(sorted(slow & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
