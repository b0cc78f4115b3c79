"""From single squares to grids: follow each square's axes to its neighbours, then fit."""

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kscan.find import homography as projective
from kscan.find.heatmap import Sightings
from kscan.find.homography import Points
from kscan.find.local_frame import axes_at
from kscan.game.kingdom import LARGEST

Field = tuple[int, int]  # column and row, from any origin

_AXIS_ERROR = 0.4  # of a square: neighbours differ by less, even when the camera leans
_STEP_ERROR = 0.25  # of a square: a neighbour's centre may lie this far from where the axes point
_SIZE_RATIO = 1.45  # between neighbouring squares; tilt and noise stay well below
_PARALLEL = 0.98  # cosine: 11 degrees; the first look errs by less than half of that
_FIT_ERROR = 0.22  # of a square: laid tiles stray up to 0.08, the first look errs as much again
FEWEST = 4  # fields: fewer are a loose domino or noise, or a start tile with one
_REACH = 2  # fields: a castle or glare may hide one square between two that were seen


@dataclass(frozen=True, slots=True, eq=False)
class GridCandidate:
    """A first guess at one kingdom's grid."""

    homography: NDArray[np.float64]  # (column, row) in squares -> pixels of the picture
    fields: frozenset[Field]  # where a square's centre was seen
    support: float  # 0 to 1: how sure the peaks are that hold it up


def grow(seen: Sightings, fewest: int = FEWEST) -> list[GridCandidate]:
    """Grow regions of `fewest` squares or more into grids, the largest first."""
    free = np.ones(len(seen.centres), dtype=np.bool_)
    grids: list[GridCandidate] = []
    while True:
        # Anew each time: what a grid leaves of a patch may be its neighbour, whole.
        patch = max(_patches(seen, free), key=len, default={})
        if len(patch) < fewest:
            return sorted(grids, key=lambda grid: (-len(grid.fields), -grid.support))
        grid = _grid(seen, patch, free, fewest)
        if grid is not None:
            grids.append(grid)
            free &= ~_explained(seen, grid)
        free[list(patch.values()) if grid is None else [next(iter(patch.values()))]] = False


def _patches(seen: Sightings, free: NDArray[np.bool_]) -> list[dict[Field, int]]:
    """Label free squares joined by axis steps: field -> centre's index."""
    taken = ~free
    patches = []
    for start in range(len(seen.centres)):
        if not taken[start]:
            patches.append(_flood_fill(seen, start, taken))
    return patches


def _flood_fill(seen: Sightings, start: int, taken: NDArray[np.bool_]) -> dict[Field, int]:
    places = seen.centres.points[:, 0] + 1j * seen.centres.points[:, 1]
    patch: dict[Field, int] = {(0, 0): start}
    taken[start] = True
    queue = deque([((0, 0), start, seen.u[start], seen.v[start])])
    while queue:
        (col, row), here, u, v = queue.popleft()
        for right, down in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            field = (col + right, row + down)
            if field in patch:
                continue
            step = right * u + down * v
            away = np.where(taken, np.inf, np.abs(places - places[here] - step))
            there = int(away.argmin())
            if away[there] > _STEP_ERROR * abs(step):
                continue
            axes = _axes_like(complex(seen.u[there]), complex(seen.v[there]), complex(u))
            if _agree(axes, (u, v)):
                patch[field] = there
                taken[there] = True
                queue.append((field, there, *axes))
    return patch


def _axes_like(u: complex, v: complex, like: complex) -> tuple[complex, complex]:
    """Choose the quarter turn of the axes nearest to `like`."""
    turns = ((u, v), (v, -u), (-u, -v), (-v, u))
    return max(turns, key=lambda turn: (turn[0].conjugate() * like).real / max(abs(turn[0]), 1e-9))


def _agree(one: tuple[complex, complex], other: tuple[complex, complex]) -> bool:
    return all(
        abs(a - b) < _AXIS_ERROR * abs(b)
        and 1 / _SIZE_RATIO < abs(a) / max(abs(b), 1e-9) < _SIZE_RATIO
        for a, b in zip(one, other, strict=True)
    )


