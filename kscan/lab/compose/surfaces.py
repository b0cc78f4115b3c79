"""Whole tables grown from small pictures of surfaces."""

from dataclasses import dataclass

import cv2
import numpy as np

from kscan.lab.compose.camera import Floats
from kscan.lab.compose.canvas import Canvas, blended
from kscan.lab.compose.pictures import Pixels, resized

SIDE = 768  # pixels of a grown table's side before it is mirrored on


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What everything lies on; beyond its edges it goes on in mirror images."""

    print: Pixels
    scale: float  # squares to a pixel of the print
    gloss: int = 0
    edge: tuple[float, float, float] | None = None  # beyond x, y with ax + by > c there is none


def edge_beside(rng: np.random.Generator, points: Floats) -> tuple[float, float, float]:
    """Draw a table's edge beyond all `points` (n x 2)."""
    angle = rng.uniform(0, 2 * np.pi)
    outward = np.array([np.cos(angle), np.sin(angle)])
    reach = float((points @ outward).max()) + float(rng.uniform(0.4, 5.0))
    return float(outward[0]), float(outward[1]), reach


def draw_floor(canvas: Canvas, floor: Table, table: Table, rng: np.random.Generator) -> None:
    """Cover what lies beyond the table's edge with a floor, out of focus and in its shade."""
    if table.edge is None:
        return
    a, b, c = table.edge
    line = np.linalg.inv(canvas.camera.plane(0.0)).T @ (a, b, -c)
    x, y = np.arange(canvas.camera.width), np.arange(canvas.camera.height)[:, None]
    beyond = line[0] * x + line[1] * y + line[2]
    square = canvas.camera.square(np.array([a, b]) * c)
    steepness = float(np.hypot(line[0], line[1]))
    mask = np.clip(beyond / steepness * 255 + 128, 0, 255).astype(np.uint8)
    under = Canvas.blank(canvas.camera)
    draw_table(under, floor, rng)
    blurred = cv2.GaussianBlur(under.pixels, (0, 0), square * 0.08)
    dark = cv2.convertScaleAbs(blurred, alpha=float(rng.uniform(0.35, 0.9)))
    canvas.pixels[:] = blended(canvas.pixels, np.asarray(dark, np.uint8), mask)
    rim = (np.abs(beyond / steepness) < square * 0.06).astype(np.uint8) * 255
    canvas.shade(rim, square * 0.02, float(rng.uniform(0.1, 0.7)))
    canvas.gloss[mask > 127] = 0


def grown(rng: np.random.Generator, picture: Pixels) -> Pixels:
    """Synthesize a larger surface from a picture of it."""
    way = rng.random()
    if way < 0.4 and _even(picture):
        return _stirred(rng, picture)
    if way < 0.75:
        return _quilted(rng, picture)
    return picture


