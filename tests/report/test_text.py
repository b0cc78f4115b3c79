"""Score sheets and rankings that people read."""

import re

import pytest

from kscan.game.box import BASE
from kscan.game.kingdom import Cell, parse_kingdom
from kscan.game.legality import Fault, examine, examine_game
from kscan.game.ranking import Contender, rank
from kscan.game.remark import Remark
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.game.squares import parse_square
from kscan.game.variants import EVERY
from kscan.locale import LANGUAGES, words
from kscan.remarks import SENTENCES, sentence
from kscan.report.columns import width
from kscan.report.text import game_remarks, kingdom_drawing, ranking_table, score_sheet

KINGDOM = parse_kingdom("W0 S0 W0 M2 S0\nM1 S1 W0 W0 F0\nM2 S0 Cb W0 W0\nM2 M3 P0 P0 W1")

ANNA = """\
anna: grid 5 x 5, blue castle

     0  1  2  3  4
  0  W0 S0 W0 M2 S0
  1  M1 S1 W0 W0 F0
  2  M2 S0 Cb W0 W0
  3  M2 M3 P0 P0 W1

  territory       squares  crowns  points
  mines                 4       8      32
  wheat fields          6       1       6
  swamps                3       1       3
  mines                 1       2       2
  pastures              2       0       0
  wheat fields          1       0       0
  swamps                1       0       0
  forests               1       0       0
  points                               43
  Middle Kingdom                        0
  Harmony                               0
  total                19      12      43

  largest territory: 6
  ! The kingdom is incomplete and fits its grid in several ways; its outline is
    not symmetric about the castle, so the castle was judged not to be in the
    centre.
  ! Dominoes cannot cover an odd number of squares: 19 without the castle."""


def sheet_of(lang, **more):
    return score_sheet(
        score(KINGDOM, Rules(EVERY)),
        name="anna",
        findings=examine(KINGDOM).broken,
        lang=lang,
        **more,
    )


def figure_ends(text):
    """Where the last column of each line of the table of territories ends."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.endswith("32")) - 1
    return {width(line) for line in lines[start : lines.index("", start)]}


def test_the_score_sheet_says_what_counts_and_why():
    assert sheet_of("en") == ANNA


@pytest.mark.parametrize("lang", LANGUAGES)
def test_columns_line_up_in_every_language(lang):
    assert len(figure_ends(sheet_of(lang))) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_wider_than_80_columns(lang):
    places = rank([Contender("x" * 200, 9, 5, n // 2) for n in range(4)])
    text = sheet_of(lang) + "\n" + ranking_table(places, lang=lang)
    assert max(map(width, text.splitlines())) <= 80


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_fault_has_a_sentence_with_its_figures(lang):
    say = words(lang)
    wanted = {
        "cells": "r1c2", "square": "Cb", "color": say("blue"), "dominoes": "46, 47 (S0 M2)",
        "count": "77", "limit": "88", "players": "anna, boris", "box": "giants",
    }  # fmt: skip
    for fault in Fault:
        broken = Remark(
            fault.value, True, (Cell(1, 2),), (parse_square("Cb"),), BASE.dominoes[45:47],
            count=77, limit=88, kingdoms=(0, 1), words=(("box", "giants"),),
        )  # fmt: skip
        said = sentence(broken, say, ["anna", "boris"])
        places = re.findall(r"\{(\w+)\}", SENTENCES[fault])
        assert [place for place in places if wanted[place] not in said] == []
        figures = [wanted[place] for place in places if place in ("count", "limit")]
        assert re.findall("77|88", said) == figures, said


def test_a_ranking_names_what_decided():
    places = rank([Contender("anna", 9, 5, 2), Contender("boris", 9, 6, 1)])
    assert ranking_table(places, lang="en").splitlines() == [
        "  place  player  total  largest territory  crowns  decided by",
        "      1  boris       9                  6       1  largest territory",
        "      2  anna        9                  5       2  largest territory",
    ]


def test_a_ranking_without_ties_has_no_column_for_them():
    places = rank([Contender("anna", 9, 5, 2), Contender("boris", 8, 6, 1)])
    assert "decided" not in ranking_table(places, lang="en")


def broken_by(kingdoms):
    return examine_game(kingdoms).broken


def test_what_a_game_shares_is_said_with_its_players():
    found = broken_by([parse_kingdom("W0 P0 Cb"), parse_kingdom("Cb P0 W0")])
    assert game_remarks(found, ["anna", "boris"], lang="en").splitlines() == [
        "  ! The same castle (blue) stands in several kingdoms: anna, boris.",
        "  ! Domino 15 (W0 P0): 2 in the game, 1 in the box (anna: r0c0, r0c1; boris:",
        "    r0c1, r0c2).",
    ]
    assert game_remarks((), [], lang="en") == ""


def test_colour_adds_nothing_that_is_needed():
    plain, coloured = kingdom_drawing(KINGDOM), kingdom_drawing(KINGDOM, color=True)
    assert "\x1b" not in plain
    for square in ("W0", "Cb", "M3"):
        assert square in plain
        assert square in coloured
    assert coloured.count("\x1b[38") == len(KINGDOM.covered)
