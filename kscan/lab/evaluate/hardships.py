"""Hardships: what cameras, light and a rough grid do to a picture, in known doses."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.lab.evaluate.squares import Case, Change
from kscan.photo.pyramid import stretched
from kscan.photo.records import Photo

DAYLIGHT = 6500.0  # kelvin
_WAVELENGTHS = np.array([465e-9, 550e-9, 610e-9])  # metres: what blue, green and red stand for
_GAMMA = 2.2


def offset(share: float) -> Change:
    """Shift the grid by `share` of a square.

    In a direction that depends on the picture.
    """

    def change(case: Case) -> Case:
        angle = _rng(case).uniform(0, 2 * np.pi)
        return _moved(case, 1.0, 0.0, share * np.array([np.cos(angle), np.sin(angle)]))

    return change


def scale(factor: float) -> Change:
    """Scale the grid by `factor`."""
    return lambda case: _moved(case, factor, 0.0, np.zeros(2))


def turn(degrees: float) -> Change:
    """Turn the grid about its middle."""
    return lambda case: _moved(case, 1.0, np.radians(degrees), np.zeros(2))


def square_size(side: float) -> Change:
    """Resize the picture to squares of `side` pixels."""

    def change(case: Case) -> Case:
        factor = side / _side(case)
        way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
        pixels = cv2.resize(case.photo.pixels, None, fx=factor, fy=factor, interpolation=way)
        resized = Photo(case.photo.name, np.asarray(pixels, dtype=np.uint8))
        across, down = resized.width / case.photo.width, resized.height / case.photo.height
        grown = stretched(across, down) @ case.grid.homography
        grid = replace(case.grid, homography=grown)
        return replace(case, photo=resized, grid=grid)

    return change


def blur(share: float) -> Change:
    """Out of focus: a Gaussian whose sigma is `share` of a square."""
    return lambda case: _with(
        case, cv2.GaussianBlur(case.photo.pixels, (0, 0), max(share * _side(case), 0.1))
    )


def kelvin(temperature: float) -> Change:
    """Lit by a black body of this temperature, photographed with daylight's white balance."""
    tint = _black_body(temperature) / _black_body(DAYLIGHT)
    return lambda case: _with(case, _lit(case.photo.pixels, tint / tint[1]))


def exposure(stops: float) -> Change:
    """Over- or underexposed by so many stops; what is too bright is lost."""
    return lambda case: _with(case, _lit(case.photo.pixels, np.full(3, 2.0**stops)))


def glare(strength: float) -> Change:
    """Add soft white reflections to every square.

    Over a third of its side, somewhere on it.
    """

    def change(case: Case) -> Case:
        rng, (height, width) = _rng(case), case.photo.pixels.shape[:2]
        veil = np.zeros((height, width), np.float32)
        for cell in case.kingdom.cells():
            spot = np.array(cell)[::-1] + rng.uniform(0.2, 0.8, 2)
            x, y = case.grid.points(spot[None])[0]
            cv2.circle(veil, (round(x), round(y)), max(round(_side(case) / 6), 1), strength, -1)
        soft = cv2.GaussianBlur(veil, (0, 0), _side(case) / 10)[..., None]
        return _with(case, case.photo.pixels * (1 - soft) + 255 * soft)

    return change


def jpeg(quality: int) -> Change:
    """Save once more as a JPEG of this quality."""

    def change(case: Case) -> Case:
        _, data = cv2.imencode(".jpg", case.photo.pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return _with(case, np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR)))

    return change


def noise(sigma: float) -> Change:
    """Add sensor noise of this many grey levels."""

    def change(case: Case) -> Case:
        grain = _rng(case).normal(0, sigma, case.photo.pixels.shape)
        return _with(case, case.photo.pixels + grain)

    return change


def _moved(case: Case, factor: float, angle: float, shift: NDArray[np.float64]) -> Case:
    middle = np.array([case.grid.cols, case.grid.rows]) / 2
    cos, sin = factor * np.cos(angle), factor * np.sin(angle)
    linear = np.array([[cos, -sin], [sin, cos]])
    step = np.eye(3)
    step[:2, :2] = linear
    step[:2, 2] = middle - linear @ middle + shift
    return replace(case, grid=replace(case.grid, homography=case.grid.homography @ step))


def _lit(pixels: NDArray[np.uint8], gains: NDArray[np.float64]) -> NDArray[np.float64]:
    light = (pixels / 255.0) ** _GAMMA * gains
    return np.asarray(255.0 * np.minimum(light, 1.0) ** (1 / _GAMMA))


def _black_body(temperature: float) -> NDArray[np.float64]:
    """Planck's law at the three wavelengths, up to a factor."""
    second = 1.4388e-2  # metre kelvin
    return np.asarray(_WAVELENGTHS**-5 / np.expm1(second / (_WAVELENGTHS * temperature)))


def _with(case: Case, pixels: NDArray[np.generic]) -> Case:
    clipped = np.clip(pixels, 0, 255).astype(np.uint8)
    return replace(case, photo=Photo(case.photo.name, clipped))


def _side(case: Case) -> float:
    corners = case.grid.corners()
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return float(edges.sum() / (2 * (case.grid.rows + case.grid.cols)))


def _rng(case: Case) -> np.random.Generator:
    return np.random.default_rng(list(case.name.encode()))
