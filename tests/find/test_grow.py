"""Grids grow from single squares, through noise, tilt, gaps and neighbours."""

import numpy as np
import pytest
from numpy.typing import NDArray

from kscan.find import local_frame as frame
from kscan.find.grow import GridCandidate, grow
from kscan.find.heatmap import Sightings
from kscan.find.homography import inverse, mapped, middles
from kscan.find.peaks import Peaks
from kscan.find.quality import ONE_DOMINO

Matrix = NDArray[np.float64]


def view(rng: np.random.Generator, side: float, at: tuple[float, float], tilt: float) -> Matrix:
    """Return a camera over a table: squares of `side` pixels at the origin, shown at `at`."""
    turn, lean = rng.uniform(0, 2 * np.pi, 2)
    spin = rotation(lean).T @ leaning(np.radians(tilt)) @ rotation(lean) @ rotation(turn)
    camera = np.diag([600.0, 600.0, 1.0])
    homography = camera @ np.column_stack([spin[:, 0], spin[:, 1], [0, 0, 600.0 / side]])
    shift = np.array([[1, 0, at[0]], [0, 1, at[1]], [0, 0, 1.0]])
    return np.asarray(shift @ homography / homography[2, 2])


def rotation(angle: float) -> Matrix:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def leaning(angle: float) -> Matrix:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def centred(homography: Matrix, size: int) -> Matrix:
    return np.asarray(homography @ np.array([[1, 0, -size / 2], [0, 1, -size / 2], [0, 0, 1]]))


def sightings(
    rng: np.random.Generator,
    kingdoms: list[tuple[Matrix, NDArray[np.bool_]]],
    missed: float,
    spurious: int,
) -> Sightings:
    """Return what a good but imperfect first look would see."""
    centres, us, vs, vertices = [], [], [], []
    for homography, covered in kingdoms:
        grid = middles(covered)
        u, v = frame.axes_at(homography, grid)
        side = np.sqrt(np.abs(u * v))[:, None]
        places = mapped(homography, grid) + rng.normal(0, 0.04, grid.shape) * side
        u, v = frame.decoded(frame.encoded(u, v) + rng.normal(0, 0.08, (len(grid), 5)))
        seen = rng.random(len(grid)) >= missed
        tips = np.array([[0.5, 0.5], [0.5, -0.5], [-0.5, 0.5], [-0.5, -0.5]])
        corners = np.unique(np.concatenate([grid + tip for tip in tips]), axis=0)
        spots = mapped(homography, corners) + rng.normal(0, 0.04, corners.shape) * side.mean()
        centres.append(places[seen])
        us.append(u[seen])
        vs.append(v[seen])
        vertices.append(spots[rng.random(len(spots)) >= missed])
    for _ in range(spurious):
        centres.append(rng.uniform(0, 400, (1, 2)))
        us.append(rng.uniform(10, 50, 1) * np.exp(1j * rng.uniform(0, 7, 1)))
        vs.append(1j * us[-1])
        vertices.append(rng.uniform(0, 400, (1, 2)))
    u, v = np.concatenate(us), np.concatenate(vs)
    v = np.where((np.conj(u) * v).imag > 0, v, -v)
    spots, corners = np.concatenate(centres), np.concatenate(vertices)
    return Sightings(
        Peaks(spots, rng.uniform(0.5, 1, len(spots))),
        u,
        v,
        Peaks(corners, rng.uniform(0.5, 1, len(corners))),
        np.ones(len(spots)),
    )


def distance(grid: GridCandidate, homography: Matrix, size: int) -> float:
    """How far, in squares, the grid lies off the true one at the corners of the kingdom."""
    ends = np.array([[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]])
    flat = np.column_stack([ends, np.ones(4)])
    there = mapped(inverse(grid.homography) @ homography, ends)
    whole = np.rint(np.linalg.lstsq(flat, there, rcond=None)[0])
    if abs(abs(np.linalg.det(whole[:2])) - 1) > 0.01:
        return float("inf")
    return float(np.abs(there - flat @ whole).max())


@pytest.mark.parametrize("tilt", [0, 20, 45])
@pytest.mark.parametrize("size", [5, 7])
def test_one_kingdom_is_found_whole(tilt: float, size: int) -> None:
    rng = np.random.default_rng([tilt, size])
    covered = rng.random((size, size)) < 0.85
    homography = centred(view(rng, 200 / size, (256, 192), tilt), size)
    grids = grow(sightings(rng, [(homography, covered)], missed=0.05, spurious=5))
    assert distance(grids[0], homography, size) < 0.3


def test_four_kingdoms_are_four_grids() -> None:
    rng = np.random.default_rng(4)
    full = np.ones((5, 5), dtype=np.bool_)
    spots = [(130.0, 110.0), (380.0, 110.0), (130.0, 280.0), (380.0, 280.0)]
    homographies = [centred(view(rng, 24, at, 15), 5) for at in spots]
    seen = sightings(rng, [(h, full) for h in homographies], missed=0.05, spurious=6)
    grids = grow(seen)
    assert len(grids) == 4
    for homography in homographies:
        assert min(distance(grid, homography, 5) for grid in grids) < 0.3


def test_a_lone_domino_is_no_grid() -> None:
    rng = np.random.default_rng(5)
    domino = np.ones((1, 2), dtype=np.bool_)
    homography = view(rng, 40, (200, 200), 10)
    assert grow(sightings(rng, [(homography, domino)], missed=0.0, spurious=0)) == []


@pytest.mark.parametrize("shape", [[(0, 0), (0, 1), (0, 2)], [(0, 0), (0, 1), (1, 0)]])
@pytest.mark.parametrize("seed", range(8))
def test_a_start_tile_with_one_domino_is_a_grid_where_it_is_asked_for(
    shape: list[tuple[int, int]], seed: int
) -> None:
    rng = np.random.default_rng([7, seed])
    covered = np.zeros((3, 3), dtype=np.bool_)
    covered[tuple(np.array(shape).T)] = True
    homography = centred(view(rng, 60, (200, 200), 20), 3)
    seen = sightings(rng, [(homography, covered)], missed=0.0, spurious=0)
    assert grow(seen) == []
    (grid,) = grow(seen, ONE_DOMINO)
    assert len(grid.fields) == 3
    assert distance(grid, homography, 2) < 0.5  # as far as the second look sets right


def test_nothing_seen_is_no_grid() -> None:
    nothing = Peaks(np.zeros((0, 2)), np.zeros(0))
    none = np.zeros(0, dtype=np.complex128)
    assert grow(Sightings(nothing, none, none, nothing, np.zeros(0))) == []


def test_a_corner_alone_joins_two_parts() -> None:
    rng = np.random.default_rng(6)
    covered = np.zeros((5, 5), dtype=np.bool_)
    covered[:3, :3] = covered[3:, 3:] = True
    homography = centred(view(rng, 40, (200, 200), 20), 5)
    grids = grow(sightings(rng, [(homography, covered)], missed=0.0, spurious=0))
    assert len(grids) == 1
    assert len(grids[0].fields) == covered.sum()
