"""The page's scorer gives the totals of kscan.game."""

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from kscan.game.kingdom import Cell, Kingdom, parse_kingdom
from kscan.game.quests import QUESTS
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.game.squares import CASTLE, EMPTY, KINDS, Square, parse_square
from kscan.game.variants import Variant
from kscan.tournament import report

SCRIPT = Path(report.__file__).parent / "templates" / "scoring.js"
KINGDOMS = 10_000
VARIANTS = (Variant.MIDDLE_KINGDOM, Variant.HARMONY)
OTHER = ("T0", "T1", "T0+1", "T1+2", "T0+3", "M3'", "M3''", "W1'", "T1+1'")  # of other boxes
OTHER_KINDS = tuple(map(parse_square, OTHER))
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="no node on this machine to run the script")


def totals(cases: list[dict[str, Any]]) -> list[int | None]:
    program = (
        f"const {{scoring}} = require({json.dumps(str(SCRIPT))});"
        "const cases = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "console.log(JSON.stringify(cases.map((one) => scoring(one.rows, one))));"
    )
    done = subprocess.run(
        [str(NODE), "-e", program],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=True,
    )
    return list(json.loads(done.stdout))


def rows(kingdom: Kingdom) -> list[list[str]]:
    return [[str(square) for square in row] for row in kingdom.squares]


def any_kingdom(draw: random.Random) -> Kingdom:
    """Return a block of any size: full, half empty or with a hole, mostly with one castle."""
    height, width = draw.choice([(5, 5), (7, 7), (draw.randint(1, 7), draw.randint(1, 7))])
    kinds = draw.sample((*KINDS, *OTHER_KINDS), draw.randint(1, 6))
    empty = draw.choice([0.0, 0.0, 0.03, 0.3])

    def square(_: Cell, __: Square) -> Square:
        return EMPTY if draw.random() < empty else draw.choice(kinds)

    blank = Kingdom(((EMPTY,) * width,) * height)
    castle = Cell(draw.randrange(height), draw.randrange(width))
    if draw.random() < 0.5:
        castle = Cell(height // 2, width // 2)
    filled = blank.replaced(square)
    if draw.random() < 0.05:
        return filled
    return filled.replaced(lambda cell, old: CASTLE if cell == castle else old)


def test_ten_thousand_kingdoms_score_the_same_in_the_page_as_in_the_game() -> None:
    draw = random.Random(24)
    cases, expected, bonuses, fulfilled = [], [], set(), set()
    for _ in range(KINGDOMS):
        kingdom = any_kingdom(draw)
        variants = frozenset(v for v in VARIANTS if draw.random() < 0.7)
        size = draw.choice([None, None, 5, 7])
        least = draw.choice([5, 7])
        shown = kingdom.trimmed().size
        quests = tuple(draw.sample(QUESTS, draw.choice([0, 2]))) if not variants else ()
        sheet = score(kingdom, Rules(variants, size or max(shown, least), quests=quests))
        cases.append(
            {
                "rows": rows(kingdom),
                "variants": [variant.value for variant in variants],
                "quests": [str(quest) for quest in quests],
                "size": size,
                "least": least,
            }
        )
        expected.append(sheet.total)
        bonuses |= set(sheet.bonuses.items())
        fulfilled |= {(one.quest, one.points > 0) for one in sheet.quests}
    assert totals(cases) == expected
    assert {(variant, points > 0) for variant, points in bonuses} == {
        (variant, earned) for variant in VARIANTS for earned in (True, False)
    }
    assert fulfilled == {(quest, earned) for quest in QUESTS for earned in (True, False)}


def test_a_giant_covers_a_crown_and_a_building_has_one() -> None:
    assert totals([{"rows": [["M2'", "C"]]}, {"rows": [["M2''", "M1"]]}]) == [1, 2]
    assert totals([{"rows": [["T0+1", "C"]]}, {"rows": [["T0+2", "T0"]]}]) == [1, 4]


def test_what_only_kscan_knows_has_no_total() -> None:
    assert totals([{"rows": [["X1", "C"]]}]) == [None]


def test_an_empty_block_scores_nothing() -> None:
    harmony = {"rows": [["."]], "variants": ["middle_kingdom", "harmony"]}
    assert totals([harmony]) == [0]
    assert score(parse_kingdom("."), Rules(frozenset(VARIANTS))).total == 0
