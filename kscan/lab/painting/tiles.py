"""Tiles: single squares, whole dominoes and their backs, in one edition's style."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.game.squares import BASE_TERRAINS, Square, Terrain, parse_square
from kscan.lab.painting.colors import shaded
from kscan.lab.painting.crowns import crown_square
from kscan.lab.painting.decoys import draw_decoy
from kscan.lab.painting.grain import lay_ground, noise
from kscan.lab.painting.look import Look
from kscan.lab.painting.pen import Image, Pen
from kscan.lab.painting.start import PRINTINGS, player_color
from kscan.lab.painting.style import FEATURES, MOTIFS, Style

_FINER = 2  # drawn larger by this factor, then reduced


def paint_square(label: str, style: Style, rng: np.random.Generator, size: int = 128) -> Image:
    """Paint a square of the game, `size` x `size` x 3.

    Any terrain with 0 to 3 crowns, or a start tile. What is drawn on the land does not depend on
    the crowns.
    """
    square = parse_square(label)
    fine = size * _FINER
    if square.castle:
        return _printed(_start(square, style, rng, fine), style, rng, size, size)
    pixels = _land(square, style, rng, fine, 1)
    if rng.random() < 0.35:
        _neighbour_peeps_in(pixels, square, style, rng)
    crown_square(Pen.on(pixels, fine), square.crowns, style.crown, rng)
    return _printed(pixels, style, rng, size, size)


def paint_domino(
    first: str, second: str, style: Style, rng: np.random.Generator, size: int = 128
) -> Image:
    """Paint a domino, `size` x `2 size` x 3.

    One landscape, or two that meet at a ragged line.
    """
    one, other = parse_square(first), parse_square(second)
    fine = size * _FINER
    if one.terrain is other.terrain and rng.random() < 0.7:
        pixels = _land(one, style, rng, fine, 2)
    else:
        halves = [_land(square, style, rng, fine, 1) for square in (one, other)]
        pixels = np.ascontiguousarray(np.concatenate(halves, axis=1))
        if one.terrain is not other.terrain:
            _seam(pixels, halves, style, rng)
    for place, square in enumerate((one, other)):
        crown_square(Pen.on(pixels, fine).at(place, 0.0), square.crowns, style.crown, rng)
    return _printed(pixels, style, rng, size, 2 * size)


def paint_back(style: Style, rng: np.random.Generator, size: int = 128) -> Image:
    """Paint the back of a domino, `size` x `2 size` x 3: a pattern with its number."""
    fine = size * _FINER
    grain = noise(rng, "clouds", fine, 2 * fine, 1.5)
    ramp = np.linspace(0.8, 1.15, 256)[:, None] * np.array(style.back)[None, :]
    ramp_table = np.clip(ramp, 0, 255).astype(np.uint8).reshape(256, 1, 3)
    pixels = np.asarray(cv2.applyColorMap(grain, ramp_table), np.uint8)
    pen = Pen.on(pixels, fine)
    if rng.random() < 0.6:
        frame = [(0.06, 0.06), (1.94, 0.06), (1.94, 0.94), (0.06, 0.94)]
        pen.line(frame, style.back_light, 0.03, closed=True)
    text = str(rng.integers(1, 49))
    for x in (0.5, 1.5) if rng.random() < 0.4 else (1.0,):
        if rng.random() < 0.6:
            pen.disc(x, 0.5, 0.3, shaded(style.back, 0.6))
        _text(pixels, text, (x * fine, 0.5 * fine), fine * rng.uniform(0.2, 0.45), style.back_light)
    return _printed(pixels, style, rng, size, 2 * size)


def _text(
    pixels: Image,
    text: str,
    centre: tuple[float, float],
    height: float,
    color: tuple[float, float, float],
) -> None:
    font, thick = cv2.FONT_HERSHEY_DUPLEX, max(1, round(height / 8))
    scale = height / 22.0
    (w, h), _ = cv2.getTextSize(text, font, scale, thick)
    at = (round(centre[0] - w / 2), round(centre[1] + h / 2))
    cv2.putText(pixels, text, at, font, scale, color, thick, cv2.LINE_AA)


def _start(square: Square, style: Style, rng: np.random.Generator, fine: int) -> Image:
    look = style.look(Terrain.PASTURE)
    pixels = lay_ground(rng, look.ground, fine, fine)
    pen = Pen.on(pixels, fine, style.ink, style.ink_width)
    PRINTINGS[style.start](pen, rng, player_color(square.color, rng), look)
    return pixels


def _land(square: Square, style: Style, rng: np.random.Generator, fine: int, squares: int) -> Image:
    """Ground, small things and perhaps large ones, over one square or a whole domino."""
    look = style.look(square.terrain or Terrain.WHEAT)
    pixels = lay_ground(rng, look.ground, fine, fine * squares)
    pen = Pen.on(pixels, fine, style.ink, style.ink_width)
    _scatter(pen, rng, look, squares)
    for place in range(squares):
        if rng.random() < look.feature_share:
            _feature(pen.at(place, 0.0), rng, look)
        if rng.random() < style.decoys:
            draw_decoy(pen.at(place, 0.0), rng, style.crown)
    return pixels


def _scatter(pen: Pen, rng: np.random.Generator, look: Look, squares: int) -> None:
    if rng.random() < look.bare_share:
        return
    count = int(rng.poisson(look.density * squares))
    spots = _spots(rng, count, squares)
    for x, y in spots[np.argsort(spots[:, 1])]:
        name = look.motifs[int(rng.integers(len(look.motifs)))]
        size = look.motif_size * rng.uniform(0.75, 1.25)
        MOTIFS[name](pen.at(x, y, size), rng, look)


def _spots(rng: np.random.Generator, count: int, squares: int) -> NDArray[np.float64]:
    """Places that keep apart more than chance would: a shuffled, jittered grid."""
    rows = max(1, round(np.sqrt(count / squares + 0.5)))
    cols = rows * squares
    y, x = np.divmod(rng.permutation(rows * cols)[:count], cols)
    spots = np.stack([x + 0.5, y + 0.5], axis=1) + rng.uniform(-0.45, 0.45, (len(x), 2))
    return np.asarray(spots / rows, dtype=np.float64)


def _feature(pen: Pen, rng: np.random.Generator, look: Look) -> None:
    name = look.features[int(rng.integers(len(look.features)))]
    size = look.feature_size * rng.uniform(0.7, 1.15)
    x, y = 0.5 + rng.uniform(-0.15, 0.15, 2)
    FEATURES[name](pen.at(x, y, size, rng.uniform(-6, 6), bool(rng.random() < 0.5)), rng, look)


def _ragged(rng: np.random.Generator, rough: float, fine: int) -> NDArray[np.float64]:
    """Offsets of a torn line along one square's edge, in squares, one a pixel row."""
    knots = rng.uniform(-0.03, 0.03, 14) * rough
    return np.interp(np.linspace(0, 13, fine), np.arange(14), knots)


