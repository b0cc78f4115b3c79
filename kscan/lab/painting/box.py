"""A box lid or a booklet that lies beside a game: printed card with a title and a picture."""

import cv2
import numpy as np

from kscan.lab.painting.colors import WHITE, drawn, mixed, shaded
from kscan.lab.painting.grain import noise
from kscan.lab.painting.pen import Image, Pen
from kscan.lab.painting.style import FEATURES, Style

_TITLES = ("REALM", "CROWNS", "FIELDS & FORTS", "LITTLE KINGDOMS", "THE FOURTH KING", "TILES")


def paint_box(rng: np.random.Generator, size: int) -> Image:
    """Paint the lid of some game's box, `size` x `size` x 3."""
    style = Style.random(rng)
    sky = drawn(rng, (0, 360), (0.2, 0.9), (0.3, 0.95))
    land = style.looks[int(rng.integers(len(style.looks)))]
    fade = np.linspace(0.0, 1.0, size)[:, None, None]
    top, low = np.array(sky), np.array(mixed(sky, WHITE, 0.6))
    pixels = np.broadcast_to((top * (1 - fade) + low * fade), (size, size, 3)).astype(np.uint8)
    pixels = np.ascontiguousarray(pixels)
    pen = Pen.on(pixels, size, style.ink, 0.006)
    horizon = rng.uniform(0.45, 0.75)
    hills = [(x, horizon + rng.uniform(-0.08, 0.08)) for x in np.linspace(0, 1, 7)]
    pen.polygon([*hills, (1, 1), (0, 1)], land.ground.middle)
    for _ in range(int(rng.integers(2, 6))):
        names = list(FEATURES)
        drawing = FEATURES[names[int(rng.integers(len(names)))]]
        place = (rng.uniform(0.1, 0.9), rng.uniform(horizon, 0.95))
        drawing(pen.at(*place, rng.uniform(0.1, 0.35)), rng, land)
    _title(pixels, rng, size)
    frame = drawn(rng, (0, 360), (0.3, 0.9), (0.2, 0.9))
    pen.line([(0, 0), (1, 0), (1, 1), (0, 1)], frame, rng.uniform(0.0, 0.08), closed=True)
    grain = noise(rng, "speckle", size, size)
    return np.asarray(
        cv2.addWeighted(pixels, 1.0, cv2.cvtColor(grain, cv2.COLOR_GRAY2BGR), 0.05, -6.0), np.uint8
    )


def _title(pixels: Image, rng: np.random.Generator, size: int) -> None:
    title = _TITLES[int(rng.integers(len(_TITLES)))]
    font = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)[rng.integers(2)]
    (width, _), _ = cv2.getTextSize(title, font, 1.0, 2)
    scale = 0.8 * size / width
    at = (round(0.1 * size), round(rng.uniform(0.15, 0.3) * size))
    color = drawn(rng, (0, 360), (0.0, 0.9), (0.7, 1.0))
    for tone, thick in ((shaded(color, 0.3), 0.02), (color, 0.009)):
        cv2.putText(pixels, title, at, font, scale, tone, max(1, round(thick * size)), cv2.LINE_AA)
