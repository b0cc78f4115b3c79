"""What the kingdoms of one game on photos have together: the grid, and what they break."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from kscan.game.gamefile import parse_game
from kscan.game.kingdom import Kingdom
from kscan.game.rules import Fault
from kscan.game.scoring import Variant
from kscan.report.scan_json import document
from kscan.report.scan_text import report
from kscan.scan import Scan, judge
from kscan.sight import Sight
from kscan.training.evaluation.answers import class_of
from kscan.vision.records import CLASSES, Evidence, Lattice, Photo

HARMONY = frozenset({Variant.HARMONY})


def sight_of(kingdom: Kingdom) -> Sight:
    """A photo on which every square of `kingdom` is clear."""
    shape = (kingdom.rows, kingdom.cols)
    probabilities = np.full((*shape, len(CLASSES)), 1e-4)
    for cell in kingdom.cells():
        probabilities[cell.row, cell.col, class_of(kingdom[cell])] = 1.0
    probabilities /= probabilities.sum(2, keepdims=True)
    seen = Evidence(probabilities, np.full((*shape, 4), 0.25))
    photo = Photo("photo.jpg", np.zeros((9, 9, 3), np.uint8))
    return Sight(photo, (Lattice(np.eye(3), np.ones(shape), 0.9),), (seen,))


def played(samples: Path, *names: str, variants: frozenset[Variant] = HARMONY) -> Sequence[Scan]:
    """The kingdoms of these samples, as if they had played one game."""
    answers = [(samples / f"{name}.answer.txt").read_text() for name in names]
    kingdoms = [one.kingdom for answer in answers for one in parse_game(answer, "")]
    return judge([sight_of(kingdom) for kingdom in kingdoms], variants=variants)


def test_two_who_play_share_the_grid_that_one_of_them_shows(samples: Path) -> None:
    (alone,) = played(samples, "castle")
    assert alone.kingdoms[0].sheet.bonuses == {Variant.HARMONY: 5}
    _, small = (scan.kingdoms[0] for scan in played(samples, "duel", "castle"))
    assert (small.sheet.size, small.sheet.bonuses) == (7, {Variant.HARMONY: 0})
    assert small.reading.total == small.sheet.total


def test_a_duel_of_three_is_said_and_needs_a_look(samples: Path) -> None:
    scans = played(samples, "duel", "castle", "gaps")
    duel, *others = (scan.kingdoms[0] for scan in scans)
    assert Fault.DUEL_OF_MORE in {finding.code for finding in duel.conflicts}
    assert duel.status == "check"
    assert all(Fault.DUEL_OF_MORE not in {f.code for f in one.conflicts} for one in others)
    said = "Players: 3; the Mighty Duel is for 2."
    assert said in report(scans, ranked=True, lang="en")
    found = document(scans, ranked=True, together=True, lang="en")["findings"]
    assert said in [finding["sentence"] for finding in found]


@pytest.mark.parametrize("together", [True, False])
def test_one_kingdom_breaks_nothing_with_others(samples: Path, together: bool) -> None:
    (alone,) = played(samples, "castle")
    assert alone.kingdoms[0].conflicts == alone.findings == ()
    assert "findings" not in document([alone], ranked=True, together=together)
