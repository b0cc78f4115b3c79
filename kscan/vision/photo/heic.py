"""HEIC, the format of many phones, through the optional pillow-heif."""

import numpy as np

from kscan.vision.photo.decoding import Pixels, plain


def decode_heic(data: bytes) -> Pixels | None:
    """The upright pixels, None where they cannot be had; ImportError without pillow-heif."""
    import pillow_heif

    try:
        picture = pillow_heif.open_heif(data, convert_hdr_to_8bit=True, bgr_mode=True)
        return plain(np.asarray(picture))
    except (ValueError, EOFError, SyntaxError, RuntimeError, OSError):
        return None
