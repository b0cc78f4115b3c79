"""Training samples: pictures cut from scenes at random, with light of their own, and targets."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.find.heatmap import GREY, LONG_SIDE, MARGIN
from kscan.find.homography import in_front, mapped
from kscan.find.local_frame import axes_at
from kscan.find.refine import SIDE, SPAN
from kscan.lab.train_finder.scenes import Scene, TrueGrid
from kscan.lab.train_finder.targets import field_maps, heat_maps, moved
from kscan.photo.pyramid import stretched

CROP = 384  # pixels of a sample of the first look: most of a kingdom, at a fair price
_SMALL, _LARGE = 30.0, 100.0  # pixels of a square of the first look
_NEGATIVE = 0.15  # share of windows that lie on no kingdom's grid
_LURED = 0.8  # share of those, where the photo has any, that the first look takes for one


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One picture, its targets and what each of them counts."""

    picture: NDArray[np.uint8]
    targets: NDArray[np.float32]
    counts: NDArray[np.float32]


def heat_sample(rng: np.random.Generator, scene: Scene) -> Sample:
    """Cut a training sample for the first network.

    A part of the photo.
    """
    pixels = scene.pixels()
    change = _view(rng, scene, pixels.shape[:2])
    scale = float(np.sqrt(abs(np.linalg.det(change[:2, :2]))))
    picture = _warped(pixels, change, CROP, 1.0 / scale)
    size = np.array(pixels.shape[1::-1], dtype=np.float64)
    ends = mapped(change, np.array([[0.0, 0.0], [size[0], 0.0], size, [0.0, size[1]]]))
    seen = np.stack([ends.min(0), ends.max(0)])
    kingdoms = [moved(kingdom, change) for kingdom in scene.kingdoms]
    targets = heat_maps(kingdoms, (CROP, CROP), seen)
    return Sample(_relit(rng, picture), targets, np.ones((1, 1, 1), np.float32))


def _view(rng: np.random.Generator, scene: Scene, size: tuple[int, ...]) -> NDArray[np.float64]:
    """Photo -> crop: near the scale of use, a quarter turn, and by turns on a kingdom or not."""
    height, width = size[0], size[1]
    usual = (LONG_SIDE - 2 * MARGIN) / max(height, width)
    scale = usual * float(np.exp(rng.uniform(-0.3, 0.35)))
    largest = max((_side(kingdom) for kingdom in scene.kingdoms), default=0.0)
    if largest * scale > _LARGE:  # what is too large for the first look is looked at from afar
        scale = float(rng.uniform(_SMALL, _LARGE)) / largest
    at = rng.uniform(0, 1, 2) * (width, height)
    if scene.kingdoms and rng.random() < 0.75:
        kingdom = scene.kingdoms[rng.integers(len(scene.kingdoms))]
        rows, cols = kingdom.covered.shape
        at = mapped(kingdom.homography, rng.uniform(0, 1, (1, 2)) * (cols, rows))[0]
    # What fits in a crop is shown whole: at use the picture's grey margin is always in view.
    for axis, extent in enumerate((width, height)):
        half = (CROP / 2 - MARGIN) / scale
        at[axis] = extent / 2 if extent < 2 * half else np.clip(at[axis], half, extent - half)
    turn = _quarter(rng) @ _shift(-at[0], -at[1])
    grow = np.diag([scale, scale, 1.0])
    jitter = rng.uniform(-8, 8, 2) + CROP / 2
    return np.asarray(_shift(*jitter) @ grow @ turn, dtype=np.float64)


def _side(kingdom: TrueGrid) -> float:
    """Return the side of a kingdom's middle square, in the photo's pixels."""
    rows, cols = kingdom.covered.shape
    u, v = axes_at(kingdom.homography, np.array([[cols / 2, rows / 2]]))
    return float(np.sqrt(np.abs(u * v))[0])