def _grid(
    seen: Sightings, patch: dict[Field, int], free: NDArray[np.bool_], fewest: int
) -> GridCandidate | None:
    patch = _densest(patch)
    fit = _fit(seen, patch, None) if patch else None
    for _ in range(3):
        if fit is None:
            return None
        wider = _reached(seen, fit, patch, free)
        if len(wider) < fewest:
            return None
        fit = _fit(seen, wider, fit)
        if set(wider) == set(patch):
            break
        patch = wider
    if fit is None or len(patch) < fewest:
        return None
    support = float(seen.centres.scores[list(patch.values())].mean())
    return GridCandidate(fit, frozenset(patch), support)


def _fit(
    seen: Sightings, patch: dict[Field, int], known: NDArray[np.float64] | None
) -> NDArray[np.float64] | None:
    """Fit a homography through the patch's centres and vertices."""
    grid = np.array(list(patch), dtype=np.float64) + 0.5
    index = np.array(list(patch.values()))
    pixels, weights = seen.centres.points[index], seen.centres.scores[index]
    sides = np.sort(np.sqrt(np.abs(seen.u[index] * seen.v[index])))
    side = float(sides[len(sides) // 2])  # np.median loads masked arrays, a tenth of numpy
    if len(patch) < FEWEST:  # of 24 composed ones of three squares 24 are found so, else 19
        return _affine(grid, pixels)
    start = known if known is not None else _start(seen, grid, index)
    if start is None:
        return None
    corners, places, scores = _vertices(seen, start, patch)
    fit = projective.robustly_fitted(
        np.concatenate([grid, corners]),
        np.concatenate([pixels, places]),
        np.concatenate([weights, scores]),
        _FIT_ERROR * side,
    )
    if fit is None or not projective.in_front(fit[0], grid):
        return None
    return fit[0]


def _start(seen: Sightings, grid: Points, index: NDArray[np.int64]) -> NDArray[np.float64] | None:
    """Fit centres and axis tips, enough even for one row."""
    here = seen.centres.points[index]
    right, _ = _steps(grid, here)
    turned = np.array([_axes_like(complex(seen.u[k]), complex(seen.v[k]), right) for k in index])
    u, v = turned.T
    tips = [(0.0, 0.0), (0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5)]
    moves = [right * u + down * v for right, down in tips]
    pixels = np.concatenate([here + np.column_stack([m.real, m.imag]) for m in moves])
    weights = np.concatenate(
        [seen.centres.scores[index] * (1.0 if k == 0 else 0.1) for k in range(5)]
    )
    return projective.fitted(np.concatenate([grid + tip for tip in tips]), pixels, weights)


def _affine(grid: Points, centres: Points) -> NDArray[np.float64]:
    """Fit an affine map, as a homography."""
    right, down = _steps(grid, centres)
    steps = np.array([[right.real, down.real], [right.imag, down.imag]])
    origin = (centres - grid @ steps.T).mean(axis=0)
    return np.vstack([np.column_stack([steps, origin]), [0.0, 0.0, 1.0]])


def _steps(grid: Points, centres: Points) -> tuple[complex, complex]:
    """Return one column's step to the right and one row's step down, by an affine fit."""
    flat = np.column_stack([grid, np.ones(len(grid))])
    affine, _, rank, _ = np.linalg.lstsq(flat, centres, rcond=None)
    right, down = complex(*affine[0]), complex(*affine[1])
    if rank < 3:  # a single row or column: the missing axis is a quarter turn further
        right, down = _completed(grid, right, down)
    return right, down


def _completed(grid: Points, right: complex, down: complex) -> tuple[complex, complex]:
    along_columns = bool(np.ptp(grid[:, 0]) > 0)
    return (right, right * 1j) if along_columns else (down / 1j, down)


def _vertices(
    seen: Sightings, homography: NDArray[np.float64], patch: dict[Field, int]
) -> tuple[Points, Points, NDArray[np.float64]]:
    """Match square corners to vertices: grid, pixels, score."""
    corners = sorted({(c + i, r + j) for c, r in patch for i in (0, 1) for j in (0, 1)})
    grid = np.array(corners, dtype=np.float64)
    if not len(seen.vertices):
        return grid[:0], grid[:0], np.zeros(0)
    expected = projective.mapped(homography, grid)
    u, v = axes_at(homography, grid)
    offsets = expected[:, None] - seen.vertices.points[None]
    away = np.hypot(offsets[..., 0], offsets[..., 1])
    nearest = away.argmin(1)
    near = away.min(1) < _FIT_ERROR * np.minimum(np.abs(u), np.abs(v))
    index = nearest[near]
    return grid[near], seen.vertices.points[index], seen.vertices.scores[index]


def _reached(
    seen: Sightings,
    homography: NDArray[np.float64],
    patch: dict[Field, int],
    free: NDArray[np.bool_],
) -> dict[Field, int]:
    """Add every square in reach and fitting to the patch."""
    places = projective.mapped(projective.inverse(homography), seen.centres.points)
    fields = np.floor(places)
    error = np.abs(places - fields - 0.5).max(1)
    u, v = axes_at(homography, fields + 0.5)
    ratio = np.sqrt(np.abs(seen.u * seen.v) / np.maximum(np.abs(u * v), 1e-9))
    fits = free & (error < _FIT_ERROR) & (ratio < _SIZE_RATIO) & (ratio > 1 / _SIZE_RATIO)
    fits &= _parallel(seen, u)
    known = np.array(list(patch))
    reached: dict[Field, int] = {}
    for index in np.flatnonzero(fits):
        field = (int(fields[index, 0]), int(fields[index, 1]))
        near = bool((np.abs(known - fields[index]).max(1) <= _REACH).any())
        if near and (field not in reached or error[index] < error[reached[field]]):
            reached[field] = int(index)
    return _densest(reached)


def _parallel(seen: Sightings, u: NDArray[np.complex128]) -> NDArray[np.bool_]:
    """Return the squares along the grid's `u`.

    A neighbouring kingdom rarely lies along it.
    """
    turn = (seen.u / np.maximum(np.abs(seen.u), 1e-9)) / (u / np.maximum(np.abs(u), 1e-9))
    other = (seen.v / np.maximum(np.abs(seen.v), 1e-9)) / (u / np.maximum(np.abs(u), 1e-9))
    along = np.maximum(np.abs(turn.real), np.abs(other.real))
    return np.asarray(along > _PARALLEL, dtype=np.bool_)


def _densest(patch: dict[Field, int]) -> dict[Field, int]:
    """Cut `patch` to its fullest 7 x 7 block.

    No kingdom is larger.
    """
    if not patch:
        return patch
    fields = np.array(list(patch))
    low, span = fields.min(0), np.ptp(fields, axis=0) + 1
    if (span <= LARGEST).all():
        return patch
    spans = [
        range(start, start + max(1, extent - LARGEST + 1))
        for start, extent in zip(low, span, strict=True)
    ]

    def inside(left: int, top: int) -> NDArray[np.bool_]:
        low, high = np.array([left, top]), np.array([left + LARGEST, top + LARGEST])
        return np.asarray(((fields >= low) & (fields < high)).all(1), dtype=np.bool_)

    best = max(((c, r) for c in spans[0] for r in spans[1]), key=lambda at: int(inside(*at).sum()))
    return {
        field: index
        for (field, index), keep in zip(patch.items(), inside(*best), strict=True)
        if keep
    }


def _explained(seen: Sightings, grid: GridCandidate) -> NDArray[np.bool_]:
    """Return the centres on fields of `grid`, well placed or not."""
    places = projective.mapped(projective.inverse(grid.homography), seen.centres.points)
    fields = np.floor(places).astype(int)
    return np.array([(int(c), int(r)) in grid.fields for c, r in fields], dtype=np.bool_)
