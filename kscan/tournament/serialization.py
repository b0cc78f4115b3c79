"""Finished work as bytes, the same bytes for the same work, read back without running code.

A photo's reading is NumPy's zip of arrays; a game's answer is JSON by the fields of its records.
"""

import io
import json
import zlib
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints
from zipfile import BadZipFile, ZipFile

import numpy as np

from kscan.game.covering import PlacedDomino
from kscan.infer.records import Reading
from kscan.records import SeenKingdom, SolvedGame
from kscan.remarks import remark
from kscan.tournament.records import Failure, PhotoReading

if TYPE_CHECKING:
    from numpy.typing import NDArray


def encode_reading(reading: PhotoReading) -> bytes:
    """Serialize a photo's reading."""
    failure = reading.failure
    said: dict[str, Any] = {
        "width": reading.width,
        "height": reading.height,
        "remarks": [said.code for said in reading.remarks],
        "failure": [failure.code, failure.message] if failure else None,
        "kingdoms": [
            {"quality": seen.grid.quality, "notes": seen.grid.notes} for seen in reading.kingdoms
        ],
    }
    arrays = {
        "said": _bytes(json.dumps(said, ensure_ascii=False).encode()),
        "thumbnail": _bytes(reading.thumbnail),
        "picture": _bytes(reading.picture),
    }
    for number, seen in enumerate(reading.kingdoms):
        arrays |= {f"{name}{number}": array for name, array in _arrays(seen).items()}
    stream = io.BytesIO()
    np.savez(stream, allow_pickle=False, **arrays)
    return stream.getvalue()


def decode_reading(content: bytes, with_pictures: bool = True) -> PhotoReading:
    """Deserialize a reading; ValueError if it is damaged."""
    kept = _unpacked(content)
    said = json.loads(kept["said"].tobytes())
    kingdoms = (_seen(kept, number, each) for number, each in enumerate(said["kingdoms"]))
    return PhotoReading(
        said["width"],
        said["height"],
        tuple(kingdoms),
        Failure(*said["failure"]) if said["failure"] else None,
        kept["thumbnail"].tobytes() if with_pictures else b"",
        kept["picture"].tobytes() if with_pictures else b"",
        tuple(map(remark, said["remarks"])),
    )


def _unpacked(content: bytes) -> "dict[str, NDArray[Any]]":
    """Unpack NumPy's zip in one pass; ValueError if any part is damaged."""
    # np.load takes 1.1 ms a reading, this 0.5, and a folder has thousands.
    try:
        with ZipFile(io.BytesIO(content)) as parts:
            files = {name.removesuffix(".npy"): parts.read(name) for name in parts.namelist()}
    except (BadZipFile, zlib.error) as error:
        raise ValueError(str(error)) from None
    return {name: _array(file) for name, file in files.items()}


def _array(file: bytes) -> "NDArray[Any]":
    """Decode a .npy file of version 1; thousands share their headers, which are parsed once."""
    begin = 10 + int.from_bytes(file[8:10], "little")
    shape, by_column, kind = _header(file[:begin])
    array = np.frombuffer(file, kind, offset=begin).reshape(shape, order="F" if by_column else "C")
    return array.copy(order="K")


@lru_cache(maxsize=256)
def _header(beginning: bytes) -> "tuple[tuple[int, ...], bool, np.dtype[Any]]":
    stream = io.BytesIO(beginning)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise ValueError("not written by kscan")
    return np.lib.format.read_array_header_1_0(stream)


def _arrays(seen: SeenKingdom) -> dict[str, Any]:
    return {
        "homography": seen.grid.homography,
        "tiles": seen.grid.covered,
        "probabilities": seen.evidence.probabilities,
        "colors": seen.evidence.colors,
    }


def _seen(kept: Any, number: int, said: dict[str, Any]) -> SeenKingdom:
    from kscan.evidence import Evidence
    from kscan.find.grid import Grid

    def array(name: str) -> Any:
        return kept[f"{name}{number}"]

    return SeenKingdom(
        Grid(array("homography"), array("tiles"), said["quality"], tuple(said["notes"])),
        Evidence(array("probabilities"), array("colors")),
    )


def _bytes(content: bytes) -> "NDArray[np.uint8]":
    return np.frombuffer(content, np.uint8)


def encode_game(game: SolvedGame) -> bytes:
    """Encode a solved game."""
    return json.dumps(_plain(game), ensure_ascii=False, separators=(",", ":")).encode()


def decode_game(content: bytes) -> SolvedGame:
    """Deserialize a game's answer; ValueError if it is damaged."""
    game = _reader(SolvedGame)(json.loads(content))
    if not isinstance(game, SolvedGame):  # pragma: no cover - the reader of a type makes that type
        raise ValueError("no game")
    return game


def _plain(value: Any) -> Any:
    """Convert records to lists, enumerations to names.

    Numbers become Python's own.
    """
    if is_dataclass(value):
        return [_plain(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value.item() if isinstance(value, np.generic) else value


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """Make the inverse of `_plain` for this type."""
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind, localns={"PlacedDomino": PlacedDomino, "Reading": Reading})
        readers = [_reader(hints[field.name]) for field in fields(kind)]
        return lambda value: kind(*_each(readers, value))
    if get_origin(kind) is tuple:
        first, *others = get_args(kind)
        if others == [Ellipsis]:
            return lambda value: tuple(map(_reader(first), value))
        readers = [_reader(each) for each in (first, *others)]
        return lambda value: tuple(_each(readers, value))
    if get_origin(kind) in (Union, UnionType):
        inner = _reader(next(each for each in get_args(kind) if each is not type(None)))
        return lambda value: None if value is None else inner(value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda name: kind[name]
    if isinstance(kind, type) and issubclass(kind, tuple):  # a named tuple: a cell
        return lambda value: kind(*value)
    return (lambda value: value) if get_origin(kind) is Literal else kind


def _each(readers: list[Callable[[Any], Any]], values: list[Any]) -> list[Any]:
    return [read(value) for read, value in zip(readers, values, strict=True)]
