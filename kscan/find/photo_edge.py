"""The photo's edge: it cuts through a kingdom, may hide its end, or was cropped to its outline."""

import numpy as np
from numpy.typing import NDArray

from kscan.find.block import BoundingBox
from kscan.find.grid import Grid
from kscan.find.homography import Points, fitted, mapped, middles
from kscan.game.kingdom import LARGEST
from kscan.photo.records import Photo

PARTLY_OUTSIDE = "partly_outside"  # the note of a kingdom that the photo's edge cuts through
MAY_GO_ON = "may_go_on"  # of one that ends at the photo's edge, but need not end there

_SIDES = np.array([[0.5, 0.0], [-0.5, 0.0], [0.0, 0.5], [0.0, -0.5]])  # from a field's middle
_CROWNS = 0.35 * np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])  # printed there
_THROUGH = 0.6  # of the way to the next field: a little beyond this one's side
_SHOWN = 0.75  # of the way to the next field's middle: less of a field shows no tile for sure
_NEAR = 0.2  # of a field: so near to the photo's corners all four of a cropped kingdom's lie
_DEPTHS = np.linspace(0.05, 1.0, 20)  # into a field, from its side
_LEAST_DEPTH = 0.15  # in view: less of a tile shows nothing that is known
_USUAL = 5  # fields across and down, but in the Mighty Duel


def edge_notes(
    photo: Photo, homography: NDArray[np.float64], group: NDArray[np.bool_]
) -> tuple[str, ...]:
    """Return notes on the photo's edge cutting the kingdom."""
    if _cut(photo, homography, group):
        return (PARTLY_OUTSIDE,)
    return (MAY_GO_ON,) if _open(photo, homography, group) else ()


def _cut(photo: Photo, homography: NDArray[np.float64], group: NDArray[np.bool_]) -> bool:
    """Return True if the edge cuts through a covered field.

    Not only along its side.
    """
    grid = middles(group)
    middle = mapped(homography, grid)
    tips = [mapped(homography, grid + tip) - middle for tip in _SIDES]
    crowns = [mapped(homography, grid + corner) for corner in _CROWNS]
    probes = [*(middle + _THROUGH * tip for tip in tips), *crowns]
    return bool(_outside(photo, np.concatenate(probes)).any())


def _open(photo: Photo, homography: NDArray[np.float64], group: NDArray[np.bool_]) -> bool:
    """Return True if a possible field is hardly in view.

    One that the kingdom may still cover.
    """
    grid = middles(group)
    first, last = grid.min(0), grid.max(0)
    across = last - first + 1
    room = across < (_USUAL if across.max() <= _USUAL else LARGEST)  # for columns, for rows
    beside = [
        grid[at_end] + 2 * _SHOWN * tip
        for tip in _SIDES
        for along in (int(tip.nonzero()[0][0]),)
        for at_end in (grid[:, along] == (last if tip[along] > 0 else first)[along],)
        if room[along]
    ]
    return bool(beside) and bool(_outside(photo, mapped(homography, np.concatenate(beside))).any())


def cut_fields(photo: Photo, grid: Grid) -> tuple[Points, Points]:
    """Return neighbouring fields cut by the edge, and visible places.

    Middles of fields (n x 2, column and row); the middle (n x 2, pixels) of what is in view.
    """
    covered = grid.covered > 0.5
    cells = middles(covered)
    beside = cells[:, None] + 2 * _SIDES  # n x 4 x 2
    cols, rows = np.floor(beside).astype(np.int64).transpose(2, 0, 1) + 1  # in a padded grid
    free = ~np.pad(covered, 1)[rows, cols]
    if not free.any():
        return np.zeros((0, 2)), np.zeros((0, 2))
    starts = (cells[:, None] + _SIDES)[free]
    ways = np.broadcast_to(_SIDES, beside.shape)[free]
    steps = starts[:, None] + 2 * _DEPTHS[:, None] * ways[:, None]  # n x depths x 2
    pixels = grid.points(steps.reshape(-1, 2))
    depth = (~_outside(photo, pixels)).reshape(steps.shape[:2]).sum(1) / len(_DEPTHS)
    part = (depth > _LEAST_DEPTH) & (depth < 1.0)
    return (
        (starts + ways)[part],
        grid.points((starts + depth[:, None] * ways)[part]),
    )


def _outside(photo: Photo, places: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the places (n x 2) outside the photo."""
    return np.asarray(((places < 0) | (places > (photo.width, photo.height))).any(1))


def snapped_to_frame(
    photo: Photo, homography: NDArray[np.float64], block: BoundingBox
) -> NDArray[np.float64]:
    """Move a cropped kingdom's homography half-way to the frame.

    If the photo was cropped to the block. Whoever cut the photo saw the outline, the network sees
    the seams: each errs in its own way.
    """
    left, top, right, bottom = (
        float(side)
        for side in (block.left, block.top, block.left + block.cols, block.top + block.rows)
    )
    ends = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    seen = mapped(homography, ends)
    w, h = photo.width - 0.5, photo.height - 0.5
    frame = np.array([[-0.5, -0.5], [w, -0.5], [w, h], [-0.5, h]])
    away = np.hypot(*np.moveaxis(seen[:, None] - frame[None], -1, 0))
    nearest = away.argmin(1)
    side = np.hypot(*(seen[1] - seen[0])) / block.cols
    if len(set(nearest.tolist())) < len(ends) or away.min(1).max() > _NEAR * side:
        return homography
    agreed = fitted(ends, (seen + frame[nearest]) / 2, np.ones(len(ends)))
    return homography if agreed is None else agreed
