"""The finder's overview knows where its pixels lie in the photo."""

import numpy as np
import pytest

from kscan.vision.lattice.heat import LONG_SIDE, MARGIN
from kscan.vision.lattice.overview import overview
from kscan.vision.lattice.projective import mapped
from kscan.vision.records import Photo


def dotted(width: int, height: int, x: int, y: int) -> Photo:
    """A dark photo with a bright disk about the pixel x, y."""
    rows, cols = np.mgrid[0:height, 0:width]
    bright = np.hypot(cols - x, rows - y) < max(width, height) / 60
    return Photo("dot", np.where(bright[..., None], 255, 0).astype(np.uint8).repeat(3, axis=2))


@pytest.mark.parametrize(("width", "height"), [(4000, 2250), (973, 1138), (333, 200)])
def test_a_disk_is_where_the_map_says(width: int, height: int) -> None:
    x, y = width // 3, height // 4
    picture, to_photo = overview(dotted(width, height, x, y))
    assert max(picture.shape[:2]) == LONG_SIDE
    assert all(side % 32 == 0 for side in picture.shape[:2])
    inside = picture[MARGIN:, MARGIN:, 0]
    rows, cols = np.nonzero(inside > 200)
    middle = np.array([[cols.mean() + MARGIN, rows.mean() + MARGIN]])
    assert mapped(to_photo, middle)[0] == pytest.approx([x, y], abs=width / 480)
