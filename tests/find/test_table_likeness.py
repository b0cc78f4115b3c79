"""Whether a field is covered is also seen by how like the table around the kingdom it looks."""

import numpy as np
from numpy.typing import NDArray

from kscan.find.coverage.decision import in_window, is_hidden
from kscan.find.coverage.table_likeness import features_of
from kscan.find.refine import SIDE, SPAN, Fields
from kscan.photo.records import Photo

GRID = np.array([[SIDE, 0.0, 0.0], [0.0, SIDE, 0.0], [0.0, 0.0, 1.0]])
KINGDOM = (slice(2, 7), slice(2, 7))
MIDDLE = (4, 4)
CLOTH, WHEAT = (40, 190, 170), (40, 180, 230)  # BGR


def looked_at(picture: NDArray[np.uint8], odd: float) -> Fields:
    """Return a 5 x 5 kingdom whose middle field the network is not sure of."""
    covered = np.full((SPAN, SPAN), 0.001)
    covered[KINGDOM] = 0.999
    covered[MIDDLE] = odd
    return Fields(GRID, covered, np.zeros((SPAN, SPAN)), np.zeros((SPAN, SPAN, 2)), picture)


def kingdom_on_cloth(seed: int = 1) -> NDArray[np.uint8]:
    """Fields of wheat on a cloth of nearly that colour."""
    fields = np.empty((SPAN, SPAN, 3))
    fields[:] = CLOTH
    fields[KINGDOM] = WHEAT
    picture = fields.repeat(SIDE, 0).repeat(SIDE, 1)
    grain = np.random.default_rng(seed).normal(0, 3, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def field(picture: NDArray[np.uint8], row: int, col: int) -> NDArray[np.uint8]:
    return picture[row * SIDE : (row + 1) * SIDE, col * SIDE : (col + 1) * SIDE]


def photo_of(picture: NDArray[np.uint8]) -> Photo:
    return Photo("kingdom", picture)


def covered_in(photo: Photo, fields: Fields) -> NDArray[np.float64]:
    return in_window(photo, fields, features_of(fields))


def test_a_hole_through_which_the_table_shows_is_a_hole() -> None:
    picture = kingdom_on_cloth()
    field(picture, *MIDDLE)[:] = field(picture, 0, 0)
    covered = covered_in(photo_of(picture), looked_at(picture, 0.8))
    assert covered[MIDDLE] < 0.2
    rest = np.delete(covered[KINGDOM].ravel(), 12)
    assert rest.min() > 0.9


def test_what_looks_like_the_tiles_beside_it_is_one() -> None:
    picture = kingdom_on_cloth()
    covered = covered_in(photo_of(picture), looked_at(picture, 0.3))
    assert covered[MIDDLE] > 0.8


def test_where_the_photo_shows_no_table_the_networks_word_stands() -> None:
    whole = kingdom_on_cloth()
    tight = photo_of(whole[2 * SIDE : 7 * SIDE, 2 * SIDE : 7 * SIDE].copy())
    seen = looked_at(whole, 0.3)
    shifted = np.array([[SIDE, 0.0, -2.0 * SIDE], [0.0, SIDE, -2.0 * SIDE], [0.0, 0.0, 1.0]])
    fields = Fields(shifted, seen.covered, seen.castle, seen.shifts, whole)
    assert (covered_in(tight, fields) == seen.covered).all()


def hidden(picture: NDArray[np.uint8], *empty: tuple[int, int]) -> bool:
    """Whether something is said to hide a kingdom whose network sees no tile on these fields."""
    fields = looked_at(picture, 0.001)
    for field_ in empty:
        fields.covered[field_] = 0.001
    return is_hidden(photo_of(picture), fields, features_of(fields), fields.covered)


def test_a_hole_hides_nothing() -> None:
    picture = kingdom_on_cloth()
    field(picture, *MIDDLE)[:] = field(picture, 0, 0)
    assert not hidden(picture)


def test_a_card_on_the_kingdom_hides_what_is_below() -> None:
    picture = kingdom_on_cloth()
    field(picture, *MIDDLE)[:] = 245
    assert hidden(picture)


def test_a_card_on_a_whole_row_hides_it_though_the_rest_is_a_kingdom() -> None:
    picture = kingdom_on_cloth()
    field(picture, *MIDDLE)[:] = field(picture, 0, 0)
    for col in range(2, 7):
        field(picture, 6, col)[:] = 245
    assert hidden(picture, *((6, col) for col in range(2, 7)))


def test_what_lies_beside_a_whole_kingdom_hides_nothing() -> None:
    picture = kingdom_on_cloth()
    field(picture, *MIDDLE)[:] = field(picture, 0, 0)
    field(picture, 7, 4)[:] = 245
    assert not hidden(picture)
