"""From a picture's bytes to upright pixels, blue green red, 8 bits each."""

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.photo.containers import first_gif_frame, still_png
from kscan.photo.header import Header, exif_orientation
from kscan.photo.records import Pixels

_STRIP = 256  # rows that are mixed with white at a time, so that no second picture is needed

Decoded = NDArray[np.integer | np.floating]  # what cv2 promises; 8 or 16 bits in fact

_HALVED = (
    cv2.IMREAD_COLOR,
    cv2.IMREAD_REDUCED_COLOR_2,
    cv2.IMREAD_REDUCED_COLOR_4,
    cv2.IMREAD_REDUCED_COLOR_8,
)

# Bytes a pixel that no decoder needs more of: a progressive JPEG 9, a deep PNG with alpha 12.
_MOST_FOR_A_PIXEL = 12
_NO_MEMORY = -4  # OpenCV's code
# Decoders of animations have more to go wrong, and only the first picture is shown.
_STILL = {"PNG": still_png, "GIF": first_gif_frame}


class AnotherSizeError(Exception):
    """The picture decodes to another size than its header says."""


def decode(data: bytes, header: Header, halvings: int = 0) -> Pixels | None:
    """Return the upright pixels, or None if the decoder fails.

    Raises MemoryError, and AnotherSizeError. Only a JPEG can be halved.
    """
    flags = _HALVED[halvings] | cv2.IMREAD_IGNORE_ORIENTATION
    if header.transparent:
        flags = cv2.IMREAD_UNCHANGED
    if header.kind in _STILL:
        data = _STILL[header.kind](data)
    try:
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
        if decoded is None:
            refuse_without_memory(header)
            return None
        if not header.halved(halvings).allows(decoded.shape[1], decoded.shape[0]):
            raise AnotherSizeError
        # OpenCV hands out TIFF files of 8 bits through libtiff's mixer, which multiplies alpha in.
        mixed = header.kind == "TIFF" and decoded.dtype == np.uint8
        pixels = upright(plain(decoded, premultiplied=mixed), header.orientation)
        width, height = header.upright_size
        return pixels[: height >> halvings, : width >> halvings] if halvings else pixels
    except cv2.error as error:
        if error.code == _NO_MEMORY:
            raise MemoryError from None
        return None


def decode_heic(data: bytes, header: Header) -> Pixels | None:
    """Return the upright pixels, or None if the decoder fails.

    libheif turns as the container says; a phone's editor may say it in the EXIF block alone. Raises
    ImportError without pillow-heif, MemoryError, and AnotherSizeError.
    """
    import pillow_heif

    from kscan.photo.heif import has_turns

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


def refuse_without_memory(header: Header) -> None:
    """Raise MemoryError if a picture this large cannot be decoded.

    Decoders do not say: libjpeg and libwebp give up as on damage.
    """
    np.empty(header.width * header.height * _MOST_FOR_A_PIXEL, np.uint8)


def plain(pixels: Decoded, *, premultiplied: bool = False) -> Pixels:
    """Convert to three 8-bit channels, blending transparency over white."""
    if pixels.dtype == np.uint16:
        pixels = cv2.convertScaleAbs(pixels, alpha=1 / 257)
    if pixels.ndim == 2:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    if pixels.shape[2] == 4:
        return _over_white(np.asarray(pixels, dtype=np.uint8), premultiplied)
    return np.asarray(pixels, dtype=np.uint8)


def upright(pixels: Pixels, orientation: int) -> Pixels:
    """Apply the EXIF orientation; may reuse `pixels`."""
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
