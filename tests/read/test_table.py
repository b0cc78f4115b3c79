"""Table and something else are told apart by what the photo's own table looks like."""

import numpy as np
import pytest
from numpy.typing import NDArray

from kscan.evidence import EMPTY_LABEL, LABELS, OTHER_LABEL
from kscan.find.grid import Grid
from kscan.photo.records import Photo
from kscan.read import table

BROWN, WHITE = (60, 90, 140), (235, 240, 240)


def windows(count: int, color: tuple[int, int, int], seed: int = 0) -> NDArray[np.uint8]:
    noise = np.random.default_rng(seed).normal(0, 4, (count, 56, 56, 3))
    return np.clip(np.array(color) + noise, 0, 255).astype(np.uint8)


def undecided(count: int) -> NDArray[np.float64]:
    probabilities = np.zeros((count, len(LABELS)))
    probabilities[:, 0] = 0.2
    probabilities[:, [EMPTY_LABEL, OTHER_LABEL]] = 0.4
    return probabilities


def test_what_looks_like_the_table_around_is_table() -> None:
    fields = np.concatenate([windows(1, BROWN, 1), windows(1, WHITE, 2)])
    said = table.told_apart(undecided(2), fields, windows(12, BROWN))
    assert said[0, EMPTY_LABEL] > 0.6
    assert said[1, OTHER_LABEL] > 0.75
    np.testing.assert_allclose(said.sum(axis=1), 1.0)
    np.testing.assert_allclose(said[:, 0], 0.2)


def test_on_a_table_of_many_colours_another_colour_says_less() -> None:
    colors = np.random.default_rng(3).integers(30, 220, (12, 3))
    gaudy = np.concatenate([windows(1, (int(b), int(g), int(r))) for b, g, r in colors])
    field = windows(1, WHITE, 2)
    plain = table.told_apart(undecided(1), field, windows(12, BROWN))[0, OTHER_LABEL]
    assert table.told_apart(undecided(1), field, gaudy)[0, OTHER_LABEL] < plain


@pytest.mark.parametrize(("left", "whole"), [(200.0, 20), (10.0, 14)])
def test_only_fields_that_the_photo_shows_whole_are_its_table(left: float, whole: int) -> None:
    grid = Grid(np.array([[50.0, 0, left], [0, 50, 100], [0, 0, 1]]), np.ones((4, 4)), 1.0)
    photo = Photo("table", np.zeros((400, 600, 3), np.uint8))
    assert len(table.around(grid, photo)) == whole
