"""Floors: what has to be done to read a photo, at the best rates this machine reaches."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan import networks
from kscan.lab.benchmark.network_layers import READABLE, Asked, Shape, multiplications
from kscan.photo.records import Photo

Seconds = Callable[[Callable[[], object]], float]

_COPIED = 100_000_000  # bytes, more than any cache holds
_SIDE = 1024  # rows of the matrices
# Maps of the convolutions, as in the middle of the first network, and their side. In a row, so that
# what comes before the first and after the last counts little.
_MAPS, _MAP, _LAYERS = 64, 64, 8
_PICTURES = 4  # axes of an input: number, channels, rows, columns
_OPSET = 20  # the networks' own


@dataclass(frozen=True, slots=True)
class Work:
    """What has to be done in one stage."""

    moved: int = 0  # bytes read and bytes written
    multiplications: int = 0  # each with its addition

    def __add__(self, other: "Work") -> "Work":
        """Return both together."""
        return Work(self.moved + other.moved, self.multiplications + other.multiplications)

    def __str__(self) -> str:
        """Say how much it is."""
        moved = f"{self.moved / 1e6:.3g} MB"
        if not self.multiplications:
            return moved
        multiplied = f"{self.multiplications / 1e6:.4g} M multiplications"
        return f"{multiplied}, {moved}" if self.moved else multiplied


@dataclass(frozen=True, slots=True)
class Rates:
    """What this machine does in a second, on one thread."""

    copied: float  # bytes, read or written
    matrix: float  # multiplications, each with its addition, of one large matrix product
    convolution: float  # the same of convolutions like the networks', by cv2.dnn

    def floor(self, work: Work) -> float:
        """Return the seconds of this work, and nothing else."""
        multiplying = work.multiplications / max(self.matrix, self.convolution)
        return work.moved / self.copied + multiplying


def rates_of(seconds: Seconds) -> Rates:
    """Measure this machine; `seconds` times a work."""
    return Rates(_copied(seconds), _matrix(seconds), _convolution(seconds) if READABLE else 0.0)


def works(file_bytes: int, photo: Photo, asked: Sequence[Asked]) -> dict[str, Work]:
    """Return what each stage had to do for a photo that was read.

    Left out is what depends on how it is done: weights, what layers hand on to each other, warps.
    """
    decoded, *made = sorted((level.nbytes for level in photo.levels.values()), reverse=True)
    smallest = min((decoded, *made))
    # Each level is made from one of four times its size; the overview is made from the smallest.
    done = {"decode": Work(file_bytes + decoded), "reduce": Work(5 * sum(made) + smallest)}
    for one in asked:
        done[one.stage] = done.get(one.stage, Work()) + _work(one)
    return done


def _work(asked: Asked) -> Work:
    """Return what an input needs: it is made, and its network multiplies."""
    # A picture's bytes are written and read, and written once more as numbers of four bytes.
    moved = 6 * math.prod(asked.shape) if len(asked.shape) == _PICTURES else 0
    if not READABLE:
        return Work(moved)
    return Work(moved, multiplications(networks.path(asked.network), asked.shape))


def _copied(seconds: Seconds) -> float:
    source, target = np.ones(_COPIED, np.uint8), np.ones(_COPIED, np.uint8)
    return 2 * _COPIED / seconds(lambda: np.copyto(target, source))


def _matrix(seconds: Seconds) -> float:
    chance = np.random.default_rng(1)
    one, other = (chance.random((_SIDE, _SIDE), np.float32) for _ in range(2))
    # NumPy may use several threads; CPU time counts those of all.
    return float(_SIDE**3 / seconds(lambda: one @ other))


def _convolution(seconds: Seconds) -> float:
    chance = np.random.default_rng(1)
    weights = chance.random((_MAPS, _MAPS, 3, 3), np.float32)
    seen = chance.random((1, _MAPS, _MAP, _MAP), np.float32)
    content = convolutions(weights, seen.shape, _LAYERS)
    net = cv2.dnn.readNetFromONNX(np.frombuffer(content, np.uint8))

    def run() -> None:
        net.setInput(seen)
        net.forward()

    return _LAYERS * weights.size * _MAP**2 / seconds(run)


def convolutions(weights: NDArray[np.float32], seen: Shape, count: int) -> bytes:
    """Write a network of equal convolutions, which keep the shape of their maps, as ONNX."""
    from onnx import TensorProto, helper, numpy_helper

    names = ["seen", *(f"maps{number}" for number in range(1, count)), "said"]
    pads = [weights.shape[2] // 2] * 4
    nodes = [
        helper.make_node("Conv", [given, "weights"], [said], name=f"to {said}", pads=pads)
        for given, said in pairwise(names)
    ]
    ends = (helper.make_tensor_value_info(names[end], TensorProto.FLOAT, seen) for end in (0, -1))
    given, said = ([one] for one in ends)
    kept = [numpy_helper.from_array(weights, "weights")]
    graph = helper.make_graph(nodes, "convolutions", given, said, kept)
    opset = [helper.make_opsetid("", _OPSET)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8)
    return bytes(model.SerializeToString())
