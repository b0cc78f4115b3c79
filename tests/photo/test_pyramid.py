"""Levels are halves, and know where their pixels lie in the photo."""

import numpy as np
import pytest

from kscan.find.homography import inverse, mapped
from kscan.photo.pyramid import level
from kscan.photo.records import Photo


def shaded(width: int, height: int) -> Photo:
    """Return a photo that brightens evenly to the right and downward."""
    rows, cols = np.mgrid[0:height, 0:width]
    grey = rows * 120 / height + cols * 120 / width
    return Photo("shaded", grey.astype(np.uint8)[..., None].repeat(3, axis=2))


@pytest.mark.parametrize(
    ("factor", "width", "height"),
    [(0.5, 1600, 1201), (1.9, 1600, 1201), (2.0, 800, 600), (4.5, 400, 300), (1e9, 1, 1)],
)
def test_levels_are_halves(factor: float, width: int, height: int) -> None:
    picture, _ = level(shaded(1600, 1201), factor)
    assert picture.shape == (height, width, 3)


@pytest.mark.parametrize("factor", [1.0, 2.0, 8.0])
def test_a_level_shows_at_each_place_what_the_photo_shows_there(factor: float) -> None:
    photo = shaded(1001, 757)
    picture, to_photo = level(photo, factor)
    places = np.array([[200, 160], [800, 600], [504, 376]])
    there = np.rint(mapped(inverse(to_photo), places.astype(np.float64))).astype(int)
    seen = picture[there[:, 1], there[:, 0], 0].astype(int)
    assert np.abs(seen - photo.pixels[places[:, 1], places[:, 0], 0]).max() <= 2


def test_a_level_is_made_once() -> None:
    photo = shaded(640, 480)
    assert level(photo, 4.0)[0] is level(photo, 5.0)[0]
    assert level(photo, 1.0)[0] is photo.pixels
