"""Small upright copies of a photo, for pages and for drawing on."""

from math import log2

import cv2

from kscan.photo.pyramid import reduced
from kscan.photo.records import Photo


def preview(photo: Photo, side: int, quality: int) -> bytes:
    """Make a small JPEG without metadata.

    At most `side` pixels along its longer side; a little less rather than to decode a photo anew.
    """
    scale = min(1.0, side / max(photo.width, photo.height))
    decoded = min(photo.levels)
    if int(log2(1 / scale)) < decoded:
        scale = min(scale, 0.5**decoded)
    small = reduced(photo, scale)
    _, content = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(content)
