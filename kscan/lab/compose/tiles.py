"""Tiles on the table: their thickness, their shadow, their print."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from kscan.lab.compose.camera import Floats
from kscan.lab.compose.canvas import Canvas, fixed
from kscan.lab.compose.pictures import Pixels

_ARC = np.stack([1 - np.sin(a := np.linspace(0, np.pi / 2, 4)), 1 - np.cos(a)], axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A tile to be drawn."""

    outline: Floats  # 4 x 2 on the table, from the print's left top, clockwise
    print: Pixels
    gloss: int = 200
    base: float = 0.0  # the height that it lies on
    bleed: float = 0.0  # by how much of itself it is drawn larger, so that no seam shows


@dataclass(frozen=True, slots=True)
class Cardboard:
    """What all tiles of a photo have in common."""

    thickness: float = 0.04  # in squares, as all lengths here
    corner: float = 0.02  # the radius of the corners
    edge: tuple[float, float, float] = (170.0, 180.0, 185.0)
    rim: float = 0.0  # the width of the worn or bevelled rim of the print
    rim_light: float = 0.0  # what it adds to the side towards the light
    rim_dark: float = 0.0  # and takes from the side away from it


@dataclass(frozen=True, slots=True)
class Sun:
    """Where the light comes from: how far and how hard a height of 1 casts its shadow."""

    shift: tuple[float, float] = (0.5, 0.3)
    softness: float = 0.3
    depth: float = 0.5  # the share of light that a shadow takes away
    contact: float = 0.5  # the same for the crevice where a thing touches the table


def cast_shadows(canvas: Canvas, tiles: Sequence[Tile], card: Cardboard, sun: Sun) -> None:
    """Darken the table beside tiles and in the gaps between them."""
    if not tiles:
        return
    shape = canvas.gloss.shape
    shade = np.zeros(shape, np.uint8)
    contact = np.zeros(shape, np.uint8)
    shift = np.array(sun.shift) * card.thickness
    ground = canvas.camera.plane(0.0)
    for tile in tiles:
        if tile.base > 0:
            continue
        foot = seen_on(ground, tile.outline)
        far = seen_on(ground, tile.outline + shift)
        cv2.fillConvexPoly(contact, fixed(foot), 255, cv2.LINE_AA, 4)
        hull = cv2.convexHull(np.vstack([foot, far]).astype(np.float32))[:, 0].astype(np.float64)
        cv2.fillConvexPoly(shade, fixed(hull), 255, cv2.LINE_AA, 4)
    square = canvas.camera.square(np.mean([t.outline.mean(axis=0) for t in tiles], axis=0))
    canvas.shade(shade, square * card.thickness * sun.softness * 0.5, sun.depth)
    canvas.shade(contact, square * 0.025, sun.contact)


def draw_tiles(canvas: Canvas, tiles: Sequence[Tile], card: Cardboard, sun: Sun) -> None:
    """Lay the tiles, the farthest from the camera first."""
    plane = canvas.camera.plane(0.0)

    def nearness(tile: Tile) -> tuple[float, float]:
        x, y = tile.outline.mean(axis=0)
        return tile.base, -float(plane[2] @ (x, y, 1.0))

    for tile in sorted(tiles, key=nearness):
        _draw_tile(canvas, tile, card, sun)


def _draw_tile(canvas: Canvas, tile: Tile, card: Cardboard, sun: Sun) -> None:
    low = canvas.camera.plane(tile.base)
    high = canvas.camera.plane(tile.base + card.thickness)
    rounded = _rounded(tile.outline, 0.0 if tile.bleed else card.corner)
    rounded = rounded + (rounded - rounded.mean(axis=0)) * tile.bleed
    foot, top = seen_on(low, rounded), seen_on(high, rounded)
    body = cv2.convexHull(np.vstack([foot, top]).astype(np.float32))[:, 0].astype(np.float64)
    canvas.fill(body, card.edge)
    print_ = tile.print if tile.bleed else _rimmed(tile, card, sun)
    canvas.paste(print_, seen_on(high, tile.outline), top, tile.gloss)


def _rimmed(tile: Tile, card: Cardboard, sun: Sun) -> Pixels:
    """Rim the print: lighter towards the light, else darker."""
    width = round(card.rim * tile.print.shape[0])
    if not width:
        return tile.print
    print_ = tile.print.copy()
    sides = (print_[:width], print_[:, -width:], print_[-width:], print_[:, :width])
    for i, side in enumerate(sides):
        along = tile.outline[(i + 1) % 4] - tile.outline[i]
        outward = np.array([along[1], -along[0]]) / float(np.linalg.norm(along))
        lit = -float(outward @ sun.shift) / max(float(np.hypot(*sun.shift)), 1e-6)
        tone, share = (255.0, card.rim_light) if lit > 0 else (0.0, card.rim_dark)
        share *= 0.4 + 0.6 * abs(lit)
        side[:] = (side * (1 - share) + tone * share).astype(np.uint8)
    return print_


def seen_on(plane: Floats, points: Floats) -> Floats:
    """Pixels of points (n x 2) on a plane."""
    flat = np.column_stack([points, np.ones(len(points))]) @ plane.T
    return np.asarray(flat[:, :2] / flat[:, 2:])


def _rounded(outline: Floats, radius: float) -> Floats:
    """Round the outline's corners."""
    points = []
    for i in range(4):
        corner = outline[i]
        before, after = outline[i - 1] - corner, outline[(i + 1) % 4] - corner
        before = before / float(np.linalg.norm(before))
        after = after / float(np.linalg.norm(after))
        points.append(corner + radius * (_ARC[:, :1] * before + _ARC[:, 1:] * after))
    return np.vstack(points)
