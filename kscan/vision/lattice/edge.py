"""The photo's edge: whether it cuts through a kingdom, or may hide where the kingdom goes on."""

import numpy as np
from numpy.typing import NDArray

from kscan.game.kingdom import LARGEST
from kscan.vision.lattice.projective import mapped, middles
from kscan.vision.records import Photo

PARTLY_OUTSIDE = "partly_outside"  # the note of a kingdom that the photo's edge cuts through
MAY_GO_ON = "may_go_on"  # of one that ends at the photo's edge, but need not end there

_SIDES = np.array([[0.5, 0.0], [-0.5, 0.0], [0.0, 0.5], [0.0, -0.5]])  # from a field's middle
_THROUGH = 0.6  # of the way to the next field: a little beyond this one's side
_SHOWN = 0.75  # of the way to the next field's middle: less of a field shows no tile for sure
_USUAL = 5  # fields across and down, but in the Mighty Duel


def edge_notes(
    photo: Photo, homography: NDArray[np.float64], group: NDArray[np.bool_]
) -> tuple[str, ...]:
    """What the photo's edge makes doubtful of the kingdom on the fields of `group`."""
    if _cut(photo, homography, group):
        return (PARTLY_OUTSIDE,)
    return (MAY_GO_ON,) if _open(photo, homography, group) else ()


def _cut(photo: Photo, homography: NDArray[np.float64], group: NDArray[np.bool_]) -> bool:
    """Whether the photo's edge cuts through a covered field, and not only along its side."""
    grid = middles(group)
    middle = mapped(homography, grid)
    tips = [mapped(homography, grid + tip) - middle for tip in _SIDES]
    return bool(_outside(photo, np.concatenate([middle + _THROUGH * tip for tip in tips])).any())


def _open(photo: Photo, homography: NDArray[np.float64], group: NDArray[np.bool_]) -> bool:
    """Whether hardly anything is seen of a field beside the kingdom that its grid has room for."""
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


def _outside(photo: Photo, places: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of these places (n x 2) the photo does not show."""
    return np.asarray(((places < 0) | (places > (photo.width, photo.height))).any(1))
