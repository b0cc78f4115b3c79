"""Writing a network as ONNX: a file that loads without running code, there whole or not at all."""

import warnings
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn


def write(
    net: nn.Module,
    example: Tensor,
    file: Path,
    free: Mapping[int, str],
    finish: Callable[[Path], None] | None = None,
) -> None:
    """Write `net`, traced with `example`, to `file`; the axes named in `free` may have any size.

    Its weights are kept in half precision. `finish` may change the file before it takes its place.
    """
    fresh = file.with_suffix(".new")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net.eval(),
            (example,),
            fresh,
            input_names=["seen"],
            output_names=["said"],
            dynamic_axes={"seen": dict(free), "said": dict(free)},
            dynamo=False,
        )
    if finish is not None:
        finish(fresh)
    halve(fresh)
    fresh.replace(file)


def halve(file: Path) -> None:
    """Keep the network's weights in half precision: half the bytes to ship and to load.

    It still computes in single precision, for each weight is widened where it is used.
    """
    model = onnx.load(str(file))
    widened = []
    for weight in model.graph.initializer:
        if weight.data_type == TensorProto.FLOAT and len(weight.dims) > 1:
            name, narrow = weight.name, f"{weight.name}.half"
            values = numpy_helper.to_array(weight).astype(np.float16)
            weight.CopyFrom(numpy_helper.from_array(values, narrow))
            widened.append(helper.make_node("Cast", [narrow], [name], to=TensorProto.FLOAT))
    nodes = [*widened, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, str(file))
