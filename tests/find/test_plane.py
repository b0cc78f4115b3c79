"""The plane of squares that are small or seen from the side is found from their sizes."""

import numpy as np
import pytest

from kscan.find.homography import inverse, mapped, middles
from kscan.find.local_frame import axes_at
from kscan.find.plane import Squares, carried_axes, plane_of


def leaning(tilt: float, turn: float) -> np.ndarray:
    """Return a camera over a table of unit squares, which leans away from it."""
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    a, b = np.cos(np.radians(tilt)), np.sin(np.radians(tilt))
    lean = np.array([[1.0, 0.0, 0.0], [0.0, a, -b], [0.0, b, a]])
    both = lean @ spin
    homography = np.column_stack([both[:, 0], both[:, 1], [0.0, 0.0, 14.0]])
    return np.asarray(np.diag([900.0, 900.0, 1.0]) @ homography)


def seen(homography: np.ndarray, noise: float = 0.0) -> Squares:
    """Return the squares of a 5 x 5 kingdom around the camera's axis."""
    rng = np.random.default_rng(4)
    grid = middles(np.ones((5, 5), np.bool_)) - 2.5
    u, v = axes_at(homography, grid)
    scale = np.exp(rng.normal(0.0, noise, len(grid)))
    ones = np.ones(len(grid))
    return Squares(mapped(homography, grid), u * scale, v * scale, ones, ones)


@pytest.mark.parametrize("tilt", [0.0, 40.0, 60.0])
@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_on_the_plane_all_squares_are_alike(tilt: float, noise: float) -> None:
    homography = leaning(tilt, 0.8)
    plane = plane_of(seen(homography, noise))
    assert plane is not None
    corners = np.array([[-2.0, -2.0], [2.0, -2.0], [2.0, 2.0], [-2.0, 2.0]])
    u, v = axes_at(plane.from_photo @ homography, corners)
    slack = 0.01 + 4.0 * noise
    assert np.abs(np.log(np.abs(v / u))).max() < slack
    assert np.abs((np.conj(u) * v).real / np.abs(u * v)).max() < slack
    assert np.ptp(np.log(np.abs(u * v))) < 2.0 * slack


def test_the_part_with_squares_is_known() -> None:
    squares = seen(leaning(50.0, 0.3))
    plane = plane_of(squares)
    assert plane is not None
    there = mapped(plane.from_photo, squares.places)
    assert (there > plane.low).all()
    assert (there < plane.high).all()


def test_too_few_squares_show_no_plane() -> None:
    few = seen(leaning(30.0, 0.0))
    cut = Squares(few.places[:5], few.u[:5], few.v[:5], few.scores[:5], few.tiles[:5])
    assert plane_of(cut) is None


def test_steps_are_carried_as_places_are() -> None:
    homography, place = leaning(45.0, 0.2), np.array([[1.0, -0.5]])
    step = np.array([1e-6 + 2e-6j])
    carried = carried_axes(homography, place, step)
    ends = mapped(homography, np.array([[1.0, -0.5], [1.0 + 1e-6, -0.5 + 2e-6]]))
    assert carried[0] == pytest.approx(complex(*(ends[1] - ends[0])), rel=1e-3)
    assert np.allclose(mapped(inverse(homography), mapped(homography, place)), place)
