"""A kingdom at the photo's edge: cut by it, or one that may go on where nothing is seen."""

import numpy as np
import pytest

from kscan.find.photo_edge import MAY_GO_ON, PARTLY_OUTSIDE, edge_notes
from kscan.photo.records import Photo

SIDE = 40.0  # pixels of a field


def notes(rows: int, cols: int, left: float, width: int = 600) -> tuple[str, ...]:
    """Of so many fields, `left` fields away from the photo's left edge."""
    group = np.zeros((9, 9), np.bool_)
    group[1 : 1 + rows, 1 : 1 + cols] = True
    x = (left - 1.0) * SIDE
    homography = np.array([[SIDE, 0.0, x], [0.0, SIDE, 60.0], [0.0, 0.0, 1.0]])
    return edge_notes(Photo("p", np.zeros((600, width, 3), np.uint8)), homography, group)


@pytest.mark.parametrize(
    ("rows", "cols", "left", "said"),
    [
        (5, 5, -0.5, (PARTLY_OUTSIDE,)),
        (5, 4, 0.0, (MAY_GO_ON,)),  # the fifth column may lie to the left of what is seen
        (5, 4, 0.2, (MAY_GO_ON,)),
        (5, 4, 0.5, ()),  # there half a field is seen, and no tile on it
        (5, 5, 0.0, ()),  # no room for another column
        (4, 5, 0.0, ()),  # nor here, though there is for another row
        (7, 7, 0.0, ()),
        (7, 6, 0.0, (MAY_GO_ON,)),
        (6, 5, 0.0, (MAY_GO_ON,)),  # in the Mighty Duel
    ],
)
def test_what_the_edge_leaves_open(
    rows: int, cols: int, left: float, said: tuple[str, ...]
) -> None:
    assert notes(rows, cols, left) == said


def test_the_other_edge_is_an_edge_too() -> None:
    assert notes(5, 4, 1.0, width=round(5 * SIDE)) == (MAY_GO_ON,)
    assert notes(5, 4, 1.0, width=round(5.5 * SIDE)) == ()


def test_a_corner_of_the_photo_that_cuts_a_corner_of_a_square_cuts_its_crowns() -> None:
    group = np.zeros((9, 9), np.bool_)
    group[1:6, 1:6] = True
    photo = Photo("p", np.zeros((600, 600, 3), np.uint8))
    turned = SIDE * np.array([[1.0, -1.0], [1.0, 1.0]]) / np.sqrt(2)
    for inside, said in ((0.5, ()), (-0.3, (PARTLY_OUTSIDE,))):
        homography = np.eye(3)
        homography[:2, :2] = turned
        top = turned @ np.array([1.0, 1.0])  # the kingdom's upper corner, the highest in the photo
        homography[:2, 2] = np.array([300.0, inside * SIDE]) - top
        assert edge_notes(photo, homography, group) == said
