"""HEIC, the format of many phones, through the optional pillow-heif."""

import numpy as np

from kscan.vision.photo.decoding import Pixels, plain, upright
from kscan.vision.photo.heif import has_turns
from kscan.vision.photo.tiff import exif_orientation


def decode_heic(data: bytes) -> Pixels | None:
    """The upright pixels, None where they cannot be had; ImportError without pillow-heif.

    libheif turns as the container says; a phone's editor may say it in the EXIF block alone.
    """
    import pillow_heif

    try:
        picture = pillow_heif.open_heif(data, convert_hdr_to_8bit=True, bgr_mode=True)
        pixels = plain(np.asarray(picture))
        exif = picture.info.get("exif") or b""
    except Exception:  # the library promises five errors for damaged files, and raises others, too
        return None
    return pixels if has_turns(data) else upright(pixels, exif_orientation(exif))
