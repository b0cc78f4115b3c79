"""Parts of the photo squared up: a plane in it as seen from above."""

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.vision.lattice.heat import GREY
from kscan.vision.lattice.projective import inverse
from kscan.vision.records import Photo
from kscan.vision.scales import level


def squared_up(
    photo: Photo, to_photo: NDArray[np.float64], size: tuple[int, int], factor: float
) -> NDArray[np.uint8]:
    """The picture of `size` (width and height) whose pixels `to_photo` takes to the photo's.

    `factor` pixels of the photo make one of it; what lies beyond the photo is grey.
    """
    picture, from_level = level(photo, factor)
    seen = cv2.warpPerspective(
        picture,
        inverse(from_level) @ to_photo,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=GREY,
    )
    return np.asarray(seen, np.uint8)
