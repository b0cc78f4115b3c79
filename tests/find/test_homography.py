"""Homographies are fitted exactly, and in spite of strays."""

import warnings

import numpy as np
import pytest

from kscan.find import homography as projective

TRUE = np.array([[41.0, 7.0, 90.0], [-5.0, 37.0, 60.0], [0.004, -0.003, 1.0]])
GRID = np.array([[x, y] for x in range(6) for y in range(6)], dtype=np.float64)


def test_an_exact_fit_is_exact() -> None:
    pixels = projective.mapped(TRUE, GRID)
    fit = projective.fitted(GRID, pixels, np.ones(len(GRID)))
    assert fit == pytest.approx(TRUE, rel=1e-6, abs=1e-6)


def test_strays_do_not_move_a_robust_fit() -> None:
    rng = np.random.default_rng(0)
    pixels = projective.mapped(TRUE, GRID)
    pixels[:7] += rng.uniform(30, 90, (7, 2))
    found = projective.robustly_fitted(GRID, pixels, np.ones(len(GRID)), 5.0)
    assert found is not None
    homography, near = found
    assert np.abs(projective.mapped(homography, GRID) - projective.mapped(TRUE, GRID)).max() < 0.1
    assert not near[:7].any()


def test_points_in_a_line_determine_nothing() -> None:
    line = np.column_stack([np.arange(6.0), np.zeros(6)])
    assert projective.fitted(line, line * 30, np.ones(6)) is None


def test_the_horizon_is_seen() -> None:
    assert projective.in_front(TRUE, GRID)
    assert not projective.in_front(TRUE, np.array([[0.0, 0.0], [0.0, 400.0]]))


def test_points_on_the_horizon_of_a_guess_are_no_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    horizon = np.array([[41.0, 7.0, 90.0], [-5.0, 37.0, 60.0], [1.0, 0.0, 0.0]])  # along x = 0
    monkeypatch.setattr(projective.cv2, "findHomography", lambda *_: (horizon, None))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert projective.robustly_fitted(GRID, GRID + 1e5, np.ones(len(GRID)), 5.0) is None
