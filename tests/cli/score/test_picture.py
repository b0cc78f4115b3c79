"""`kscan score --picture`: the reading drawn on the photo."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from told import run


def test_is_a_jpeg_without_exif(folder: Path) -> None:
    out = folder / "out.jpg"
    assert run(folder / "doubtful.png", "--picture", out).exit_code == 3
    content = out.read_bytes()
    assert content.startswith(b"\xff\xd8")
    assert b"Exif" not in content
    drawn = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    assert drawn.shape == (120, 160, 3)
    assert np.ptp(drawn) > 100


def test_is_not_replaced_unasked(folder: Path) -> None:
    out = folder / "out.jpg"
    out.write_text("mine")
    assert run(folder / "clear.png", "--picture", out).exit_code == 2
    assert out.read_text() == "mine"
    assert run(folder / "clear.png", "--picture", out, "--force").exit_code == 0
    assert out.read_bytes() != b"mine"


def test_of_several_photos_goes_into_a_folder(folder: Path) -> None:
    run(folder / "clear.png", folder / "table.png", "--picture", folder / "drawn")
    assert sorted(path.name for path in (folder / "drawn").iterdir()) == [
        "clear.jpg",
        "table.jpg",
    ]


def test_of_photos_of_one_name_are_told_apart_whatever_their_case(folder: Path) -> None:
    for other in ("a", "b"):
        (folder / other).mkdir()
        (folder / other / "CLEAR.png").write_bytes((folder / "clear.png").read_bytes())
    photos = (folder / "clear.png", folder / "a/CLEAR.png", folder / "b/CLEAR.png")
    run(*photos, "--picture", folder / "drawn")
    names = sorted(path.name for path in (folder / "drawn").iterdir())
    assert names == ["CLEAR-2.jpg", "CLEAR-3.jpg", "clear.jpg"]


def test_two_photos_want_a_folder_and_a_picture_a_pictures_name(folder: Path) -> None:
    both = run(folder / "clear.png", folder / "table.png", "--picture", folder / "out.jpg")
    assert (both.exit_code, both.stdout) == (2, "")
    assert "one file, and here are 2 photos" in both.stderr
    text = run(folder / "clear.png", "--picture", folder / "out.txt")
    assert (text.exit_code, text.stdout) == (2, "")
    assert "a picture's name ends in .jpg" in text.stderr


@pytest.mark.parametrize("photos", [["clear.png"], ["clear.png", "table.png"]])
def test_under_a_name_that_is_too_long_is_said_to_be_unwritten(
    folder: Path, photos: list[str]
) -> None:
    out = folder / f"{'a' * 300}{'.jpg' if len(photos) == 1 else ''}"
    result = run(*(folder / photo for photo in photos), "--picture", out)
    assert result.exit_code == 2
    assert "total" in result.stdout
    assert "cannot be written (File name too long)" in result.stderr
