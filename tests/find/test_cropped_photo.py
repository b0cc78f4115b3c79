"""A photo that was cut to the kingdom's outline says where its corners are."""

import numpy as np

from kscan.find.block import BoundingBox
from kscan.find.homography import mapped
from kscan.find.photo_edge import snapped_to_frame
from kscan.photo.records import Photo

PHOTO = Photo("cut", np.zeros((500, 500, 3), np.uint8))
BLOCK = BoundingBox(2, 2, 5, 5)
ENDS = np.array([[2.0, 2.0], [7.0, 2.0], [7.0, 7.0], [2.0, 7.0]])


def grid(side: float, x: float, y: float) -> np.ndarray:
    """Squares of `side` pixels; the block's first corner lies at x, y."""
    return np.array([[side, 0, x - 2 * side], [0, side, y - 2 * side], [0, 0, 1.0]])


def test_a_grid_near_the_frame_goes_half_way_to_it() -> None:
    agreed = snapped_to_frame(PHOTO, grid(100, 9.5, -6.5), BLOCK)
    assert np.allclose(mapped(agreed, ENDS)[0], [4.5, -3.5])


def test_a_grid_with_table_around_it_stays() -> None:
    seen = grid(90, 25, 25)
    assert snapped_to_frame(PHOTO, seen, BLOCK) is seen


def test_a_turned_grid_near_the_frame_keeps_its_turn() -> None:
    turned = np.array([[0, -100, 699.5], [100, 0, -200.5], [0, 0, 1.0]])
    assert np.allclose(mapped(snapped_to_frame(PHOTO, turned, BLOCK), ENDS), mapped(turned, ENDS))
