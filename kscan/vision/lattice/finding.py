"""From a photo to its kingdoms: look at the whole, grow grids, look again at each."""

import numpy as np
from numpy.typing import NDArray

from kscan.vision.lattice import block as blocks
from kscan.vision.lattice import fields as second
from kscan.vision.lattice.fields import SPAN, Fields
from kscan.vision.lattice.grow import Grid, grow
from kscan.vision.lattice.heat import look, sightings
from kscan.vision.lattice.projective import in_front, inverse, mapped, middles
from kscan.vision.lattice.quality import quality
from kscan.vision.lattice.scales import Scales
from kscan.vision.records import Lattice, Photo

PARTLY_OUTSIDE = "partly_outside"  # the note of a kingdom that the photo's edge cuts through

_MOST = 8  # grids that are looked at again; a table has four kingdoms
_PASSES = 3  # second looks at one grid; most are settled after two
_SETTLED = 0.03  # of a field: a smaller mean move is not worth another look
_LEAST_QUALITY = 0.5
_SAME = 0.3  # share of a kingdom's fields that lie on another's: then they are one kingdom


def find(photo: Photo) -> tuple[Lattice, ...]:
    """The kingdoms in `photo`, the largest first; empty where there is none."""
    scales = Scales(photo)
    picture, to_photo = scales.whole()
    grids = grow(sightings(look(picture, to_photo)))[:_MOST]
    lattices: list[Lattice] = []
    for grid in grids:
        lattice = _settled(scales, photo, grid, to_photo)
        if lattice is not None and not any(_shared(lattice, other) for other in lattices):
            lattices.append(lattice)
    return tuple(sorted(lattices, key=lambda one: -float(one.covered.sum())))


def _settled(
    scales: Scales, photo: Photo, grid: Grid, to_photo: NDArray[np.float64]
) -> Lattice | None:
    """The grid after second looks; None where no kingdom is seen on it."""
    cols, rows = (np.array(sorted(grid.fields))[:, k] for k in (0, 1))
    homography = _centred(to_photo @ grid.homography, cols, rows)
    for _ in range(_PASSES):
        if not _sane(homography):
            return None
        fields = second.read(scales, homography)
        group = blocks.kingdom(fields.covered)
        if not group.any():
            return None
        better = second.refined(fields)
        held = np.nonzero(group)
        homography = _centred(better, held[1], held[0])
        if _distance(homography, fields.homography) < _SETTLED:
            break
    return _lattice(photo, fields, better, grid.support)


def _lattice(
    photo: Photo, fields: Fields, homography: NDArray[np.float64], support: float
) -> Lattice | None:
    group = blocks.kingdom(fields.covered)
    tight = blocks.around(group)
    worth = quality(fields, group, support)
    if tight is None or worth < _LEAST_QUALITY:
        return None
    block = blocks.widened(tight, fields.covered)
    origin = second.moved(homography, block.left, block.top)
    notes = (PARTLY_OUTSIDE,) if _cut(photo, homography, group) else ()
    return Lattice(origin, block.cut(fields.covered), worth, notes)


def _centred(
    homography: NDArray[np.float64], cols: NDArray[np.int64], rows: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The grid with its origin moved so that the window's middle is that of the fields."""
    left, top = (int((v.min() + v.max() + 1 - SPAN) // 2) for v in (cols, rows))
    return second.moved(homography, left, top)


def _sane(homography: NDArray[np.float64]) -> bool:
    """Whether the whole window lies in front of the camera."""
    ends = np.array([[0.0, 0.0], [SPAN, 0.0], [SPAN, SPAN], [0.0, SPAN]])
    return bool(np.isfinite(homography).all()) and in_front(homography, ends)


def _distance(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How far apart two grids lie, in fields, over the middle of the window."""
    ends = np.array([[1.0, 1.0], [SPAN - 1.0, 1.0], [SPAN - 1.0, SPAN - 1.0], [1.0, SPAN - 1.0]])
    back = mapped(inverse(other) @ one, ends)
    return float(np.hypot(*(back - ends).T).mean())


def _cut(photo: Photo, homography: NDArray[np.float64], group: NDArray[np.bool_]) -> bool:
    """Whether the photo's edge cuts through a covered field, and not only along its side."""
    grid = middles(group)
    middle = mapped(homography, grid)
    tips = [mapped(homography, grid + tip) - middle for tip in _FAR_SIDES]
    ends = np.concatenate([middle + 0.6 * tip for tip in tips])
    low, high = ends.min(0), ends.max(0)
    return bool((low < 0).any() or high[0] > photo.width or high[1] > photo.height)


_FAR_SIDES = np.array([[0.5, 0.0], [-0.5, 0.0], [0.0, 0.5], [0.0, -0.5]])


def _shared(one: Lattice, other: Lattice) -> bool:
    """Whether `one` mostly lies on fields of `other`."""
    centres = one.points(middles(one.covered > 0.5))
    there = np.floor(mapped(inverse(other.homography), centres)).astype(int)
    inside = ((there >= 0) & (there < (other.cols, other.rows))).all(1)
    on = other.covered[there[inside, 1], there[inside, 0]] > 0.5
    return bool(on.sum() > _SAME * len(centres))
