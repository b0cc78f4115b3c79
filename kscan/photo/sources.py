"""Files, bytes, arrays and Pillow's images all become the same upright photo."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kscan.errors import PhotoError
from kscan.photo.header import Header
from kscan.photo.loading import DEFAULT_LIMITS, Limits, check_size, load, read
from kscan.photo.records import Photo, Pixels

if TYPE_CHECKING:
    from PIL import Image

    Source: TypeAlias = "str | Path | bytes | Photo | Image.Image | NDArray[np.uint8]"

NAME = "picture"  # what messages call a picture that has no file
_OPAQUE = frozenset({"1", "L", "RGB", "RGBX", "CMYK", "YCbCr", "HSV", "LAB"})
_MAY_BE_TRANSPARENT = frozenset({"P", "PA", "LA", "La", "RGBA", "RGBa"})


def open_source(source: object, limits: Limits = DEFAULT_LIMITS) -> Photo:
    """Open a path, bytes, Photo, PIL image or RGB array.

    "-" is standard input. Raises PhotoError with a sentence for anything else, and for what is no
    whole picture.
    """
    if isinstance(source, Photo):
        return source
    if isinstance(source, str | Path):
        return read(source, limits)
    if isinstance(source, bytes | bytearray | memoryview):
        return load(bytes(source), NAME, limits)
    if isinstance(source, np.ndarray):
        return _from_array(source, limits)
    pillow = sys.modules.get("PIL.Image")  # whoever has an image of Pillow's has imported it
    if pillow is not None and isinstance(source, pillow.Image):
        return _from_image(source, limits)
    raise _refused(
        f"a {type(source).__name__} is no picture; give a path, a picture's bytes, a PIL image or "
        "an array height x width x 3 of uint8, RGB"
    )


def _from_array(array: NDArray[Any], limits: Limits) -> Photo:
    if array.dtype != np.uint8 or array.ndim != 3 or array.shape[2] != 3:
        shape = " x ".join(map(str, array.shape))
        raise _refused(
            f"an array of {shape or 'no'} {array.dtype} is no picture; expected height x width x 3 "
            "of uint8, RGB"
        )
    height, width = array.shape[:2]
    check_size(Header("array", width, height), NAME, limits)
    return Photo(NAME, _reversed(array))


def _from_image(image: "Image.Image", limits: Limits) -> Photo:
    """Convert a Pillow image, turned by its EXIF block.

    Pillow decodes it only now.
    """
    from PIL import ImageOps

    width, height = image.size
    check_size(Header("image", width, height), NAME, limits)
    if image.mode not in _OPAQUE | _MAY_BE_TRANSPARENT and not image.mode.startswith("I;16"):
        raise _refused(f"a PIL image of mode {image.mode} is not read; convert it to RGB")
    try:
        upright = ImageOps.exif_transpose(image)
        pixels = np.asarray(_opaque(upright), np.uint8)
    except MemoryError:
        raise
    except Exception as error:  # Pillow raises what its decoders come upon
        raise PhotoError("broken_picture", f"{NAME}: Pillow cannot decode it ({error}).") from None
    return Photo(NAME, _reversed(pixels))


def _opaque(image: "Image.Image") -> "Image.Image":
    """Return the image as RGB, with transparency blended over white."""
    from PIL import Image

    if image.mode.startswith("I;16"):
        return Image.fromarray((np.asarray(image) >> 8).astype(np.uint8)).convert("RGB")
    if image.mode not in _MAY_BE_TRANSPARENT and "transparency" not in image.info:
        return image.convert("RGB")
    shown = image.convert("RGBA")
    white = Image.new("RGBA", shown.size, "white")
    return Image.alpha_composite(white, shown).convert("RGB")


def _reversed(pixels: NDArray[np.uint8]) -> Pixels:
    """Return a copy with blue first, as OpenCV has it."""
    return np.ascontiguousarray(pixels[..., ::-1])


def _refused(sentence: str) -> PhotoError:
    return PhotoError("not_a_picture", f"{NAME}: {sentence}.")
