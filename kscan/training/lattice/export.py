"""The fitted networks as ONNX, as `kscan.vision.lattice` runs them."""

import warnings
from pathlib import Path

import torch
from torch import nn

from kscan.vision.lattice.fields import SIDE, SPAN


def export(net: nn.Module, file: Path, any_size: bool) -> None:
    """Write `net` to `file`; pictures of any size, or any number of windows of the fixed one."""
    net = net.eval().to(memory_format=torch.contiguous_format)
    axes = {2: "height", 3: "width"} if any_size else {0: "n"}
    picture = torch.zeros(1, 3, 64, 64) if any_size else torch.zeros(2, 3, SPAN * SIDE, SPAN * SIDE)
    fresh = file.with_suffix(".new")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net,
            (picture,),
            fresh,
            input_names=["picture"],
            output_names=["maps"],
            dynamic_axes={"picture": axes, "maps": axes},
            dynamo=False,
        )
    fresh.replace(file)
