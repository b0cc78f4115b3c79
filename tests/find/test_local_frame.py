"""The local frame of squares survives its encoding, up to quarter turns."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kscan.find import local_frame as frame

angles = st.floats(0, 2 * np.pi)
sides = st.floats(8, 150)


@given(angles, sides, st.floats(0.6, 1.7), st.floats(1.1, 2.0))
def test_axes_come_back_as_one_of_their_eight_choices(
    angle: float, side: float, stretch: float, between: float
) -> None:
    u = side * np.exp(1j * angle)
    v = side * stretch * np.exp(1j * (angle + between))
    a, b = frame.decoded(frame.encoded(np.array([u]), np.array([v])))
    found = {0: (a[0], b[0]), 1: (b[0], a[0])}
    assert any(
        min(abs(p - u), abs(p + u)) < 1e-3 * side and min(abs(q - v), abs(q + v)) < 1e-3 * side
        for p, q in found.values()
    )


@given(angles, sides)
def test_a_quarter_turn_changes_no_number(angle: float, side: float) -> None:
    u = np.array([side * np.exp(1j * angle)])
    v = 0.8j * u
    assert np.allclose(frame.encoded(u, v), frame.encoded(v, -u), atol=1e-6)


def test_axes_of_a_homography_are_its_steps() -> None:
    homography = np.array([[40.0, 5.0, 100.0], [-3.0, 35.0, 80.0], [0.001, 0.002, 1.0]])
    at = np.array([[2.5, 1.5]])
    u, v = frame.axes_at(homography, at)
    step = 1e-5

    def place(x: float, y: float) -> complex:
        a, b, w = homography @ [x, y, 1.0]
        return complex(a / w, b / w)

    assert np.isclose(u[0], (place(2.5 + step, 1.5) - place(2.5, 1.5)) / step, rtol=1e-3)
    assert np.isclose(v[0], (place(2.5, 1.5 + step) - place(2.5, 1.5)) / step, rtol=1e-3)
