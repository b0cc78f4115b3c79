"""The trained weights that ship with kscan: where they lie, and loading them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from kscan.errors import ModelError

FOLDER_VARIABLE = "KSCAN_MODELS"  # another folder of weights, as evaluation on held-out data needs
_SHORTEST = 4096  # bytes; a pointer file or a cut-off copy is shorter than any network


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


def load_net(
    name: str,
    input_shape: tuple[int, ...] | None = None,
    output_shapes: tuple[tuple[int, ...], ...] | None = None,
) -> cv2.dnn.Net:
    """The network called `name`, ready to run.

    With `input_shape` it is tried once on zeros; its outputs must then have `output_shapes`.
    Raises ModelError with a sentence where the file is missing, damaged, or another network.
    """
    file = path(name)
    net = _parse(file)
    if input_shape is not None:
        found = _tried(net, file, input_shape)
        if output_shapes is not None and found != output_shapes:
            raise ModelError(
                f"{file}: these weights are not for this version of kscan: they answer with "
                f"{_in_words(found)} where {_in_words(output_shapes)} is expected."
            )
    return net


def wrong_network(name: str) -> ModelError:
    """The error for weights whose answer has another shape than the program expects."""
    return ModelError(f"{path(name)}: these weights are not for this version of kscan.")


def _parse(file: Path) -> cv2.dnn.Net:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise ModelError(f"{file}: these weights cannot be read ({error.strerror}).") from None
    if len(content) < _SHORTEST:
        raise ModelError(f"{file}: these weights are cut off ({len(content)} bytes).")
    try:
        # From bytes, not by name: OpenCV opens no path with letters that the locale lacks.
        net = cv2.dnn.readNetFromONNX(np.frombuffer(content, np.uint8))
    except cv2.error:
        raise ModelError(f"{file}: these weights are damaged; install kscan again.") from None
    if net.empty():
        raise ModelError(f"{file}: these weights are damaged; install kscan again.")
    return net


def _tried(
    net: cv2.dnn.Net, file: Path, input_shape: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    try:
        net.setInput(np.zeros(input_shape, np.float32))
        outputs = net.forward(net.getUnconnectedOutLayersNames())
    except cv2.error:
        raise wrong_network(file.stem) from None
    return tuple(tuple(int(side) for side in output.shape) for output in outputs)


def _in_words(shapes: tuple[tuple[int, ...], ...]) -> str:
    return ", ".join("x".join(map(str, shape)) for shape in shapes)
