"""Small upright copies of a photo, for pages and for drawing on."""

import cv2

from kscan.photo.pyramid import reduced
from kscan.photo.records import Photo


def preview(photo: Photo, side: int, quality: int) -> bytes:
    """Make a small JPEG without metadata.

    At most `side` pixels along its longer side.
    """
    small = reduced(photo, min(1.0, side / max(photo.width, photo.height)))
    _, content = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(content)
