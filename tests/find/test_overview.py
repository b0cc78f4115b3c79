"""The finder's overview knows where its pixels lie in the photo."""

import cv2
import numpy as np
import pytest

from kscan.find.grid import Grid
from kscan.find.heatmap import LONG_SIDE, MARGIN
from kscan.find.homography import in_front, mapped
from kscan.find.overview import from_above, overview
from kscan.photo.records import Photo


def dotted(width: int, height: int, x: int, y: int) -> Photo:
    """Return a dark photo with a bright disk about the pixel x, y."""
    rows, cols = np.mgrid[0:height, 0:width]
    bright = np.hypot(cols - x, rows - y) < max(width, height) / 60
    return Photo("dot", np.where(bright[..., None], 255, 0).astype(np.uint8).repeat(3, axis=2))


@pytest.mark.parametrize(("width", "height"), [(4000, 2250), (973, 1138), (333, 200)])
def test_a_disk_is_where_the_map_says(width: int, height: int) -> None:
    x, y = width // 3, height // 4
    picture, to_photo = overview(dotted(width, height, x, y))
    assert max(picture.shape[:2]) == LONG_SIDE
    assert all(side % 32 == 0 for side in picture.shape[:2])
    inside = picture[MARGIN:, MARGIN:, 0]
    rows, cols = np.nonzero(inside > 200)
    middle = np.array([[cols.mean() + MARGIN, rows.mean() + MARGIN]])
    assert mapped(to_photo, middle)[0] == pytest.approx([x, y], abs=width / 480)


def table(*squares: tuple[int, int], leaning: float) -> tuple[Photo, Grid]:
    """Return a photo of white squares on a leaning table, and the grid of its first kingdom."""
    to_photo = np.array([[60.0, 5.0, 300.0], [4.0, 60.0, 500.0], [0.0, -leaning, 1.0]])
    photo = np.zeros((900, 1200, 3), np.uint8)
    for col, row in squares:
        ends = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) + np.array([col, row])
        cv2.fillConvexPoly(photo, np.rint(mapped(to_photo, ends)).astype(np.int32), (255,) * 3)
    return Photo("table", photo), Grid(to_photo, np.ones((5, 5)), 1.0)


def test_from_above_all_squares_are_alike() -> None:
    squares = ((1, 1), (9, -2), (8, 4))
    photo, kingdom = table(*squares, leaning=-0.06)
    seen = from_above(photo, kingdom)
    assert seen is not None
    picture, to_photo = seen
    assert all(side % 32 == 0 for side in picture.shape[:2])
    count, _, sizes, middles = cv2.connectedComponentsWithStats(
        (picture[..., 0] > 200).astype(np.uint8)
    )
    assert count == 1 + len(squares)
    assert sizes[1:, cv2.CC_STAT_AREA] == pytest.approx([24 * 24] * 3, rel=0.15)
    to_table = np.linalg.inv(kingdom.homography) @ to_photo
    found = {tuple(np.floor(place).astype(int)) for place in mapped(to_table, middles[1:])}
    assert found == set(squares)


@pytest.mark.parametrize("leaning", [0.0, 0.1, 0.2, 0.5])
def test_from_above_shows_nothing_beyond_the_horizon(leaning: float) -> None:
    photo, kingdom = table(leaning=-leaning)
    seen = from_above(photo, kingdom)
    if seen is None:
        assert leaning == 0.5
    else:
        height, width = seen[0].shape[:2]
        ends = np.array([[0.0, 0], [width, 0], [width, height], [0, height]])
        assert in_front(seen[1], ends)
