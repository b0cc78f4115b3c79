"""`kscan tally` with other boxes, quests, and files that `kscan score --save` wrote."""

import json
from importlib.resources import files

import jsonschema
import pytest
from click.testing import CliRunner

from kscan.cli import main
from kscan.corrections.kingdom_file import parse as parse_corrections

SAVED = """\
#: anna.jpg, as kscan reads it: correct the squares, then run kscan on it again
#: photo sha256 {digest}

# kingdom 1
#: corners 5x6 61.30,798.40 2173.10,876.40 2136.30,2920.80 87.10,2943.70
#: look at r0c5: read as . (delete this line once you have looked)
W0 F1 W0 F0 F0 .
.  .  C  W0 W0 .
.  .  .  .  .  .
.  .  .  .  .  .
.  .  .  .  .  .
""".format(digest="0" * 64)


def tally(*arguments, text=None):
    return CliRunner().invoke(main, ["tally", *map(str, arguments)], input=text)


def document(*arguments, text=None):
    result = tally("--json", *arguments, text=text)
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    schema = json.loads(files("kscan.report").joinpath("schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(found)
    return found


def test_a_file_that_score_saved_is_tallied_whatever_its_block(tmp_path):
    file = tmp_path / "anna.jpg.kingdom"
    file.write_text(SAVED)
    assert len(parse_corrections(SAVED).kingdoms) == 1
    (kingdom,) = document(file)["kingdoms"]
    assert (kingdom["name"], kingdom["rows"], kingdom["cols"]) == ("kingdom 1", 5, 6)
    assert (kingdom["size"], kingdom["total"]) == (5, 1)


def test_a_photo_of_more_kingdoms_than_play_is_tallied_and_said_to_be():
    saved = "".join(f"# kingdom {n}\n#: corners 1x1 0,0 1,0 1,1 0,1\nC\n" for n in range(1, 7))
    answer = document("-", text=saved)
    assert len(answer["kingdoms"]) == 6
    assert [finding["code"] for finding in answer["findings"]] == ["too_many_players"]
    assert tally("-", text=saved.replace("#: corners", "#: edges")).exit_code == 2


def test_quests_have_their_points_and_squares_in_the_json():
    text = "L1 W0 C F0 M2'\nL0 F1 F1 F1 F0"
    names = ["folie-des-grandeurs", "local-business=forest", "bleak-king"]
    options = [f"--quest={name}" for name in names]
    (kingdom,) = document("-", "--box", "giants", *options, text=text)["kingdoms"]
    folie, business, bleak = kingdom["quests"]
    line = [[1, 1], [1, 2], [1, 3]]
    assert folie == {
        "quest": "folie-des-grandeurs", "points": 10, "cells": line, "lines": [line]
    }  # fmt: skip
    assert business == {
        "quest": "local-business=forest", "terrain": "forest", "points": 20,
        "cells": [[0, 3], [1, 1], [1, 2], [1, 3]],
    }  # fmt: skip
    assert bleak == {"quest": "bleak-king", "points": 0, "cells": []}
    # Five forests with three crowns, two lakes with one, a mine with one left.
    assert (kingdom["points"], kingdom["total"]) == (15 + 2 + 1, 15 + 2 + 1 + 30)
    assert (kingdom["squares"][0][4], kingdom["bonuses"]) == ("M2'", {})


def test_without_quests_the_json_has_none():
    (kingdom,) = document("-", text="W0 W0 C")["kingdoms"]
    assert "quests" not in kingdom
    assert "backs" not in kingdom["dominoes"][0]


def test_a_sheet_lists_quests_and_the_lines_of_the_folie():
    options = ("--box", "giants", "--quest", "four-corners=mountain,folie-des-grandeurs")
    result = tally("-", *options, "--lang", "en", text="M2 F1 L1 P1 C")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["Four", "Corners", "(mines)", "5"] in lines
    assert ["Folie", "des", "Grandeurs", "10"] in lines
    assert "  ! Folie des Grandeurs, line by line: r0c0-r0c1-r0c2." in result.stdout


def test_lettered_dominoes_have_backs_and_no_numbers():
    (kingdom,) = document("-", "--box", "giants", text="W0 F0 C M0 P0")["kingdoms"]
    assert [(one["numbers"], one.get("backs")) for one in kingdom["dominoes"]] == [
        ([13], ["A", "B"]),
        ([], ["D"]),
    ]
    assert [one["number"] for one in kingdom["dominoes"]] == [13, None]


def test_five_play_with_giants():
    text = "".join(f"# {color}\nC{color} W0 W0\n" for color in "pygbn")
    assert tally("-", text=text).exit_code == 2
    answer = document("-", "--box", "giants", text=text.replace("W0 W0", "."))
    assert [kingdom["castle"]["color"] for kingdom in answer["kingdoms"]][-1] == "brown"
    assert answer["findings"] == []


def test_two_boxes_are_played_on_seven():
    text = "".join(f"# {name}\nC W0 M3\n" for name in ("a", "b"))
    answer = document("-", "--box", "XL", text=text)
    assert [kingdom["size"] for kingdom in answer["kingdoms"]] == [7, 7]
    assert answer["findings"] == []
    assert document("-", text=text)["findings"] != []


def test_queendomino_says_what_it_does_not_count():
    (kingdom,) = document("-", "--box", "queendomino", text="T0+1 T0 Cw")["kingdoms"]
    assert (kingdom["points"], kingdom["findings"]) == (2, [])
    assert kingdom["territories"][0]["terrain"] == "town"
    assert "knights" in kingdom["notes"][0]


def test_a_box_from_a_file_decides_what_is_legal(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("1 W0 F3  # of my own\n")
    assert document("-", "--box", file, text="F3 W0 C")["kingdoms"][0]["findings"] == []
    assert document("-", text="F3 W0 C")["kingdoms"][0]["findings"] != []
    file.write_text("1 W0 F3\n2 W0\n")
    result = tally("-", "--box", file, text="C")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "mine.txt: line 2: expected a back and two squares" in result.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--box", "gaints"], "choose base, giants, xl, queendomino, or a file"),
        (["--quest", "bleak"], "'bleak' is no quest; choose from harmony"),
        (["--quest", "four-corners"], "needs a terrain"),
        (["--quest", "harmony", "--variant", "all"], "quests take the place of"),
        (["--variant", "harmony,middle"], "'middle' is not one of"),
        (["--variant", ""], "'' is not one of"),
    ],
)
def test_what_is_not_understood_is_answered_with_what_is(options, message):
    result = tally("-", *options, text="C")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize(
    "options",
    [
        ["--variant", "middle-kingdom", "--variant", "harmony"],
        ["--variant", "Harmony,MIDDLE_KINGDOM"],
        ["--variant", "harmony, middle-kingdom", "--variant", "harmony"],
        ["--variant", "ALL"],
    ],
)
def test_variants_are_a_list_in_any_case(options):
    assert document("-", *options, text="W0 C W0") == document(
        "-", "--variant", "middle-kingdom", "--variant", "harmony", text="W0 C W0"
    )


@pytest.mark.parametrize(
    ("name", "first"), [("standard", "large"), ("RULEBOOK", "large"), ("demo", "few")]
)
def test_ties_are_broken_by_the_rulebook_or_the_demo(name, first):
    text = "# large\nF1 F0 F0 F0 C\n# few\nW1 W1 C S0 S0\n"
    assert document("-", "--ties", name, text=text)["ranking"][0]["name"].startswith(first)


def test_names_are_short_and_composed():
    long = tally("-", text=f"# {'a' * 60_000}\nC")
    assert (long.exit_code, "a name has at most 100 characters" in long.stderr) == (2, True)
    assert document("-", text="# Zoe\u0308\nC")["kingdoms"][0]["name"] == "Zo\u00eb"
    same = tally("-", text="# Zoe\u0308\nC\n# Zo\u00eb\nC")
    assert "has a kingdom already" in same.stderr


def test_places_are_pairs_on_one_line_of_the_json():
    result = tally("--json", "-", text="# a [1,\nW0 W0 C")
    assert "[0, 0]" in result.stdout
    assert '["W0", "W0", "C"]' in result.stdout
    assert json.loads(result.stdout)["kingdoms"][0]["name"] == "a [1,"
