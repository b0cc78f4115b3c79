"""Fingers and sleeves that reach into the picture."""

import cv2
import numpy as np

from kscan.lab.compose.camera import Floats
from kscan.lab.compose.canvas import Canvas, blended
from kscan.lab.compose.pictures import Pixels
from kscan.lab.compose.recipe import Hazard, Recipe
from kscan.lab.painting import paint_surface

# Light skin to dark, in BGR.
_SKIN = np.array([(150.0, 175.0, 225.0), (105.0, 135.0, 190.0), (60.0, 85.0, 130.0), (40, 55, 85)])


def reach_in(
    rng: np.random.Generator, recipe: Recipe, canvas: Canvas, square: float, light: Floats
) -> None:
    """Draw a hand reaching in, in front of everything.

    From the edge of the frame; `square` in pixels.
    """
    if not recipe.has(Hazard.HAND):
        return
    width, height = canvas.camera.width, canvas.camera.height
    size = square * float(rng.uniform(1.5, 2.6))  # the palm's width
    side = int(rng.integers(4))
    along = float(rng.uniform(0.1, 0.9))
    starts = [(along, 0.0), (1.0, along), (along, 1.0), (0.0, along)]
    start = np.array(starts[side]) * (width, height)
    inward = np.array([width, height]) * rng.uniform(0.3, 0.7, 2) - start
    inward = inward / float(np.linalg.norm(inward))
    depth = float(rng.uniform(0.2, 1.6)) * size
    palm = start + inward * (depth - 0.8 * size)
    skin, cloth = np.zeros_like(canvas.above), np.zeros_like(canvas.above)
    _fingers(rng, skin, palm, inward, size)
    _stroke(cloth, palm - inward * 6 * size, palm - inward * 0.9 * size, size * 1.3)
    _shadow(canvas, np.maximum(skin, cloth), size, rng)
    tone = _SKIN[int(rng.integers(4))] * rng.uniform(0.85, 1.1) * np.sqrt(light)
    _paint(canvas, skin, np.full((1, 1, 3), np.clip(tone, 0, 255), np.uint8), size * 0.16)
    _paint(canvas, cloth, paint_surface(rng, 512, 512, "cloth"), size * 0.5)


def _fingers(
    rng: np.random.Generator, mask: Pixels, palm: Floats, inward: Floats, size: float
) -> None:
    """Draw a palm with one to five fingers, each of two joints."""
    _stroke(mask, palm - inward * size, palm, size * 0.95)
    across = np.array([-inward[1], inward[0]])
    for place in range(int(rng.integers(1, 6))):
        root = palm + across * size * (place * 0.24 - 0.4) + inward * size * 0.2
        spread = (place - 2) * 0.12 + rng.normal(0, 0.1)
        way = inward + across * spread
        length = size * rng.uniform(0.5, 0.85)
        knuckle = root + way * length * 0.6
        tip = knuckle + (way + across * rng.normal(0, 0.2)) * length * 0.5
        _stroke(mask, root, knuckle, size * 0.24)
        _stroke(mask, knuckle, tip, size * 0.21)


def _stroke(mask: Pixels, start: Floats, end: Floats, thick: float) -> None:
    ends = [tuple(int(v) for v in np.rint(np.clip(p, -9999, 9999))) for p in (start, end)]
    cv2.line(mask, ends[0], ends[1], 255, max(2, round(thick)), cv2.LINE_AA)


def _shadow(canvas: Canvas, mask: Pixels, size: float, rng: np.random.Generator) -> None:
    shift = rng.uniform(-0.4, 0.4, 2) * size
    move = np.array([[1.0, 0.0, shift[0]], [0.0, 1.0, shift[1]]])
    moved = cv2.warpAffine(mask, move, mask.shape[::-1])
    canvas.shade(np.asarray(moved, np.uint8), size * rng.uniform(0.05, 0.3), 0.5)


def _paint(canvas: Canvas, mask: Pixels, print_: Pixels, round_: float) -> None:
    """Fill the mask, rounded: darker towards its edges."""
    if not mask.any():
        return
    high, wide = mask.shape
    thickness = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    lit = 0.55 + 0.45 * np.sqrt(np.clip(thickness / max(round_, 1.0), 0, 1))
    repeated = np.tile(print_, (-(-high // print_.shape[0]), -(-wide // print_.shape[1]), 1))
    shaded = np.clip(repeated[:high, :wide] * lit[:, :, None], 0, 255).astype(np.uint8)
    canvas.pixels[:] = blended(canvas.pixels, shaded, mask)
    np.maximum(canvas.above, mask, out=canvas.above)
    canvas.gloss[mask > 127] = 20
