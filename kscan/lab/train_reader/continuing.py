"""A net to go on from: that of written weights, with its normalisations taken apart again."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from kscan.lab.train_reader.export import temper
from kscan.lab.train_reader.labels import GROUNDS
from kscan.lab.train_reader.net import SquareNet

_NEW = -3.0  # the bias of an answer that the weights do not know yet: seldom right
_LENGTH = 0.03  # root mean square of a kernel: where Muon's steps and its decay keep it

Arrays = dict[str, NDArray[np.float32]]


def net_from(folder: Path, temperatures: tuple[float, float, float], windows: Tensor) -> SquareNet:
    """Return the net of the weights in `folder`, which may lack the answer "something else".

    Written weights hold normalisations inside the convolutions, and logits that are divided by
    `temperatures`. Means and spreads are measured on `windows` (n x 3 x SIDE x SIDE).
    """
    net = SquareNet()
    seeing, judging = _arrays(folder / "reader.onnx"), _arrays(folder / "reader_answer.onnx")
    with torch.no_grad():
        _fill(net.own.weight, seeing["net.own.weight"])
        _fill(net.own.bias, seeing["net.own.bias"])
        _fill(net.light.weight, next(v for k, v in seeing.items() if "MatMul" in k).T)
        _fill(net.answer.weight, _with_other(judging["net.answer.weight"], 0.0, net))
        _fill(net.answer.bias, _with_other(judging["net.answer.bias"], _NEW, net))
        _fill_convolutions(net, [(k, v) for k, v in seeing.items() if "Conv" in k], windows)
    ground, crowns, color = temperatures
    temper(net, (1 / ground, 1 / crowns, 1 / color))
    return net


def blend(known: Path, out: Path, share: float) -> None:
    """Average the weights in `out` with those gone on from; `share` is that of the new ones.

    Between the two nothing is forgotten and little of what is new is lost (Wortsman et al.,
    Robust fine-tuning of zero-shot models). An answer that the old ones lack stays as it is.
    """
    for name in ("reader.onnx", "reader_answer.onnx"):
        old, new = (onnx.load(str(folder / name)) for folder in (known, out))
        for before, after in zip(old.graph.initializer, new.graph.initializer, strict=True):
            first, last = numpy_helper.to_array(before), numpy_helper.to_array(after)
            if len(first) < len(last):
                first = np.insert(first, len(GROUNDS) - 1, last[len(GROUNDS) - 1], axis=0)
            mean = (1 - share) * first.astype(np.float32) + share * last.astype(np.float32)
            after.CopyFrom(numpy_helper.from_array(mean.astype(last.dtype), after.name))
        fresh = out / f"{name}.new"
        onnx.save(new, str(fresh))
        fresh.replace(out / name)


def _arrays(file: Path) -> Arrays:
    """Read a file's weights by name, in layer order."""
    weights = onnx.load(str(file)).graph.initializer
    return {w.name.removesuffix(".half"): numpy_helper.to_array(w).astype(np.float32)
            for w in weights}  # fmt: skip


def _fill(weight: Tensor, values: NDArray[np.float32]) -> None:
    """Take the values; what was filled up with zeros for speed is left out."""
    weight.copy_(torch.from_numpy(values[tuple(slice(size) for size in weight.shape)].copy()))


def _with_other(values: NDArray[np.float32], missing: float, net: SquareNet) -> NDArray[np.float32]:
    """Add a row for "something else" to the answers."""
    if len(values) == net.answer.out_features:
        return values
    return np.insert(values, len(GROUNDS) - 1, missing, axis=0)


def _fill_convolutions(
    net: SquareNet, named: list[tuple[str, NDArray[np.float32]]], windows: Tensor
) -> None:
    """Give each convolution its kernel, and what follows it the normalisation it needs."""
    layers = list(_layers(net))
    values = [value for _, value in named]
    for (convolution, norm), kernel, bias in zip(layers, values[::2], values[1::2], strict=True):
        _fill(convolution.weight, kernel)
        _fill(norm.bias, bias)
        norm.running_var.fill_(1 - norm.eps)
        norm.weight.fill_(1)
    seen: dict[nn.Module, tuple[Tensor, Tensor]] = {}
    hooks = [norm.register_forward_pre_hook(partial(_measure, seen)) for _, norm in layers]
    net.eval().describe(windows)
    for hook in hooks:
        hook.remove()
    for convolution, norm in layers:
        mean, variance = seen[norm]
        zoom = _LENGTH / convolution.weight.square().mean((1, 2, 3)).sqrt().clamp_min(1e-6)
        convolution.weight.mul_(zoom[:, None, None, None])
        norm.running_mean.copy_(mean * zoom)
        norm.running_var.copy_(variance * zoom.square())
        norm.weight.copy_((norm.running_var + norm.eps).sqrt() / zoom)
        norm.bias.add_(mean)


def _layers(net: SquareNet) -> Iterator[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """Yield the convolutions with their normalisations, in order."""
    modules = list(net.features.modules())
    convolutions = [one for one in modules if isinstance(one, nn.Conv2d)]
    norms = [one for one in modules if isinstance(one, nn.BatchNorm2d)]
    return zip(convolutions, norms, strict=True)


def _measure(
    seen: dict[nn.Module, tuple[Tensor, Tensor]], norm: nn.Module, inputs: tuple[Tensor, ...]
) -> None:
    """Note the mean and the variance of what comes in, channel by channel."""
    maps = inputs[0]
    seen[norm] = maps.mean((0, 2, 3)), maps.var((0, 2, 3))
