"""Windows as phones would have taken them: turned, shifted, tinted, blurred, glaring, noisy."""

import math

import cv2
import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from numpy.typing import NDArray
from torch import Tensor

from kscan.read.reader import SIDE, SPAN


def turn_and_cut(canvas: Tensor, shift: Tensor, rng: torch.Generator) -> Tensor:
    """Cut windows (n x 3 x SIDE x SIDE) from canvases whose square spans 64 pixels.

    `shift` (n) is the largest stray of each square from the middle, in squares.
    """
    count, _, height, _ = canvas.shape
    squares = height / 64.0  # how many squares the canvas spans
    quarter = torch.randint(0, 4, (count,), generator=rng) * (math.pi / 2)
    angle = quarter + torch.randn(count, generator=rng) * math.radians(3.5)
    zoom = torch.empty(count).uniform_(0.9, 1.12, generator=rng)
    skew = torch.randn(count, 2, 2, generator=rng) * 0.025
    turn = torch.stack(
        [
            torch.stack([torch.cos(angle), -torch.sin(angle)], 1),
            torch.stack([torch.sin(angle), torch.cos(angle)], 1),
        ],
        1,
    )
    linear = (turn + skew) * (SPAN / squares * zoom)[:, None, None]
    move = (
        torch.empty(count, 2, 1).uniform_(-1, 1, generator=rng)
        * (2 * shift / squares)[:, None, None]
    )
    theta = torch.cat([linear, move], 2)
    grid = F.affine_grid(theta, [count, 3, SIDE, SIDE], align_corners=False)
    return F.grid_sample(
        canvas, grid, mode="bilinear", padding_mode="reflection", align_corners=False
    )


