"""`kscan tally`: kingdoms from text."""

import json
import os
import random
import subprocess
import sys

import pytest
from click.testing import CliRunner

from kscan.cli import main

GAME = "# anna\nW0 W1 C F0 F0\n\n# boris\nL0 L1 Cb W0 W0\n"

SHEET = """\
grid 5 x 5, castle

     0  1  2  3  4
  0  W0 F1 C  F0 F0

  territory     squares  crowns  points
  forests             1       1       1
  forests             2       0       0
  wheat fields        1       0       0
  total               4       1       1

  largest territory: 2
"""


def tally(*arguments, text=None):
    return CliRunner().invoke(main, ["tally", *map(str, arguments)], input=text)


def document(*arguments, text=None):
    result = tally("--json", *arguments, text=text)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_a_kingdom_from_standard_input_gets_its_score_sheet():
    result = tally("-", "--lang", "en", text="W0 F1 C F0 F0")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == SHEET


def test_several_kingdoms_are_a_game_with_a_ranking(tmp_path):
    file = tmp_path / "table.txt"
    file.write_text(GAME)
    answer = document(file)
    assert answer["schema"] == "kscan/1"
    assert [kingdom["name"] for kingdom in answer["kingdoms"]] == ["anna", "boris"]
    assert [(p["place"], p["name"], p["decided_by"]) for p in answer["ranking"]] == [
        (1, "anna", "shared"),
        (1, "boris", "shared"),
    ]


def test_the_json_is_that_of_the_contract():
    kingdom = document("-", "--variant", "middle_kingdom", text="W0 W0 Cb F1 W0")["kingdoms"][0]
    assert kingdom["size"] == 5
    assert (kingdom["rows"], kingdom["cols"]) == (1, 5)
    assert kingdom["squares"] == [["W0", "W0", "Cb", "F1", "W0"]]
    assert kingdom["castle"] == {"row": 0, "col": 2, "color": "blue"}
    assert {"numbers": [1, 2], "number": 1, "cells": [[0, 0], [0, 1]]} in kingdom["dominoes"]
    assert kingdom["territories"][1] == {
        "terrain": "forest",
        "squares": 1,
        "crowns": 1,
        "points": 1,
        "cells": [[0, 3]],
    }
    assert kingdom["bonuses"] == {"middle_kingdom": 10}
    assert (kingdom["points"], kingdom["total"]) == (1, 11)
    assert len(kingdom["notes"]) == 1


def test_all_variants_at_once():
    full = "\n".join(["W0 W0 W0 W0 W0"] * 2 + ["W0 W0 C W0 W0"] + ["W0 W0 W0 W0 W0"] * 2)
    kingdom = document("-", "--variant", "all", text=full)["kingdoms"][0]
    assert kingdom["bonuses"] == {"middle_kingdom": 10, "harmony": 5}
    kingdom = document("-", "--variant", "mighty-duel", text=full)["kingdoms"][0]
    assert kingdom["size"] == 7


def test_the_demo_breaks_ties_by_crowns_alone():
    text = "# larger\nF1 F0 F0 F0 C\n# crowned\nW1 W1 C P1 P1\n"
    assert [p["name"] for p in document("-", text=text)["ranking"]] == ["crowned", "larger"]
    text = "# larger\nF1 F0 F0 F0 C\n# crowned\nW1 W1 C S0 S0\n"
    assert [p["decided_by"] for p in document("-", text=text)["ranking"]] == [
        "largest_territory"
    ] * 2
    demo = document("-", "--ties", "demo", text=text)["ranking"]
    assert [(p["name"], p["decided_by"]) for p in demo] == [
        ("crowned", "crowns"),
        ("larger", "crowns"),
    ]


def test_three_files_are_a_dynasty(tmp_path):
    files = [tmp_path / f"{n}.txt" for n in range(3)]
    for file in files:
        file.write_text(GAME)
    answer = document(*files, "--variant", "dynasty")
    assert {p["name"]: p["total"] for p in answer["dynasty"]} == {"anna": 6, "boris": 6}
    assert len(answer["kingdoms"]) == 6
    assert answer["kingdoms"][0]["game"].endswith("0.txt")
    assert tally(*files, "--variant", "dynasty", "--lang", "ru").stdout.count("Династия") == 1
    result = tally(*files[:2], "--variant", "dynasty")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "3 games" in result.stderr


@pytest.mark.parametrize("others", [["middle-kingdom", "harmony"], ["all"]])
def test_a_dynasty_that_is_named_is_never_dropped(tmp_path, others):
    variants = [f"--variant={one}" for one in [*others, "dynasty"]]
    files = [tmp_path / f"{name}.txt" for name in "abc"]
    for file in files:
        file.write_text("W0 W1 C F0 F0")
    one, several = tally(files[0], *variants), tally(*files, *variants)
    assert (one.exit_code, several.exit_code) == (2, 2)
    assert "3 games" in one.stderr
    assert "did not play game 1" in several.stderr


def test_files_of_different_players_are_no_dynasty_that_all_could_mean(tmp_path):
    files = [tmp_path / f"{name}.txt" for name in "abc"]
    for file in files:
        file.write_text("W0 W1 C F0 F0")
    answer = document(*files, "--variant", "all")
    assert [kingdom["name"] for kingdom in answer["kingdoms"]] == ["a", "b", "c"]
    assert [kingdom["bonuses"]["middle_kingdom"] for kingdom in answer["kingdoms"]] == [10] * 3
    assert "dynasty" not in answer


