"""The networks' layers: how often each multiplies, and how long OpenCV takes for it."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np

from kscan import networks

Shape = tuple[int, ...]

READABLE = find_spec("onnx") is not None  # of the extra `train`: a graph is read by it
OTHER = "other"  # what multiplies next to nothing: sums, changes of layout, resizing
_MULTIPLYING = ("Conv", "Gemm", "MatMul")
_WIDE = 64  # maps: OpenCV takes such layers faster
_RUNS = 3  # a round: OpenCV has no CPU time, and what else runs disturbs its clock


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer that multiplies."""

    kind: str
    multiplications: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A network's input, and the stage that asks."""

    stage: str
    network: str
    shape: Shape


def multiplications(network: Path, seen: Shape) -> int:
    """Count a network's multiplications for an input of this shape."""
    return sum(layer.multiplications for layer in layers(network, seen).values())


@cache
def layers(network: Path, seen: Shape) -> Mapping[str, Layer]:
    """Return a network's multiplying layers by name, from its ONNX graph."""
    import onnx

    model = onnx.load(str(network))
    for axis, size in zip(model.graph.input[0].type.tensor_type.shape.dim, seen, strict=True):
        axis.dim_value = size
    # As the file says them, these are those of the example it was traced with.
    del model.graph.value_info[:]
    for end in model.graph.output:
        end.type.tensor_type.ClearField("shape")
    graph = onnx.shape_inference.infer_shapes(model, strict_mode=True, data_prop=True).graph
    known = (*graph.value_info, *graph.input, *graph.output)
    shapes = {
        one.name: [axis.dim_value for axis in one.type.tensor_type.shape.dim] for one in known
    }
    shapes |= {weights.name: list(weights.dims) for weights in graph.initializer}
    found = {}
    for node in graph.node:
        if node.op_type in _MULTIPLYING:
            said, given, weights = (shapes[name] for name in (node.output[0], *node.input[:2]))
            kind, terms = OTHER, given[-1]
            if node.op_type == "Conv":
                kind, terms = _kind(weights, said[-1] < given[-1]), math.prod(weights[1:])
            found[node.name] = Layer(kind, math.prod(said) * terms)
    return found


def _kind(weights: list[int], halved: bool) -> str:
    """Name the kind of a convolution: they differ in how fast OpenCV is at them."""
    if weights[1] == 3:
        return "first"
    if weights[-1] == 1:
        return "pointwise"
    if halved:
        return "halving"
    return "wide" if weights[1] >= _WIDE else "narrow"


def by_kind(asked: Iterable[Asked], rounds: int) -> dict[str, tuple[float, int]]:
    """Return the seconds and multiplications of each kind of layer, over all inputs.

    Nothing where OpenCV does not time its layers one by one.
    """
    seconds: defaultdict[str, float] = defaultdict(float)
    done: Counter[str] = Counter()
    for one in asked:
        file = networks.path(one.network)
        known = layers(file, one.shape)
        for name, spent in _timed(file, one.shape, rounds).items():
            layer = known.get(name, Layer(OTHER, 0))
            seconds[layer.kind] += spent
            done[layer.kind] += layer.multiplications
    return {kind: (spent, done[kind]) for kind, spent in seconds.items()}


def _timed(network: Path, seen: Shape, rounds: int) -> dict[str, float]:
    """Return each layer's seconds, by OpenCV's own clock: the least of some runs."""
    net = cv2.dnn.readNetFromONNX(np.frombuffer(network.read_bytes(), np.uint8))
    if not hasattr(net, "setProfilingMode"):  # before OpenCV 5
        return {}
    net.setProfilingMode(cv2.dnn.DNN_PROFILE_DETAILED)
    blob = np.random.default_rng(1).random(seen, np.float32)
    runs = []
    for _ in range(_RUNS * rounds + 1):
        net.setInput(blob)
        net.forward()
        runs.append(np.ravel(net.getPerfProfile()[1]) / cv2.getTickFrequency())
    return dict(zip(net.getLayerNames(), np.min(runs[1:], 0).tolist(), strict=True))
