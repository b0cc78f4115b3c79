"""The one door through which pictures come in: bounded, upright, or refused in a sentence."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from kscan.errors import PhotoError, shown
from kscan.vision.photo.decoding import Pixels, decode
from kscan.vision.photo.header import CutOffError, Header, UnsupportedError
from kscan.vision.photo.jpeg import is_jpeg, read_jpeg
from kscan.vision.photo.overhearing import overheard
from kscan.vision.records import Photo

_NOT_EVERYWHERE = {"AVIF", "GIF"}
_STDIN = "-"
_KINDS = "JPEG, PNG, WebP, TIFF, BMP, GIF, AVIF and HEIC"
_AGAIN = "copy it again from the phone or camera"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one picture may ask for; all of it is checked before anything is decoded."""

    pixels: int = 100_000_000
    side: int = 32_766  # OpenCV's warps count columns in 16 bits
    least_side: int = 32  # five squares of six pixels: nothing can be read in less
    file_bytes: int = 400_000_000


DEFAULT_LIMITS = Limits()


def read(path: str | Path, limits: Limits = DEFAULT_LIMITS) -> Photo:
    """The photo in a file, or on standard input where `path` is "-"; PhotoError otherwise."""
    name = "standard input" if str(path) == _STDIN else str(path)
    return load(_bytes_of(path, name, limits), name, limits)


def load(data: bytes, name: str, limits: Limits = DEFAULT_LIMITS) -> Photo:
    """The photo in `data`, upright; `name` is what messages call it. PhotoError otherwise."""
    if not data:
        raise _refusal("empty_file", name, f"the file is empty; {_AGAIN}")
    if len(data) > limits.file_bytes:
        most = f"{limits.file_bytes // 1_000_000} MB"
        raise _refusal("too_large", name, f"the file is larger than {most}; save it as JPEG")
    header = _header(data, name)
    _check_size(header, name, limits)
    if not header.whole:
        raise _cut_off(name)
    with overheard() as complaints:
        pixels = _decoded(data, header, name)
    return Photo(name, pixels, tuple(_notes(header, complaints)))


def _bytes_of(path: str | Path, name: str, limits: Limits) -> bytes:
    try:
        if str(path) == _STDIN:  # which Python has no stream for where the caller closed it
            return _bounded(sys.stdin.buffer, limits) if sys.stdin else b""
        with open(path, "rb") as file:
            return _bounded(file, limits)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        problem = "not_found", "there is no such file; check the name"
    except IsADirectoryError:
        problem = "is_folder", "this is a folder; name a photo in it, or use kscan batch"
    except PermissionError:
        problem = "no_permission", "the file may not be read; change its permissions or copy it"
    except OSError as error:
        problem = "unreadable", f"the file cannot be read ({error.strerror}); {_AGAIN}"
    raise _refusal(problem[0], name, problem[1])


def _bounded(file: BinaryIO, limits: Limits) -> bytes:
    """The file's bytes, one more than allowed at the most."""
    return file.read(limits.file_bytes + 1)


def _readers() -> Iterator[tuple[Callable[[bytes], bool], Callable[[bytes], Header]]]:
    """Of each kind whether a file is one, and what reads its header."""
    yield is_jpeg, read_jpeg
    # Nearly all photos are: what reads the others is imported where one is met.
    from kscan.vision.photo import heif, png, simple, tiff, webp

    yield png.is_png, png.read_png
    yield webp.is_webp, webp.read_webp
    yield heif.is_heif, heif.read_heif
    yield tiff.is_tiff, tiff.read_tiff
    yield simple.is_gif, simple.read_gif
    yield simple.is_bmp, simple.read_bmp


def _header(data: bytes, name: str) -> Header:
    for belongs, read_header in _readers():
        if belongs(data):
            try:
                return read_header(data)
            except CutOffError:
                raise _cut_off(name) from None
            except UnsupportedError as error:
                sentence = f"this is {error}; save or export it as JPEG"
                raise _refusal("unsupported_picture", name, sentence) from None
    raise _refusal("not_a_picture", name, f"this is not a picture; {_KINDS} can be read")


def _check_size(header: Header, name: str, limits: Limits) -> None:
    size = f"{header.width} x {header.height} pixels"
    if min(header.width, header.height) < 1:
        raise _broken(name)
    if header.width * header.height > limits.pixels:
        most = f"{limits.pixels / 1e6:g} megapixels"
        sentence = f"{size} are more than the limit of {most}; make it smaller or raise the limit"
        raise _refusal("too_large", name, f"{sentence} (--max-megapixels)")
    if max(header.width, header.height) > limits.side:
        sentence = f"{size}: a side is longer than {limits.side}; make it smaller"
        raise _refusal("too_large", name, sentence)
    if min(header.width, header.height) < limits.least_side:
        sentence = f"{size} are too few to read a kingdom in; use the photo as it was taken"
        raise _refusal("too_small", name, sentence)


def _decoded(data: bytes, header: Header, name: str) -> Pixels:
    if header.kind == "HEIC":
        from kscan.vision.photo.heic import decode_heic

        try:
            pixels = decode_heic(data)
        except ImportError:
            sentence = (
                "reading HEIC needs the extra 'heic': pip install 'kscan[heic]', "
                "or save the photo as JPEG"
            )
            raise _refusal("heic_missing", name, sentence) from None
    else:
        pixels = decode(data, header)
    if pixels is None:
        raise _undecodable(header, name)
    return pixels


def _notes(header: Header, complaints: Sequence[str]) -> Iterator[str]:
    if header.pictures > 1:
        yield "the file holds several pictures; only the first was read"
    if any(complaint.startswith("Corrupt JPEG data") for complaint in complaints):
        yield "the file is damaged; parts of the picture may be wrong"


def _cut_off(name: str) -> PhotoError:
    sentence = f"the file is cut off, a part of the picture is missing; {_AGAIN}"
    return _refusal("broken_picture", name, sentence)


def _undecodable(header: Header, name: str) -> PhotoError:
    """The refusal of a picture that looked whole; older OpenCV releases read fewer kinds."""
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
