"""Things that people leave on a table: notes, score pads, cards, screens, coasters, cloth."""

from collections.abc import Callable

import cv2
import numpy as np

from kscan.lab.painting.colors import Bgr, drawn, mixed, shaded
from kscan.lab.painting.grain import GRAINS, noise
from kscan.lab.painting.pen import Image, Pen
from kscan.lab.painting.tabletops import cloth, toned

# The terrains' usual hues, saturations and values: paper may have the colour of a terrain.
_TERRAINS = (
    ((42, 54), (0.6, 0.95), (0.7, 1.0)),
    ((80, 140), (0.4, 0.8), (0.15, 0.4)),
    ((195, 225), (0.6, 0.95), (0.45, 0.9)),
    ((75, 105), (0.5, 0.9), (0.55, 0.85)),
    ((25, 45), (0.15, 0.45), (0.3, 0.6)),
    ((0, 360), (0.0, 0.2), (0.08, 0.25)),
)
_FACTORS = "0123456789 +-x=,.ABCDEFGHIKLMNOPRSTUVW"


def paint_paper(rng: np.random.Generator, height: int, width: int, kind: str) -> Image:
    """Paint a thing of one of PAPERS seen from above, `height` x `width` x 3."""
    return _KINDS[kind](rng, height, width)


def _any(rng: np.random.Generator) -> Bgr:
    return drawn(rng, (0, 360), (0.0, 1.0), (0.1, 1.0))


def _sheet(rng: np.random.Generator, height: int, width: int) -> Image:
    """Blank paper: mostly white, else of any pale colour."""
    pale = drawn(rng, (0, 360), (0.1, 0.6), (0.75, 1.0))
    white = drawn(rng, (30, 60), (0.0, 0.12), (0.75, 1.0))
    color = white if rng.random() < 0.6 else pale
    return toned(rng, color, height, width, "clouds", rng.uniform(0.0, 0.05), 2.0)


def _handwritten(rng: np.random.Generator, pixels: Image, lines: int) -> None:
    """Lines of a pen that look like handwriting, and numbers."""
    high, wide = pixels.shape[:2]
    ink = drawn(rng, (200, 260), (0.0, 0.9), (0.05, 0.6))
    step = high / (lines + 1)
    for line in range(1, lines + 1):
        if rng.random() < 0.25:
            continue
        end = rng.uniform(0.25, 0.95) * wide
        x = np.arange(0.06 * wide, end, max(1.5, step * 0.12))
        rise = np.cumsum(rng.normal(0, 1, len(x)))
        y = line * step + step * 0.28 * np.sin(rise) * (rng.random(len(x)) > 0.12)
        points = np.column_stack([x, y]).astype(np.int32)
        cv2.polylines(pixels, [points], False, ink, max(1, round(step * 0.06)), cv2.LINE_AA)


def _ruled(rng: np.random.Generator, pixels: Image, pitch: float, across: bool) -> None:
    high, wide = pixels.shape[:2]
    ink = drawn(rng, (190, 360), (0.1, 0.7), (0.5, 0.9))
    for y in np.arange(pitch, high, pitch):
        cv2.line(pixels, (0, int(y)), (wide, int(y)), ink, max(1, round(pitch / 25)))
    for x in np.arange(pitch, wide, pitch) if across else ():
        cv2.line(pixels, (int(x), 0), (int(x), high), ink, max(1, round(pitch / 25)))


