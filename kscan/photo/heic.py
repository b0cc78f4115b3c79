"""HEIC, the format of many phones, through the optional pillow-heif."""

import numpy as np

from kscan.photo.decoding import AnotherSizeError, plain, refuse_without_memory, upright
from kscan.photo.header import Header, exif_orientation
from kscan.photo.heif import has_turns
from kscan.photo.records import Pixels


def decode_heic(data: bytes, header: Header) -> Pixels | None:
    """Return the upright pixels, or None if the decoder fails.

    libheif turns as the container says; a phone's editor may say it in the EXIF block alone. Raises
    ImportError without pillow-heif, MemoryError, and AnotherSizeError.
    """
    import pillow_heif

    try:
        picture = pillow_heif.open_heif(data, convert_hdr_to_8bit=True, bgr_mode=True)
        pixels = plain(np.asarray(picture))
        exif = picture.info.get("exif") or b""
    except Exception:  # the library promises five errors for damaged files, and raises others, too
        refuse_without_memory(header)
        return None
    if not header.allows(pixels.shape[1], pixels.shape[0]):
        raise AnotherSizeError
    return pixels if has_turns(data) else upright(pixels, exif_orientation(exif))
