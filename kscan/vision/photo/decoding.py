"""From a picture's bytes to upright pixels, blue green red, 8 bits each."""

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.vision.photo.header import Header

_STRIP = 256  # rows that are mixed with white at a time, so that no second picture is needed

Pixels = NDArray[np.uint8]
Decoded = NDArray[np.integer | np.floating]  # what cv2 promises; 8 or 16 bits in fact


def decode(data: bytes, header: Header) -> Pixels | None:
    """The upright pixels; None where the decoder gives up."""
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    if header.transparent:
        flags = cv2.IMREAD_UNCHANGED
    try:
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except (cv2.error, MemoryError):
        return None
    if decoded is None:
        return None
    # OpenCV hands out TIFF files of 8 bits through libtiff's mixer, which multiplies alpha in.
    mixed = header.kind == "TIFF" and decoded.dtype == np.uint8
    return upright(plain(decoded, premultiplied=mixed), header.orientation)


def plain(pixels: Decoded, *, premultiplied: bool = False) -> Pixels:
    """The picture with three channels of 8 bits, what is transparent shown over white."""
    if pixels.dtype == np.uint16:
        pixels = cv2.convertScaleAbs(pixels, alpha=1 / 257)
    if pixels.ndim == 2:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    if pixels.shape[2] == 4:
        return _over_white(np.asarray(pixels, dtype=np.uint8), premultiplied)
    return np.asarray(pixels, dtype=np.uint8)


def upright(pixels: Pixels, orientation: int) -> Pixels:
    """The picture turned and mirrored as its EXIF orientation asks; may reuse `pixels`."""
    if orientation in (5, 7):
        pixels = np.asarray(cv2.transpose(pixels), dtype=np.uint8)
    turns = {6: cv2.ROTATE_90_CLOCKWISE, 8: cv2.ROTATE_90_COUNTERCLOCKWISE}
    if orientation in turns:
        return np.asarray(cv2.rotate(pixels, turns[orientation]), dtype=np.uint8)
    flips = {2: 1, 3: -1, 4: 0, 7: -1}
    if orientation in flips:
        place = pixels if pixels.flags.writeable else None
        return np.asarray(cv2.flip(pixels, flips[orientation], place), dtype=np.uint8)
    return pixels


def _over_white(pixels: Pixels, premultiplied: bool) -> Pixels:
    shown = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR), dtype=np.uint8)
    for top in range(0, len(pixels), _STRIP):
        strip = pixels[top : top + _STRIP]
        alpha = strip[:, :, 3:].astype(np.uint16)
        if alpha.min() == 255:
            continue
        color = strip[:, :, :3].astype(np.uint16)
        weighted = color if premultiplied else color * alpha // 255
        shown[top : top + _STRIP] = np.minimum(weighted + (255 - alpha), 255)
    return shown
