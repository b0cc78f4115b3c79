"""Each quest's points and the squares that earn them: on sheet, picture and page."""

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from kscan.find.grid import Grid
from kscan.game.boxes import GIANTS
from kscan.game.kingdom import Kingdom, parse_kingdom
from kscan.game.quests import parse_quest
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.infer import infer_kingdoms
from kscan.lab.evaluate.standin import evidence_of
from kscan.photo.records import Photo
from kscan.pipeline import score_game
from kscan.records import Scan, SeenKingdom, Sight
from kscan.report.picture import picture
from kscan.report.text import score_sheet

KINGDOM = """
L1 W0 W0 W0 L0
W0 W0 F1 W0 W0
P0 P0 Cb F0 F0
P0 M2 F1 F0 F0
L1 L0 L0 L0 S0
"""
SIDE = 100  # pixels of a square


def rules(*quests: str) -> Rules:
    return Rules(box=GIANTS, quests=tuple(map(parse_quest, quests)))


def sheet_lines(*quests: str, text: str = KINGDOM) -> Iterator[str]:
    sheet = score(parse_kingdom(text), rules(*quests))
    return (line.strip() for line in score_sheet(sheet, lang="en").splitlines())


@pytest.mark.parametrize(
    ("quest", "row", "places"),
    [
        ("harmony", "Harmony 5", "r0c0, r0c1"),
        ("middle-kingdom", "Middle Kingdom 10", "Middle Kingdom: r2c2."),
        ("four-corners=lake", "Four Corners (lakes) 15", "(lakes): r0c0, r0c4, r4c0."),
        ("local-business=mine", "Local Business (mines) 5", "Local Business (mines): r3c1."),
        ("bleak-king", "Bleak King 10", "Bleak King: r0c1, r0c2, r0c3, r1c0, r1c1, r1c3, r1c4."),
    ],
)
def test_a_sheet_lists_points_and_squares(quest: str, row: str, places: str) -> None:
    text = KINGDOM.replace("F1 W0 W0", "W0 W0 W0") if quest == "bleak-king" else KINGDOM
    if quest == "bleak-king":
        places = "Bleak King: r0c1, r0c2, r0c3, r1c0, r1c1, r1c2, r1c3, r1c4."
    lines = [*sheet_lines(quest, text=text)]
    assert row in [" ".join(line.split()) for line in lines]
    assert places in " ".join(lines)


def test_a_quest_that_earns_nothing_has_no_squares() -> None:
    told = " ".join(sheet_lines("lost-corner"))
    assert "Lost Corner" in told
    assert "Lost Corner:" not in told


def scanned(kingdom: Kingdom, *quests: str) -> Scan:
    grid = Grid(np.diag([SIDE, SIDE, 1.0]), np.ones((kingdom.rows, kingdom.cols)), 1.0)
    moved = np.array([[1.0, 0.0, SIDE], [0.0, 1.0, SIDE], [0.0, 0.0, 1.0]]) @ grid.homography
    evidence = evidence_of(kingdom, np.random.default_rng(0), 1e-6)
    seen = SeenKingdom(Grid(moved, grid.covered, 1.0), evidence)
    sight = Sight("a.jpg", 7 * SIDE, 8 * SIDE, (seen,))
    (found,) = score_game([sight], rules(*quests))
    return found


def test_a_picture_marks_the_squares_of_each_quest_and_lists_their_points() -> None:
    kingdom = parse_kingdom(KINGDOM)
    assert infer_kingdoms([evidence_of(kingdom, np.random.default_rng(0), 1e-6)])
    blank = Photo("a.jpg", np.full((8 * SIDE, 7 * SIDE, 3), 128, np.uint8))
    without, with_quest = (
        cv2.imdecode(np.frombuffer(picture(blank, found.kingdoms), np.uint8), cv2.IMREAD_COLOR)
        for found in (scanned(kingdom), scanned(kingdom, "four-corners=lake", "lost-corner"))
    )
    changed = (np.abs(without.astype(int) - with_quest).max(axis=2) > 60).astype(np.uint8)
    squares = changed.reshape(8, SIDE, 7, SIDE).sum(axis=(1, 3)) > 100
    marked = {(int(r) - 1, int(c) - 1) for r, c in np.argwhere(squares[1:6, 1:6]) + 1}
    assert marked == {(0, 0), (0, 4), (4, 0)}
    assert squares[6].any()  # the list, below the block
