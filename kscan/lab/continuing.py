"""Going on from written weights: their normalisations taken apart again, and blending."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

_LENGTH = 0.03  # root mean square of a kernel: where Muon's steps and its decay keep it
_HALF = ".half"  # what ends the name of a weight that is kept in half precision

Arrays = Mapping[str, NDArray[np.float32]]  # weights by name, in layer order


def weights_in(file: Path) -> Arrays:
    """Read a file's weights."""
    weights = onnx.load(str(file)).graph.initializer
    return {
        weight.name.removesuffix(_HALF): numpy_helper.to_array(weight).astype(np.float32)
        for weight in weights
    }


def fill(weight: Tensor, values: NDArray[np.float32]) -> None:
    """Take the values; what was filled up with zeros for speed is left out."""
    weight.copy_(torch.from_numpy(values[tuple(slice(size) for size in weight.shape)].copy()))


def take_apart(part: nn.Module, written: Arrays, look: Callable[[], object]) -> None:
    """Give each convolution of `part` its kernel, and what follows it the normalisation it needs.

    Written weights hold normalisations inside the convolutions. Means and spreads are measured
    while `look` shows pictures to the net.
    """
    layers = list(_layers(part))
    values = [value for name, value in written.items() if "Conv" in name]
    for (convolution, norm), kernel, bias in zip(layers, values[::2], values[1::2], strict=True):
        fill(convolution.weight, kernel)
        fill(norm.bias, bias)
        norm.running_mean.zero_()
        norm.running_var.fill_(1 - norm.eps)
        norm.weight.fill_(1)
    seen: dict[nn.Module, tuple[Tensor, Tensor]] = {}
    hooks = [norm.register_forward_pre_hook(partial(_measure, seen)) for _, norm in layers]
    part.eval()
    look()
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


def blend(known: Path, fresh: Path, share: float, answer_added: int | None = None) -> None:
    """Average the weights in the file `fresh` with those gone on from; its own count `share`.

    Between the two nothing is forgotten and little of what is new is lost (Wortsman et al.,
    Robust fine-tuning of zero-shot models). The answer of number `answer_added`, where the old
    ones lack it, stays as it is.
    """
    old, new = onnx.load(str(known)), onnx.load(str(fresh))
    for before, after in zip(old.graph.initializer, new.graph.initializer, strict=True):
        first, last = numpy_helper.to_array(before), numpy_helper.to_array(after)
        if answer_added is not None and len(first) < len(last):
            first = np.insert(first, answer_added, last[answer_added], axis=0)
        mean = (1 - share) * first.astype(np.float32) + share * last.astype(np.float32)
        after.CopyFrom(numpy_helper.from_array(mean.astype(last.dtype), after.name))
    written = fresh.with_suffix(".new")
    onnx.save(new, str(written))
    written.replace(fresh)


def _layers(part: nn.Module) -> Iterator[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """Yield the convolutions that a normalisation follows, with it, in order."""
    last: nn.Conv2d | None = None
    for one in part.modules():
        if isinstance(one, nn.Conv2d):
            last = one
        elif isinstance(one, nn.BatchNorm2d) and last is not None:
            yield last, one


def _measure(
    seen: dict[nn.Module, tuple[Tensor, Tensor]], norm: nn.Module, inputs: tuple[Tensor, ...]
) -> None:
    """Note the mean and the variance of what comes in, channel by channel."""
    maps = inputs[0]
    seen[norm] = maps.mean((0, 2, 3)), maps.var((0, 2, 3))
