"""The yardstick's features: what it knows of a square."""

import cv2
import numpy as np
import pytest

from kscan.lab.baseline import SIDE, features

FIELD = np.full((SIDE, SIDE, 3), (60, 180, 70), np.uint8)


def striped(angle: float) -> np.ndarray:
    """Fine stripes in one direction."""
    y, x = np.mgrid[:SIDE, :SIDE]
    wave = np.sin((x * np.cos(angle) + y * np.sin(angle)) * 0.8)
    return np.dstack([(127 + 90 * wave).astype(np.uint8)] * 3)


def edges(picture: np.ndarray) -> np.ndarray:
    """Return the part of the features that the same picture in another colour keeps."""
    plain = features(FIELD)
    return features(picture)[: len(plain) - 3 * 24 - 2 * 48]


def test_a_plain_square_has_no_edges() -> None:
    assert not edges(FIELD).any()


@pytest.mark.parametrize("angle", [0.0, 0.8, 1.6, 2.4])
def test_a_turned_pattern_has_other_edges(angle: float) -> None:
    one, same, other = (edges(striped(a)) for a in (angle, angle, angle + 0.8))
    assert np.array_equal(one, same)
    assert np.linalg.norm(one - other) > 0.5 * np.linalg.norm(one)


def test_the_colour_of_a_square_is_told() -> None:
    blue = FIELD.copy()
    blue[:] = (200, 90, 40)
    assert np.abs(features(blue) - features(FIELD)).max() > 0.5


def test_a_little_light_changes_little() -> None:
    grain = np.random.default_rng(2).integers(0, 60, FIELD.shape, dtype=np.uint8)
    square = cv2.add(FIELD, grain)
    lit = cv2.convertScaleAbs(square, alpha=1.04)
    far = np.linalg.norm(features(striped(0.3)) - features(square))
    assert np.linalg.norm(features(lit) - features(square)) < 0.5 * far
