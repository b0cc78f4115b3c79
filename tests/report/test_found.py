"""What was found on a photo: what it is called, and when a person should look."""

import json

import cv2
import numpy as np
import pytest

from kscan.errors import PhotoError
from kscan.find.grid import Grid
from kscan.game.kingdom import Cell
from kscan.locale import words
from kscan.photo.records import Photo
from kscan.report.found import (
    Found,
    describe,
    document,
    doubtful,
    grid_picture,
    lines,
    tight,
)


def grid(covered: list[list[float]], quality: float = 0.9, *notes: str) -> Grid:
    """Squares of 40 pixels, the first of them at 30, 50."""
    homography = np.array([[40.0, 0.0, 30.0], [0.0, 40.0, 50.0], [0.0, 0.0, 1.0]])
    return Grid(homography, np.array(covered), quality, notes)


SURE = grid([[0.99, 0.97], [0.95, 0.01]])
UNSURE = grid([[0.99, 0.97], [0.5, 0.01]])


def test_a_field_is_laid_or_bare_or_in_doubt() -> None:
    row = grid([[0.0, 0.2, 0.5, 0.8]])
    assert row.surely_empty.tolist() == [[True, True, False, False]]
    assert row.surely_covered.tolist() == [[False, False, False, True]]
    assert doubtful(row) == (Cell(0, 2),)


def test_the_doubtful_fields_are_named() -> None:
    assert doubtful(SURE) == ()
    assert doubtful(UNSURE) == (Cell(1, 0),)


def test_empty_edges_are_cut_off_and_doubtful_ones_kept() -> None:
    wide = grid([[0.0, 0.1, 0.0], [0.0, 0.9, 0.5], [0.1, 0.9, 0.0]])
    cut = tight(wide)
    assert (cut.rows, cut.cols) == (2, 2)
    np.testing.assert_allclose(cut.corners()[0], (70, 90))
    assert tight(SURE).covered.shape == (2, 2)
    nothing = grid([[0.0, 0.1]])
    assert tight(nothing) is nothing


def test_a_grid_is_described_in_a_few_words() -> None:
    assert describe(SURE, words("en")) == "2 x 2, 3 covered, quality 0.90"
    cut = grid([[0.9, 0.5]], 0.5, "partly_outside")
    expected = "1 x 2, 1 covered, 1 in doubt, quality 0.50, partly outside the photo"
    assert describe(cut, words("en")) == expected


def test_each_kingdom_has_a_line_with_its_corners() -> None:
    found = Found("a.jpg", 200, 300, (SURE, UNSURE))
    first, second = lines(found, "a.jpg", words("en"))
    assert first.endswith("corners 30,50 110,50 110,130 30,130")
    assert second.startswith("a.jpg: kingdom 2: 2 x 2")


@pytest.mark.parametrize(
    ("found", "status"),
    [
        (Found("a", 9, 9, (SURE,)), "ok"),
        (Found("a", 9, 9, (grid([[0.9]], 0.9, "corners_given"),)), "ok"),
        (Found("a", 9, 9, (SURE, UNSURE)), "check"),
        (Found("a", 9, 9, (grid([[0.9]], 0.3),)), "check"),
        (Found("a", 9, 9, (grid([[0.9]], 0.9, "partly_outside"),)), "check"),
        (Found("a", 9, 9, (SURE,), ("the file is damaged",)), "check"),
        (Found("a", error=PhotoError("empty_file", "a: the file is empty.")), "failed"),
    ],
)
def test_the_status_says_whether_a_person_should_look(found: Found, status: str) -> None:
    assert found.status == status


def test_the_document_holds_every_photo_and_is_plain_json() -> None:
    error = PhotoError("empty_file", "b: the file is empty.")
    written = document([Found("a", 200, 300, (UNSURE,), ("note",)), Found("b", error=error)])
    assert json.loads(json.dumps(written)) == {
        "schema": "kscan-find/1",
        "photos": [
            {
                "photo": "a",
                "width": 200,
                "height": 300,
                "status": "check",
                "error": None,
                "kingdoms": [
                    {
                        "rows": 2,
                        "cols": 2,
                        "corners": [[30, 50], [110, 50], [110, 130], [30, 130]],
                        "covered": [[0.99, 0.97], [0.5, 0.01]],
                        "doubts": [{"row": 1, "col": 0}],
                        "quality": 0.9,
                        "notes": [],
                    }
                ],
                "notes": ["note"],
            },
            {
                "photo": "b",
                "width": 0,
                "height": 0,
                "status": "failed",
                "error": {"code": "empty_file", "message": "b: the file is empty."},
                "kingdoms": [],
                "notes": [],
            },
        ],
    }


def grey(height: int, width: int) -> Photo:
    return Photo("grey", np.full((height, width, 3), 128, np.uint8))


def drawn(photo: Photo, *grids: Grid) -> np.ndarray:
    pixels = cv2.imdecode(np.frombuffer(grid_picture(photo, grids), np.uint8), 1)
    assert pixels is not None
    return pixels


def test_the_picture_shows_grid_and_doubts_where_they_are() -> None:
    photo = grey(300, 200)
    changed = np.abs(drawn(photo, UNSURE).astype(int) - 128).max(axis=2) > 40
    assert changed[50, 40:100].mean() > 0.9, "the upper edge"
    assert changed[60:80, 110].mean() > 0.9, "the right edge"
    assert changed[104:116, 40:60].any(), "the doubtful field says how likely it is"
    assert not changed[60:80, 45:60].any(), "a covered field stays to be seen"
    assert not changed[250:, 150:].any(), "the table stays as it is"
    assert (photo.pixels == 128).all(), "the photo itself is not drawn on"


def test_a_large_photo_is_drawn_smaller() -> None:
    assert max(drawn(grey(4000, 6000)).shape) == 3000
    assert drawn(grey(300, 200)).shape == (300, 200, 3)


def test_a_grid_far_outside_the_photo_is_no_trouble() -> None:
    homography = np.array([[4e6, 0.0, -8e6], [0.0, 4e6, 9e6], [0.0, 0.0, 1.0]])
    assert drawn(grey(300, 200), Grid(homography, np.ones((7, 7)), 1.0)).shape == (300, 200, 3)
