"""The layers that all networks here are made of: plain convolutions that any `cv2.dnn` runs.

How wide a layer is decides its speed: `cv2.dnn` takes 3 x 3 convolutions of stride 1 with 64 or
more channels, in multiples of 16, at twice the multiplications a second (53 and 23 thousand
million on one thread). 64 channels cost the time of 40, 112 that of 72.
"""

import torch
from torch import Tensor, nn


def convolution(inputs: int, outputs: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    """Make a convolution, its normalisation, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions beside a straight way."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = convolution(width, width)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )
        # At first it corrects nothing: deep nets learn sooner so.
        nn.init.zeros_(self.second[1].weight)

    def forward(self, x: Tensor) -> Tensor:
        """Return the input, corrected."""
        return torch.relu(x + self.second(self.first(x)))