def field_sample(rng: np.random.Generator, scene: Scene) -> Sample:
    """Cut a training sample for the second network.

    A squared-up window.
    """
    pixels = scene.pixels()
    kingdom, homography = _window(rng, scene, pixels.shape[:2])
    to_fields = np.array([[1 / SIDE, 0, 0.5 / SIDE], [0, 1 / SIDE, 0.5 / SIDE], [0, 0, 1.0]])
    u, v = axes_at(homography, np.array([[SPAN / 2, SPAN / 2]]))
    factor = float(np.sqrt(np.abs(u * v))[0]) / SIDE
    picture = _warped(pixels, np.linalg.inv(homography @ to_fields), SPAN * SIDE, factor)
    targets, counts = field_maps(kingdom, homography, pixels.shape[:2])
    return Sample(_relit(rng, picture), targets, counts)


def _window(
    rng: np.random.Generator, scene: Scene, size: tuple[int, ...]
) -> tuple[TrueGrid | None, NDArray[np.float64]]:
    """Draw a kingdom's grid, slightly off, or no kingdom's."""
    if not scene.kingdoms or rng.random() < _NEGATIVE:
        return None, _foreign_grid(rng, scene, size)
    kingdom = scene.kingdoms[rng.integers(len(scene.kingdoms))]
    rows, cols = np.nonzero(kingdom.covered)
    middle = np.array([cols.min() + cols.max() + 1, rows.min() + rows.max() + 1]) / 2
    spread = 1.0 if rng.random() < 0.7 else 2.0
    origin = np.rint(middle - SPAN / 2 + rng.uniform(-spread, spread, 2))
    off = float(rng.choice([0.3, 1.0]))  # the second pass of a second look is nearly right
    for _ in range(20):
        jittered = _around_middle(_jitter(rng, off)) @ _around_middle(_quarter(rng))
        homography = kingdom.homography @ _shift(*origin) @ jittered
        if _usable(homography):
            return kingdom, homography
    return kingdom, kingdom.homography @ _shift(*origin)


def _foreign_grid(
    rng: np.random.Generator, scene: Scene, size: tuple[int, ...]
) -> NDArray[np.float64]:
    """Half a field off, of another size, or turned; where there is no kingdom, a lure's or any."""
    if scene.hard_negatives and rng.random() < _LURED:
        lure = scene.hard_negatives[rng.integers(len(scene.hard_negatives))]
        homography = lure @ _shift(*rng.integers(-1, 2, 2)) @ _around_middle(_jitter(rng, 0.5))
        if _usable(homography):
            return np.asarray(homography @ _around_middle(_quarter(rng)), dtype=np.float64)
    if scene.kingdoms:
        kingdom = scene.kingdoms[rng.integers(len(scene.kingdoms))]
        kind = rng.integers(3)
        scale = (1.0, float(rng.choice([0.5, 0.7, 1.45, 2.0])), 1.0)[kind]
        angle = (0.0, 0.0, rng.uniform(0.4, 1.2))[kind]
        slip = rng.uniform(-2, 2, 2)
        if kind == 0:
            slip = np.floor(slip) + rng.choice([(0.5, 0.0), (0.0, 0.5), (0.5, 0.5)])
        change = _turn(angle) @ np.diag([scale, scale, 1.0])
        homography = kingdom.homography @ _shift(*slip - 2) @ _around_middle(change)
        if _usable(homography):
            return np.asarray(homography, dtype=np.float64)
    side = max(size) / LONG_SIDE * float(np.exp(rng.uniform(np.log(18), np.log(100))))
    at = rng.uniform(0.1, 0.9, 2) * (size[1], size[0])
    place = _shift(*at) @ _turn(rng.uniform(0, 7)) @ np.diag([side, side, 1.0])
    return np.asarray(place @ _shift(-SPAN / 2, -SPAN / 2) @ _around_middle(_jitter(rng, 1.0)))


