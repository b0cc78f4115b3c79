"""The fitted net as files that load without running code, in the form that `kscan.vision` runs."""

import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from kscan.training.squares.augment import SIDE
from kscan.training.squares.labels import COLORS, CROWNS, GROUNDS
from kscan.training.squares.net import HIDDEN, SquareNet


class _Describe(nn.Module):
    """The part that sees pixels: both descriptions of a window, side by side."""

    def __init__(self, net: SquareNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: Tensor) -> Tensor:
        return torch.cat(self.net.describe(x), 1)


def temper(net: SquareNet, temperatures: tuple[float, float, float]) -> None:
    """Divide the logits of ground, crowns and colour by what makes their odds honest."""
    sizes = (len(GROUNDS), CROWNS, len(COLORS))
    scale = torch.cat([torch.full((n,), 1 / t) for n, t in zip(sizes, temperatures, strict=True)])
    with torch.no_grad():
        net.answer.weight.mul_(scale[:, None])
        net.answer.bias.mul_(scale)


class _Decide(nn.Module):
    """The part that judges: a window's own description plus its kingdom's mean light."""

    def __init__(self, net: SquareNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, described: Tensor) -> Tensor:
        return self.net.decide(described, torch.zeros(()))


def export(net: SquareNet, folder: Path) -> None:
    """Write squares.onnx (pixels to descriptions) and squares_answer.onnx (to logits)."""
    folder.mkdir(parents=True, exist_ok=True)
    net = net.eval().to(memory_format=torch.contiguous_format)
    _write(_Describe(net).eval(), torch.zeros(2, 3, SIDE, SIDE), folder / "squares.onnx")
    _write(_Decide(net).eval(), torch.zeros(2, HIDDEN), folder / "squares_answer.onnx")


def _write(part: nn.Module, example: Tensor, file: Path) -> None:
    fresh = file.with_suffix(".new")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            part,
            (example,),
            fresh,
            input_names=["seen"],
            output_names=["said"],
            dynamic_axes={"seen": {0: "n"}, "said": {0: "n"}},
            dynamo=False,
        )
    fresh.replace(file)
