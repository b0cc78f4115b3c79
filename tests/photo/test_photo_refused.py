"""What is no picture, or not a whole one, is refused in one sentence that names the file."""

import io
import os
import random
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from kscan import photo
from kscan.errors import PhotoError, shown
from kscan.lab.fuzz import pictures


def busy(height: int = 48, width: int = 64) -> NDArray[np.uint8]:
    """Return a picture in which every pixel counts."""
    return np.random.default_rng(4).integers(0, 256, (height, width, 3), dtype=np.uint8)


def refusal(data: bytes, limits: photo.Limits = photo.DEFAULT_LIMITS) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        photo.load(data, "anna.jpg", limits)
    return checked(caught.value, "anna.jpg")


def refusal_of(path: str | Path) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        photo.read(path)
    return checked(caught.value, shown(str(path)))


def checked(error: PhotoError, name: str) -> PhotoError:
    """Return the error; check that it is one line, from the file's name to a full stop."""
    assert error.message.startswith(f"{name}: ")
    assert error.message.endswith(".")
    assert "\n" not in error.message
    return error


def test_a_file_of_no_bytes() -> None:
    assert refusal(b"").code == "empty_file"


@pytest.mark.parametrize(
    "data", [b"not a photo\n", b"\0", bytes(1000), b"\xff\xd8", b"%PDF-1.7", b"<svg/>", b"BM"]
)
def test_what_is_no_picture(data: bytes) -> None:
    error = refusal(data)
    assert error.code == "not_a_picture"
    assert "HEIC" in error.message


@pytest.mark.parametrize("extension", [".jpg", ".png", ".webp", ".bmp", ".gif", ".avif"])
def test_a_picture_cut_off_anywhere_is_never_shown(extension: str) -> None:
    data = pictures.encoded(extension, busy())
    if data is None:
        pytest.skip(f"this OpenCV writes no {extension}")
    photo.load(data, "whole")
    lengths = [*range(1, min(len(data), 200)), *range(200, len(data), 97), len(data) - 1]
    codes = {refusal(data[:length]).code for length in lengths}
    assert codes <= {"broken_picture", "not_a_picture"}


def test_a_tiff_file_cut_off_anywhere_is_never_shown() -> None:
    data = pictures.tiff(busy())
    for length in range(1, len(data), 97):
        refusal(data[:length])


def test_a_cut_off_jpeg_is_called_that() -> None:
    data = pictures.jpeg(busy(200, 300))
    for share in (0.02, 0.3, 0.6, 0.999):
        error = refusal(data[: int(share * len(data))])
        assert error.code == "broken_picture"
        assert "cut off" in error.message