def draw_table(canvas: Canvas, table: Table, rng: np.random.Generator) -> None:
    """Cover the canvas with the table, turned and shifted at random."""
    angle, shift = rng.uniform(0, 2 * np.pi), rng.uniform(-8, 8, 2)
    cos, sin = np.cos(angle) * table.scale, np.sin(angle) * table.scale
    place = np.array([[cos, -sin, shift[0]], [sin, cos, shift[1]], [0, 0, 1.0]])
    warp = canvas.camera.plane(0.0) @ place
    fine, warp = _reduced(table.print, warp, canvas)
    size = (canvas.camera.width, canvas.camera.height)
    canvas.pixels[:] = cv2.warpPerspective(
        fine, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    _add_grain(canvas, rng, 1.0 / table.scale)
    canvas.gloss[:] = table.gloss


def _add_grain(canvas: Canvas, rng: np.random.Generator, detail: float) -> None:
    """Fine structure where the print has less of it than the canvas could show."""
    size = canvas.camera.width, canvas.camera.height
    square = canvas.camera.square(canvas.camera.on_table(np.array([size]) / 2)[0])
    strength = float(rng.uniform(0, 5)) * float(np.clip(np.log2(square / detail), 0, 2.5))
    if strength < 0.5:
        return
    cv2.setRNGSeed(int(rng.integers(1 << 31)))
    grain = np.empty(size[::-1], np.uint8)
    cv2.randn(grain, np.full(1, 128.0), np.full(1, 4.0 * strength))
    soft = cv2.GaussianBlur(grain, (0, 0), float(rng.uniform(0.6, 1.5)))
    both = cv2.cvtColor(np.asarray(soft, np.uint8), cv2.COLOR_GRAY2BGR)
    cv2.addWeighted(canvas.pixels, 1.0, both, 0.6, -0.6 * 128, dst=canvas.pixels)


def _reduced(print_: Pixels, warp: Floats, canvas: Canvas) -> tuple[Pixels, Floats]:
    """Reduce the print to the canvas's detail; adapt the warp."""
    middle = np.array([canvas.camera.width / 2, canvas.camera.height / 2])
    back = np.linalg.inv(warp)
    ends = np.column_stack([middle + np.array([[0, 0], [1, 0], [0, 1]]), np.ones(3)]) @ back.T
    places = ends[:, :2] / ends[:, 2:]
    step = float(np.sqrt(abs(np.linalg.det(places[1:] - places[0]))))
    if step <= 1.2:
        return print_, warp
    high, wide = (max(8, round(side / step)) for side in print_.shape[:2])
    zoom = np.diag([print_.shape[1] / wide, print_.shape[0] / high, 1.0])
    return resized(print_, wide, high), warp @ zoom


def _even(picture: Pixels) -> bool:
    """Return True if the picture is uniform.

    It has no shapes to keep then.
    """
    small = cv2.resize(picture, (4, 4), interpolation=cv2.INTER_AREA).astype(np.float64)
    return bool(small.std(axis=(0, 1)).max() < 12.0)


def _stirred(rng: np.random.Generator, picture: Pixels) -> Pixels:
    """Synthesize texture: the picture's spectrum with random phases."""
    flat = picture.astype(np.float32)
    mean = flat.mean(axis=(0, 1))
    window = np.sqrt(np.outer(np.hanning(flat.shape[0]), np.hanning(flat.shape[1])))
    kernel = (flat - mean) * window[:, :, None].astype(np.float32)
    kernel /= np.sqrt((window**2).sum())
    noise = np.fft.rfft2(rng.standard_normal((SIDE, SIDE)).astype(np.float32))
    field = np.empty((SIDE, SIDE, 3), np.float32)
    for channel in range(3):
        spectrum = np.fft.rfft2(kernel[:, :, channel], (SIDE, SIDE))
        field[:, :, channel] = np.fft.irfft2(spectrum * noise, (SIDE, SIDE))
    return np.asarray(np.clip(field + mean, 0, 255), dtype=np.uint8)


def _quilted(rng: np.random.Generator, picture: Pixels) -> Pixels:
    """Overlapping pieces of the picture, each turned, with soft seams."""
    piece = min(picture.shape[:2])
    step = piece * 2 // 3
    ramp = np.minimum(np.arange(1, piece + 1), np.arange(piece, 0, -1)) / (piece - step)
    weight = np.minimum(np.outer(ramp, np.ones(piece)), 1) * np.minimum(ramp, 1)
    weight = weight.astype(np.float32)[:, :, None]
    total = np.full((SIDE + piece, SIDE + piece, 1), 1e-3, np.float32)
    sums = np.zeros((SIDE + piece, SIDE + piece, 3), np.float32)
    for top in range(0, SIDE, step):
        for left in range(0, SIDE, step):
            turned = np.rot90(picture[:piece, :piece], 2 * int(rng.integers(2)))
            turned = turned[:, ::-1] if rng.random() < 0.5 else turned
            sums[top : top + piece, left : left + piece] += turned * weight
            total[top : top + piece, left : left + piece] += weight
    return np.asarray((sums / total)[:SIDE, :SIDE], dtype=np.uint8)