def relight(x: Tensor, kingdom: int, rng: torch.Generator) -> Tensor:
    """Change the light: runs of `kingdom` windows share its colour; glare and shade are their own.

    Sensors and cameras' own corrections follow: exposure, contrast, saturation, haze.
    """
    n = len(x)

    def shared(spread: float, own: float) -> Tensor:
        """Draw normals, mostly shared within a kingdom.

        But for a little of each window's own.
        """
        common = torch.randn(n // kingdom, 1, 1, 1, generator=rng).repeat_interleave(kingdom, 0)
        return common * spread + torch.randn(n, 1, 1, 1, generator=rng) * own

    linear = x.square() * _lamp(n, kingdom, rng)  # a gamma of two is near enough, and quick
    linear = linear * torch.exp(shared(0.35, 0.12)) * _shade(n, rng)
    linear = linear + _glare(n, rng)
    out = linear.clamp_min(0).sqrt()
    grey = out.mean(1, keepdim=True)
    out = grey + (out - grey) * torch.exp(shared(0.18, 0.04))
    level = 0.45 + shared(0.04, 0.02)
    out = (out - level) * torch.exp(shared(0.12, 0.04)) + level
    haze = torch.rand(n // kingdom, 1, 1, 1, generator=rng).pow(8).repeat_interleave(kingdom, 0)
    return (out * (1 - 0.25 * haze) + 0.25 * haze).clamp(0, 1)


def _lamp(n: int, kingdom: int, rng: torch.Generator) -> Tensor:
    """Draw gains of blue, green and red (n x 3 x 1 x 1).

    Daylight mostly, often a warm lamp.
    """
    groups = n // kingdom
    warmth = torch.randn(groups, generator=rng) * 0.2
    tungsten = torch.rand(groups, generator=rng) < 0.35
    warmth = torch.where(tungsten, torch.rand(groups, generator=rng) * 1.3, warmth)
    warmth = warmth.repeat_interleave(kingdom) + torch.randn(n, generator=rng) * 0.03
    tint = torch.randn(groups, generator=rng) * 0.08
    colored = torch.rand(groups, generator=rng) < 0.06  # tubes, plant lamps, signs
    tint = torch.where(colored, torch.randn(groups, generator=rng) * 0.35, tint)
    tint = tint.repeat_interleave(kingdom)
    gains = torch.exp(torch.stack([-warmth - tint, tint, 0.55 * warmth - tint], 1))
    return (gains / gains.mean(1, keepdim=True))[:, :, None, None]


def _axis() -> tuple[Tensor, Tensor]:
    line = torch.linspace(-1, 1, SIDE)
    y, x = torch.meshgrid(line, line, indexing="ij")
    return x[None, None], y[None, None]


def _shade(n: int, rng: torch.Generator) -> Tensor:
    """Draw a gentle slope of light, sometimes a shadow's edge."""
    x, y = _axis()
    slope = torch.randn(n, 2, 1, 1, generator=rng) * 0.12
    light = torch.exp(slope[:, :1] * x + slope[:, 1:] * y)
    angle = torch.rand(n, 1, 1, 1, generator=rng) * 2 * math.pi
    place = torch.empty(n, 1, 1, 1).uniform_(-0.9, 0.9, generator=rng)
    soft = torch.empty(n, 1, 1, 1).uniform_(2, 25, generator=rng)
    depth = torch.empty(n, 1, 1, 1).uniform_(0.25, 0.9, generator=rng)
    some = (torch.rand(n, 1, 1, 1, generator=rng) < 0.15).float()
    edge = torch.sigmoid((x * torch.cos(angle) + y * torch.sin(angle) - place) * soft)
    return light * (1 - some * (1 - depth) * edge)


def _glare(n: int, rng: torch.Generator) -> Tensor:
    """Soft white or blue spots and veils, as lamps and windows leave them on gloss."""
    total = torch.zeros(n, 1, SIDE, SIDE)
    for odds in (0.16, 0.08):
        some = torch.rand(n, generator=rng) < odds
        total[some] += _spots(int(some.sum()), rng)
    veil = (torch.rand(n, 1, 1, 1, generator=rng) < 0.07).float()
    veil = veil * torch.rand(n, 1, 1, 1, generator=rng) * 0.4
    # Gloss is rough: what it mirrors is broken up.
    rough = 1 + 0.15 * torch.randn(n, 1, SIDE // 4, SIDE // 4, generator=rng)
    shine = (total + veil) * F.interpolate(rough, size=SIDE, mode="bilinear")
    # A window mirrors the sky: blue, less green, least red.
    sky = torch.rand(n, 1, 1, 1, generator=rng) * (torch.rand(n, 1, 1, 1, generator=rng) < 0.3)
    return shine * torch.cat([torch.ones_like(sky), 1 - 0.4 * sky, 1 - 0.8 * sky], 1)


def _spots(n: int, rng: torch.Generator) -> Tensor:
    x, y = _axis()
    cx, cy = torch.empty(2, n, 1, 1, 1).uniform_(-1.3, 1.3, generator=rng)
    angle = torch.rand(n, 1, 1, 1, generator=rng) * math.pi
    long = torch.empty(n, 1, 1, 1).uniform_(0.15, 1.6, generator=rng)
    thin = long * torch.empty(n, 1, 1, 1).uniform_(0.2, 1.0, generator=rng)
    u = (x - cx) * torch.cos(angle) + (y - cy) * torch.sin(angle)
    v = (y - cy) * torch.cos(angle) - (x - cx) * torch.sin(angle)
    power = torch.empty(n, 1, 1, 1).uniform_(1, 3, generator=rng)
    spot = torch.exp(-(((u / long) ** 2 + (v / thin) ** 2) ** power))
    return spot * torch.rand(n, 1, 1, 1, generator=rng).pow(1.5) * 1.3


def soften(x: Tensor, rng: torch.Generator) -> Tensor:
    """Low resolution for some, blur (also along a line) for others."""
    n = len(x)
    draw = torch.rand(n, generator=rng)
    small = draw < 0.15
    if small.any():
        side = int(torch.randint(22, 44, (1,), generator=rng))
        part = F.interpolate(x[small], size=side, mode="area")
        x = x.clone()
        x[small] = F.interpolate(part, size=SIDE, mode="bilinear", align_corners=False)
    blurred = draw > 0.85
    if blurred.any():
        kernel = _kernel(rng)
        x = x.clone()
        part = x[blurred].reshape(-1, 1, SIDE, SIDE)
        part = F.conv2d(F.pad(part, (4, 4, 4, 4), mode="replicate"), kernel)
        x[blurred] = part.reshape(-1, 3, SIDE, SIDE)
    return x


def _kernel(rng: torch.Generator) -> Tensor:
    """Draw a 9 x 9 blur kernel.

    Round for defocus, drawn out for a moving hand.
    """
    line = torch.arange(9) - 4.0
    y, x = torch.meshgrid(line, line, indexing="ij")
    draws = torch.rand(3, generator=rng)
    long = 0.5 + 1.5 * float(draws[0])
    thin = long if draws[1] < 0.5 else 0.4
    angle = float(draws[2]) * math.pi
    u, v = x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)
    kernel = torch.exp(-0.5 * ((u / long) ** 2 + (v / thin) ** 2))
    return (kernel / kernel.sum())[None, None]


def roughen(x: Tensor, rng: torch.Generator, numpy_rng: np.random.Generator) -> Tensor:
    """Sensor noise for all, JPEG artefacts for some."""
    sigma = torch.rand(len(x), 1, 1, 1, generator=rng).pow(3) * 0.05
    x = (x + torch.randn(x.shape, generator=rng) * sigma).clamp(0, 1)
    chosen = np.flatnonzero(numpy_rng.random(len(x)) < 0.15)
    for index in chosen:
        pixels = (x[index].permute(1, 2, 0).numpy() * 255).astype(np.uint8)
        x[index] = torch.from_numpy(_jpeg(pixels, numpy_rng)).permute(2, 0, 1) / 255.0
    return x


def _jpeg(pixels: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    quality = int(rng.integers(20, 80))
    _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def photograph(
    canvas: Tensor,
    shift: Tensor,
    kingdom: int,
    rng: torch.Generator,
    numpy_rng: np.random.Generator,
) -> Tensor:
    """Augment windows for training (n x 3 x SIDE x SIDE).

    BGR, 0 to 1. Every `kingdom` windows in a row are taken in one light.
    """
    x = turn_and_cut(canvas, shift, rng)
    x = relight(x, kingdom, rng)
    x = soften(x, rng)
    return roughen(x, rng, numpy_rng)