def test_a_whole_preview_inside_does_not_make_a_cut_off_photo_whole() -> None:
    data, preview = pictures.jpeg(busy(200, 300)), pictures.jpeg(busy())
    segment = b"\xff\xe1" + (len(preview) + 2).to_bytes(2, "big") + preview
    with_preview = data[:2] + segment + data[2:]
    assert photo.load(with_preview, "photo").width == 300
    assert "cut off" in refusal(with_preview[: len(with_preview) // 2]).message


def test_what_phones_append_to_a_photo_is_no_harm() -> None:
    data = pictures.jpeg(busy(200, 300))
    for appended in (bytes(64), b"\0\0\0\x18ftypmp42" + bytes(100), pictures.jpeg(busy())):
        loaded = photo.load(data + appended, "photo")
        assert (loaded.width, loaded.notes) == (300, ())


def test_a_jpeg_whose_end_is_zeros_is_cut_off() -> None:
    data = pictures.jpeg(busy(200, 300))
    half = len(data) // 2
    assert "cut off" in refusal(data[:half] + bytes(half)).message


def test_a_jpeg_with_a_hole_is_shown_with_a_warning(capfd: pytest.CaptureFixture[str]) -> None:
    data = pictures.jpeg(busy(200, 300))
    third = len(data) // 3
    loaded = photo.load(data[:third] + data[-2:], "hole")
    assert loaded.notes == ("damaged",)
    assert capfd.readouterr() == ("", "")


def test_what_others_say_while_a_photo_is_decoded_is_passed_on(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from kscan.photo import decoding

    def talks(*_: object) -> NDArray[np.uint8]:
        os.write(2, b"a neighbour\nlibpng warning: iCCP: known incorrect sRGB profile\n")
        return busy()

    monkeypatch.setattr(decoding, "decode", talks)
    assert photo.load(pictures.png(busy()), "photo").notes == ()
    assert capfd.readouterr().err == "a neighbour\n"


def test_damage_inside_never_leaves_as_another_error(capfd: pytest.CaptureFixture[str]) -> None:
    dice = random.Random(7)
    for extension in (".jpg", ".png", ".webp", ".bmp", ".gif", ".avif", ".tiff"):
        data = bytearray(pictures.encoded(extension, busy()) or b"GIF89a")
        for _ in range(20):
            data[dice.randrange(len(data))] = dice.randrange(256)
        try:
            photo.load(bytes(data), "anna.jpg")
        except PhotoError as error:
            checked(error, "anna.jpg")
    assert capfd.readouterr() == ("", "")


def test_a_huge_picture_in_a_small_file_is_refused_unread() -> None:
    data = pictures.huge_png(30_000)
    assert len(data) < 120_000
    tracemalloc.start()
    error = refusal(data)
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()
    assert error.code == "too_large"
    assert "30000 x 30000" in error.message
    assert "100 megapixels" in error.message


def test_the_limit_is_an_option() -> None:
    data = pictures.png(busy())
    assert photo.load(data, "photo", photo.Limits(pixels=48 * 64)).width == 64
    assert refusal(data, photo.Limits(pixels=48 * 64 - 1)).code == "too_large"
    assert refusal(data, photo.Limits(file_bytes=len(data) - 1)).code == "too_large"


@pytest.mark.parametrize(
    ("height", "width", "code"), [(31, 64, "too_small"), (40, 32_767, "too_large")]
)
def test_a_picture_of_odd_proportions(height: int, width: int, code: str) -> None:
    assert refusal(pictures.png(np.zeros((height, width, 3), np.uint8))).code == code


def test_a_kind_that_an_older_opencv_does_not_read_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from kscan.photo import decoding

    monkeypatch.setattr(decoding, "decode", lambda *_: None)
    assert "save it as JPEG" in refusal(pictures.webp(busy(), frames=2)).message
    assert "save it as JPEG" not in refusal(pictures.webp(busy())).message


def test_an_odd_revision_of_jpeg_is_read_in_silence(capfd: pytest.CaptureFixture[str]) -> None:
    data = pictures.encoded(".jpg", busy()) or b""
    revision = data.index(b"JFIF\0") + 5
    loaded = photo.load(data[:revision] + b"\3" + data[revision + 1 :], "photo")
    assert loaded.notes == ()
    assert capfd.readouterr() == ("", "")


def test_opencv_may_complain_on_several_lines(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from kscan.photo import decoding

    words = b"[ERROR:0@1.2] global grfmt_gif.cpp:9 too long\n> 'idx'\n> 12287\n\n"
    monkeypatch.setattr(decoding, "decode", lambda *_: os.write(2, words + b"> ours\n") and None)
    refusal(pictures.png(busy()))
    monkeypatch.setattr(
        decoding, "decode", lambda *_: os.write(2, b"a neighbour\n> quoting\n") and None
    )
    refusal(pictures.png(busy()))
    assert capfd.readouterr().err == "> ours\na neighbour\n> quoting\n"


def test_a_heic_file_without_its_picture_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pillow_heif = pytest.importorskip("pillow_heif", reason="needs the extra heic")
    data = pictures.heic(busy(64, 64))

    def opened(*_: object, **__: object) -> object:
        raise IndexError("list index out of range")

    monkeypatch.setattr(pillow_heif, "open_heif", opened)
    assert refusal(data).code == "broken_picture"


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (pictures.tiff(busy(), tags={254: 1}), "raw"),
        (pictures.tiff(busy(), tags={50706: 1}), "raw"),
        (pictures.tiff(busy(), tags={262: 8}), "unusual colours"),
        (pictures.tiff(busy(), tags={284: 2, 338: 2}), "unusual colours"),  # plane by plane
        (pictures.tiff(busy().astype(np.float32), tags={339: 3}), "unusual colours"),
        (pictures.tiff(busy()[..., 0].astype(np.float32), tags={339: 3}), "unusual colours"),
        (pictures.tiff(busy().astype(np.int16), tags={339: 2}), "unusual colours"),
        (pictures.tiff(busy().astype(np.uint32)), "unusual colours"),
        (pictures.tiff(busy()[..., 0].astype(np.uint32)), "unusual colours"),
        (pictures.tiff(busy()[..., 0], tags={256: 128, 258: 4}), "unusual colours"),
        (b"MM\0+" + bytes(40), "BigTIFF"),
        (b"\0\0\0\x18ftypisom\0\0\0\0mp42isom" + bytes(40), "film"),
        (b"RIFF\x30\0\0\0WEBPVP9 " + bytes(40), "unknown kind"),
    ],
)
def test_a_known_kind_that_is_not_read_is_named(data: bytes, what: str) -> None:
    error = refusal(data)
    assert error.code == "unsupported_picture"
    assert what in error.message


def test_a_folder(tmp_path: Path) -> None:
    assert refusal_of(tmp_path).code == "is_folder"


def test_a_missing_file(tmp_path: Path) -> None:
    assert refusal_of(tmp_path / "nobody.jpg").code == "not_found"
    (tmp_path / "file").write_bytes(b"x")
    assert refusal_of(tmp_path / "file" / "below.jpg").code == "not_found"
    assert refusal_of("no\0name").code == "not_found"


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read all")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "secret.jpg"
    path.write_bytes(pictures.jpeg(busy()))
    path.chmod(0)
    assert refusal_of(path).code == "no_permission"


@pytest.mark.parametrize(
    ("problem", "code"), [(PermissionError(), "no_permission"), (OSError(5, "I/O"), "unreadable")]
)
def test_a_file_that_the_system_withholds(
    problem: OSError, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def withheld(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr("builtins.open", withheld)
    with pytest.raises(PhotoError) as caught:
        photo.read("secret.jpg")
    monkeypatch.undo()
    assert checked(caught.value, "secret.jpg").code == code


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def given(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    given(pictures.jpeg(busy()))
    assert photo.read("-").name == "standard input"
    given(b"")
    with pytest.raises(PhotoError, match="standard input: the file is empty"):
        photo.read("-")


def test_a_closed_standard_input_is_an_empty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(PhotoError, match="standard input: the file is empty"):
        photo.read("-")


def test_a_standard_input_that_only_takes_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    taking = os.open(tmp_path / "log", os.O_WRONLY | os.O_CREAT)
    with open(taking, encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        with pytest.raises(PhotoError, match="standard input: the file cannot be read"):
            photo.read("-")


@pytest.mark.parametrize("name", ["a\nb.jpg", "a\x1b[31m.jpg", "a\udcff.jpg", "a\u202e.jpg"])
def test_a_strange_name_is_shown_on_one_plain_line(name: str) -> None:
    assert shown(name).isprintable()
    assert shown(name).encode("utf-8")
    assert refusal_of(name).code == "not_found"


@pytest.mark.parametrize("name", ["Ádám 1.jpg", "Ελένη.png", 'it\'s "it".jpg', "=1+1.jpg"])
def test_a_usual_name_is_shown_as_it_is(name: str) -> None:
    assert shown(name) == name


@pytest.mark.parametrize(
    "write", [pictures.jpeg, pictures.png, pictures.webp, pictures.tiff], ids=lambda f: f.__name__
)
def test_a_file_name_says_nothing_of_what_is_inside(
    write: Callable[..., bytes], tmp_path: Path
) -> None:
    path = tmp_path / "photo.txt"
    path.write_bytes(write(busy()))
    assert photo.read(path).width == 64


def test_an_unknown_colour_transform_is_read_in_silence(capfd: pytest.CaptureFixture[str]) -> None:
    data = pictures.jpeg(busy())
    block = b"\xff\xee\0\x0eAdobe\0d\0\0\0\0\2"
    assert photo.load(data[:2] + block + data[2:], "photo").notes == ()
    assert capfd.readouterr() == ("", "")
