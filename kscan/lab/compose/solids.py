"""Solid things that stand on the table: prisms and turned shapes."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import cv2
import numpy as np

from kscan.lab.compose.camera import Floats
from kscan.lab.compose.canvas import Canvas, fixed
from kscan.lab.compose.pictures import Pixels
from kscan.lab.compose.tiles import Sun, seen_on

Color = tuple[float, float, float]
AMBIENT = 0.55  # the brightness of a face that is turned away from the light


class Solid(Protocol):
    """A thing with a height."""

    def draw(self, canvas: Canvas, sun: Sun) -> None:
        """Draw it."""
        ...

    def footprints(self) -> Iterator[tuple[Floats, float]]:
        """Outlines on the table and the heights to which they reach, for the shadow."""
        ...

    @property
    def middle(self) -> Floats:
        """Where it stands."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Prism:
    """An outline raised to a height: boxes, phones, dice, books."""

    outline: Floats  # n x 2, convex, clockwise on the table as seen from above
    height: float
    side: Color
    top: Pixels | Color  # a picture needs an outline of four
    gloss: int = 80

    @property
    def middle(self) -> Floats:
        """Where it stands."""
        return np.asarray(self.outline.mean(axis=0))

    def footprints(self) -> Iterator[tuple[Floats, float]]:
        """Yield its outline."""
        yield self.outline, self.height

    def draw(self, canvas: Canvas, sun: Sun) -> None:
        """Draw its sides towards the camera, then its top."""
        low = seen_on(canvas.camera.plane(0.0), self.outline)
        high = seen_on(canvas.camera.plane(self.height), self.outline)
        hull = convex(np.vstack([low, high]))
        cv2.fillConvexPoly(canvas.above, fixed(hull), 255, shift=4)
        canvas.fill(hull, shaded(self.side, AMBIENT))
        for i in range(len(self.outline)):
            j = (i + 1) % len(self.outline)
            face = np.array([high[i], high[j], low[j], low[i]])
            if _clockwise(face):
                along = self.outline[j] - self.outline[i]
                canvas.fill(face, shaded(self.side, facing(along[1], -along[0], sun)))
        if isinstance(self.top, tuple):
            canvas.fill(high, self.top)
        else:
            canvas.paste(self.top, high, high, self.gloss)


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """A shape from the lathe: cups, pawns, coins, rolls; its profile from bottom to top."""

    at: tuple[float, float]
    profile: tuple[tuple[float, float], ...]  # height and radius
    color: Color
    rim: Color | None = None  # the colour of its topmost face

    @property
    def middle(self) -> Floats:
        """Where it stands."""
        return np.array(self.at)

    def footprints(self) -> Iterator[tuple[Floats, float]]:
        """Yield its rings."""
        for height, radius in self.profile:
            yield self._ring(radius), height

    def draw(self, canvas: Canvas, sun: Sun) -> None:
        """Ring upon ring, each a little differently lit."""
        rings = [
            seen_on(canvas.camera.plane(height), self._ring(radius))
            for height, radius in self.profile
        ]
        for below, above in pairwise(rings):
            belt = convex(np.vstack([below, above]))
            canvas.fill(belt, shaded(self.color, 0.75))
            cv2.fillConvexPoly(canvas.above, fixed(belt), 255, shift=4)
            self._gleam(canvas, below, above, sun)
        canvas.fill(rings[-1], self.rim or shaded(self.color, 1.05))

    def _gleam(self, canvas: Canvas, below: Floats, above: Floats, sun: Sun) -> None:
        """Draw the strips of a belt, dark to light."""
        around = len(below)
        for i in range(0, around, 2):
            j = (i + 2) % around
            face = np.array([above[i], above[j], below[j], below[i]])
            if _clockwise(face):
                turn = 2 * np.pi * (i + 1) / around
                lit = facing(float(np.cos(turn)), float(np.sin(turn)), sun)
                canvas.fill(face, shaded(self.color, lit))

    def _ring(self, radius: float) -> Floats:
        turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        return np.column_stack([np.cos(turn), np.sin(turn)]) * radius + self.at


def draw_solids(canvas: Canvas, solids: list[Solid], sun: Sun, ground: float) -> None:
    """Draw shadows at height `ground`, then the solids."""
    if not solids:
        return
    shade = np.zeros_like(canvas.above)
    contact = np.zeros_like(canvas.above)
    plane = canvas.camera.plane(ground)
    for solid in solids:
        previous: Floats | None = None
        for outline, height in solid.footprints():
            shift = np.array(sun.shift) * max(0.0, height - ground)
            ends = [outline + shift, outline if previous is None else previous]
            hull = convex(seen_on(plane, np.vstack(ends)))
            cv2.fillConvexPoly(shade, fixed(hull), 255, shift=4)
            if previous is None:
                foot = convex(seen_on(plane, outline))
                cv2.fillConvexPoly(contact, fixed(foot), 255, shift=4)
            previous = outline + shift
    square = canvas.camera.square(np.asarray(np.mean([s.middle for s in solids], axis=0)))
    canvas.shade(shade, square * (0.02 + 0.12 * sun.softness), sun.depth)
    canvas.shade(contact, square * 0.06, sun.contact)
    row = canvas.camera.matrix[2]
    for solid in sorted(solids, key=lambda s: -float(row[[0, 1, 3]] @ (*s.middle, 1.0))):
        solid.draw(canvas, sun)


def facing(x: float, y: float, sun: Sun) -> float:
    """Return the brightness of an upright face towards x, y."""
    reach = float(np.hypot(*sun.shift)) or 1.0
    length = float(np.hypot(x, y)) or 1.0
    towards = -(x * sun.shift[0] + y * sun.shift[1]) / (reach * length)
    return AMBIENT + 0.45 * max(0.0, towards)


def shaded(color: Color, brightness: float) -> Color:
    """Darken the colour."""
    blue, green, red = color
    return blue * brightness, green * brightness, red * brightness


def convex(points: Floats) -> Floats:
    """Return the points' convex hull."""
    return cv2.convexHull(points.astype(np.float32))[:, 0].astype(np.float64)


def _clockwise(face: Floats) -> bool:
    x, y = face[:, 0], face[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) > 0
