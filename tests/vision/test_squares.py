"""Reading squares: cutting them from a photo, and what is said of weights that are no good."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from kscan.errors import ModelError
from kscan.vision import squares, weights
from kscan.vision.records import CLASSES, Lattice, Photo

SIDE_ON_PHOTO = 90.0


def painted_grid(rows: int, cols: int) -> tuple[Photo, Lattice]:
    """A tilted photo of a grid in which every field has a grey value of its own."""
    flat = np.kron(
        np.arange(1, rows * cols + 1, dtype=np.uint8).reshape(rows, cols) * 6,
        np.ones((100, 100), np.uint8),
    )
    ends = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32)
    on_photo = np.array([[120, 90], [700, 130], [760, 640], [60, 600]], np.float32)
    homography = cv2.getPerspectiveTransform(ends, on_photo)
    to_flat = cv2.getPerspectiveTransform(ends * 100 - 0.5, on_photo)
    pixels = cv2.warpPerspective(flat, to_flat, (820, 720))
    photo = Photo("grid", np.repeat(np.asarray(pixels, np.uint8)[..., None], 3, axis=2))
    return photo, Lattice(np.asarray(homography), np.ones((rows, cols)), 1.0)


@pytest.mark.parametrize("zoom", [1, 4])
def test_each_window_shows_its_own_field(zoom: int) -> None:
    photo, lattice = painted_grid(5, 6)
    large = Photo("large", np.ascontiguousarray(photo.pixels.repeat(zoom, 0).repeat(zoom, 1)))
    # A pixel's middle moves from x to zoom * x + (zoom - 1) / 2.
    shift = (zoom - 1) / 2
    scale = np.array([[zoom, 0, shift], [0, zoom, shift], [0, 0, 1.0]])
    windows = squares.cut(large, Lattice(scale @ lattice.homography, lattice.covered, 1.0))
    middle = windows[:, 12:-12, 12:-12].mean(axis=(1, 2, 3))
    assert np.abs(middle - np.arange(1, 31) * 6).max() < 1.5


def test_a_window_shows_a_margin_of_its_neighbours() -> None:
    photo, lattice = painted_grid(5, 6)
    window = squares.cut(photo, lattice)[7].astype(int)  # row 1, column 1: value 48
    edge = 1
    assert window[28, edge].mean() == pytest.approx(42, abs=2)  # its left neighbour
    assert window[28, -1 - edge].mean() == pytest.approx(54, abs=2)
    assert window[edge, 28].mean() == pytest.approx(12, abs=2)  # the one above


def test_a_grid_that_reaches_beyond_the_photo_can_be_cut() -> None:
    photo, lattice = painted_grid(5, 6)
    shift = np.array([[1, 0, -400.0], [0, 1, -300.0], [0, 0, 1]])
    windows = squares.cut(photo, Lattice(shift @ lattice.homography, lattice.covered, 1.0))
    assert windows.shape == (30, squares.SIDE, squares.SIDE, 3)


def test_every_field_gets_probabilities_that_sum_to_one() -> None:
    photo, lattice = painted_grid(5, 6)
    (evidence,) = squares.read(photo, [lattice])
    assert evidence.probabilities.shape == (5, 6, len(CLASSES))
    np.testing.assert_allclose(evidence.probabilities.sum(-1), 1, atol=1e-6)
    np.testing.assert_allclose(evidence.colors.sum(-1), 1, atol=1e-6)


def test_two_kingdoms_of_a_photo_are_read_in_one_call() -> None:
    photo, lattice = painted_grid(5, 6)
    both = squares.read(photo, [lattice, lattice])
    np.testing.assert_allclose(both[0].probabilities, both[1].probabilities, atol=1e-6)
    assert squares.read(photo, []) == ()


def test_crowns_that_a_terrain_never_has_are_ruled_out() -> None:
    assert sum(name.startswith("W") for name in CLASSES) == 2
    assert sum(name.startswith("M") for name in CLASSES) == 4


@pytest.mark.parametrize("damage", ["missing", "cut short", "not a network", "another network"])
def test_unusable_weights_are_named_in_one_sentence(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = {name: weights.path(name).read_bytes() for name in ("squares", "squares_answer")}
    swapped = {"squares": shipped["squares_answer"], "squares_answer": shipped["squares"]}
    broken = {
        "missing": {},
        "cut short": {**shipped, "squares": shipped["squares"][:30_000]},
        "not a network": {**shipped, "squares": b"no network " * 1000},
        "another network": swapped,
    }[damage]
    for name, content in broken.items():
        (tmp_path / f"{name}.onnx").write_bytes(content)
    monkeypatch.setenv(weights.FOLDER_VARIABLE, str(tmp_path))
    photo, lattice = painted_grid(5, 6)
    with pytest.raises(ModelError) as said:
        squares.read(photo, [lattice])
    assert "squares.onnx" in said.value.message
    assert "\n" not in said.value.message


def test_reading_squares_needs_no_training_library() -> None:
    program = (
        "import sys; from kscan.vision import squares;"
        "print([m for m in ('torch', 'sklearn', 'scipy', 'onnx') if m in sys.modules])"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == "[]"
