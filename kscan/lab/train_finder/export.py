"""The fitted networks as ONNX, as `kscan.find` runs them."""

from pathlib import Path

import onnx
import torch
from torch import nn

from kscan.find.refine import SIDE, SPAN
from kscan.lab.network_file import write

_EXAMPLE = 64  # pixels: the side of the picture that the network is traced with


def export(net: nn.Module, file: Path, any_size: bool) -> None:
    """Write `net` to `file`; pictures of any size, or any number of windows of the fixed one."""
    net = net.eval().to(memory_format=torch.contiguous_format)
    axes = {2: "height", 3: "width"} if any_size else {0: "n"}
    picture = (
        torch.zeros(1, 3, _EXAMPLE, _EXAMPLE)
        if any_size
        else torch.zeros(2, 3, SPAN * SIDE, SPAN * SIDE)
    )
    write(net, picture, file, axes, _say_one_size if any_size else None)


def _say_one_size(file: Path) -> None:
    """Let the file name the size of its example: OpenCV runs it at any, but 4.x takes no names."""
    model = onnx.load(str(file))
    for value, side in ((model.graph.input[0], _EXAMPLE), (model.graph.output[0], _EXAMPLE // 4)):
        for dimension in value.type.tensor_type.shape.dim[2:]:
            dimension.Clear()
            dimension.dim_value = side
    del model.graph.value_info[:]
    onnx.save(model, str(file))
