"""Tables and what else may lie under or instead of a kingdom."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.training.painting.colors import Bgr, drawn, mixed, shaded, varied
from kscan.training.painting.grain import noise
from kscan.training.painting.pen import Image, Pen


def _ramp(grain: Image, dark: Bgr, light: Bgr) -> Image:
    shares = np.linspace(0.0, 1.0, 256)[:, None]
    table = np.array(dark) * (1 - shares) + np.array(light) * shares
    lut = np.clip(table, 0, 255).astype(np.uint8).reshape(256, 1, 3)
    return np.asarray(cv2.applyColorMap(np.ascontiguousarray(grain), lut), np.uint8)


def _toned(
    rng: np.random.Generator, color: Bgr, height: int, width: int, grain: str, contrast: float,
    coarseness: float = 1.0,
) -> Image:  # fmt: skip
    piece = noise(rng, grain, height, width, coarseness * max(height, width) / 700.0)
    return _ramp(piece, shaded(color, 1.0 - contrast), shaded(color, 1.0 + contrast))


def planks(rng: np.random.Generator, height: int, width: int) -> Image:
    """Wooden boards with their grain and joints."""
    wood = drawn(rng, (14, 40), (0.15, 0.75), (0.25, 0.9))
    pixels = _toned(rng, wood, height, width, "fibres", rng.uniform(0.1, 0.3), 1.5)
    pixels = np.ascontiguousarray(np.rot90(pixels, 1)) if height == width else pixels
    board = max(8, int(width / rng.uniform(3, 14)))
    for x in range(int(rng.integers(board)), width, board):
        tone = rng.uniform(0.85, 1.12)
        strip = pixels[:, x : x + board]
        pixels[:, x : x + board] = cv2.convertScaleAbs(strip, alpha=tone)
        cv2.line(pixels, (x, 0), (x, height), shaded(wood, 0.5), max(1, width // 500))
    return pixels


def wood(rng: np.random.Generator, height: int, width: int) -> Image:
    """One wooden or veneered top without joints."""
    color = drawn(rng, (14, 40), (0.1, 0.75), (0.2, 0.95))
    return _toned(rng, color, height, width, "fibres", rng.uniform(0.05, 0.25), rng.uniform(1, 3))


def carpet(rng: np.random.Generator, height: int, width: int) -> Image:
    """A carpet's tufts."""
    color = drawn(rng, (0, 360), (0.0, 0.5), (0.2, 0.85))
    return _toned(rng, color, height, width, "speckle", rng.uniform(0.2, 0.5), rng.uniform(0.6, 2))


def cloth(rng: np.random.Generator, height: int, width: int) -> Image:
    """A woven table cloth with soft folds."""
    color = drawn(rng, (0, 360), (0.0, 0.9), (0.2, 0.98))
    pixels = _toned(rng, color, height, width, "canvas_cloth", rng.uniform(0.05, 0.2))
    folds = noise(rng, "clouds", height, width, 5.0)
    lit = cv2.cvtColor(folds, cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.addWeighted(pixels, 1.0, lit, 0.2, -26), np.uint8)


def checkered(rng: np.random.Generator, height: int, width: int) -> Image:
    """A checkered or gingham cloth."""
    one = drawn(rng, (0, 360), (0.3, 1.0), (0.2, 0.9))
    white = drawn(rng, (0, 60), (0.0, 0.15), (0.8, 1.0))
    pitch = max(6.0, width / rng.uniform(5, 28))
    y, x = np.mgrid[0:height, 0:width]
    across = ((x / pitch).astype(int) % 2 + (y / pitch).astype(int) % 2) / 2.0
    if rng.random() < 0.4:
        across = np.where(across == 0.5, 1.0, 0.0)
    base = np.array(white) * (1 - across[:, :, None]) + np.array(one) * across[:, :, None]
    weave = noise(rng, "canvas_cloth", height, width).astype(np.float32)[:, :, None]
    return np.clip(base * (0.85 + 0.3 * weave / 255.0), 0, 255).astype(np.uint8)


def plain(rng: np.random.Generator, height: int, width: int) -> Image:
    """A plain table of any colour."""
    color = drawn(rng, (0, 360), (0.0, 0.8), (0.15, 1.0))
    return _toned(rng, color, height, width, "clouds", rng.uniform(0.0, 0.08), 4.0)


def white(rng: np.random.Generator, height: int, width: int) -> Image:
    """A white or nearly white table."""
    color = drawn(rng, (20, 230), (0.0, 0.08), (0.85, 1.0))
    return _toned(rng, color, height, width, "clouds", rng.uniform(0.0, 0.06), 4.0)


def dark(rng: np.random.Generator, height: int, width: int) -> Image:
    """A black or nearly black table."""
    color = drawn(rng, (0, 360), (0.0, 0.4), (0.04, 0.22))
    return _toned(rng, color, height, width, "speckle", rng.uniform(0.05, 0.3), 2.0)


def cutting_mat(rng: np.random.Generator, height: int, width: int) -> Image:
    """A cutting mat: a fine grid, heavier lines, diagonals, figures along the edges."""
    color = drawn(rng, (90, 240), (0.2, 0.8), (0.15, 0.6))
    ink = mixed(color, (255.0, 255.0, 255.0), rng.uniform(0.4, 0.95))
    pixels = _toned(rng, color, height, width, "speckle", 0.08)
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
    pixels = _toned(rng, color, height, width, "clouds", 0.15, 2.0)
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
    clouds = noise(rng, "clouds", height, width, max(height, width) / 600.0).astype(np.int16)
    veins = np.clip(255 - np.abs(clouds - 128) * rng.uniform(4, 12), 0, 255)
    other = shaded(color, rng.uniform(0.4, 1.6))
    share = (veins / 255.0 * rng.uniform(0.3, 1.0))[:, :, None]
    return np.clip(np.array(color) * (1 - share) + np.array(other) * share, 0, 255).astype(np.uint8)


def _paper(rng: np.random.Generator, height: int, width: int) -> Image:
    return _toned(rng, drawn(rng, (30, 60), (0.0, 0.15), (0.8, 1.0)), height, width, "clouds", 0.03)


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
    """A table of figures with ruled, tinted cells."""
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
    """A chessboard, perhaps with counters on it."""
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
    """A table with things on it: cards, pens, cups, coins."""
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


_KINDS: dict[str, Callable[[np.random.Generator, int, int], Image]] = {
    "planks": planks,
    "wood": wood,
    "carpet": carpet,
    "cloth": cloth,
    "checkered": checkered,
    "plain": plain,
    "white": white,
    "dark": dark,
    "cutting_mat": cutting_mat,
    "tiled": tiled,
    "marble": marble,
    "newspaper": newspaper,
    "music": music,
    "spreadsheet": spreadsheet,
    "chessboard": chessboard,
    "scattered": scattered,
}
SURFACES: tuple[str, ...] = tuple(_KINDS)


def paint_surface(
    rng: np.random.Generator, height: int, width: int, kind: str | None = None
) -> NDArray[np.uint8]:
    """A table top, `height` x `width` x 3, of one of SURFACES; any of them without `kind`."""
    chosen = kind or SURFACES[int(rng.integers(len(SURFACES)))]
    return _KINDS[chosen](rng, height, width)
