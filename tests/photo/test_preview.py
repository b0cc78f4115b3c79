"""Small copies keep the photo's shape, and nothing of its file."""

import cv2
import numpy as np
import pytest

from kscan.photo.preview import preview
from kscan.photo.records import Photo


def photo(width: int, height: int) -> Photo:
    shade = np.linspace(0, 255, width, dtype=np.uint8)
    return Photo("photo.jpg", np.dstack([np.tile(shade, (height, 1))] * 3))


@pytest.mark.parametrize(
    ("size", "small"),
    [((900, 300), (90, 30)), ((300, 900), (30, 90)), ((60, 40), (60, 40)), ((4000, 3), (90, 1))],
)
def test_the_longer_side_is_as_long_as_asked(size: tuple[int, int], small: tuple[int, int]) -> None:
    pixels = cv2.imdecode(np.frombuffer(preview(photo(*size), 90, 80), np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    assert (pixels.shape[1], pixels.shape[0]) == small
    assert pixels[0, -1].min() > 240 > 15 > pixels[0, 0].max()


def test_a_preview_says_nothing_but_pixels() -> None:
    content = preview(photo(300, 200), 90, 80)
    assert content.startswith(b"\xff\xd8")
    assert b"Exif" not in content


def test_a_lower_quality_is_a_smaller_file() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (200, 300, 3), dtype=np.uint8)
    taken = Photo("photo.jpg", noise)
    assert len(preview(taken, 90, 30)) < len(preview(taken, 90, 90))
