"""Small files that ask for much are refused before they get it."""

import os
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kscan import photo
from kscan.errors import PhotoError
from kscan.lab.fuzz import bombs, pictures
from kscan.photo.decoding import still_png

# The kinds of refusal, by bomb; those that are left out hide nothing and are read.
REFUSED = {
    "jpeg hidden frame": "broken_picture",
    "jpeg scans": "unsupported_picture",
    "jpeg fill": "unsupported_picture",
    "jpeg segments": "unsupported_picture",
    "png animation": "broken_picture",
    "png without pixels": "broken_picture",
    "png chunks": "unsupported_picture",
    "gif blocks": "unsupported_picture",
    "tiff two sizes": "broken_picture",
    "tiff far size": "broken_picture",
    "tiff tags": "unsupported_picture",
    "tiff tile": "unsupported_picture",
    "webp canvas": "too_large",
    "avif track": "unsupported_picture",
    "heic overlay": "unsupported_picture",
    "heic grid": "too_large",
    "png of 30,000 x 30,000": "too_large",
}


def busy(height: int = 64, width: int = 64) -> NDArray[np.uint8]:
    return np.random.default_rng(4).integers(0, 256, (height, width, 3), dtype=np.uint8)


def refusal(data: bytes, limits: photo.Limits = photo.DEFAULT_LIMITS) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        photo.load(data, "anna.jpg", limits)
    return caught.value


@pytest.mark.parametrize("name", bombs.BOMBS)
def test_a_bomb_costs_little(name: str) -> None:
    data = bombs.BOMBS[name]()
    if data is None:
        pytest.skip("no library here writes this kind")
    start = time.process_time()
    if name in REFUSED:
        assert refusal(data).code == REFUSED[name]
    else:
        assert photo.load(data, "photo").width == 64
    assert time.process_time() - start < 5


def test_a_picture_of_another_size_than_its_header_says_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = pictures.webp(busy())
    monkeypatch.setattr(cv2, "imdecode", lambda *_: busy(64, 65))
    error = refusal(data)
    assert error.code == "broken_picture"
    assert "another size" in error.message


def test_a_heic_file_may_decode_to_any_size_that_it_names() -> None:
    from kscan.photo.header import Header

    header = Header("HEIC", 640, 480, parts=frozenset({(640, 480), (160, 120)}))
    assert header.allows(480, 640)
    assert header.allows(160, 120)
    assert not header.allows(640, 479)


@pytest.mark.parametrize("frames", [2, 3])
def test_an_animated_png_is_the_still_one_to_its_decoder(frames: int) -> None:
    still = pictures.png(busy())
    animated = bombs.png_animation(frames)
    assert b"fcTL" in animated
    assert not any(kind in still_png(animated) for kind in (b"acTL", b"fcTL", b"fdAT"))
    first = pictures.png(busy(), frames=frames)
    assert np.array_equal(photo.load(first, "photo").pixels, photo.load(still, "photo").pixels)


def test_what_follows_the_end_of_a_png_never_reaches_its_decoder() -> None:
    still = pictures.png(busy())
    assert still_png(still) is still
    assert still_png(still + pictures.png_chunk(b"acTL", bytes(8))) == still


def test_many_scans_of_a_large_picture_are_refused_and_of_a_small_one_read() -> None:
    data = bombs.jpeg_scans(scans=20)
    assert photo.load(data, "photo").width == 400
    error = refusal(data, photo.Limits(passes=29 * 400 * 400, pixels=400 * 400))
    assert error.code == "too_large"
    assert "30 progressive scans" in error.message


def test_scans_are_counted_in_the_picture_alone() -> None:
    data = pictures.jpeg(busy(200, 300))
    film = b"\xff\xda" * 5000  # what phones append to a photo may hold anything
    assert photo.load(data + film, "photo").width == 300


_LIMITED = """
import os, sys
from kscan import photo
from kscan.errors import PhotoError
assert "cv2" not in sys.modules
try:
    photo.load(open(sys.argv[1], "rb").read(), "photo", photo.Limits(pixels={pixels}))
except PhotoError as error:
    print(error.code)
import cv2
print(os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"])
"""


@pytest.mark.parametrize(
    ("pixels", "limit"), [(1_000_000, 100_000_000), (300_000_000, 300_000_000)]
)
def test_opencv_has_the_limit_before_it_is_imported(
    pixels: int, limit: int, tmp_path: Path
) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(pictures.jpeg(busy()))
    environment = {key: value for key, value in os.environ.items() if "OPENCV" not in key}
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED.format(pixels=pixels), path],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    assert done.stdout.split() == [str(limit)]


_STARVED = """
import resource, sys
import cv2, numpy
from kscan import photo
from kscan.errors import PhotoError
data = open(sys.argv[1], "rb").read()
photo.load(data, "photo", photo.Limits(pixels=20_000_000))
used = next(int(l.split()[1]) for l in open("/proc/self/status") if l.startswith("VmData"))
resource.setrlimit(resource.RLIMIT_DATA, ((used << 10) + {spare}, resource.RLIM_INFINITY))
try:
    photo.load(data, "photo")
except PhotoError as error:
    print(error.code)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux limits the heap")
@pytest.mark.parametrize("extension", [".jpg", ".png", ".webp", ".tiff", ".avif"])
@pytest.mark.parametrize("nearly", [False, True])
def test_lack_of_memory_is_no_damage(extension: str, nearly: bool, tmp_path: Path) -> None:
    path = tmp_path / "photo"
    enough = 15_000_000 if extension == ".jpg" else 60_000_000  # a JPEG is decoded at half its size
    spare = enough * 4 // 5 if nearly else 4_000_000
    data = pictures.encoded(extension, np.zeros((4000, 5000, 3), np.uint8))
    if data is None:
        pytest.skip(f"this OpenCV writes no {extension}")
    path.write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-c", _STARVED.format(spare=spare), path], capture_output=True, text=True
    )
    assert done.stdout.split() == ["no_memory"]


def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    pipe = tmp_path / "anna.jpg"
    os.mkfifo(pipe)
    for path in (pipe, "/dev/zero"):
        with pytest.raises(PhotoError) as caught:
            photo.read(path)
        assert caught.value.code == "not_a_file"


def test_a_file_larger_than_any_photo_is_not_read_to_its_end(tmp_path: Path) -> None:
    sparse = tmp_path / "anna.jpg"
    sparse.touch()
    os.truncate(sparse, 200_000_000_000)
    start = time.process_time()
    with pytest.raises(PhotoError, match="larger than 1 MB"):
        photo.read(sparse, photo.Limits(file_bytes=1_000_000))
    assert time.process_time() - start < 1
