"""Table tops: wood, cloth, stone, carpet, mats."""

import cv2
import numpy as np

from kscan.lab.painting.colors import WHITE, Bgr, drawn, mixed, shaded
from kscan.lab.painting.grain import noise
from kscan.lab.painting.pen import Image


def _ramp(grain: Image, dark: Bgr, light: Bgr) -> Image:
    shares = np.linspace(0.0, 1.0, 256)[:, None]
    table = np.array(dark) * (1 - shares) + np.array(light) * shares
    lut = np.clip(table, 0, 255).astype(np.uint8).reshape(256, 1, 3)
    return np.asarray(cv2.applyColorMap(np.ascontiguousarray(grain), lut), np.uint8)


def toned(
    rng: np.random.Generator,
    color: Bgr,
    height: int,
    width: int,
    grain: str,
    contrast: float,
    coarseness: float = 1.0,
    stretch: float = 1.0,
) -> Image:
    """Paint a field of one colour with this grain, and a finer one that close photos show."""
    scale = coarseness * max(height, width) / 700.0
    coarse = noise(rng, grain, height, width, scale, stretch)
    fine = noise(rng, "speckle", height, width)
    both = np.asarray(cv2.addWeighted(coarse, 0.85, fine, 0.15, 0.0), np.uint8)
    return _ramp(both, shaded(color, 1.0 - contrast), shaded(color, 1.0 + contrast))


def _wooden(rng: np.random.Generator, height: int, width: int, color: Bgr) -> Image:
    """Long fibres under a slower change of tone."""
    contrast, length = rng.uniform(0.06, 0.3), rng.uniform(3, 14)
    pixels = toned(rng, color, height, width, "fibres", contrast, rng.uniform(0.6, 2.2), length)
    if rng.random() < 0.6:
        rings = noise(rng, "ripples", width, height, rng.uniform(1.0, 5.0), 1.0)
        lit = cv2.cvtColor(np.ascontiguousarray(rings.T), cv2.COLOR_GRAY2BGR)
        share = rng.uniform(0.03, 0.12)
        pixels = np.asarray(cv2.addWeighted(pixels, 1.0, lit, share, -128 * share), np.uint8)
    return pixels


