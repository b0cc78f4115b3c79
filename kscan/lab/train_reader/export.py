"""The fitted net as files that load without running code, in the form that `cv2.dnn` runs."""

from pathlib import Path

import torch
from torch import Tensor, nn

from kscan.lab.network_file import write
from kscan.lab.train_reader.labels import COLORS, CROWNS, GROUNDS
from kscan.lab.train_reader.net import SquareNet
from kscan.read.reader import HIDDEN, SIDE

_QUICK = 80  # channels: the multiple of 16 next to those of the third stage


class _Describe(nn.Module):
    """The part that sees pixels: both descriptions of a window, side by side."""

    def __init__(self, net: SquareNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: Tensor) -> Tensor:
        return torch.cat(self.net.describe(x), 1)


class _Decide(nn.Module):
    """The part that judges: a window's own description plus its kingdom's mean light."""

    def __init__(self, net: SquareNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, described: Tensor) -> Tensor:
        return self.net.decide(described, torch.zeros(()))


def padded(net: SquareNet) -> SquareNet:
    """Pad the third stage with zero channels, without effect.

    `cv2.dnn` is quicker with so many (kscan/lab/layers.py): by a tenth, all in all.
    """
    wide = SquareNet(third=_QUICK)
    known = net.state_dict()
    with torch.no_grad():
        for name, values in wide.state_dict().items():
            values.fill_(float(name.endswith("running_var")))
            values[tuple(slice(size) for size in known[name].shape)] = known[name]
    return wide


def temper(net: SquareNet, temperatures: tuple[float, float, float]) -> None:
    """Divide the logits of ground, crowns and colour by what makes their odds honest."""
    sizes = (len(GROUNDS), CROWNS, len(COLORS))
    scale = torch.cat([torch.full((n,), 1 / t) for n, t in zip(sizes, temperatures, strict=True)])
    with torch.no_grad():
        net.answer.weight.mul_(scale[:, None])
        net.answer.bias.mul_(scale)


def export(net: SquareNet, folder: Path) -> None:
    """Write reader.onnx (pixels to descriptions) and reader_answer.onnx (to logits)."""
    folder.mkdir(parents=True, exist_ok=True)
    net = padded(net).eval().to(memory_format=torch.contiguous_format)
    windows, described = torch.zeros(2, 3, SIDE, SIDE), torch.zeros(2, HIDDEN)
    write(_Describe(net), windows, folder / "reader.onnx", {0: "n"})
    write(_Decide(net), described, folder / "reader_answer.onnx", {0: "n"})
