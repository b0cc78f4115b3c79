"""Levels are halves that know where their pixels lie; previews keep the shape, and no metadata."""

import cv2
import numpy as np
import pytest

from kscan.find.homography import inverse, mapped
from kscan.photo.pyramid import level, preview
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


def brightening(width: int, height: int) -> Photo:
    shade = np.linspace(0, 255, width, dtype=np.uint8)
    return Photo("photo.jpg", np.dstack([np.tile(shade, (height, 1))] * 3))


@pytest.mark.parametrize(
    ("size", "small"),
    [((900, 300), (90, 30)), ((300, 900), (30, 90)), ((60, 40), (60, 40)), ((4000, 3), (90, 1))],
)
def test_the_longer_side_is_as_long_as_asked(size: tuple[int, int], small: tuple[int, int]) -> None:
    pixels = cv2.imdecode(
        np.frombuffer(preview(brightening(*size), 90, 80), np.uint8), cv2.IMREAD_COLOR
    )
    assert pixels is not None
    assert (pixels.shape[1], pixels.shape[0]) == small
    assert pixels[0, -1].min() > 240 > 15 > pixels[0, 0].max()


def test_a_preview_says_nothing_but_pixels() -> None:
    content = preview(brightening(300, 200), 90, 80)
    assert content.startswith(b"\xff\xd8")
    assert b"Exif" not in content


def test_a_lower_quality_is_a_smaller_file() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (200, 300, 3), dtype=np.uint8)
    taken = Photo("photo.jpg", noise)
    assert len(preview(taken, 90, 30)) < len(preview(taken, 90, 90))
