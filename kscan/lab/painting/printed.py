"""Printed and ruled things that may be taken for a grid of tiles."""

import cv2
import numpy as np

from kscan.lab.painting.colors import Bgr, drawn, shaded, varied
from kscan.lab.painting.pen import Image, Pen
from kscan.lab.painting.tabletops import plain, planks, toned


def _paper(rng: np.random.Generator, height: int, width: int) -> Image:
    return toned(rng, drawn(rng, (30, 60), (0.0, 0.15), (0.8, 1.0)), height, width, "clouds", 0.03)


def newspaper(rng: np.random.Generator, height: int, width: int) -> Image:
    """Columns of print with headlines and pictures."""
    pixels = _paper(rng, height, width)
    ink = drawn(rng, (0, 360), (0.0, 0.2), (0.05, 0.35))
    columns, line = int(rng.integers(3, 7)), max(3, height // int(rng.integers(60, 140)))
    wide = width / columns
    for column in range(columns):
        y = int(rng.integers(line, 6 * line))
        while y < height:
            x0, x1 = int((column + 0.06) * wide), int((column + 0.94) * wide)
            kind = rng.random()
            if kind < 0.02:
                tall = int(wide * rng.uniform(0.4, 1.0))
                tone = drawn(rng, (0, 360), (0.0, 0.6), (0.3, 0.8))
                cv2.rectangle(pixels, (x0, y), (x1, y + tall), tone, -1)
                y += tall
            elif kind < 0.05:
                cv2.rectangle(pixels, (x0, y), (x1, y + 2 * line), ink, -1)
                y += 3 * line
            else:
                _words(pixels, rng, (x0, x1), y, line, ink)
            y += line
    return pixels


def _words(
    pixels: Image, rng: np.random.Generator, span: tuple[int, int], y: int, line: int, ink: Bgr
) -> None:
    x = span[0]
    while x < span[1]:
        end = min(x + int(rng.integers(line, 4 * line)), span[1])
        cv2.line(pixels, (x, y), (end, y), ink, max(1, line // 3))
        x = end + max(1, line // 2)


def music(rng: np.random.Generator, height: int, width: int) -> Image:
    """Staves, bars and notes."""
    pixels = _paper(rng, height, width)
    ink = (30.0, 30.0, 35.0)
    gap = max(3, height // int(rng.integers(70, 130)))
    for top in range(3 * gap, height - 5 * gap, 9 * gap):
        for k in range(5):
            cv2.line(pixels, (gap, top + k * gap), (width - gap, top + k * gap), ink, 1)
        for x in np.arange(2 * gap, width - 2 * gap, 2.2 * gap):
            y = top + int(rng.integers(-1, 10)) * gap // 2
            cv2.ellipse(pixels, (int(x), y), (gap // 2 + 1, gap // 3 + 1), -20, 0, 360, ink, -1)
            cv2.line(pixels, (int(x) + gap // 2, y), (int(x) + gap // 2, y - 3 * gap), ink, 1)
            if rng.random() < 0.12:
                cv2.line(pixels, (int(x), top), (int(x), top + 4 * gap), ink, 1)
    return pixels


def spreadsheet(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a table of figures with ruled, tinted cells."""
    pixels = _paper(rng, height, width)
    ink = drawn(rng, (0, 360), (0.0, 0.4), (0.2, 0.7))
    rows, cols = int(rng.integers(8, 36)), int(rng.integers(5, 16))
    xs = np.linspace(0, width, cols + 1).astype(int)
    ys = np.linspace(0, height, rows + 1).astype(int)
    tints = [drawn(rng, (0, 360), (0.1, 0.8), (0.6, 1.0)) for _ in range(4)]
    for row in range(rows):
        for col in range(cols):
            a, b = (int(xs[col]), int(ys[row])), (int(xs[col + 1]), int(ys[row + 1]))
            if rng.random() < 0.15 or row == 0:
                cv2.rectangle(pixels, a, b, tints[int(rng.integers(4))], -1)
            cv2.rectangle(pixels, a, b, ink, 1)
            if rng.random() < 0.7:
                scale = (b[1] - a[1]) / 45.0
                at = (a[0] + 2, b[1] - max(2, (b[1] - a[1]) // 4))
                cv2.putText(pixels, str(int(rng.integers(1, 2000))), at, 0, scale, (40, 40, 40), 1)
    return pixels


def chessboard(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a chessboard, perhaps with counters on it."""
    one = drawn(rng, (15, 45), (0.2, 0.8), (0.15, 0.55))
    other = drawn(rng, (30, 55), (0.05, 0.5), (0.7, 1.0))
    pixels = planks(rng, height, width)
    side = int(0.9 * min(height, width)) // 8
    x0, y0 = (width - 8 * side) // 2, (height - 8 * side) // 2
    for row in range(8):
        for col in range(8):
            x, y = x0 + col * side, y0 + row * side
            color = varied(rng, one if (row + col) % 2 else other, 0.05)
            cv2.rectangle(pixels, (x, y), (x + side, y + side), color, -1)
            if rng.random() < 0.2:
                man = shaded(other if rng.random() < 0.5 else one, rng.uniform(0.5, 1.2))
                at = (x + side // 2, y + side // 2)
                cv2.circle(pixels, at, int(side * 0.36), man, -1, cv2.LINE_AA)
    return pixels


def scattered(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a table with things on it: cards, pens, cups, coins."""
    pixels = plain(rng, height, width)
    pen = Pen.on(pixels, float(max(height, width)))
    wide, high = width / max(height, width), height / max(height, width)
    for _ in range(int(rng.integers(3, 14))):
        thing = pen.at(rng.uniform(0, wide), rng.uniform(0, high), rng.uniform(0.04, 0.2))
        thing = thing.at(0, 0, 1.0, rng.uniform(0, 360))
        color = drawn(rng, (0, 360), (0.0, 0.9), (0.1, 1.0))
        a, b = rng.uniform(0.1, 1.0, 2)
        card = np.array([(-a, -b), (a, -b), (a, b), (-a, b)])
        thing.veil(card + 0.08, (0.0, 0.0, 0.0), 0.3)
        if rng.random() < 0.6:
            thing.polygon(card, color)
            thing.line(card * 0.8, shaded(color, 0.6), 0.03, closed=True)
        else:
            thing.disc(0, 0, a, color)
            thing.disc(0, 0, a * 0.8, shaded(color, 0.7))
    return pixels
