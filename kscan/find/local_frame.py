"""The local frame of squares as five numbers, invariant under quarter turns.

A square's two axes, as complex numbers `u` and `v`, are only known up to order and sign. The sum
and the product of their squares are the same for every choice, so a network can learn them.
"""

import numpy as np
from numpy.typing import NDArray

from kscan.find.homography import homogeneous

UNIT = 32.0  # pixels: the side of a square whose logarithm is written as 0
NUMBERS = 5


def encoded(u: NDArray[np.complex128], v: NDArray[np.complex128]) -> NDArray[np.float64]:
    """Encode the axes `u` and `v` as five numbers (n x 5)."""
    product = (u * v) ** 2
    side = np.maximum(np.abs(product) ** 0.25, 1e-6)
    turn = product / side**4
    stretch = (u**2 + v**2) / side**2
    return np.stack([np.log(side / UNIT), turn.real, turn.imag, stretch.real, stretch.imag], -1)


def decoded(
    numbers: NDArray[np.float64],
) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
    """Decode axes from five numbers, up to their eight choices."""
    side = UNIT * np.exp(np.clip(numbers[..., 0], -3.0, 3.0))
    turn = numbers[..., 1] + 1j * numbers[..., 2]
    turn = turn / np.maximum(np.abs(turn), 1e-6)
    stretch = numbers[..., 3] + 1j * numbers[..., 4]
    root = np.sqrt(stretch**2 - 4.0 * turn)
    u, v = (side * np.sqrt((stretch + way * root) / 2.0) for way in (1.0, -1.0))
    return u.astype(np.complex128), v.astype(np.complex128)


def axes_at(
    homography: NDArray[np.float64], grid: NDArray[np.float64]
) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
    """Return squares' axes at grid positions: the Jacobian's columns."""
    x, y, w = homogeneous(homography, grid).T
    columns = [(homography[0, k] - x / w * homography[2, k]) / w for k in (0, 1)]
    rows = [(homography[1, k] - y / w * homography[2, k]) / w for k in (0, 1)]
    return columns[0] + 1j * rows[0], columns[1] + 1j * rows[1]