def note(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paper: blank, ruled or squared, written on or not, perhaps folded."""
    pixels = _sheet(rng, height, width)
    if rng.random() < 0.45:
        _ruled(rng, pixels, max(height, width) / rng.uniform(8, 30), bool(rng.random() < 0.5))
    if rng.random() < 0.6:
        _handwritten(rng, pixels, int(rng.integers(2, 14)))
    if rng.random() < 0.25:
        fold = int(rng.uniform(0.3, 0.7) * width)
        lit = cv2.convertScaleAbs(pixels[:, fold:], alpha=float(rng.uniform(0.85, 0.97)))
        pixels[:, fold:] = lit
    return pixels


def pad(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a printed score sheet: rows and columns, a header, coloured signs, figures."""
    pixels = _sheet(rng, height, width)
    rows, cols = int(rng.integers(4, 13)), int(rng.integers(3, 8))
    ink = drawn(rng, (0, 360), (0.0, 0.8), (0.1, 0.6))
    margin = rng.uniform(0.0, 0.08)
    xs = np.linspace(margin * width, (1 - margin) * width, cols + 1).astype(int)
    ys = np.linspace(margin * height, (1 - margin) * height, rows + 1).astype(int)
    step, thick = int(ys[1] - ys[0]), max(1, round(height / 250))
    for row in range(rows):
        tint = _any(rng)
        for col in range(cols):
            low, high = (int(xs[col]), int(ys[row])), (int(xs[col + 1]), int(ys[row + 1]))
            if row == 0 or col == 0:
                cv2.rectangle(pixels, low, high, mixed(tint, (255, 255, 255), 0.35), -1)
            elif rng.random() < 0.45:
                text = str(int(rng.integers(0, 90)))
                at = (low[0] + step // 6, high[1] - step // 4)
                cv2.putText(pixels, text, at, 0, step / 40, ink, max(1, step // 18), cv2.LINE_AA)
            cv2.rectangle(pixels, low, high, ink, thick)
        if rng.random() < 0.6:
            at = (int((xs[0] + xs[1]) / 2), int((ys[row] + ys[row + 1]) / 2))
            cv2.circle(pixels, at, max(1, step // 3), _any(rng), -1, cv2.LINE_AA)
    return pixels


def card(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a playing card: its face with signs or a picture, or its back."""
    pixels = np.full((height, width, 3), drawn(rng, (0, 60), (0.0, 0.15), (0.8, 1.0)), np.uint8)
    frame = int(rng.uniform(0.02, 0.1) * min(height, width))
    inner = pixels[frame : height - frame, frame : width - frame]
    draw = rng.random()
    if draw < 0.45:
        inner[:] = pattern(rng, *inner.shape[:2])
    elif draw < 0.7:
        inner[:] = picture(rng, *inner.shape[:2])
    else:
        _signs(rng, pixels)
    return pixels


def _signs(rng: np.random.Generator, pixels: Image) -> None:
    high, wide = pixels.shape[:2]
    ink = (30.0, 30.0, 200.0) if rng.random() < 0.5 else (30.0, 30.0, 30.0)
    pen, corners = Pen.on(pixels, wide), int(rng.integers(3, 9))
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    shape = np.column_stack([np.sin(angles), np.cos(angles)]) * rng.uniform(0.06, 0.16)
    cols = int(rng.integers(1, 4))
    for y in np.linspace(0.18, 0.82, int(rng.integers(1, 5))):
        for x in np.linspace(0.25, 0.75, cols):
            pen.polygon(np.add(shape, (x, y * high / wide)), ink)
    sign = _FACTORS[int(rng.integers(1, 10))]
    scale = wide / 180
    at = (round(0.05 * wide), round(0.2 * wide))
    cv2.putText(pixels, sign, at, 0, scale, ink, max(1, round(3 * scale)), cv2.LINE_AA)


def picture(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint some picture: a sky, a ground, shapes before them."""
    one, other = (np.array(_any(rng)) for _ in range(2))
    fade = np.linspace(0, 1, height)[:, None, None]
    pixels = np.ascontiguousarray(
        np.broadcast_to(one * (1 - fade) + other * fade, (height, width, 3)).astype(np.uint8)
    )
    side = max(height, width)
    pen = Pen.on(pixels, side)
    for _ in range(int(rng.integers(2, 16))):
        at = (rng.uniform(0, width / side), rng.uniform(0, height / side))
        radii = tuple(rng.uniform(0.03, 0.3, 2))
        pen.blob(rng, at, (radii[0], radii[1]), _any(rng), corners=int(rng.integers(3, 14)))
    return pixels


def pattern(rng: np.random.Generator, height: int, width: int) -> Image:
    """Any texture: grain, waves, stripes, dots, checks, patches, in any colours."""
    one, other = _any(rng), _any(rng)
    draw = rng.random()
    if draw < 0.45:
        grain = GRAINS[int(rng.integers(len(GRAINS)))]
        coarse = float(rng.uniform(0.4, 4.0))
        return toned(rng, one, height, width, grain, rng.uniform(0.05, 0.7), coarse)
    y, x = np.mgrid[:height, :width].astype(np.float32) / max(height, width)
    turn, pitch = rng.uniform(0, np.pi), rng.uniform(8, 70)
    u = (x * np.cos(turn) + y * np.sin(turn)) * pitch
    v = (y * np.cos(turn) - x * np.sin(turn)) * pitch * rng.choice((1.0, rng.uniform(0.3, 2.0)))
    bend = rng.uniform(0, 3) * np.sin(v * rng.uniform(0.2, 1.0))
    waves = (
        np.sin(u + bend),
        np.sin(u) * np.sin(v),
        np.sin(u) + np.sin(v),
        np.cos(np.hypot(np.sin(u / 2), np.sin(v / 2)) * np.pi),
        np.sin(np.hypot(u - pitch / 2, v - pitch / 3)),
    )
    wave = waves[int(rng.integers(len(waves)))]
    share = np.clip(0.5 + wave * rng.uniform(0.5, 8.0), 0, 1)[:, :, None]
    return np.asarray(np.array(one) * (1 - share) + np.array(other) * share, np.uint8)


def screen(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a phone: a dark or lit screen, framed."""
    dark = drawn(rng, (0, 360), (0.0, 0.3), (0.02, 0.2))
    pixels = np.full((height, width, 3), dark, np.uint8)
    if rng.random() < 0.5:
        return pixels
    edge = max(1, int(rng.uniform(0.015, 0.06) * min(height, width)))
    inner = pixels[edge : height - edge, edge : width - edge]
    draw = rng.random()
    if draw < 0.3:
        inner[:] = picture(rng, *inner.shape[:2])
    else:
        bright = rng.uniform(0.05, 0.2) if draw < 0.6 else rng.uniform(0.85, 1.0)
        inner[:] = np.array(drawn(rng, (180, 280), (0.0, 0.3), (bright, bright)), np.uint8)
        for _ in range(int(rng.integers(2, 20))):
            a, b = rng.uniform(0, 1, 2), rng.uniform(0.03, 0.3, 2)
            low, high = a * inner.shape[1::-1], (a + b) * inner.shape[1::-1]
            cv2.rectangle(inner, low.astype(int).tolist(), high.astype(int).tolist(), _any(rng), -1)
    return pixels


def coaster(rng: np.random.Generator, height: int, width: int) -> Image:
    """Cork, felt, card or wood with a ring or a sign."""
    color = drawn(rng, (15, 40), (0.2, 0.7), (0.3, 0.9)) if rng.random() < 0.5 else _any(rng)
    grain = GRAINS[int(rng.integers(len(GRAINS)))]
    pixels = toned(rng, color, height, width, grain, rng.uniform(0.05, 0.5), rng.uniform(0.4, 2))
    if rng.random() < 0.6:
        pen = Pen.on(pixels, max(height, width))
        ink = _any(rng)
        pen.line(_circle(rng.uniform(0.25, 0.45)), ink, rng.uniform(0.01, 0.05), closed=True)
        if rng.random() < 0.6:
            pen.blob(rng, (0.5, 0.5), (0.2, 0.2), _any(rng), corners=int(rng.integers(3, 14)))
    return pixels


def _circle(radius: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return np.asarray(np.column_stack([np.cos(turn), np.sin(turn)]) * radius + 0.5, np.float64)


def napkin(rng: np.random.Generator, height: int, width: int) -> Image:
    """Cloth or tissue: plain, with folds, checks or a print."""
    draw = rng.random()
    if draw < 0.5:
        return cloth(rng, height, width)
    print_ = pattern(rng, height, width)
    folds = cv2.cvtColor(noise(rng, "clouds", height, width, 4.0), cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.addWeighted(print_, 1.0, folds, 0.25, -32), np.uint8)


def land(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paper or felt in a terrain's colour, with little on it."""
    color = drawn(rng, *_TERRAINS[int(rng.integers(len(_TERRAINS)))])
    grain = GRAINS[int(rng.integers(len(GRAINS)))]
    pixels = toned(rng, color, height, width, grain, rng.uniform(0.0, 0.3), rng.uniform(0.5, 3))
    if rng.random() < 0.3:
        _handwritten(rng, pixels, int(rng.integers(2, 8)))
    return pixels


def carton(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint the lid of a small box: cardboard or print, with a label."""
    board = drawn(rng, (20, 40), (0.2, 0.5), (0.4, 0.85))
    pixels = toned(rng, board, height, width, "fibres", 0.08)
    if rng.random() < 0.6:
        pixels = picture(rng, height, width) if rng.random() < 0.5 else pattern(rng, height, width)
    a = (rng.uniform(0.05, 0.35, 2) * (width, height)).astype(int)
    b = (rng.uniform(0.6, 0.95, 2) * (width, height)).astype(int)
    if rng.random() < 0.6:
        cv2.rectangle(pixels, a.tolist(), b.tolist(), _any(rng), -1)
        word = "".join(_FACTORS[int(k)] for k in rng.integers(len(_FACTORS), size=6))
        at = (int(a[0]), int((a[1] + b[1]) / 2))
        cv2.putText(pixels, word, at, 0, width / 160, _any(rng), max(1, width // 60), cv2.LINE_AA)
    return pixels


def banknote(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a banknote or voucher: fine waves, an oval, large figures."""
    color = drawn(rng, (0, 360), (0.15, 0.6), (0.5, 0.9))
    pixels = toned(rng, color, height, width, "ripples", 0.2, 0.4)
    pen = Pen.on(pixels, max(height, width))
    pen.ellipse(0.5, 0.5 * height / width, 0.13, 0.17, shaded(color, 0.6))
    pen.blob(rng, (0.5, 0.5 * height / width), (0.07, 0.1), shaded(color, 1.3))
    text = str(int(rng.choice((5, 10, 20, 50, 100))))
    for x, y in ((0.05, 0.3), (0.7, 0.9)):
        at = (round(x * width), round(y * height))
        thick = max(1, width // 90)
        cv2.putText(pixels, text, at, 0, width / 220, shaded(color, 0.3), thick, cv2.LINE_AA)
    return pixels


def plate(rng: np.random.Generator, height: int, width: int) -> Image:
    """Paint a plate from above: glaze, a rim, perhaps crumbs."""
    color = drawn(rng, (0, 360), (0.0, 0.3), (0.75, 1.0))
    pixels = toned(rng, color, height, width, "clouds", 0.03, 3.0)
    pen = Pen.on(pixels, max(height, width))
    pen.line(_circle(rng.uniform(0.28, 0.36)), shaded(color, 0.8), 0.015, closed=True)
    if rng.random() < 0.6:
        pen.line(_circle(0.45), _any(rng), rng.uniform(0.01, 0.05), closed=True)
    for _ in range(int(rng.integers(0, 14))):
        at = tuple(rng.uniform(0.25, 0.75, 2))
        pen.blob(rng, (at[0], at[1]), (0.015, 0.02), drawn(rng, (15, 45), (0.3, 0.9), (0.2, 0.8)))
    return pixels


_KINDS: dict[str, Callable[[np.random.Generator, int, int], Image]] = {
    "note": note,
    "pad": pad,
    "card": card,
    "screen": screen,
    "coaster": coaster,
    "napkin": napkin,
    "land": land,
    "pattern": pattern,
    "picture": picture,
    "carton": carton,
    "banknote": banknote,
    "plate": plate,
}
PAPERS: tuple[str, ...] = tuple(_KINDS)
