"""Reading squares: cutting them from a photo, and what is said of weights that are no good."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from kscan import networks
from kscan.errors import ModelError
from kscan.evidence import (
    CASTLE_LABEL,
    EMPTY_LABEL,
    LABELS,
    OTHER_LABEL,
    restricted,
    widened,
)
from kscan.find.grid import Grid
from kscan.game.squares import KINDS, parse_square
from kscan.photo.records import Photo
from kscan.read import reader

SIDE_ON_PHOTO = 90.0


def painted_grid(rows: int, cols: int) -> tuple[Photo, Grid]:
    """Return a tilted photo of a grid in which every field has a grey value of its own."""
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
    return photo, Grid(np.asarray(homography), np.ones((rows, cols)), 1.0)


@pytest.mark.parametrize("zoom", [1, 4])
def test_each_window_shows_its_own_field(zoom: int) -> None:
    photo, grid = painted_grid(5, 6)
    large = Photo("large", np.ascontiguousarray(photo.pixels.repeat(zoom, 0).repeat(zoom, 1)))
    # A pixel's middle moves from x to zoom * x + (zoom - 1) / 2.
    shift = (zoom - 1) / 2
    scale = np.array([[zoom, 0, shift], [0, zoom, shift], [0, 0, 1.0]])
    windows = reader.cut(large, Grid(scale @ grid.homography, grid.covered, 1.0))
    middle = windows[:, 12:-12, 12:-12].mean(axis=(1, 2, 3))
    assert np.abs(middle - np.arange(1, 31) * 6).max() < 1.5


def test_a_window_shows_a_margin_of_its_neighbours() -> None:
    photo, grid = painted_grid(5, 6)
    window = reader.cut(photo, grid)[7].astype(int)  # row 1, column 1: value 48
    edge = 1
    assert window[28, edge].mean() == pytest.approx(42, abs=2)  # its left neighbour
    assert window[28, -1 - edge].mean() == pytest.approx(54, abs=2)
    assert window[edge, 28].mean() == pytest.approx(12, abs=2)  # the one above


def test_a_grid_that_reaches_beyond_the_photo_can_be_cut() -> None:
    photo, grid = painted_grid(5, 6)
    shift = np.array([[1, 0, -400.0], [0, 1, -300.0], [0, 0, 1]])
    windows = reader.cut(photo, Grid(shift @ grid.homography, grid.covered, 1.0))
    assert windows.shape == (30, reader.SIDE, reader.SIDE, 3)


def test_every_field_gets_probabilities_that_sum_to_one() -> None:
    photo, grid = painted_grid(5, 6)
    (evidence,) = reader.read(photo, [grid])
    assert evidence.probabilities.shape == (5, 6, len(LABELS))
    np.testing.assert_allclose(evidence.probabilities.sum(-1), 1, atol=1e-6)
    np.testing.assert_allclose(evidence.colors.sum(-1), 1, atol=1e-6)


def test_two_kingdoms_of_a_photo_are_read_in_one_call() -> None:
    photo, grid = painted_grid(5, 6)
    both = reader.read(photo, [grid, grid])
    np.testing.assert_allclose(both[0].probabilities, both[1].probabilities, atol=1e-6)
    assert reader.read(photo, []) == ()


def test_labels_are_each_terrain_with_each_number_of_crowns_and_three_more() -> None:
    assert LABELS[:8] == ("W0", "W1", "W2", "W3", "F0", "F1", "F2", "F3")
    assert (LABELS[CASTLE_LABEL], LABELS[EMPTY_LABEL], LABELS[OTHER_LABEL]) == ("C", ".", "?")
    assert len(LABELS) == 27


def test_crowns_that_a_box_lacks_count_for_those_that_it_has() -> None:
    seen = np.zeros(len(LABELS))
    seen[[LABELS.index("W1"), LABELS.index("W2"), OTHER_LABEL]] = 0.3, 0.5, 0.2
    known, none = restricted(seen)
    assert known[KINDS.index(parse_square("W1"))] == pytest.approx(1.0)
    assert none == pytest.approx(0.2)
    giants = (*KINDS, parse_square("W2"))
    known, none = restricted(seen, giants)
    assert known[len(KINDS)] == pytest.approx(0.625)
    assert none == pytest.approx(0.2)


def test_a_terrain_that_a_box_lacks_is_none_of_its_squares() -> None:
    seen = np.zeros(len(LABELS))
    seen[[LABELS.index("W0"), LABELS.index("M1")]] = 0.4, 0.6
    known, none = restricted(seen, [parse_square("W0")])
    assert known == pytest.approx([1.0, 0.0, 0.0])
    assert none == pytest.approx(0.6)


@given(arrays(np.float64, (2, 27), elements=st.floats(1e-3, 1.0)))
def test_what_is_known_sums_to_one_whatever_the_rest(odds: NDArray[np.float64]) -> None:
    seen = odds / odds.sum(axis=1, keepdims=True)
    known, none = restricted(seen)
    assert known.sum(axis=1) == pytest.approx(1.0)
    assert none == pytest.approx(seen[:, OTHER_LABEL])
    np.testing.assert_allclose(restricted(widened(known))[0], known, atol=1e-12)


@pytest.mark.parametrize("damage", ["missing", "cut short", "not a network", "another network"])
def test_unusable_weights_are_named_in_one_sentence(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = {name: networks.path(name).read_bytes() for name in ("reader", "reader_answer")}
    swapped = {"reader": shipped["reader_answer"], "reader_answer": shipped["reader"]}
    broken = {
        "missing": {},
        "cut short": {**shipped, "reader": shipped["reader"][:30_000]},
        "not a network": {**shipped, "reader": b"no network " * 1000},
        "another network": swapped,
    }[damage]
    for name, content in broken.items():
        (tmp_path / f"{name}.onnx").write_bytes(content)
    monkeypatch.setenv(networks.FOLDER_VARIABLE, str(tmp_path))
    photo, grid = painted_grid(5, 6)
    with pytest.raises(ModelError) as said:
        reader.read(photo, [grid])
    assert "reader.onnx" in said.value.message
    assert "\n" not in said.value.message


def test_reading_squares_needs_no_training_library() -> None:
    program = (
        "import sys; from kscan.read import reader;"
        "print([m for m in ('torch', 'sklearn', 'scipy', 'onnx') if m in sys.modules])"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == "[]"
