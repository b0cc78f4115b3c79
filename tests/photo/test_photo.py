"""One door for pictures: whatever a phone writes comes out upright, blue green red, 8 bits."""

import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kscan import photo
from kscan.errors import PhotoError
from kscan.lab.fuzz import pictures

ORIENTATIONS = range(1, 9)
# How a camera stored the scene, so that the orientation leads back to it.
STORED: dict[int, Callable[[NDArray[np.uint8]], NDArray[np.uint8]]] = {
    1: lambda scene: scene,
    2: lambda scene: scene[:, ::-1],
    3: lambda scene: scene[::-1, ::-1],
    4: lambda scene: scene[::-1],
    5: lambda scene: scene.swapaxes(0, 1),
    6: lambda scene: np.rot90(scene, 1),
    7: lambda scene: np.rot90(scene.swapaxes(0, 1), 2),
    8: lambda scene: np.rot90(scene, -1),
}


def scene() -> NDArray[np.uint8]:
    """Four fields of different colour, wider than high."""
    pixels = np.zeros((64, 128, 3), np.uint8)
    pixels[:32, :64], pixels[:32, 64:] = (0, 0, 200), (0, 200, 0)
    pixels[32:, :64], pixels[32:, 64:] = (200, 0, 0), (0, 200, 200)
    return pixels


def stored(orientation: int) -> NDArray[np.uint8]:
    return np.ascontiguousarray(STORED[orientation](scene()))


def shows(data: bytes, expected: NDArray[np.uint8]) -> bool:
    loaded = photo.load(data, "photo").pixels
    assert loaded.dtype == np.uint8
    difference = loaded.astype(int) - expected if loaded.shape == expected.shape else 255
    return bool(np.abs(difference).mean() < 6)


def refusal(data: bytes, limits: photo.Limits = photo.DEFAULT_LIMITS) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        photo.load(data, "anna.jpg", limits)
    assert caught.value.message.startswith("anna.jpg: ")
    return caught.value


@pytest.mark.parametrize("write", [pictures.jpeg, pictures.png, pictures.webp, pictures.tiff])
@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_every_orientation_comes_out_upright(write: Callable[..., bytes], orientation: int) -> None:
    assert shows(write(stored(orientation), orientation), scene())


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_a_deep_tiff_comes_out_upright(orientation: int) -> None:
    deep = stored(orientation).astype(np.uint16) * 257
    assert shows(pictures.tiff(deep, orientation), scene())


@pytest.mark.parametrize("orientation", [0, 9, 65535])
def test_an_orientation_that_does_not_exist_is_none(orientation: int) -> None:
    assert shows(pictures.jpeg(scene(), orientation), scene())


@pytest.mark.parametrize(
    ("turns", "orientation"),
    [
        ([], 1),
        ([b"imir\1"], 2),
        ([b"irot\2"], 3),
        ([b"imir\0"], 4),
        ([b"irot\1", b"imir\0"], 5),
        ([b"irot\3"], 6),
        ([b"irot\1", b"imir\1"], 7),
        ([b"irot\1"], 8),
    ],
)
def test_an_avif_file_is_turned_as_its_container_says(turns: list[bytes], orientation: int) -> None:
    data = pictures.avif(stored(orientation), *turns)
    if data is None:
        pytest.skip("this OpenCV writes no AVIF")
    assert shows(data, scene())


def heic(pixels: NDArray[np.uint8], turns: bytes = b"", orientation: int = 1) -> bytes:
    pytest.importorskip("pillow_heif", reason="needs the extra heic")
    return pictures.heic(pixels, turns, orientation)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_a_heic_file_without_turns_follows_its_exif_block(orientation: int) -> None:
    assert shows(heic(stored(orientation), orientation=orientation), scene())


@pytest.mark.parametrize(("turns", "orientation"), [(b"irot\1", 8), (b"imir\1", 2)])
def test_the_turns_of_a_heic_file_overrule_its_exif_block(turns: bytes, orientation: int) -> None:
    assert shows(heic(stored(orientation), turns, orientation=3), scene())


def test_heic_without_the_extra_is_answered_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    data = heic(scene())
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    error = refusal(data)
    assert error.code == "heic_missing"
    assert "pip install pillow-heif" in error.message


