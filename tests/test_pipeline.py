"""The pipeline as a library."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

import kscan
from kscan import find
from kscan.corrections.kingdom_file import parse, render
from kscan.errors import UsageError
from kscan.evidence import CLASSES, Evidence, widened
from kscan.find.grid import Grid
from kscan.game.kingdom import parse_kingdom
from kscan.game.variants import Variant
from kscan.lab.evaluate.answers import class_of
from kscan.locale import LANGUAGES, words
from kscan.photo.records import Photo
from kscan.pipeline import scan_game
from kscan.read import reader
from kscan.records import Scan
from kscan.remarks import GRID, remark
from kscan.sight import see

HAMLET = parse_kingdom("L1 F0 F0 L1 W0\nP0 P0 F0 W0 W0\nP0 F0 Cy M2 F1")


@pytest.fixture(autouse=True)
def eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every photo shows the hamlet, in a window of 5 x 5; its corners fit 5 x 5 better than 7."""
    homography = np.array([[20.0, 0, 5], [0, 20, 5], [0, 0, 1]])

    def found(photo: Photo) -> tuple[Grid, ...]:
        return () if photo.pixels.mean() < 80 else (Grid(homography, np.full((5, 5), 0.5), 0.9),)

    def from_corners(photo: Photo, corners: object, size: int = 5) -> Grid:
        del photo, corners
        return Grid(homography, np.full((size, size), 0.5), 1.0)

    def read(photo: Photo, grids: Sequence[Grid]) -> tuple[Evidence, ...]:
        del photo
        return tuple(_hamlet(one) for one in grids)

    monkeypatch.setattr(find, "find", found)
    monkeypatch.setattr(find, "from_corners", from_corners)
    monkeypatch.setattr(reader, "read", read)


def _hamlet(window: Grid) -> Evidence:
    shape = (window.rows, window.cols)
    clear = 1.0 if window.rows == 5 else 0.5
    probabilities = np.full((*shape, len(CLASSES)), 0.001 if clear == 1.0 else 0.02)
    for row, col in np.ndindex(shape):
        probabilities[row, col, class_of(HAMLET[row - 1, col])] = clear
    probabilities /= probabilities.sum(2, keepdims=True)
    return Evidence(widened(probabilities), np.full((*shape, 4), 0.25))


def picture(light: int = 200) -> bytes:
    return cv2.imencode(".png", np.full((120, 120, 3), light, np.uint8))[1].tobytes()


def test_a_total_in_one_line(tmp_path: Path) -> None:
    photo = tmp_path / "photo.png"
    photo.write_bytes(picture())
    assert (
        kscan.scan(photo).kingdoms[0].sheet.total == kscan.scan(str(photo)).kingdoms[0].sheet.total
    )
    assert kscan.scan(picture()).kingdoms[0].reading.kingdom.rows == 3


def test_scan_is_a_plain_function_with_help() -> None:
    import inspect

    import kscan.pipeline

    assert inspect.isfunction(kscan.scan)
    assert "variants" in inspect.signature(kscan.scan).parameters
    assert (kscan.scan.__doc__ or "").startswith("Read and score")


def test_a_scan_gives_its_json_and_its_picture_without_the_photo(tmp_path: Path) -> None:
    photo = tmp_path / "photo.png"
    photo.write_bytes(picture())
    found = kscan.scan(photo)
    photo.unlink()
    entry = found.to_dict()
    assert (entry["schema"], entry["status"]) == ("kscan/1", found.status)
    assert entry["kingdoms"][0]["total"] == found.kingdoms[0].sheet.total
    assert found.picture().startswith(b"\xff\xd8")


def test_the_grid_is_cropped_to_the_block() -> None:
    kingdom = kscan.scan(picture()).kingdoms[0]
    assert (kingdom.grid.rows, kingdom.grid.cols) == (3, 5)
    assert kingdom.grid.corners().tolist()[0] == [5.0, 25.0]


def test_a_photo_without_a_kingdom_has_an_error_and_no_kingdoms() -> None:
    found = kscan.scan(picture(20))
    assert (found.status, found.kingdoms) == ("failed", ())
    assert found.error is not None
    assert found.error.code == "no_kingdom"


def test_a_missing_file_is_an_answer_too(tmp_path: Path) -> None:
    found = kscan.scan(tmp_path / "nowhere.jpg")
    assert found.error is not None
    assert found.error.code == "not_found"


def test_a_name_too_long_for_corrections_beside_it_is_read(tmp_path: Path) -> None:
    photo = tmp_path / f"{'a' * 246}.png"
    photo.write_bytes(picture())
    assert kscan.scan(photo).error is None


def test_corners_without_a_size_are_cut_as_they_read_clearest() -> None:
    found = kscan.scan(picture(20), corners=[(5, 5), (105, 5), (105, 105), (5, 105)])
    assert found.kingdoms[0].reading.kingdom.cols == 5


def test_variants_may_be_named(tmp_path: Path) -> None:
    del tmp_path
    assert kscan.scan(picture(), variants=["harmony"]).kingdoms[0].sheet.bonuses == {
        Variant.HARMONY: 0
    }
    assert kscan.scan(picture(), variants=[Variant.MIGHTY_DUEL]).kingdoms[0].sheet.size == 7


@pytest.mark.parametrize("size", [0, 6, -5])
def test_a_grid_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(UsageError):
        kscan.scan(picture(), size=size)


def test_the_photos_of_a_game_come_back_in_their_order() -> None:
    scans = scan_game([picture(), picture(20), picture()])
    assert [scan.status == "failed" for scan in scans] == [False, True, False]


def test_an_unclear_grid_needs_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    from kscan import photo

    grid = see(photo.load(picture(), "photo")).kingdoms[0].grid
    unclear = Grid(grid.homography, grid.covered, 0.3)
    monkeypatch.setattr(find, "find", lambda _: (unclear,))
    found = kscan.scan(picture())
    assert found.status == "check"
    assert [said.code for said in found.kingdoms[0].said(GRID)] == ["unclear"]
    assert "#: look at the whole kingdom" in render("table.jpg", found, "0" * 64, words("en"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_saved_reading_is_explained_in_the_readers_language(lang: str) -> None:
    text = render("table.jpg", kscan.scan(picture()), "0" * 64, words(lang))
    assert ("run kscan on it again" in text.splitlines()[0]) == (lang == "en")
    assert len(parse(text).kingdoms) == 1


def test_a_photo_whose_file_is_damaged_is_never_called_sure() -> None:
    whole = Scan("table.jpg", 1600, 1200)
    assert whole.status == "ok"
    assert replace(whole, remarks=(remark("damaged"),)).status == "check"
