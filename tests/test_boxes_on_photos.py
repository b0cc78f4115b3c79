"""Composed photos of other boxes' games: a made-up edition, and a box that nobody named."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from kscan.cli import main
from kscan.game.box import BASE, Box
from kscan.game.boxes import GIANTS, parse_box
from kscan.game.kingdom import Kingdom
from kscan.game.scoring import score
from kscan.lab.compose import Composed, Hazard, Material, Recipe, compose
from kscan.lab.compose.giants import TWICE_CROWNED

# Half of its kinds of square are in no box that is sold.
MADE_UP = """\
# More crowns in the woods than in the mines.
1 F3 W0
2 L2 F0
3 W2 P0
4 P3 S0
5 S3 L0
A F2 M0  # letters are backs, too
B W2 L0
C P1 F0
D S1 W0
E M1 P0
""" + "".join(
    f"{number} {land} {beside}\n"
    for number, (land, beside) in enumerate(
        [(land, beside) for land in ("W0", "F0", "L0", "P0", "S0") for beside in ("W0", "F1", "L1")]
        * 2,
        6,
    )
)


def photographed(seed: int, box: Box, wanted: frozenset[int]) -> Composed:
    recipe = Recipe(1, 5, 900, frozenset({Hazard.DARK_TABLE}), box, wanted)
    return compose(np.random.default_rng(seed), Material.painted(), recipe)


def saved(made: Composed, folder: Path) -> Path:
    cv2.imwrite(str(folder / "photo.png"), made.pixels)
    return folder / "photo.png"


def answered(*arguments: object) -> dict[str, object]:
    result = CliRunner().invoke(main, [str(each) for each in (*arguments, "--json")])
    assert result.exit_code in (0, 3), result.stderr
    document: dict[str, object] = json.loads(result.stdout)
    return document


def the_kingdom(document: dict[str, object]) -> dict[str, object]:
    (photo,) = document["photos"]  # type: ignore[misc]
    (kingdom,) = photo["kingdoms"]
    return {**kingdom, "status": photo["status"], "said": photo["notes"]}


def land(kingdom: Kingdom) -> list[str]:
    return sorted(str(kingdom[cell]) for cell in kingdom.covered if not kingdom[cell].castle)


def read_land(kingdom: dict[str, object]) -> list[str]:
    squares: list[list[str]] = kingdom["squares"]  # type: ignore[assignment]
    return sorted(square for row in squares for square in row if square[0] not in "C.")


@pytest.fixture
def box_file(tmp_path: Path) -> Path:
    file = tmp_path / "mine.txt"
    file.write_text(MADE_UP)
    return file


def test_a_made_up_edition_is_tallied_by_its_own_box(box_file: Path, tmp_path: Path) -> None:
    box = parse_box(MADE_UP, "mine")
    kingdom = photographed(2, box, frozenset(range(1, 11))).kingdoms[0].kingdom
    text = tmp_path / "kingdom.txt"
    text.write_text(str(kingdom))
    (own,) = answered("tally", text, "--box", box_file)["kingdoms"]  # type: ignore[misc]
    (base,) = answered("tally", text)["kingdoms"]  # type: ignore[misc]
    assert (own["findings"], own["total"]) == ([], score(kingdom).total)
    assert len(own["dominoes"]) == 12
    assert {finding["code"] for finding in base["findings"]} >= {"unknown_square"}


@pytest.mark.parametrize("seed", [0, 2, 5, 6])
def test_a_photo_of_a_made_up_edition_is_read_by_its_own_box(
    seed: int, box_file: Path, tmp_path: Path
) -> None:
    made = photographed(seed, parse_box(MADE_UP, "mine"), frozenset(range(1, 11)))
    truth, photo = made.kingdoms[0].kingdom, saved(made, tmp_path)
    own = the_kingdom(answered("score", photo, "--box", box_file))
    assert (read_land(own), own["total"]) == (land(truth), score(truth).total)
    assert len(own["dominoes"]) == 12  # type: ignore[arg-type]
    assert {"F3", "P3", "S3", "L2"} & set(read_land(own))
    base = the_kingdom(answered("score", photo))
    assert base["status"] == "check"
    assert read_land(base) != land(truth)


@pytest.mark.parametrize("seed", [0, 1, 5])
def test_where_the_base_box_does_not_fit_a_photo_the_box_that_does_is_named(
    seed: int, tmp_path: Path
) -> None:
    made = photographed(seed, GIANTS, TWICE_CROWNED)
    photo, total = saved(made, tmp_path), score(made.kingdoms[0].kingdom).total
    base = the_kingdom(answered("score", photo))
    assert base["status"] == "check"
    assert base["said"] == ["All of this fits another box: giants."]
    told = CliRunner().invoke(main, ["score", str(photo), "--lang", "en"]).stdout
    assert told.count("* All of this fits another box: giants.") == 1
    giants = the_kingdom(answered("score", photo, "--box", "giants"))
    assert giants["total"] == total != base["total"]
    assert giants["said"] == []


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_no_other_box_is_named_where_the_base_box_fits(seed: int, tmp_path: Path) -> None:
    photo = saved(photographed(seed, BASE, frozenset()), tmp_path)
    base = the_kingdom(answered("score", photo))
    assert base["said"] == []