def planks(rng: np.random.Generator, height: int, width: int) -> Image:
    """Wooden boards with their grain and joints."""
    color = drawn(rng, (14, 40), (0.15, 0.75), (0.25, 0.9))
    pixels = _wooden(rng, height, width, color)
    board = max(8, int(width / rng.uniform(3, 14)))
    staggered = rng.random() < 0.4
    for x in range(-int(rng.integers(board)), width, board):
        left, right = max(x, 0), x + board
        tone = rng.uniform(0.85, 1.12)
        pixels[:, left:right] = cv2.convertScaleAbs(pixels[:, left:right], alpha=tone)
        cv2.line(pixels, (x, 0), (x, height), shaded(color, 0.5), max(1, width // 500))
        if staggered:
            y = int(rng.integers(height))
            cv2.line(pixels, (x, y), (right, y), shaded(color, 0.5), max(1, width // 500))
    return pixels


def wood(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint one wooden or veneered top without joints."""
    return _wooden(rng, height, width, drawn(rng, (14, 40), (0.1, 0.75), (0.2, 0.95)))


def carpet(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a carpet's tufts, perhaps trodden in patches."""
    color = drawn(rng, (0, 360), (0.0, 0.5), (0.2, 0.85))
    contrast, tuft = rng.uniform(0.15, 0.5), rng.uniform(0.4, 1.5)
    pixels = toned(rng, color, height, width, "speckle", contrast, tuft)
    trodden = cv2.cvtColor(noise(rng, "clouds", height, width, 4.0), cv2.COLOR_GRAY2BGR)
    share = rng.uniform(0.0, 0.3)
    return np.asarray(cv2.addWeighted(pixels, 1.0, trodden, share, -128 * share), np.uint8)


def lawn(rng: np.random.Generator, height: int, width: int) -> Image:
    """Grass, as under a picnic."""
    color = drawn(rng, (70, 115), (0.3, 0.85), (0.25, 0.8))
    return toned(rng, color, height, width, "fibres", 0.6, rng.uniform(0.5, 1.5), 0.4)


def concrete(rng: np.random.Generator, height: int, width: int) -> Image:
    """Concrete, asphalt or stone with small pores."""
    color = drawn(rng, (0, 360), (0.0, 0.12), (0.25, 0.9))
    kind = "cells" if rng.random() < 0.3 else "patches"
    return toned(rng, color, height, width, kind, rng.uniform(0.05, 0.3), rng.uniform(0.5, 2))


def cloth(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a woven table cloth with soft folds."""
    color = drawn(rng, (0, 360), (0.0, 0.9), (0.2, 0.98))
    pixels = toned(rng, color, height, width, "canvas_cloth", rng.uniform(0.05, 0.2))
    folds = cv2.cvtColor(noise(rng, "clouds", height, width, 5.0), cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.addWeighted(pixels, 1.0, folds, 0.2, -26), np.uint8)


def striped(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a cloth or mat in stripes of several widths."""
    colors = [drawn(rng, (0, 360), (0.0, 0.9), (0.2, 1.0)) for _ in range(3)]
    pixels = np.empty((height, width, 3), np.uint8)
    x = 0
    while x < width:
        end = x + max(2, int(width * rng.uniform(0.005, 0.08)))
        pixels[:, x:end] = np.array(colors[int(rng.integers(3))], np.uint8)
        x = end
    return _woven(rng, pixels)


def checkered(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a checkered or gingham cloth."""
    one = drawn(rng, (0, 360), (0.3, 1.0), (0.2, 0.9))
    white = drawn(rng, (0, 60), (0.0, 0.15), (0.8, 1.0))
    pitch = max(6, int(width / rng.uniform(5, 28)))
    between = mixed(white, one, 0.5) if rng.random() < 0.6 else one
    last = one if between is not one else white
    tile = np.array([[white, between], [between, last]], np.uint8)
    tile = tile.repeat(pitch, axis=0).repeat(pitch, axis=1)
    times = (height // (2 * pitch) + 2, width // (2 * pitch) + 2, 1)
    y, x = (int(v) for v in rng.integers(2 * pitch, size=2))
    return _woven(rng, np.tile(tile, times)[y : y + height, x : x + width])


def _woven(rng: np.random.Generator, pixels: Image) -> Image:
    weave = noise(rng, "canvas_cloth", *pixels.shape[:2])
    lit = cv2.cvtColor(weave, cv2.COLOR_GRAY2BGR)
    share = rng.uniform(0.03, 0.2)
    return np.asarray(cv2.addWeighted(pixels, 1.0, lit, share, -128 * share), np.uint8)


def plain(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a plain table of any colour."""
    color = drawn(rng, (0, 360), (0.0, 0.8), (0.15, 1.0))
    return toned(rng, color, height, width, "clouds", rng.uniform(0.0, 0.08), 4.0)


def white(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a white or nearly white table."""
    color = drawn(rng, (20, 230), (0.0, 0.08), (0.85, 1.0))
    return toned(rng, color, height, width, "clouds", rng.uniform(0.0, 0.06), 4.0)


def dark(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a black or nearly black table."""
    color = drawn(rng, (0, 360), (0.0, 0.4), (0.04, 0.22))
    return toned(rng, color, height, width, "speckle", rng.uniform(0.05, 0.3), 2.0)


def cutting_mat(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a cutting mat: a fine grid, heavier lines, diagonals, figures along the edges."""
    color = drawn(rng, (90, 240), (0.2, 0.8), (0.15, 0.6))
    ink = mixed(color, WHITE, rng.uniform(0.4, 0.95))
    pixels = toned(rng, color, height, width, "speckle", 0.08)
    pitch = width / rng.uniform(18, 60)
    thick = max(1, width // 700)
    for place, x in enumerate(np.arange(rng.uniform(0, pitch), width, pitch)):
        heavy = thick * (2 if place % 5 == 0 else 1)
        cv2.line(pixels, (int(x), 0), (int(x), height), ink, heavy, cv2.LINE_AA)
    for place, y in enumerate(np.arange(rng.uniform(0, pitch), height, pitch)):
        heavy = thick * (2 if place % 5 == 0 else 1)
        cv2.line(pixels, (0, int(y)), (width, int(y)), ink, heavy, cv2.LINE_AA)
        if place % 2 == 0:
            at = (int(pitch / 3), int(y))
            cv2.putText(pixels, str(place), at, 0, pitch / 40, ink, thick, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 4))):
        a, b = rng.uniform(0, 1, 2) * width
        cv2.line(pixels, (int(a), 0), (int(b), height), ink, thick, cv2.LINE_AA)
    return pixels


def tiled(rng: np.random.Generator, height: int, width: int) -> Image:
    """Floor tiles with their joints."""
    color = drawn(rng, (0, 360), (0.0, 0.4), (0.3, 0.95))
    pixels = toned(rng, color, height, width, "clouds", 0.15, 2.0)
    pitch = width / rng.uniform(3, 14)
    joint = shaded(color, rng.choice([0.6, 1.3]))
    for y0 in np.arange(rng.uniform(-pitch, 0), height, pitch):
        for x0 in np.arange(rng.uniform(-pitch, 0), width, pitch):
            x, y = max(int(x0), 0), max(int(y0), 0)
            cell = pixels[y : int(y0 + pitch), x : int(x0 + pitch)]
            if cell.size:
                cell[:] = cv2.convertScaleAbs(cell, alpha=rng.uniform(0.93, 1.07))
                corner = (int(x0 + pitch), int(y0 + pitch))
                cv2.rectangle(pixels, (int(x0), int(y0)), corner, joint, max(1, int(pitch / 40)))
    return pixels


def marble(rng: np.random.Generator, height: int, width: int) -> Image:
    """Stone with veins."""
    color = drawn(rng, (0, 360), (0.0, 0.3), (0.2, 0.95))
    clouds = noise(rng, "clouds", height, width, max(height, width) / 600.0)
    far = np.abs(np.arange(256) - 128) * rng.uniform(4, 12)
    share = (np.clip(255 - far, 0, 255) / 255.0 * rng.uniform(0.3, 1.0))[:, None]
    other = shaded(color, rng.uniform(0.4, 1.6))
    table = np.array(color) * (1 - share) + np.array(other) * share
    lut = np.clip(table, 0, 255).astype(np.uint8).reshape(256, 1, 3)
    return np.asarray(cv2.applyColorMap(np.ascontiguousarray(clouds), lut), np.uint8)
