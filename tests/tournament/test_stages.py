"""The costly stage with real eyes: one photo's bytes to evidence and small copies."""

import hashlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from kscan import files
from kscan.corrections.decisions import GridIs
from kscan.tournament.records import PhotoReading
from kscan.tournament.serialization import decode_reading
from kscan.tournament.stages import (
    PICTURE,
    THUMBNAIL,
    fingerprint,
    read_file,
    read_photo,
    stages,
)


@pytest.fixture(scope="module")
def gaps(samples: Path) -> tuple[bytes, PhotoReading]:
    """Return a sample's bytes, and what they show."""
    content = (samples / "gaps.jpg").read_bytes()
    return content, read_photo(content, "gaps.jpg")


def longest(jpeg: bytes) -> int:
    """Return the longer side of a picture."""
    return max(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape)


def test_a_photo_gives_evidence_and_two_small_copies(gaps: tuple[bytes, PhotoReading]) -> None:
    _, reading = gaps
    (seen,) = reading.kingdoms
    assert reading.failure is None
    assert seen.evidence.probabilities.shape[:2] == (seen.grid.rows, seen.grid.cols)
    assert longest(reading.thumbnail) == THUMBNAIL[0]
    assert longest(reading.picture) == min(PICTURE[0], max(reading.width, reading.height))


def test_where_a_person_says_it_lies_nothing_is_looked_for(
    gaps: tuple[bytes, PhotoReading], monkeypatch: pytest.MonkeyPatch
) -> None:
    content, reading = gaps
    grid = reading.kingdoms[0].grid
    corners = tuple((float(x), float(y)) for x, y in grid.corners())
    monkeypatch.delattr("kscan.find.find")
    window = GridIs(corners, grid.rows, grid.cols)
    (seen,) = read_photo(content, "gaps.jpg", (window,)).kingdoms
    assert np.allclose(seen.grid.corners(), grid.corners(), atol=0.01)
    same = seen.evidence.probabilities.argmax(2) == reading.kingdoms[
        0
    ].evidence.probabilities.argmax(2)
    assert same.mean() > 0.9


def test_corners_that_enclose_nothing_are_a_failure(gaps: tuple[bytes, PhotoReading]) -> None:
    window = GridIs(((0, 0), (9, 9), (9, 0), (0, 9)), 5, 5)
    failure = read_photo(gaps[0], "gaps.jpg", (window,)).failure
    assert failure is not None
    assert failure.code == "usage"


def test_a_bare_table_says_that_nothing_was_found() -> None:
    table = cv2.imencode(".jpg", np.full((300, 400, 3), 90, np.uint8))[1].tobytes()
    reading = read_photo(table, "table.jpg")
    assert reading.failure is not None
    assert reading.failure.code == "no_kingdom"
    assert (reading.width, reading.height, reading.picture) == (400, 300, b"")
    assert longest(reading.thumbnail) == 400


def test_a_refusal_does_not_say_the_name_which_may_be_another(tmp_path: Path) -> None:
    file = tmp_path / "one\nname.jpg"
    file.write_text("hello")
    digest, encoded = read_file(str(file), (), read_photo)
    failure = decode_reading(encoded).failure
    assert len(digest) == 64
    assert failure is not None
    assert failure.code == "not_a_picture"
    assert failure.message.startswith("this is not a picture")


def test_no_more_of_a_file_is_read_than_a_photo_can_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST", 3)
    file = tmp_path / "large.jpg"
    file.write_text("larger than that")
    digest, _ = read_file(str(file), (), read_photo)
    assert digest == hashlib.sha256(b"larg").hexdigest()


def test_a_file_that_is_gone_is_not_called_a_fault(tmp_path: Path) -> None:
    digest, encoded = read_file(str(tmp_path / "gone.jpg"), (), read_photo)
    failure = decode_reading(encoded).failure
    assert (digest, failure and failure.code) == ("", "not_found")


def test_what_readings_depend_on_has_a_name() -> None:
    shipped = stages()
    assert shipped.read is read_photo
    assert shipped.fingerprint == fingerprint()
    assert fingerprint().replace("-", "").replace(".", "").isalnum()
