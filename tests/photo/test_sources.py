"""A picture is the same photo, wherever it comes from."""

import io
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from kscan import photo
from kscan.errors import PhotoError
from kscan.lab.fuzz import pictures
from kscan.photo.sources import open_source


def scene(channels: int = 3) -> NDArray[np.uint8]:
    return np.random.default_rng(4).integers(0, 256, (48, 64, channels), dtype=np.uint8)


def refusal(source: object, limits: photo.Limits = photo.DEFAULT_LIMITS) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        open_source(source, limits)
    assert caught.value.message.startswith("picture: ")
    assert caught.value.message.endswith(".")
    return caught.value


def test_path_bytes_image_and_array_are_the_same_photo(tmp_path: Path) -> None:
    data = pictures.png(scene())
    path = tmp_path / "photo.png"
    path.write_bytes(data)
    image = Image.open(path)
    sources = [path, str(path), data, bytearray(data), image, np.asarray(image)]
    for source in sources:
        assert np.array_equal(open_source(source).pixels, scene())


def test_a_photo_is_taken_as_it_is() -> None:
    loaded = photo.load(pictures.png(scene()), "anna.png")
    assert open_source(loaded) is loaded


@pytest.mark.parametrize("orientation", range(1, 9))
def test_an_image_is_turned_by_its_exif_block(orientation: int) -> None:
    data = pictures.png(scene(), orientation)
    assert np.array_equal(
        open_source(Image.open(io.BytesIO(data))).pixels, photo.load(data, "photo").pixels
    )


def test_an_image_and_an_array_stay_as_they_are() -> None:
    array = scene()
    image = Image.fromarray(array.copy())
    image.getexif()[274] = 6
    for source in (image, array):
        open_source(source).pixels[:] = 0
    assert np.array_equal(np.asarray(image), scene())
    assert image.size == (64, 48)
    assert np.array_equal(array, scene())


def test_transparency_is_shown_over_white() -> None:
    pixels = scene(4)
    pixels[:24, :, 3], pixels[24:, :, 3] = 0, 255
    seen = open_source(Image.fromarray(pixels)).pixels
    assert (seen[:24] == 255).all()
    assert np.array_equal(seen[24:], pixels[24:, :, 2::-1])


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGBA", "CMYK", "YCbCr", "I;16"])
def test_every_usual_mode_is_read(mode: str) -> None:
    grey = Image.fromarray(np.full((48, 64), 255, np.uint8))
    image = grey.convert(mode) if mode != "I;16" else Image.new("I;16", (64, 48), 65_535)
    assert open_source(image).pixels.mean() > 250


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((48, 64), np.uint8),
        np.zeros((48, 64, 4), np.uint8),
        np.zeros((3, 48, 64), np.uint8),
        np.zeros((48, 64, 3), np.float32),
        np.zeros((1, 48, 64, 3), np.uint8),
    ],
)
def test_other_arrays_are_refused(array: NDArray[np.generic]) -> None:
    error = refusal(array)
    assert error.code == "not_a_picture"
    assert "height x width x 3 of uint8, RGB" in error.message


@pytest.mark.parametrize("source", [None, 7, [1, 2], io.BytesIO(b"x"), Image.new("F", (64, 48))])
def test_what_is_no_picture_at_all_is_refused(source: object) -> None:
    assert refusal(source).code == "not_a_picture"


def test_limits_hold_for_every_source() -> None:
    small = photo.Limits(pixels=64 * 48 - 1)
    for source in (scene(), Image.fromarray(scene()), pictures.png(scene())):
        assert refusal(source, small).code == "too_large"
    for source in (np.zeros((31, 64, 3), np.uint8), Image.new("RGB", (64, 31))):
        assert refusal(source).code == "too_small"


def test_an_image_that_pillow_cannot_decode_is_refused() -> None:
    data = pictures.jpeg(scene())
    error = refusal(Image.open(io.BytesIO(data[: len(data) // 2])))
    assert error.code == "broken_picture"
