"""Generated parts of pages are what they are made from, and the reports are those that ship."""

import json
import re
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from kscan.cli import main
from kscan.cli.demo import sample
from kscan.lab.documents import accuracy, speed
from kscan.lab.documents.blocks import ACCURACY, BLOCKS, CHECKOUT, Block
from kscan.lab.documents.samples import PICTURE
from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.parts import weights_under


def recorded(file: Path) -> dict[str, dict[str, object]]:
    if not file.exists():
        pytest.skip(f"{file.name} has not been recorded")
    content: dict[str, dict[str, object]] = json.loads(file.read_text(encoding="utf-8"))
    return content


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.page} {block.name}")
def test_a_generated_part_is_what_it_is_made_from(block: Block) -> None:
    page = (CHECKOUT / block.page).read_text(encoding="utf-8")
    now = block.renewed(page)
    if block.name in ("sample", "game"):  # another processor or OpenCV rounds odds differently
        page, now = map(_without_odds, (page, now))
    assert page == now, "python -m kscan.lab.documents"


def test_a_page_without_its_markers_is_refused() -> None:
    with pytest.raises(ValueError, match="0 parts"):
        BLOCKS[0].renewed("nothing here")


def test_the_picture_shows_the_sample_as_it_is_read_now(tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.jpg"
    CliRunner().invoke(main, ["score", "-q", str(sample()), "--picture", str(drawn)])
    shown, now = (cv2.imread(str(each)) for each in (CHECKOUT / PICTURE, drawn))
    assert shown is not None
    assert now is not None
    # A label that moves or changes makes a hundred pixels of a million differ by more.
    assert (cv2.absdiff(shown, now) > 60).sum() < 300, "python -m kscan.lab.documents"


def test_the_figures_are_those_of_the_weights_that_ship() -> None:
    for part, figures in recorded(ACCURACY).items():
        measured: dict[str, str] = figures["made"]["shipped"]  # type: ignore[index]
        assert weights_under(part, measured) == weights_under(part, Models().hashes()), part


def test_figures_come_from_weights_that_had_not_seen_the_pictures() -> None:
    for part, figures in recorded(ACCURACY).items():
        assert figures["made"]["honest"], part  # type: ignore[index]


def test_a_part_that_was_not_measured_has_no_line() -> None:
    group = {"n": 10, "accuracy": 0.9}
    calibration = {"sure": 9, "sure_right": 1.0, "expected_error": 0.01}
    squares = {"n": 10, "accuracy": 0.9, "terrain": 1.0, "groups": {"day": group}}
    squares |= {"calibration": calibration, "made": {"date": "today", "commit": "abc"}}
    lines = list(accuracy.tables({"squares": squares}))
    assert sum(line.startswith("| ") for line in lines) == 2
    assert "| 10 | 90.00 % | 59.6 to 98.2 % | 100.00 % |" in lines[2]


def test_whole_photos_are_told_with_what_nobody_was_warned_of() -> None:
    one = {"n": 40, "totals": 0.95, "check": 0.1, "silently_wrong": 2}
    tiles = ("photographed tiles", "scanned tiles", "painted tiles")
    sorts = {f"{each}, no hand": {**one, "clear": one} for each in tiles} | {"a hand over it": one}
    composed = {"single": {"by_sort": sorts}, "games": {"together": one}}
    made = {"date": "today", "commit": "abc"}
    lines = list(accuracy.whole_photos({"composed": composed, "made": made}))
    told = "| 40 | 95.00 % | 83.5 to 98.6 % | 10.00 % | 2 |"
    assert [line for line in lines if told in line] == lines[2:9]
    assert "Measured on today at commit abc." in lines[10]


def test_a_stage_without_a_floor_has_none_on_the_page() -> None:
    figures = {
        "stages.decode": {"value": 20.04, "note": ""},
        "stages.decode.floor": {"value": 0.2, "note": "8 MB"},
        "stages.decode.ratio": {"value": 100.2, "note": ""},
        "stages.grow": {"value": 5.0, "note": ""},
        "stages.layers.wide": {"value": 64.0, "note": ""},
    }
    made = {"date": "today", "commit": "abc", "opencv": "5", "cores": 2, "processor": "", "load": 0}
    report = {"made": made, "figures": figures}
    lines = list(speed.stages(report))
    assert "| Decoding the JPEG, at half its size | 20 |  | 0.2 | 100 | 8 MB |" in lines
    assert "| Growing grids | 5 |  |  |  |  |" in lines
    assert "on 2 cores of an unnamed processor" in lines[-1]
    assert "| 3 x 3, of 64 maps or more | 64 |  |  |  |" in list(speed.layers(report))


def _without_odds(text: str) -> str:
    """Leave the probabilities out."""
    return re.sub(r"(?:[<>] )?[\d.]+ %", "so many %", text)
