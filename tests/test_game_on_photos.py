"""What the kingdoms of one game on photos have together: the grid, and what they break."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kscan.corrections.decisions import Decisions, SquareIs
from kscan.evidence import CLASSES, EMPTY_LABEL, LABELS, Evidence, widened
from kscan.find.grid import Grid
from kscan.game.gamefile import parse_game
from kscan.game.kingdom import Cell, Kingdom, parse_kingdom
from kscan.game.legality import Fault
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.game.squares import CastleColor, Square
from kscan.game.variants import Variant
from kscan.lab.evaluate.answers import class_of
from kscan.pipeline import score_game
from kscan.records import Scan, SeenKingdom, Sight
from kscan.remarks import GAME_RULES
from kscan.report.json import document
from kscan.report.text import report

sys.path.insert(0, str(Path(__file__).parent / "tournament"))

import composed_games

HARMONY = frozenset({Variant.HARMONY})


def sight_of(kingdom: Kingdom, decisions: Decisions = ()) -> Sight:
    """Return a photo on which every square of `kingdom` is clear."""
    shape = (kingdom.rows, kingdom.cols)
    probabilities = np.full((*shape, len(CLASSES)), 1e-4)
    for cell in kingdom.cells():
        probabilities[cell.row, cell.col, class_of(kingdom[cell])] = 1.0
    probabilities /= probabilities.sum(2, keepdims=True)
    seen = Evidence(widened(probabilities), np.full((*shape, 4), 0.25))
    grid = Grid(np.eye(3), np.ones(shape), 0.9)
    return Sight("photo.jpg", 9, 9, (SeenKingdom(grid, seen, decisions),))


def played(samples: Path, *names: str, variants: frozenset[Variant] = HARMONY) -> Sequence[Scan]:
    """Return the kingdoms of these samples, as if they had played one game."""
    answers = [(samples / f"{name}.answer.txt").read_text() for name in names]
    kingdoms = [one.kingdom for answer in answers for one in parse_game(answer, "")]
    return score_game([sight_of(kingdom) for kingdom in kingdoms], Rules(variants))


def test_two_who_play_share_the_grid_that_one_of_them_shows(samples: Path) -> None:
    (alone,) = played(samples, "castle")
    assert alone.kingdoms[0].sheet.bonuses == {Variant.HARMONY: 5}
    wide = sight_of(parse_kingdom("L0 L0 Cb L0 L0 F0 F0"))
    answer = parse_game((samples / "castle.answer.txt").read_text(), "")
    _, small = (
        scan.kingdoms[0] for scan in score_game([wide, sight_of(answer[0].kingdom)], Rules(HARMONY))
    )
    assert (small.sheet.size, small.sheet.bonuses) == (7, {Variant.HARMONY: 0})
    assert small.reading.total == small.sheet.total


def test_a_duel_of_three_is_said_and_needs_a_look(samples: Path) -> None:
    scans = played(samples, "duel", "castle", "gaps")
    duel, *others = (scan.kingdoms[0] for scan in scans)
    assert Fault.DUEL_OF_MORE in {said.code for said in duel.remarks}
    assert duel.status == "check"
    assert all(Fault.DUEL_OF_MORE not in {said.code for said in one.remarks} for one in others)
    said = "Players: 3; the Mighty Duel is for 2."
    assert said in report(scans, ranked=True, lang="en")
    found = document(scans, ranked=True, together=True, lang="en")["findings"]
    assert said in [finding["sentence"] for finding in found]


@pytest.mark.parametrize("together", [True, False])
def test_one_kingdom_breaks_nothing_with_others(samples: Path, together: bool) -> None:
    (alone,) = played(samples, "castle")
    assert alone.kingdoms[0].said(GAME_RULES) == alone.game == ()
    assert "findings" not in document([alone], ranked=True, together=together)


WIDER = parse_kingdom(
    "P0 P0 C  F0 F0 W0\nP0 P0 L0 F0 F0 F0\nL0 L0 L0 F0 F0 .\nS0 S0 W0 L0 L0 .\nW0 W0 W0 .  .  ."
)


@pytest.mark.parametrize(("bare", "status"), [(0.1, "check"), (0.999, "ok")])
def test_a_bonus_is_as_sure_as_the_grid_that_the_other_shows(
    samples: Path, bare: float, status: str
) -> None:
    (castle,) = parse_game((samples / "castle.answer.txt").read_text(), "")
    other = sight_of(WIDER)
    seen = other.kingdoms[0].evidence.probabilities
    for row, col in ((0, 5), (1, 5)):  # the domino that makes it wider than five
        seen[row, col] *= 1 - bare
        seen[row, col, EMPTY_LABEL] += bare
    first, _ = score_game([sight_of(castle.kingdom), other], Rules(HARMONY))
    kingdom = first.kingdoms[0]
    assert (kingdom.sheet.bonuses, kingdom.status) == ({Variant.HARMONY: 5}, status)
    assert ("shared_grid" in [note.code for note in kingdom.remarks]) is (status == "check")
    if status == "check":
        assert {total for total, _ in kingdom.reading.totals} == {28, 33}


def test_colours_that_a_person_said_are_kept_even_where_two_are_the_same() -> None:
    said = (SquareIs(Cell(0, 2), Square(castle=True, color=CastleColor.BLUE)),)
    sights = [sight_of(parse_kingdom(text), said) for text in ("W0 W0 C", "F0 F0 C")]
    scans = score_game(sights)
    kingdoms = [scan.kingdoms[0] for scan in scans]
    assert {one.reading.kingdom.castle_color for one in kingdoms} == {CastleColor.BLUE}
    assert {one.status for one in kingdoms} == {"check"}
    assert [said.code for said in scans[0].game] == [Fault.SAME_CASTLE]


def test_a_colour_that_a_person_said_is_no_other_castles() -> None:
    said = (SquareIs(Cell(0, 2), Square(castle=True, color=CastleColor.BLUE)),)
    sights = [sight_of(parse_kingdom("W0 W0 C"), said), sight_of(parse_kingdom("F0 F0 C"))]
    sights[1].kingdoms[0].evidence.colors[0, 2] = [0.01, 0.03, 0.46, 0.5]  # green or blue
    first, second = (scan.kingdoms[0].reading.kingdom for scan in score_game(sights))
    assert (first.castle_color, second.castle_color) == (CastleColor.BLUE, CastleColor.GREEN)


def test_no_total_is_sure_that_only_the_other_kingdoms_bring_about() -> None:
    # A crown of the first kingdom is hard to see. What the box then lacks, one of the others would
    # have to show, where it hardly looks like it.
    kingdoms = [parse_kingdom(text) for text in composed_games.FIRST]
    sights = [sight_of(kingdom) for kingdom in kingdoms]
    sights[0] = mistaken(sights[0], Cell(0, 4), "W0", 0.985, "W1")
    sights[1] = mistaken(sights[1], Cell(2, 0), "W0", 0.95, "W1")
    scans = score_game(sights, Rules(size=5))
    for scan, kingdom in zip(scans, kingdoms, strict=True):
        (read,) = scan.kingdoms
        assert read.sheet.total == score(kingdom).total or read.status == "check"
    assert [scan.status for scan in scans[:2]] == ["check", "check"]


def mistaken(sight: Sight, cell: Cell, looks: str, share: float, or_else: str) -> Sight:
    """Return the photo with a square that looks like another one with this probability."""
    (seen,) = sight.kingdoms
    probabilities = np.full(seen.evidence.probabilities.shape[-1], 1e-5)
    probabilities[LABELS.index(looks)] = share
    probabilities[LABELS.index(or_else)] = 1.0 - share
    every = seen.evidence.probabilities.copy()
    every[cell.row, cell.col] = probabilities / probabilities.sum()
    evidence = replace(seen.evidence, probabilities=every)
    return replace(sight, kingdoms=(replace(seen, evidence=evidence),))