def _seam(pixels: Image, halves: list[Image], style: Style, rng: np.random.Generator) -> None:
    fine = pixels.shape[0]
    edge = 1.0 + _ragged(rng, style.seam_rough, fine)
    xs = np.arange(2 * fine)[None, :]
    wide = np.concatenate([halves[0], halves[0][:, ::-1]], axis=1)
    other = np.concatenate([halves[1][:, ::-1], halves[1]], axis=1)
    left = xs < (edge * fine)[:, None]
    near = slice(int(0.9 * fine), int(1.1 * fine))
    pixels[:, near] = np.where(left[:, near, None], wide[:, near], other[:, near])
    _torn_line(Pen.on(pixels, fine), edge, style)


def _torn_line(pen: Pen, edge: NDArray[np.float64], style: Style) -> None:
    if style.seam_width <= 0:
        return
    points = np.stack([edge, np.linspace(0.0, 1.0, len(edge))], axis=1)
    points = points[:: max(1, len(edge) // 24)]
    pen.line(points, style.seam, style.seam_width)
    pen.line(points, shaded(style.seam, 1.5), style.seam_width / 3.0)


def _neighbour_peeps_in(
    pixels: Image, square: Square, style: Style, rng: np.random.Generator
) -> None:
    """Let the seam lie a little inside the square.

    On any of its sides.
    """
    others = [terrain for terrain in BASE_TERRAINS if terrain is not square.terrain]
    look = style.look(others[int(rng.integers(len(others)))])
    fine, side = pixels.shape[0], int(rng.integers(4))
    edge = rng.uniform(0.0, 0.03) + _ragged(rng, style.seam_rough, fine)
    strip = np.rot90(pixels, side)[:, : max(2, int(0.07 * fine))]
    beyond = lay_ground(rng, look.ground, fine, strip.shape[1])
    mask = np.arange(strip.shape[1])[None, :] < (edge * fine)[:, None]
    np.copyto(strip, beyond, where=mask[:, :, None])
    _torn_line(Pen.on(pixels, fine).at(0.5, 0.5, 1.0, 90.0 * side).at(-0.5, -0.5), edge, style)


def _printed(
    pixels: Image, style: Style, rng: np.random.Generator, height: int, width: int
) -> Image:
    """Finish the print: frame, vignette, sheen and saturation.

    At the size asked for.
    """
    fine = pixels.shape[0]
    if style.border is not None:
        wide = pixels.shape[1] / fine
        frame = [(0.0, 0.0), (wide, 0.0), (wide, 1.0), (0.0, 1.0)]
        Pen.on(pixels, fine).line(frame, style.border, 2 * style.border_width, closed=True)
    small = np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    if style.vignette:
        factor = _vignette(height, width, style.vignette)
        small = np.asarray(cv2.multiply(small, factor, dtype=cv2.CV_8U), np.uint8)
    if style.gloss:
        sheen = noise(rng, "clouds", height, width, 4.0)
        lit = cv2.cvtColor(np.asarray(np.maximum(sheen, 110) - 110, np.uint8), cv2.COLOR_GRAY2BGR)
        small = np.asarray(cv2.addWeighted(small, 1.0, lit, style.gloss, 0.0), np.uint8)
    if abs(style.vivid - 1.0) > 0.02:
        grey = cv2.cvtColor(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        small = np.asarray(
            cv2.addWeighted(small, style.vivid, grey, 1.0 - style.vivid, 0.0), np.uint8
        )
    return small


@lru_cache(maxsize=64)
def _vignette(height: int, width: int, strength: float) -> NDArray[np.float32]:
    y = np.minimum(np.arange(height), np.arange(height)[::-1]) / height
    x = np.minimum(np.arange(width), np.arange(width)[::-1]) / height
    near = np.exp(-np.minimum(y[:, None], x[None, :]) * 14.0)
    return np.dstack([1.0 - strength * near] * 3).astype(np.float32)
