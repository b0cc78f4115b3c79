"""A kingdom at the photo's edge: cut by it, or one that may go on where nothing is seen."""

import numpy as np
import pytest

from kscan.vision.lattice.edge import MAY_GO_ON, PARTLY_OUTSIDE, edge_notes
from kscan.vision.records import Photo

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
