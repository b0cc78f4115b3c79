"""The trained weights that ship with kscan: where they lie, and loading them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.errors import ModelError

if TYPE_CHECKING:
    from cv2.typing import MatLike

FOLDER_VARIABLE = "KSCAN_MODELS"  # another folder of weights, as evaluation on held-out data needs
_SHORTEST = 1024  # bytes; a pointer file is shorter than any network, and so are most scraps of one


def folder() -> Path:
    """The folder of the weights: beside the package in a checkout, inside it once installed."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    if chosen:
        return Path(chosen)
    package = Path(__file__).resolve().parent.parent
    inside = package / "models"
    return inside if inside.is_dir() else package.parent / "models"


@contextmanager
def used_from(other: Path) -> Iterator[None]:
    """Read with the weights in another folder until the block ends."""
    before = os.environ.get(FOLDER_VARIABLE)
    os.environ[FOLDER_VARIABLE] = str(other)
    try:
        yield
    finally:
        if before is None:
            del os.environ[FOLDER_VARIABLE]
        else:
            os.environ[FOLDER_VARIABLE] = before


def path(name: str) -> Path:
    """The file of the weights called `name`; raises ModelError where it is missing."""
    file = folder() / f"{name}.onnx"
    if not file.is_file():
        raise ModelError(
            f"{file}: these weights are missing. Install kscan again, or train them "
            "(see models/README.md)."
        )
    return file


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A network ready to run."""

    file: Path
    net: cv2.dnn.Net

    def answer(self, seen: "MatLike", shape: tuple[int, ...]) -> NDArray[np.float32]:
        """What it says of `seen`; ModelError where the answer has not this shape."""
        try:
            self.net.setInput(seen)  # which does not keep it alive: the caller's name does
            said = self.net.forward()
        except cv2.error:
            raise self._another("cannot take what it is shown") from None
        if said.shape != shape:
            raise self._another(f"answers with {_words(said.shape)}, not {_words(shape)}")
        return np.array(said, np.float32)  # a copy: the net's own is written again

    def _another(self, why: str) -> ModelError:
        return ModelError(
            f"{self.file}: these weights are not for this version of kscan: the network {why}."
        )


def network(name: str) -> Network:
    """The network called `name`, read once from the folder in use.

    Raises ModelError with a sentence where the file is missing or damaged.
    """
    return _network(path(name))


@cache
def _network(file: Path) -> Network:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise ModelError(f"{file}: these weights cannot be read ({error.strerror}).") from None
    if len(content) < _SHORTEST:
        raise ModelError(f"{file}: these weights are cut off ({len(content)} bytes).")
    damaged = ModelError(f"{file}: these weights are damaged; install kscan again.")
    try:
        # From bytes, not by name: OpenCV opens no path with letters that the locale lacks.
        net = cv2.dnn.readNetFromONNX(np.frombuffer(content, np.uint8))
    except cv2.error:
        raise damaged from None
    if net.empty():
        raise damaged
    return Network(file, net)


def _words(shape: tuple[int, ...]) -> str:
    return "x".join(map(str, shape))
