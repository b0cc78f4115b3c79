"""Small upright copies of a photo, for pages and for drawing on."""

import cv2

from kscan.photo.records import Photo


def preview(photo: Photo, side: int, quality: int) -> bytes:
    """Make a small JPEG without metadata.

    At most `side` pixels along its longer side.
    """
    scale = min(1.0, side / max(photo.width, photo.height))
    size = (max(1, round(photo.width * scale)), max(1, round(photo.height * scale)))
    small = cv2.resize(photo.pixels, size, interpolation=cv2.INTER_AREA)
    _, content = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(content)
