"""The plane of the squares, from the change of their sizes over the photo.

Squares of one size look smaller the nearer they lie to the horizon: the cube root of their area is
linear over the picture, and zero there (planar rectification from change of scale). The mean shape
of their axes then gives the plane up to a similarity.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kscan.find.homography import Points, depths, mapped, median
from kscan.find.local_frame import axes_at

_LEAST = 6  # squares: a plane has three unknowns, and half of what is seen may be wrong
_ROUNDS = 8  # of reweighting: then the fit is still
_NEAREST = 0.2  # of the depth of the squares: what is nearer to the horizon is too small to see
_AROUND = 3.0  # squares around those that were seen


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """Single squares seen, in pixels of the photo."""

    places: Points  # n x 2
    u: NDArray[np.complex128]  # n, one axis of each
    v: NDArray[np.complex128]  # n, the other
    scores: NDArray[np.float64]  # n, how sure each is
    tiles: NDArray[np.float64]  # n, how probable it is that a tile lies there


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A view with all squares alike."""

    from_photo: NDArray[np.float64]  # the homography to it
    side: float  # of its squares
    low: NDArray[np.float64]  # the part of it (x, y) in which squares were seen
    high: NDArray[np.float64]


def plane_of(squares: Squares, way: float = 1.0) -> Plane | None:
    """Fit the plane of most squares, if enough are seen.

    With a `way` of -1 it leans the other way: seen from the side, pictures on near tiles look like
    small tiles, and sizes grow the wrong way.
    """
    if len(squares.places) < _LEAST:
        return None
    normal = _unit(squares.places)
    there = _carried(squares, normal)
    horizon, weights = _horizon(there)
    horizon[2, :2] *= way
    rectified = _carried(there, horizon)
    shape = _mean_shape(rectified, weights)
    both = shape @ horizon @ normal
    flat = _carried(squares, both)
    before = depths(horizon, there.places) > _NEAREST
    if not np.isfinite(both).all() or before.sum() < _LEAST:
        return None
    side = median(np.sqrt(_areas(flat))[before])
    around = _AROUND * side
    places = flat.places[before]
    return Plane(both, side, places.min(0) - around, places.max(0) + around)


def carried_axes(
    homography: NDArray[np.float64], places: Points, axes: NDArray[np.complex128]
) -> NDArray[np.complex128]:
    """Push small steps `axes` (n) at `places` through `homography`."""
    right, down = axes_at(homography, places)
    return np.asarray(right * axes.real + down * axes.imag, dtype=np.complex128)


def _carried(squares: Squares, homography: NDArray[np.float64]) -> Squares:
    """Return the squares as `homography` shows them."""
    return Squares(
        mapped(homography, squares.places),
        carried_axes(homography, squares.places, squares.u),
        carried_axes(homography, squares.places, squares.v),
        squares.scores,
        squares.tiles,
    )


def _areas(squares: Squares) -> NDArray[np.float64]:
    return np.maximum(np.abs((np.conj(squares.u) * squares.v).imag), 1e-12)


def _unit(places: Points) -> NDArray[np.float64]:
    """Return the similarity normalizing places to unit distance."""
    middle = places.mean(0)
    scale = 1.0 / max(float(np.abs(places - middle).max()), 1e-9)
    return np.array([[scale, 0, -scale * middle[0]], [0, scale, -scale * middle[1]], [0, 0, 1.0]])


def _horizon(squares: Squares) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Fit the horizon by reweighted least squares.

    Return its homography and the weights.
    """
    points = np.column_stack([squares.places, np.ones(len(squares.places))])
    wanted = np.cbrt(_areas(squares))
    wanted /= np.sort(wanted)[len(wanted) // 2]
    weights = squares.scores
    for _ in range(_ROUNDS):
        root = np.sqrt(weights)
        line = np.linalg.lstsq(points * root[:, None], wanted * root, rcond=None)[0]
        error = np.abs(points @ line - wanted)
        typical = max(float(np.sort(error)[len(error) // 2]), 1e-9)
        weights = squares.scores / np.maximum(error / typical, 1.0) ** 2
    return np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], line]), weights


def _mean_shape(squares: Squares, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the affine map making mean axes orthonormal.

    Up to a scale. The sum of the axes' outer products is the same whichever way a square is turned.
    """
    axes = np.stack([[squares.u.real, squares.v.real], [squares.u.imag, squares.v.imag]])
    products = np.einsum("ikn,jkn->nij", axes, axes) / _areas(squares)[:, None, None]
    values, vectors = np.linalg.eigh((weights[:, None, None] * products).sum(0) / weights.sum())
    shape = np.eye(3)
    shape[:2, :2] = vectors @ np.diag(np.maximum(values, 1e-9) ** -0.5) @ vectors.T
    return shape
