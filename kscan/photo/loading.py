"""The entrance for pictures: bounded, upright, or refused in a sentence."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kscan import files
from kscan.errors import PhotoError, shown
from kscan.photo.containers import (
    CutOffError,
    DamagedError,
    UnsupportedError,
)
from kscan.photo.decoder_warnings import overheard
from kscan.photo.formats import FORMATS, NotAPictureError, read_header
from kscan.photo.header import Header

if TYPE_CHECKING:
    from kscan.photo.records import Photo, Pixels

_NOT_EVERYWHERE = {"AVIF", "GIF"}
_STDIN = "-"
OPENCV_NO_MEMORY = -4
# Pixels of the long side: a JPEG is decoded at a half, a quarter or an eighth while it keeps these.
# Half the size takes 0.35 of the time; small kingdoms ask for the rest.
_ENOUGH = 1400
_AGAIN = "copy it again from the phone or camera"


@dataclass(frozen=True, slots=True, eq=False)
class Limits:
    """How much one picture may ask for; all of it is checked before anything is decoded."""

    pixels: int = 100_000_000
    side: int = 32_766  # OpenCV's warps count columns in 16 bits
    least_side: int = 32  # five squares of six pixels: nothing can be read in less
    file_bytes: int = files.LARGEST
    passes: int = 1_600_000_000  # pixels times scans of a progressive picture: below 3 seconds


DEFAULT_LIMITS = Limits()


def bound_opencv(pixels: int) -> None:
    """Limit OpenCV's pixels, too.

    It asks for the limit only when it is imported.
    """
    if "cv2" not in sys.modules:
        os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(pixels)


def read(path: str | Path, limits: Limits = DEFAULT_LIMITS) -> "Photo":
    """Read a photo file, or standard input for "-".

    Raises PhotoError.
    """
    name = "standard input" if str(path) == _STDIN else str(path)
    return load(_bytes_of(path, name, limits), name, limits)


def load(data: bytes, name: str, limits: Limits = DEFAULT_LIMITS) -> "Photo":
    """Decode a photo, upright.

    `name` is what messages call it. Raises PhotoError.
    """
    if not data:
        raise _refusal("empty_file", name, f"the file is empty; {_AGAIN}")
    if len(data) > limits.file_bytes:
        most = f"{limits.file_bytes // 1_000_000} MB"
        raise _refusal("too_large", name, f"the file is larger than {most}; save it as JPEG")
    header = _header(data, name)
    check_size(header, name, limits)
    if not header.whole:
        raise _cut_off(name)
    if int(os.environ.get("OPENCV_IO_MAX_IMAGE_PIXELS") or 0) < limits.pixels:
        bound_opencv(max(limits.pixels, DEFAULT_LIMITS.pixels))
    halvings = _halvings(header)
    pixels, complaints = _decoded(data, header, name, halvings)

    from kscan.photo.records import Photo

    notes = tuple(_notes(header, complaints))
    if not halvings:
        return Photo(name, pixels, notes)
    whole = partial(_whole, data, header, name)
    return Photo(name, pixels, notes, size=header.upright_size, halvings=halvings, whole=whole)


def _halvings(header: Header) -> int:
    """Count how often a JPEG is halved while it is decoded."""
    sides = header.width, header.height
    for times in (3, 2, 1) if header.kind == "JPEG" else ():
        # Of odd sides the last pixels are left out, which a turned photo may have in front.
        even = not any(side % (1 << times) for side in sides)
        if max(sides) >> times >= _ENOUGH and (even or header.orientation == 1):
            return times
    return 0


def _whole(data: bytes, header: Header, name: str) -> "Pixels":
    """Decode at full size; what is wrong with the file was said before."""
    pixels, _ = _decoded(data, header, name, 0)
    return pixels


def _bytes_of(path: str | Path, name: str, limits: Limits) -> bytes:
    try:
        if str(path) != _STDIN:
            return files.read(path, limits.file_bytes)
        # Python has no stream for an input that the caller closed.
        return sys.stdin.buffer.read(limits.file_bytes + 1) if sys.stdin else b""
    except (FileNotFoundError, NotADirectoryError, ValueError):
        problem = "not_found", "there is no such file; check the name"
    except IsADirectoryError:
        problem = "is_folder", "this is a folder; name a photo in it, or use kscan batch"
    except files.NotAFileError:
        problem = "not_a_file", "this is not a file; to read from a pipe, name the photo -"
    except PermissionError:
        problem = "no_permission", "the file may not be read; change its permissions or copy it"
    except OSError as error:
        problem = "unreadable", f"the file cannot be read ({error.strerror}); {_AGAIN}"
    except MemoryError:
        raise _no_memory(name) from None
    raise _refusal(problem[0], name, problem[1])


def _header(data: bytes, name: str) -> Header:
    try:
        return read_header(data)
    except NotAPictureError:
        known = ", ".join(each.name for each in FORMATS)
        sentence = f"this is not a picture; {known} can be read"
        raise _refusal("not_a_picture", name, sentence) from None
    except CutOffError:
        raise _cut_off(name) from None
    except DamagedError:
        raise _broken(name) from None
    except UnsupportedError as error:
        sentence = f"this is {error}; save or export it as JPEG"
        raise _refusal("unsupported_picture", name, sentence) from None


@contextmanager
def enough_memory(name: str) -> Iterator[None]:
    """Turn a lack of memory into a PhotoError about `name`."""
    try:
        yield
    except MemoryError:
        raise _no_memory(name) from None
    except Exception as error:
        # OpenCV's own error, which is not imported for this.
        if type(error).__module__ == "cv2" and getattr(error, "code", 0) == OPENCV_NO_MEMORY:
            raise _no_memory(name) from None
        raise


def check_size(header: Header, name: str, limits: Limits) -> None:
    """Raise PhotoError for too many or too few pixels."""
    size = f"{header.width} x {header.height} pixels"
    if min(header.width, header.height) < 1:
        raise _broken(name)
    if header.width * header.height > limits.pixels:
        most = f"{limits.pixels / 1e6:g} megapixels"
        sentence = f"{size} are more than the limit of {most}; make it smaller or raise the limit"
        raise _refusal("too_large", name, sentence)
    if max(header.width, header.height) > limits.side:
        sentence = f"{size}: a side is longer than {limits.side}; make it smaller"
        raise _refusal("too_large", name, sentence)
    if header.width * header.height * header.scans > max(limits.passes, limits.pixels):
        sentence = f"{size} in {header.scans} progressive scans take too long; save the JPEG again"
        raise _refusal("too_large", name, sentence)
    if min(header.width, header.height) < limits.least_side:
        sentence = f"{size} are too few to read a kingdom in; use the photo as it was taken"
        raise _refusal("too_small", name, sentence)


def _decoded(
    data: bytes, header: Header, name: str, halvings: int
) -> tuple["Pixels", Sequence[str]]:
    """Return the upright pixels, halved so often, and the decoder's complaints."""
    from kscan.photo import decoding

    decode: Callable[[bytes, Header], Pixels | None]
    decode = partial(decoding.decode, halvings=halvings) if halvings else decoding.decode
    if header.kind == "HEIC":
        decode = decoding.decode_heic
    try:
        with overheard() as complaints:
            pixels = decode(data, header)
    except ImportError:
        sentence = (
            "HEIC pictures need one more package: pip install pillow-heif, or save the photo as "
            "JPEG"
        )
        raise _refusal("heic_missing", name, sentence) from None
    except MemoryError:
        raise _no_memory(name) from None
    except decoding.AnotherSizeError:
        sentence = f"the picture has another size than the file says; {_AGAIN}"
        raise _refusal("broken_picture", name, sentence) from None
    if pixels is None:
        raise _undecodable(header, name)
    return pixels, complaints


