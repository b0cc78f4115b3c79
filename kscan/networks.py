"""The trained weights shipped with kscan: their place, and loading them."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.errors import ModelError, system

if TYPE_CHECKING:
    from cv2.typing import MatLike

FOLDER_VARIABLE = "KSCAN_MODELS"  # another folder of weights, as evaluation on held-out data needs
_SHORTEST = 1024  # bytes; a pointer file is shorter than any network, and so are most scraps of one


def folder() -> Path:
    """Return the folder of weights.

    Beside the package in a checkout, inside it once installed.
    """
    chosen = os.environ.get(FOLDER_VARIABLE)
    if chosen:
        return Path(chosen)
    package = Path(__file__).resolve().parent
    inside = package / "models"
    return inside if inside.is_dir() else package.parent / "models"


def opencv() -> str:
    """Return the OpenCV version running the networks."""
    return cv2.__version__


def digest() -> str:
    """Return the weights' digest: 12 hexadecimal digits."""
    import hashlib  # 2 ms, for a batch's readings alone

    sha = hashlib.sha256()
    for file in sorted(folder().glob("*.onnx")):
        sha.update(file.name.encode() + file.read_bytes())
    return sha.hexdigest()[:12]


@contextmanager
def used_from(other: Path) -> Iterator[None]:
    """Use another folder's weights within the block."""
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
    """Return the path of weights; ModelError if missing."""
    file = folder() / f"{name}.onnx"
    if not file.is_file():
        raise ModelError("{file}: these weights are missing: install kscan again.", file=file)
    return file


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A network ready to run, from any thread.

    OpenCV's nets answer one question at a time. A net for each of eight threads instead of a lock
    took 840 MB instead of 305, for a tenth more photos a second.
    """

    file: Path
    net: cv2.dnn.Net
    _free: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, seen: "MatLike", shape: tuple[int, ...]) -> NDArray[np.float32]:
        """Run the network; ModelError for an unexpected shape."""
        try:
            with self._free:
                self.net.setInput(seen)  # which does not keep it alive: the caller's name does
                said = np.array(self.net.forward(), np.float32)  # a copy: it is written again
        except cv2.error as error:
            if error.code == cv2.Error.STS_NO_MEM:
                raise MemoryError from None
            raise self._another(f"OpenCV error {error.code}") from None
        if said.shape != shape:
            raise self._another(f"{_words(said.shape)} != {_words(shape)}")
        return said

    def _another(self, detail: str) -> ModelError:
        return ModelError(
            "{file}: these weights are for another version of kscan ({detail}): install kscan "
            "again.",
            file=self.file,
            detail=detail,
        )


def network(name: str) -> Network:
    """Load the network called `name`, once.

    From the folder in use; raises ModelError.
    """
    return _network(path(name))


@cache
def _network(file: Path) -> Network:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise ModelError(
            "{file}: these weights cannot be read ({reason}).", file=file, reason=system(error)
        ) from None
    damaged = ModelError("{file}: these weights are damaged: install kscan again.", file=file)
    if len(content) < _SHORTEST:
        raise damaged
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
