"""Homographies between a grid of squares and pixels."""

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


def mapped(homography: NDArray[np.float64], points: Points) -> Points:
    """Apply `homography` to `points` (n x 2)."""
    flat = homogeneous(homography, points)
    return np.asarray(flat[:, :2] / flat[:, 2:], dtype=np.float64)


def homogeneous(homography: NDArray[np.float64], points: Points) -> NDArray[np.float64]:
    """Apply `homography` to `points`, in homogeneous coordinates (n x 3)."""
    return np.asarray(np.column_stack([points, np.ones(len(points))]) @ homography.T)


def inverse(homography: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the map back."""
    return np.asarray(np.linalg.inv(homography), dtype=np.float64)


def middles(fields: NDArray[np.bool_]) -> Points:
    """Return the true fields' middles (n x 2, column and row)."""
    rows, cols = np.nonzero(fields)
    return np.column_stack([cols + 0.5, rows + 0.5]).astype(np.float64)


def median(values: NDArray[np.float64]) -> float:
    """Return the median of one or more values."""
    # np.median loads masked arrays: 6 ms of the 320 of a cold score.
    return float(np.sort(values)[[(len(values) - 1) // 2, len(values) // 2]].mean())


def depths(homography: NDArray[np.float64], points: Points) -> NDArray[np.float64]:
    """Return the homogeneous depth of `points` (n x 2).

    Of one sign on one side of the horizon.
    """
    return np.asarray(points @ homography[2, :2] + homography[2, 2], dtype=np.float64)


def in_front(homography: NDArray[np.float64], points: Points) -> bool:
    """Return True if all `points` share a side of the horizon."""
    depth = depths(homography, points)
    return bool((depth > 1e-6).all() or (depth < -1e-6).all())


def fitted(
    grid: Points, pixels: Points, weights: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    """Fit the homography grid -> pixels by weighted least squares.

    None if undetermined.
    """
    if len(grid) < 4:
        return None
    to_grid, to_pixels = _normal(grid), _normal(pixels)
    a, b = mapped(to_grid, grid), mapped(to_pixels, pixels)
    solution = _solved(a, b, np.sqrt(weights))
    if solution is None:
        return None
    homography = np.linalg.inv(to_pixels) @ solution @ to_grid
    if abs(homography[2, 2]) < 1e-12 or not np.isfinite(homography).all():
        return None
    return np.asarray(homography / homography[2, 2], dtype=np.float64)


def robustly_fitted(
    grid: Points, pixels: Points, weights: NDArray[np.float64], tolerance: float
) -> tuple[NDArray[np.float64], NDArray[np.bool_]] | None:
    """Fit a homography from LMedS; return inliers, too.

    Those within `tolerance` pixels.
    """
    if len(grid) < 4:
        return None
    start, _ = cv2.findHomography(grid, pixels, cv2.LMEDS)
    if start is None:
        return None
    homography = np.asarray(start, dtype=np.float64)
    near = np.zeros(len(grid), dtype=np.bool_)
    for _ in range(3):
        with np.errstate(divide="ignore", invalid="ignore"):  # a point on the horizon is near none
            near = np.hypot(*(mapped(homography, grid) - pixels).T) < tolerance
        refitted = fitted(grid[near], pixels[near], weights[near])
        if refitted is None:
            return None
        homography = refitted
    return homography, near


def _normal(points: Points) -> NDArray[np.float64]:
    centre = points.mean(0)
    scale = 1.0 / max(float(np.sqrt(((points - centre) ** 2).sum(1).mean())), 1e-9)
    return np.array(
        [[scale, 0.0, -scale * centre[0]], [0.0, scale, -scale * centre[1]], [0.0, 0.0, 1.0]]
    )


def _solved(a: Points, b: Points, root: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Solve the direct linear transform, its last entry 1.

    Centred grids then lie in front.
    """
    x, y = a.T
    one, zero = np.ones_like(x), np.zeros_like(x)
    depth = np.ones_like(x)
    entries = np.zeros(8)
    for _ in range(3):  # each round weighs by the depth of the last: errors count in pixels
        scale = root / np.maximum(depth, 0.05)
        top = np.column_stack([x, y, one, zero, zero, zero, -b[:, 0] * x, -b[:, 0] * y])
        low = np.column_stack([zero, zero, zero, x, y, one, -b[:, 1] * x, -b[:, 1] * y])
        matrix = np.concatenate([top * scale[:, None], low * scale[:, None]])
        wanted = np.concatenate([b[:, 0] * scale, b[:, 1] * scale])
        entries, _, rank, _ = np.linalg.lstsq(matrix, wanted, rcond=1e-9)
        if rank < 8:
            return None
        depth = entries[6] * x + entries[7] * y + 1.0
    return np.append(entries, 1.0).reshape(3, 3)
