"""Reading photos leaves the process as it was: thousands are read in a row."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from kscan import photo
from kscan.errors import PhotoError


def is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def opened() -> list[int]:
    """Return the process's descriptors."""
    return [number for number in range(256) if is_open(number)]


@pytest.fixture
def contents() -> dict[str, bytes]:
    """Return a sound photo, a damaged one, and what is none."""
    noise = np.random.default_rng(0).integers(0, 255, (90, 120, 3), np.uint8)
    whole = cv2.imencode(".jpg", noise)[1].tobytes()
    return {"whole": whole, "damaged": whole[: len(whole) // 2], "none": b"hello"}


@pytest.mark.parametrize("name", ["whole", "damaged", "none"])
def test_a_photo_read_from_memory_opens_nothing_for_good(
    contents: dict[str, bytes], name: str
) -> None:
    before = opened()
    for _ in range(5):
        try:
            photo.load(contents[name], "photo.jpg")
        except PhotoError:
            assert name != "whole"
    assert opened() == before


@pytest.mark.parametrize("name", ["whole", "damaged", "none"])
def test_a_photo_read_from_disk_opens_nothing_for_good(
    contents: dict[str, bytes], name: str, tmp_path: Path
) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(contents[name])
    before = opened()
    for _ in range(5):
        try:
            photo.read(path)
        except PhotoError:
            assert name != "whole"
    assert opened() == before