def test_grey_and_deep_pictures_become_colour_of_8_bits() -> None:
    grey = cv2.cvtColor(scene(), cv2.COLOR_BGR2GRAY)
    plain = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    deep = grey.astype(np.uint16) * 257
    for pixels in (grey, deep):
        assert shows(pictures.png(pixels), plain)
        assert shows(pictures.tiff(pixels), plain)
    assert shows(pictures.jpeg(grey), plain)
    assert shows(pictures.png(scene().astype(np.uint16) * 257), scene())


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("write", [pictures.png, pictures.tiff, pictures.webp])
def test_what_is_transparent_is_shown_over_white(write: Callable[..., bytes], deep: bool) -> None:
    alpha = np.full((64, 128, 1), 255, np.uint8)
    alpha[32:] = 0
    alpha[:32, 64:] = 128
    pixels = np.concatenate([scene(), alpha], axis=2)
    if deep and write is pictures.webp:
        pytest.skip("WebP has 8 bits")
    data = write(pixels.astype(np.uint16) * 257 if deep else pixels)
    seen = photo.load(data, "photo").pixels
    np.testing.assert_allclose(seen[12, 20], (0, 0, 200), atol=8)
    np.testing.assert_allclose(seen[48, 20], (255, 255, 255), atol=8)
    np.testing.assert_allclose(seen[12, 100], (127, 227, 127), atol=8)


@pytest.mark.parametrize("deep", [False, True])
def test_a_channel_of_which_a_tiff_file_does_not_say_that_it_is_alpha_hides_nothing(
    deep: bool,
) -> None:
    mask = np.zeros((64, 128, 1), np.uint8)
    pixels = np.concatenate([scene(), mask], axis=2)
    data = pictures.tiff(pixels.astype(np.uint16) * 257 if deep else pixels, tags={338: 0})
    assert shows(data, scene())


def test_four_inks_become_three_colours() -> None:
    import io

    image = pytest.importorskip("PIL.Image", reason="needs Pillow, which comes with heic")
    file = io.BytesIO()
    image.fromarray(scene()[:, :, ::-1]).convert("CMYK").save(file, "JPEG", quality=95)
    assert shows(file.getvalue(), scene())


@pytest.mark.parametrize("write", [pictures.png, pictures.webp, pictures.tiff, pictures.gif])
def test_of_several_pictures_the_first_is_read_and_that_is_said(
    write: Callable[..., bytes | None],
) -> None:
    arguments = {"pages": 3} if write is pictures.tiff else {"frames": 3}
    data = write(scene(), **arguments)
    if data is None or (write is pictures.webp and not hasattr(cv2, "Animation")):
        pytest.skip("this OpenCV knows no such animations")
    loaded = photo.load(data, "photo")
    assert loaded.pixels.shape == scene().shape
    assert loaded.notes == ("several_frames",)


def test_bmp_files_old_and_new_are_read() -> None:
    new = pictures.encoded(".bmp", scene()) or b""
    assert shows(new, scene())
    old_header = (12).to_bytes(4, "little") + b"\x80\0\x40\0\1\0\x18\0"
    old = new[:10] + (26).to_bytes(4, "little") + old_header + new[54:]
    assert shows(old, scene())


def test_a_photo_knows_its_name_and_size() -> None:
    loaded = photo.load(pictures.jpeg(stored(6), 6), "table 3/anna.jpg")
    assert (loaded.name, loaded.width, loaded.height, loaded.notes) == (
        "table 3/anna.jpg", 128, 64, ()
    )  # fmt: skip


def test_pixels_can_be_drawn_on() -> None:
    for write in (pictures.jpeg, pictures.png, pictures.webp, pictures.tiff):
        assert photo.load(write(stored(3), 3), "photo").pixels.flags.writeable


def test_the_real_photos_have_the_size_of_their_labels(shared: Path) -> None:
    sizes = {
        path.name: (loaded.width, loaded.height)
        for path in sorted((shared / "photos" / "full").iterdir())
        for loaded in [photo.read(path)]
    }
    assert sizes["duel_a.jpg"] in {(2250, 4000), (4000, 2250)}
    assert len(sizes) == 3