def _notes(header: Header, complaints: Sequence[str]) -> Iterator[str]:
    if header.pictures > 1:
        yield "several_frames"
    if any(complaint.startswith("Corrupt JPEG data") for complaint in complaints):
        yield "damaged"


def _cut_off(name: str) -> PhotoError:
    sentence = f"the file is cut off, a part of the picture is missing; {_AGAIN}"
    return _refusal("broken_picture", name, sentence)


def _no_memory(name: str) -> PhotoError:
    sentence = "there is too little memory for it; close other programs, or make it smaller"
    return _refusal("no_memory", name, sentence)


def _undecodable(header: Header, name: str) -> PhotoError:
    """Refuse an undecodable picture with a good header.

    Older OpenCV releases read fewer kinds.
    """
    if header.kind in _NOT_EVERYWHERE or header.pictures > 1:
        kind = f"animated {header.kind}" if header.pictures > 1 else header.kind
        sentence = f"this {kind} file is damaged, or of a kind that the OpenCV installed here"
        return _refusal("broken_picture", name, f"{sentence} does not read; save it as JPEG")
    return _broken(name)


def _broken(name: str) -> PhotoError:
    return _refusal(
        "broken_picture", name, f"the picture is damaged and cannot be decoded; {_AGAIN}"
    )


def _refusal(code: str, name: str, sentence: str) -> PhotoError:
    return PhotoError(code, f"{shown(name)}: {sentence}.")