def test_three_games_of_the_same_players_are_a_dynasty_when_all_variants_are_in_play(tmp_path):
    files = [tmp_path / f"{n}.txt" for n in range(3)]
    for file in files:
        file.write_text(GAME)
    assert [p["name"] for p in document(*files, "--variant", "all")["dynasty"]] == ["anna", "boris"]


def test_a_dynasty_of_different_players_is_refused_with_what_names_them(tmp_path):
    files = [tmp_path / f"{name}.txt" for name in "abc"]
    for file in files:
        file.write_text("W0 W1 C F0 F0")
    result = tally(*files, "--variant", "dynasty")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "b, c did not play game 1" in result.stderr
    assert "'# name'" in result.stderr


def test_both_kingdoms_of_a_duel_are_in_its_grid_though_only_one_shows_it():
    full = "\n".join(["W0 W0 W0 W0 W0"] * 2 + ["W0 W0 C W0 W0"] + ["W0 W0 W0 W0 W0"] * 2)
    duel = f"# anna\nW0 W0 . C . F0 F0\n# boris\n{full}"
    shown, named = (
        document("-", *(f"--variant={one}" for one in variants), text=duel)["kingdoms"]
        for variants in (["all"], ["all", "mighty-duel"])
    )
    assert shown == named
    assert [(kingdom["size"], kingdom["total"]) for kingdom in shown] == [(7, 10), (7, 10)]


def test_a_kingdom_against_the_rules_is_scored_and_said_to_be():
    kingdom = document("-", text="C F1 F0\n. . .\nW0 W0 .")["kingdoms"][0]
    assert kingdom["total"] == 2
    assert [finding["code"] for finding in kingdom["findings"]] == ["unpaired"]
    assert "r0c1" in kingdom["findings"][0]["sentence"]


def test_what_a_game_shares_is_said_of_the_game():
    (finding,) = document("-", "--lang", "en", text="# a\nW0 M3 C\n# b\nC M3 W0")["findings"]
    assert finding["sentence"] == "Squares M3: 2 in the game, 1 in the box (a: r0c1; b: r0c1)."
    assert finding["places"] == [
        {"name": "a", "cells": [[0, 1]]},
        {"name": "b", "cells": [[0, 1]]},
    ]
    assert finding["cells"] == []


def test_a_file_that_starts_with_a_byte_order_mark(tmp_path):
    file = tmp_path / "table.txt"
    file.write_bytes(b"\xef\xbb\xbfW0 W0 C\r\n")
    assert document(file)["kingdoms"][0]["name"] == "table"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no kingdom here"),
        (random.Random(1).randbytes(10_000_000), "more than 64 kB"),
        (b"W0 " * 4_000_000, "more than 64 kB"),
        (b"W0 C\nF0 \xff", "line 2: not UTF-8"),
        ("W0 C".encode("utf-16"), "not UTF-8"),
        (b"W0 W0 C\nW0", "squares in line 2: 1, in line 1: 3; make all rows as long"),
        (b"W0 W0 W0 W0 W0 W0\n" * 6, "6 x 6 squares fit neither grid"),
        (b"hello", "line 1, column 1: 'hello' is not a square"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(content, message):
    result = CliRunner().invoke(main, ["tally", "-"], input=content)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("kscan: standard input: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_files_name_cannot_steer_the_terminal(tmp_path):
    good, bad = tmp_path / "a\x1b[31m.txt", tmp_path / "b\x1b[31m.txt"
    good.write_text("W0 C")
    bad.write_text("Q0")
    assert tally(good).stdout.startswith("a\\x1b[31m: ")
    assert "a\\x1b[31m.txt" in tally(good, good).stdout
    result = tally(bad)
    assert "b\\x1b[31m.txt: line 1" in result.stderr
    assert "\x1b" not in result.stderr + tally(good, good).stdout


def test_a_closed_standard_input_is_an_empty_one():
    done = subprocess.run(
        [sys.executable, "-m", "kscan", "tally", "-"],
        capture_output=True,
        text=True,
        preexec_fn=lambda: os.close(0),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("kscan: standard input: line 1: no kingdom here")


def test_a_file_that_is_not_there_is_named(tmp_path):
    result = tally(tmp_path / "none.txt")
    assert result.exit_code == 2
    assert "none.txt: No such file" in result.stderr
    assert tally(tmp_path).exit_code == 2


def test_every_labelled_grid_is_tallied_without_a_complaint_about_the_box(labelled_texts):
    for text in labelled_texts:
        codes = {f["code"] for f in document("-", text=text)["kingdoms"][0]["findings"]}
        assert codes <= {"not_connected"}


@pytest.fixture
def labelled_texts(shared):
    labels = json.loads((shared / "photos" / "full.json").read_text())
    return ["\n".join(label["cells"]) for label in labels.values()]


def test_a_name_has_a_limit() -> None:
    assert tally("-", text=f"# {'n' * 100}\nW0 W1 C\n").exit_code == 0
    result = tally("-", text=f"# {'n' * 101}\nW0 W1 C\n")
    assert result.exit_code == 2
    assert "line 1: a name has at most 100 characters" in result.stderr


@pytest.mark.parametrize("kind", ["pipe", "/dev/zero"])
def test_what_may_never_end_is_refused(tmp_path, kind):
    os.mkfifo(tmp_path / "pipe")
    result = tally(tmp_path / kind)
    assert result.exit_code == 2
    assert "not a regular file" in result.stderr


@pytest.mark.parametrize("square", ["W\u0663", "W\uff11"])
def test_digits_of_other_scripts_are_no_crowns(square):
    assert "is not a square" in tally("-", text=f"{square} W1 C\n").stderr
