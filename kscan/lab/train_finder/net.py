"""The two networks that find kingdoms, in plain convolutions that any `cv2.dnn` runs."""

import torch
from torch import Tensor, nn

from kscan.find import heatmap as heat
from kscan.find import refine as fields
from kscan.lab.layers import Residual, convolution


class _Merge(nn.Module):
    """A coarse map, doubled in size and joined with the finer one of the way down."""

    def __init__(self, coarse: int, fine: int, outputs: int) -> None:
        super().__init__()
        self.narrow = nn.Conv2d(coarse, outputs, 1)
        self.widen = nn.Upsample(scale_factor=2, mode="nearest")
        self.lateral = nn.Conv2d(fine, outputs, 1)
        self.smooth = convolution(outputs, outputs)

    def forward(self, coarse: Tensor, fine: Tensor) -> Tensor:
        """Join the maps at the resolution of `fine`."""
        joined = self.widen(self.narrow(coarse)) + self.lateral(fine)
        return torch.as_tensor(self.smooth(torch.relu(joined)))


class HeatNet(nn.Module):
    """Tiles, vertices, centres and the local frame of squares, at a quarter of the input."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(convolution(3, 16, 5, 2), convolution(16, 32, 3, 2))
        self.at4 = convolution(32, 32)
        self.at8 = nn.Sequential(convolution(32, 64, 3, 2), Residual(64))
        self.at16 = nn.Sequential(convolution(64, 80, 3, 2), Residual(80), Residual(80))
        self.at32 = nn.Sequential(convolution(80, 80, 3, 2), Residual(80))
        self.up16 = _Merge(80, 80, 80)
        self.up8 = _Merge(80, 64, 64)
        self.up4 = _Merge(64, 32, 32)
        self.head = nn.Conv2d(32, heat.CHANNELS, 1)
        nn.init.constant_(self.head.bias[:3], -2.0)

    def forward(self, x: Tensor) -> Tensor:
        """Raw maps, n x heat.CHANNELS x height / 4 x width / 4."""
        at4 = self.at4(self.stem(x))
        at8 = self.at8(at4)
        at16 = self.at16(at8)
        merged = self.up16(self.at32(at16), at16)
        return torch.as_tensor(self.head(self.up4(self.up8(merged, at8), at4)))


class CellNet(nn.Module):
    """What lies on each field of a squared-up window, one output for each 32 pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            convolution(3, 16, 5, 2),
            convolution(16, 32, 3, 2),
            convolution(32, 64, 3, 2),
            Residual(64),
            Residual(64),
            convolution(64, 96, 3, 2),
            Residual(96),
            Residual(96),
            convolution(96, 80, 3, 2),
            Residual(80),
            Residual(80),
            Residual(80),
            Residual(80),
        )
        self.head = nn.Conv2d(80, fields.CHANNELS, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Raw maps, n x fields.CHANNELS x rows x columns."""
        return torch.as_tensor(self.head(self.body(x)))
