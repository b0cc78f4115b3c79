"""A square reader to go on from: that of written weights."""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from kscan.lab import continuing
from kscan.lab.continuing import fill, take_apart, weights_in
from kscan.lab.train_reader.export import temper
from kscan.lab.train_reader.labels import GROUNDS
from kscan.lab.train_reader.net import SquareNet

_OTHER = len(GROUNDS) - 1  # the place of "something else" among the answers
_NEW = -3.0  # the bias of an answer that the weights do not know yet: seldom right


def net_from(folder: Path, temperatures: tuple[float, float, float], windows: Tensor) -> SquareNet:
    """Return the net of the weights in `folder`, which may lack the answer "something else".

    Written weights hold logits that are divided by `temperatures`. `windows` (n x 3 x SIDE x SIDE)
    are what normalisations are measured on.
    """
    net = SquareNet()
    seeing, judging = weights_in(folder / "reader.onnx"), weights_in(folder / "reader_answer.onnx")
    with torch.no_grad():
        fill(net.own.weight, seeing["net.own.weight"])
        fill(net.own.bias, seeing["net.own.bias"])
        fill(net.light.weight, next(v for k, v in seeing.items() if "MatMul" in k).T)
        fill(net.answer.weight, _with_other(judging["net.answer.weight"], 0.0, net))
        fill(net.answer.bias, _with_other(judging["net.answer.bias"], _NEW, net))
        take_apart(net.features, seeing, lambda: net.eval().describe(windows))
    ground, crowns, color = temperatures
    temper(net, (1 / ground, 1 / crowns, 1 / color))
    return net


def blend(known: Path, out: Path, share: float) -> None:
    """Average the weights in the folder `out` with those gone on from."""
    for name in ("reader.onnx", "reader_answer.onnx"):
        continuing.blend(known / name, out / name, share, _OTHER)


def _with_other(values: NDArray[np.float32], missing: float, net: SquareNet) -> NDArray[np.float32]:
    """Add a row for "something else" to the answers."""
    if len(values) == net.answer.out_features:
        return values
    return np.insert(values, _OTHER, missing, axis=0)