def _usable(homography: NDArray[np.float64]) -> bool:
    return in_front(homography, np.array([[-1.0, -1], [10, -1], [10, 10], [-1, 10]]))


def _jitter(rng: np.random.Generator, off: float) -> NDArray[np.float64]:
    """Draw a small grid error about the window's middle."""
    change = np.eye(3)
    change[:2, :2] += rng.normal(0, 0.02 * off, (2, 2))
    change[:2, 2] = rng.uniform(-0.2, 0.2, 2) * off
    change[2, :2] = rng.normal(0, 0.0025 * off, 2)
    return change


def _around_middle(change: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(_shift(SPAN / 2, SPAN / 2) @ change @ _shift(-SPAN / 2, -SPAN / 2))


def _quarter(rng: np.random.Generator) -> NDArray[np.float64]:
    """Draw one of a square's eight symmetries."""
    turn = _turn(np.pi / 2 * rng.integers(4))
    return np.asarray(turn @ np.diag([rng.choice([-1.0, 1.0]), 1.0, 1.0]), dtype=np.float64)


def _turn(angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _shift(x: float, y: float) -> NDArray[np.float64]:
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])


def _warped(
    pixels: NDArray[np.uint8], change: NDArray[np.float64], side: int, factor: float
) -> NDArray[np.uint8]:
    """Warp the picture to `side` pixels square, without aliasing."""
    while factor >= 1.8:
        height, width = (length // 2 for length in pixels.shape[:2])
        blocks = pixels[: 2 * height, : 2 * width]  # whole ones are quick to average
        half = cv2.resize(blocks, (width, height), interpolation=cv2.INTER_AREA)
        pixels, factor = np.asarray(half, np.uint8), factor / 2
        change = change @ stretched(2.0, 2.0)
    if factor > 1.2:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.35 * factor), np.uint8)
    warped = cv2.warpPerspective(
        pixels, change, (side, side), flags=cv2.INTER_LINEAR, borderValue=GREY
    )
    return np.asarray(warped, np.uint8)


def _relit(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Relight the picture, at times blurred or noisy."""
    ramp = np.arange(256) / 255.0
    gamma = np.exp(rng.normal(0, 0.15, 1) + rng.normal(0, 0.05, 3))
    gain = np.exp(rng.normal(0, 0.12, 1) + rng.normal(0, 0.05, 3))
    curves = np.clip(gain * ramp[:, None] ** gamma + rng.normal(0, 0.02), 0, 1)
    lit = np.asarray(cv2.LUT(picture, (curves * 255).astype(np.uint8)[None]), np.uint8)
    if rng.random() < 0.15:
        lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.4, 1.2)), np.uint8)
    if rng.random() < 0.25:
        noise = rng.standard_normal((*lit.shape[:2], 1), np.float32) * rng.uniform(2, 9)
        grain = np.rint(noise).astype(np.int16).repeat(3, 2)
        lit = np.asarray(cv2.add(lit, grain, dtype=cv2.CV_8U), np.uint8)
    if rng.random() < 0.1:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 80))]
        worse = cv2.imencode(".jpg", lit, quality)[1]
        lit = np.asarray(cv2.imdecode(worse, cv2.IMREAD_COLOR), np.uint8)
    lit[cv2.inRange(picture, GREY, GREY) > 0] = GREY  # the margin around a photo knows no light
    return lit


def stacked(samples: Sequence[Sample]) -> tuple[NDArray[np.float32], ...]:
    """Pictures as the networks take them (n x 3 x height x width), targets and counts."""
    pictures = np.stack([sample.picture for sample in samples]).astype(np.float32)
    pictures = (pictures - GREY[0]) / 255.0
    return (
        np.ascontiguousarray(pictures.transpose(0, 3, 1, 2)),
        np.stack([sample.targets for sample in samples]),
        np.stack([sample.counts for sample in samples]),
    )
