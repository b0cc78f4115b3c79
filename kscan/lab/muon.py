"""Muon: steps for a layer's weights that are as strong in every direction of the layer.

A step along the gradient alone follows the few directions that all pictures share; evened out, the
rare ones are learnt as soon. PyTorch's own takes plain matrices only, here are convolutions.
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn

_QUINTIC = (3.4445, -4.7750, 2.0315)  # brings singular values near 1 in a few rounds
_ROUNDS = 5
_AS_ADAM = 0.2  # makes steps as long as Adam's usually are, so that its rates suit
_MEMORY, _SPREAD = 0.95, 0.99  # of the gradients, and of their squares
_LEAST = 8  # channels: thinner layers are hardly matrices


class Muon(torch.optim.Optimizer):
    """Muon for the convolutions between layers, AdamW for the first, the last, norms and biases."""

    def __init__(self, net: nn.Module, rate: float, decay: float) -> None:
        inner = [weight for weight in net.parameters() if _is_inner(weight)]
        outer = [weight for weight in net.parameters() if not _is_inner(weight)]
        groups = [{"params": inner, "even": True}, {"params": outer, "even": False}]
        # `betas` so that a schedule may move the first of them.
        super().__init__(groups, {"lr": rate, "decay": decay, "betas": (_MEMORY, _SPREAD)})

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:
        """Move every weight that has a gradient; gives what `closure` gives, if there is one."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            move = self._evenly if group["even"] else self._as_adam
            for weight in group["params"]:
                if weight.grad is not None:
                    move(weight, group["lr"], group["decay"], *group["betas"])
        return loss

    def _evenly(
        self, weight: Tensor, rate: float, decay: float, memory: float, _spread: float
    ) -> None:
        mean = self._kept(weight, 1)[0]
        mean.lerp_(weight.grad, 1 - memory)
        ahead = weight.grad.lerp(mean, memory).flatten(1)
        strength = _AS_ADAM * max(ahead.shape) ** 0.5
        weight.mul_(1 - rate * decay)
        weight.add_(_evened(ahead).view(weight.shape), alpha=-rate * strength)

    def _as_adam(
        self, weight: Tensor, rate: float, decay: float, memory: float, spread: float
    ) -> None:
        mean, square = self._kept(weight, 2)
        self.state[weight]["steps"] = steps = self.state[weight].get("steps", 0) + 1
        mean.lerp_(weight.grad, 1 - memory)
        square.lerp_(weight.grad.square(), 1 - spread)
        size = (square / (1 - spread**steps)).sqrt_().add_(1e-8)
        if weight.ndim > 1:  # norms and biases are not pulled to nothing
            weight.mul_(1 - rate * decay)
        weight.addcdiv_(mean / (1 - memory**steps), size, value=-rate)

    def _kept(self, weight: Tensor, count: int) -> list[Tensor]:
        """Return a weight's momenta, initially none."""
        state = self.state[weight]
        return [state.setdefault(f"mean{k}", torch.zeros_like(weight)) for k in range(count)]


def _is_inner(weight: Tensor) -> bool:
    return bool(weight.ndim == 4 and min(weight.shape[:2]) >= _LEAST)


def _evened(matrix: Tensor) -> Tensor:
    """Orthogonalize: bring all singular values near 1."""
    tall = matrix.shape[0] > matrix.shape[1]
    wide = matrix.T if tall else matrix
    wide = wide / (wide.norm() + 1e-7)
    # The rounds need the products of rows alone, a far smaller matrix than that of the weights.
    products = wide @ wide.T
    change = unchanged = torch.eye(len(wide))
    for _ in range(_ROUNDS):
        a, b, c = _QUINTIC
        turn = a * unchanged + b * products + c * products @ products
        change = turn @ change
        products = turn @ products @ turn
    evened = change @ wide
    return evened.T if tall else evened
