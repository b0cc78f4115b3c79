"""The sample photos: right answers, games really built, and nothing hidden in the files."""

import re
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from kscan.errors import UsageError
from kscan.game.covering import cover_game
from kscan.game.kingdom import Kingdom, parse_kingdom
from kscan.game.squares import CastleColor
from kscan.lab.compose import ComposedKingdom
from kscan.lab.samples import (
    LARGEST,
    SAMPLES,
    Sample,
    answer,
    as_shown,
    composed_sample,
    main,
    paint_samples,
)

NAMES = [sample.name for sample in SAMPLES]
SMALL = replace(SAMPLES[0], recipe=replace(SAMPLES[0].recipe, long_side=240))


def kingdoms_of(samples: Path, name: str) -> list[Kingdom]:
    text = (samples / f"{name}.answer.txt").read_text(encoding="utf-8")
    return [parse_kingdom(part) for part in re.split(r"^#.*$", text, flags=re.M) if part.strip()]


def composed(text: str, turned: float) -> ComposedKingdom:
    """Return a kingdom whose grid is turned clockwise in the photo by `turned` degrees."""
    kingdom = parse_kingdom(text)
    c, s = np.cos(np.radians(turned)), np.sin(np.radians(turned))
    grid = np.array([[c, -s, 50.0], [s, c, 50.0], [0.0, 0.0, 1.0]])
    shape = (kingdom.rows, kingdom.cols)
    squares = np.zeros((*shape, 4, 2))
    return ComposedKingdom(
        kingdom,
        grid,
        squares,
        np.ones(shape),
        np.ones(shape),
        (),
        np.zeros((shape[0] + 2, shape[1] + 2)),
    )


def test_there_is_one_picture_for_each_answer_and_nothing_else(samples: Path) -> None:
    expected = {f"{name}{end}" for name in NAMES for end in (".jpg", ".answer.txt")}
    assert {file.name for file in samples.iterdir() if file.suffix != ".md"} == expected
    assert len(NAMES) >= 8


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_is_a_game_of_one_box_built_by_the_rules(samples: Path, name: str) -> None:
    kingdoms = kingdoms_of(samples, name)
    coverings = cover_game(kingdoms)
    assert coverings is not None
    assert all(covering.buildable for covering in coverings)


@pytest.mark.parametrize("sample", SAMPLES, ids=NAMES)
def test_an_answer_has_the_kingdoms_of_its_recipe(samples: Path, sample: Sample) -> None:
    kingdoms = kingdoms_of(samples, sample.name)
    assert len(kingdoms) == sample.recipe.kingdoms
    for kingdom in kingdoms:
        assert kingdom == kingdom.trimmed()
        assert kingdom.size == sample.recipe.size
        assert sample.least <= len(kingdom.covered) <= sample.most
        assert kingdom[kingdom.castles[0]].color in CastleColor


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_a_small_jpeg_without_exif(samples: Path, name: str) -> None:
    data = (samples / f"{name}.jpg").read_bytes()
    assert len(data) < LARGEST
    assert b"Exif" not in data
    assert b"http://ns.adobe.com" not in data
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert max(picture.shape) == 1600


def test_the_same_sample_is_painted_again() -> None:
    first, second = composed_sample(SMALL), composed_sample(SMALL)
    assert np.array_equal(first.pixels, second.pixels)
    assert answer(first.kingdoms) == answer(second.kingdoms)


def test_samples_are_written_once_and_replaced_only_when_asked(tmp_path: Path) -> None:
    told: list[str] = []
    (picture,) = paint_samples(tmp_path, [SMALL], told=told.append)
    before = picture.read_bytes()
    assert parse_kingdom(picture.with_suffix(".answer.txt").read_text(encoding="utf-8"))
    assert len(told) == 1
    with pytest.raises(UsageError, match="exists already"):
        paint_samples(tmp_path, [SMALL])
    paint_samples(tmp_path, [SMALL], replace=True)
    assert picture.read_bytes() == before


def test_an_unknown_sample_is_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([str(tmp_path), "--only", "castel"]) == 2
    assert "no sample 'castel'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("turned", "shown"),
    [
        (0, "W0 F0\nL0 Cb"),
        (25, "W0 F0\nL0 Cb"),
        (90, "L0 W0\nCb F0"),
        (-80, "F0 Cb\nW0 L0"),
        (180, "Cb L0\nF0 W0"),
    ],
)
def test_an_answer_shows_the_kingdom_as_the_photo_does(turned: float, shown: str) -> None:
    assert str(as_shown(composed("W0 F0\nL0 Cb", turned))) == shown


def test_several_kingdoms_stand_under_their_colours() -> None:
    two = [composed("W0 W0 Cp", 0), composed("Cg F0 F0", 0)]
    assert answer(two) == "# pink\nW0 W0 Cp\n\n# green\nCg F0 F0\n"
