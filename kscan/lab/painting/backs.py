"""Backs of tiles as other printings may have them: a number, a frame, a sign, a pattern."""

import cv2
import numpy as np

from kscan.lab.painting.colors import WHITE, Bgr, drawn, mixed, shaded
from kscan.lab.painting.paper import paint_paper
from kscan.lab.painting.pen import Image, Pen
from kscan.lab.painting.tabletops import toned

_GRAINS = ("clouds", "patches", "ripples", "fibres", "canvas_cloth", "hatching", "cells")


def paint_any_back(rng: np.random.Generator, size: int = 128) -> Image:
    """Paint the back of a domino of some printing, `size` x `2 size` x 3."""
    color = drawn(rng, (0, 360), (0.0, 0.95), (0.1, 0.95))
    pixels = _ground(rng, color, size)
    pen = Pen.on(pixels, size)
    light = mixed(color, WHITE, rng.uniform(0.4, 1.0))
    ink = light if sum(color) < 380 or rng.random() < 0.3 else shaded(color, rng.uniform(0.1, 0.5))
    if rng.random() < 0.5:
        inset = rng.uniform(0.02, 0.12)
        ends = np.array([(0, 0), (2, 0), (2, 1), (0, 1)]) + inset * np.array(
            [(1, 1), (-1, 1), (-1, -1), (1, -1)]
        )
        pen.line(ends, ink, rng.uniform(0.01, 0.06), closed=True)
    if rng.random() < 0.3:
        pen.line([(1, 0), (1, 1)], ink, 0.02)
    for x in (0.5, 1.5) if rng.random() < 0.4 else (1.0,):
        _sign(pen.at(x, 0.5), rng, color, ink)
    if rng.random() < 0.75:
        _number(pixels, rng, size, light)
    return pixels


def _ground(rng: np.random.Generator, color: Bgr, size: int) -> Image:
    if rng.random() < 0.2:
        return paint_paper(rng, size, 2 * size, "pattern")
    grain = _GRAINS[int(rng.integers(len(_GRAINS)))]
    contrast, coarse = rng.uniform(0.0, 0.4), rng.uniform(0.4, 3.0)
    return toned(rng, color, size, 2 * size, grain, contrast, coarse)


def _sign(pen: Pen, rng: np.random.Generator, color: Bgr, ink: Bgr) -> None:
    """Draw a disc, a shield, towers or a blot."""
    draw, size = rng.random(), rng.uniform(0.2, 0.42)
    if draw < 0.25:
        pen.disc(0, 0, size, shaded(color, rng.uniform(0.5, 1.5)))
    elif draw < 0.5:
        shield = [(-1, -1), (1, -1), (1, 0.2), (0, 1.1), (-1, 0.2)]
        pen.polygon(np.array(shield) * size, shaded(color, rng.uniform(0.4, 1.6)))
    elif draw < 0.7:
        teeth = [(-1, 1), (-1, -1), (-0.5, -1), (-0.5, -0.6), (0.5, -0.6), (0.5, -1), (1, -1)]
        pen.polygon(np.array([*teeth, (1, 1)]) * size, ink)
    elif draw < 0.85:
        pen.blob(rng, (0, 0), (size, size), ink, rough=0.5)


def _number(pixels: Image, rng: np.random.Generator, size: int, ink: Bgr) -> None:
    text, height = str(rng.integers(1, 61)), size * rng.uniform(0.2, 0.6)
    font = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SIMPLEX)
    face, thick = font[int(rng.integers(3))], max(1, round(height / 8))
    scale = height / 22.0
    (wide, high), _ = cv2.getTextSize(text, face, scale, thick)
    x, y = rng.choice((0.5, 1.0, 1.5)) * size, rng.uniform(0.35, 0.65) * size
    at = (round(x - wide / 2), round(y + high / 2))
    cv2.putText(pixels, text, at, face, scale, ink, thick, cv2.LINE_AA)
