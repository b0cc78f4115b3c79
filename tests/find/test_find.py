"""Kingdoms are found in real photos, and none where there is none."""

from pathlib import Path

import numpy as np
import pytest

from kscan.errors import UsageError
from kscan.find import find, from_corners
from kscan.lab.evaluate.find import board_cases, photo_cases
from kscan.lab.train_finder.judge import judged
from kscan.photo import read
from kscan.photo.records import Photo

SQUARE = [[100, 100], [400, 100], [400, 400], [100, 400]]


def plain(width: int = 500, height: int = 500, grey: int = 130) -> Photo:
    return Photo("plain", np.full((height, width, 3), grey, np.uint8))


def test_the_grid_of_every_raw_photo_is_right(shared: Path) -> None:
    for case in photo_cases(shared / "photos"):
        (verdict,) = judged(case.truths, find(case.photo))
        assert verdict.error < 0.03, case.photo.name
        assert verdict.wrong_fields <= 1, case.photo.name  # the square reader sees them, too


def test_a_kingdom_that_fills_the_photo_is_found(shared: Path) -> None:
    cases = list(board_cases(shared / "photos"))[::9]
    assert all(judged(case.truths, find(case.photo))[0].seen for case in cases)


@pytest.mark.parametrize(("width", "height"), [(500, 400), (40, 40), (7, 900), (1, 1)])
def test_a_plain_picture_holds_no_kingdom(width: int, height: int) -> None:
    assert find(plain(width, height)) == ()


def test_noise_holds_no_kingdom() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (480, 640, 3), dtype=np.uint8)
    assert find(Photo("noise", noise)) == ()


def test_no_window_is_larger_than_seven(shared: Path) -> None:
    for name in ("duel_a.jpg", "partial_a.png"):
        for grid in find(read(shared / "photos" / "full" / name)):
            assert max(grid.rows, grid.cols) <= 7
            assert grid.covered.shape == (grid.rows, grid.cols)
            assert 0 <= grid.covered.min() <= grid.covered.max() <= 1


def test_corners_by_hand_are_taken_as_they_are() -> None:
    grid = from_corners(plain(), SQUARE, size=5)
    assert np.allclose(grid.corners(), SQUARE, atol=1e-6)
    assert (grid.rows, grid.cols) == (5, 5)


def test_corners_go_clockwise_whichever_way_they_are_given() -> None:
    """A kingdom that is read mirrored has its dominoes the wrong way around."""
    grid = from_corners(plain(), [SQUARE[0], *reversed(SQUARE[1:])], size=5)
    assert np.allclose(grid.corners(), SQUARE, atol=1e-6)
    assert np.linalg.det(grid.homography) > 0


@pytest.mark.parametrize(("across", "down"), [(5000, 5000), (-400, 0), (260, 0), (0, -300)])
def test_corners_of_a_block_that_lies_mostly_outside_the_photo_are_refused(
    across: int, down: int
) -> None:
    moved = [[x + across, y + down] for x, y in SQUARE]
    with pytest.raises(UsageError, match="outside the photo, which is 500 x 500 pixels"):
        from_corners(plain(), moved)


@pytest.mark.parametrize(("across", "down"), [(-110, 0), (0, 200), (-120, -120)])
def test_corners_may_lie_a_little_outside_the_photo(across: int, down: int) -> None:
    moved = [[x + across, y + down] for x, y in SQUARE]
    assert np.allclose(from_corners(plain(), moved).corners(), moved, atol=1e-6)


def test_corners_may_span_fewer_rows() -> None:
    grid = from_corners(plain(), SQUARE, rows=3, cols=7)
    assert grid.covered.shape == (3, 7)


@pytest.mark.parametrize(
    "corners",
    [
        SQUARE[:3],
        [[0, 0], [10, 10], [10, 0], [0, 10]],
        [[0, 0], [1, 0], [2, 0], [3, 0]],
        [[0, 0], [0, 0], [9, 9], [0, 9]],  # one named twice
        [[0, 0], [9, 0], [2, 2], [0, 9]],  # a dent
        [[0, 0], [1, float("nan")], [2, 2], [0, 2]],
    ],
)
def test_what_are_no_corners_is_refused(corners: list[list[float]]) -> None:
    with pytest.raises(UsageError):
        from_corners(plain(), corners)
