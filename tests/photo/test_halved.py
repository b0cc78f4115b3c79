"""A large JPEG is decoded at a part of its size; the rest comes once somebody asks."""

import cv2
import numpy as np
import pytest

from kscan import photo
from kscan.lab.fuzz import pictures
from kscan.lab.fuzz.mangling import busy_scene
from kscan.photo.pyramid import level
from kscan.photo.records import Photo


def smooth(height: int, width: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return a scene whose halves are alike however they are made."""
    return cv2.GaussianBlur(busy_scene(height, width), (0, 0), 3.0).astype(np.uint8)


@pytest.mark.parametrize(
    ("width", "height", "halvings"),
    [(2798, 900, 0), (2800, 900, 1), (2801, 901, 1), (5600, 902, 2), (11200, 900, 3)],
)
def test_a_jpeg_is_halved_while_its_long_side_keeps_1400(
    width: int, height: int, halvings: int
) -> None:
    loaded = photo.load(pictures.jpeg(smooth(height, width)), "anna.jpg")
    assert list(loaded.levels) == [halvings]
    assert (loaded.width, loaded.height) == (width, height)
    assert loaded.levels[halvings].shape[:2] == (height >> halvings, width >> halvings)
    assert loaded.pixels.shape == (height, width, 3)
    assert set(loaded.levels) == {0, halvings}


@pytest.mark.parametrize("size", [(900, 2800), (901, 2801)])
def test_halves_lie_where_those_of_the_whole_lie(size: tuple[int, int]) -> None:
    data = pictures.jpeg(smooth(*size))
    loaded, whole = photo.load(data, "a"), Photo("b", photo.load(data, "b").pixels)
    for factor in (2.0, 4.0):
        (ours, ours_to_photo), (theirs, theirs_to_photo) = (
            level(loaded, factor),
            level(whole, factor),
        )
        assert np.array_equal(ours_to_photo, theirs_to_photo)
        assert ours.shape == theirs.shape
        assert np.abs(ours.astype(int) - theirs).mean() < 1.0
    assert 0 not in loaded.levels


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_turned_photo_is_halved_upright(orientation: int) -> None:
    plain = smooth(900, 2800)
    data = pictures.jpeg(plain, orientation)
    loaded = photo.load(data, "a")
    half, _ = level(loaded, 2.0)
    assert 0 not in loaded.levels
    small = cv2.resize(loaded.pixels, half.shape[1::-1], interpolation=cv2.INTER_AREA)
    assert np.abs(half.astype(int) - small).mean() < 1.0


@pytest.mark.parametrize("orientation", [2, 3, 6])
def test_a_turned_photo_of_odd_sides_is_decoded_whole(orientation: int) -> None:
    loaded = photo.load(pictures.jpeg(smooth(901, 2801), orientation), "a")
    assert list(loaded.levels) == [0]


def test_other_kinds_are_decoded_whole() -> None:
    assert list(photo.load(pictures.png(smooth(300, 2900)), "a").levels) == [0]


def test_damage_is_noted_once_and_read_around_twice() -> None:
    data = pictures.jpeg(busy_scene(900, 2800))
    loaded = photo.load(data[: len(data) // 3] + data[-2:], "a")
    assert loaded.notes == ("damaged",)
    assert loaded.pixels.shape == (900, 2800, 3)
