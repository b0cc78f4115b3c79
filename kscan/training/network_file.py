"""Writing a network as ONNX: a file that loads without running code, there whole or not at all."""

import warnings
from collections.abc import Callable, Mapping
from pathlib import Path

import torch
from torch import Tensor, nn


def write(
    net: nn.Module,
    example: Tensor,
    file: Path,
    free: Mapping[int, str],
    finish: Callable[[Path], None] | None = None,
) -> None:
    """Write `net`, traced with `example`, to `file`; the axes named in `free` may have any size.

    `finish` may change the written file before it takes its place.
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
    fresh.replace(file)
