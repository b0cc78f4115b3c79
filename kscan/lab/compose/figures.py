"""Castles and kings: painted as the camera sees them, laid on the picture."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kscan.game.squares import CastleColor
from kscan.lab.compose.camera import Camera, Floats
from kscan.lab.compose.canvas import Canvas
from kscan.lab.compose.laying import LaidKingdom
from kscan.lab.compose.pictures import Pixels, relit
from kscan.lab.compose.tiles import Sun, seen_on
from kscan.lab.painting import REACH, View, paint_castle, paint_king

SOLID = 190  # opacity from which on a figure hides what is below; its shadow has less
FINEST = 160  # pixels a square at which figures are painted at most


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A painted figure with its shadow, in the plane on which it stands."""

    at: Floats
    angle: float
    base: float
    print: Pixels
    opacity: NDArray[np.uint8]

    @property
    def middle(self) -> Floats:
        """Where it stands."""
        return self.at

    def footprints(self) -> Iterator[tuple[Floats, float]]:
        """None: its shadow is painted with it."""
        yield from ()

    def draw(self, canvas: Canvas, sun: Sun) -> None:
        """Lay it on the picture."""
        del sun
        reach = REACH + 0.5
        cos, sin = np.cos(self.angle), np.sin(self.angle)
        frame = np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]])
        corners = frame @ np.array([[cos, sin], [-sin, cos]]) + self.at
        plane = canvas.camera.plane(self.base)
        canvas.paste_cut(self.print, self.opacity, seen_on(plane, corners), SOLID)


def castle_on(
    rng: np.random.Generator, camera: Camera, kingdom: LaidKingdom, base: float, light: Floats
) -> Figure:
    """Make a kingdom's castle, seen from this camera."""
    cell = kingdom.kingdom.castles[0]
    at = kingdom.corners[cell].mean(axis=0)
    angle = float(np.arctan2(kingdom.grid[1, 0], kingdom.grid[0, 0]))
    color = kingdom.kingdom[cell].color or CastleColor.BLUE
    view = _view(camera, at, angle, base)
    picture = paint_castle(color, rng, _fineness(camera, at), view)
    return _figure(picture, at, angle, base, light)


def king_at(
    rng: np.random.Generator,
    camera: Camera,
    at: Floats,
    base: float,
    color: CastleColor,
    light: Floats,
) -> Figure:
    """Make a king at a place, seen from this camera."""
    angle = float(rng.uniform(0, 2 * np.pi))
    view = _view(camera, at, angle, base)
    picture = paint_king(color, rng, _fineness(camera, at), view)
    return _figure(picture, at, angle, base, light)


def _figure(
    picture: NDArray[np.uint8], at: Floats, angle: float, base: float, light: Floats
) -> Figure:
    color = relit(np.ascontiguousarray(picture[:, :, :3]), light)
    opacity = np.ascontiguousarray(picture[:, :, 3])
    return Figure(at, angle, base, color, opacity)


def _view(camera: Camera, at: Floats, angle: float, base: float) -> View:
    """Place the camera in the figure's coordinates."""
    x, y, height = camera.eye
    cos, sin = np.cos(angle), np.sin(angle)
    right, down = np.array([[cos, sin], [-sin, cos]]) @ (np.array([x, y]) - at)
    return View(float(right), float(down), float(height - base))


def _fineness(camera: Camera, at: Floats) -> int:
    return int(np.clip(round(camera.square(at)), 12, FINEST))
