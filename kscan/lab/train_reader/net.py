"""The square reader's network: a small residual net with three answers."""

import torch
from torch import Tensor, nn

from kscan.lab.layers import Residual, convolution
from kscan.lab.train_reader.labels import COLORS, CROWNS, GROUNDS
from kscan.read.reader import ANSWERS, HIDDEN

POOLED = 2 * 128  # means and peaks of the last maps


class SquareNet(nn.Module):
    """Windows (n x 3 x 56 x 56, BGR, 0 to 1) to logits (n x ANSWERS): ground, crowns, colour.

    A square is judged beside the mean of its kingdom: pasture under a tungsten lamp is yellow, and
    only the other squares tell that it is the lamp. About 25 million multiplications a window:
    what fits twice the decoding time of a photo for 49 of them. `third` is the third stage's width.
    """

    def __init__(self, third: int = 72) -> None:
        super().__init__()
        self.features = nn.Sequential(
            convolution(3, 24, stride=2),
            convolution(24, 40, stride=2),
            convolution(40, 40),
            Residual(40),
            convolution(40, third, stride=2),
            Residual(third),
            convolution(third, 128, stride=2),
            convolution(128, 128),
            Residual(128),
        )
        self.own = nn.Linear(POOLED, HIDDEN)
        self.light = nn.Linear(POOLED, HIDDEN, bias=False)
        self.answer = nn.Linear(HIDDEN, ANSWERS)

    def describe(self, x: Tensor, kept: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return features of each window and of its light.

        n x HIDDEN each. `kept` (n x POOLED) weighs what is pooled: in training some of it is
        dropped.
        """
        maps = self.features((x - 0.45) * 4.0)
        pooled = torch.cat([maps.mean((2, 3)), maps.amax((2, 3))], 1)
        pooled = pooled if kept is None else pooled * kept
        return self.own(pooled), self.light(pooled)

    def decide(self, own: Tensor, light: Tensor) -> Tensor:
        """Return the logits, given own features and mean light.

        Each window's own, and its kingdom's mean light.
        """
        logits: Tensor = self.answer(torch.relu(own + light))
        return logits


def split(logits: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Split the logits: ground, crowns and castle colour."""
    ground, crowns, color = logits.split([len(GROUNDS), CROWNS, len(COLORS)], 1)
    return ground, crowns, color
