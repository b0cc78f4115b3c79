"""Card castles: notched walls slotted into each other, open above or roofed, in space."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kscan.game.squares import CastleColor
from kscan.lab.painting.colors import WHITE, Bgr, drawn, mixed, shaded, varied
from kscan.lab.painting.pen import Image
from kscan.lab.painting.solid import Face, Floats, Sprite, View, turned
from kscan.lab.painting.start import player_color


@dataclass(frozen=True, slots=True)
class _Build:
    """The plan of one castle; lengths in squares."""

    inset: float  # the walls' distance from the middle
    reach: float  # half the walls' length: beyond the inset they stick out
    low: float
    high: float
    battlements: int
    stone: Bgr
    edge: Bgr
    paint: Bgr  # the player's colour
    sky: Bgr
    light: float  # the direction that the light comes from
    printed: bool


def paint_castle(color: CastleColor, rng: np.random.Generator, size: int, view: View) -> Image:
    """Paint a 3D castle, seen from the camera at `view`.

    BGR and opacity, 5 x 5 squares of `size`; the castle's own square is the middle one. The picture
    lies in the plane of the table: laid with the table's homography it leans and hides what the
    castle would lean over and hide.
    """
    build = _plan(color, rng)
    turn = rng.normal(0.0, 0.06) + rng.integers(4) * np.pi / 2
    if rng.random() < 0.3:
        turn += rng.uniform(-0.5, 0.5)
    shift = np.append(rng.normal(0.0, 0.04, 2), 0.0)
    faces = [
        Face(
            turned(face.points, turn) + shift,
            face.color,
            face.edge,
            tuple((turned(mark, turn) + shift, c) for mark, c in face.marks),
            tuple((turned(patch, turn) + shift, c) for patch, c in face.patches),
            face.depth,
        )
        for face in _faces(build, rng)
    ]
    sprite = Sprite(size)
    away = np.array([np.cos(build.light), np.sin(build.light)]) * rng.uniform(0.1, 0.5)
    grounds = [np.asarray(f.points[:, :2] + f.points[:, 2:] * away) for f in faces]
    sprite.shadow(grounds, rng.uniform(0.2, 0.55))
    sprite.draw(faces, view, rng.uniform(0.012, 0.03))
    return sprite.reduced()


def _plan(color: CastleColor, rng: np.random.Generator) -> _Build:
    stone = drawn(rng, (200, 225), (0.1, 0.4), (0.3, 0.7))
    if rng.random() < 0.25:
        stone = drawn(rng, (20, 230), (0.02, 0.35), (0.35, 0.85))
    inset = rng.uniform(0.26, 0.38)
    low = rng.uniform(0.3, 0.6)
    return _Build(
        inset=inset,
        reach=min(inset + rng.uniform(0.05, 0.16), 0.48),
        low=low,
        high=low + rng.uniform(0.0, 0.45),
        battlements=int(rng.integers(0, 5)),
        stone=stone,
        edge=mixed(stone, WHITE, rng.uniform(0.0, 0.5)),
        paint=player_color(color, rng),
        sky=drawn(rng, (200, 220), (0.3, 0.7), (0.5, 0.85)),
        light=rng.uniform(0, 2 * np.pi),
        printed=bool(rng.random() < 0.7),
    )


def _faces(build: _Build, rng: np.random.Generator) -> list[Face]:
    """Four walls, each in three parts so that they can be ordered, and perhaps roofs."""
    faces: list[Face] = []
    heights = (build.high, build.low, rng.uniform(build.low, build.high), build.low)
    for side in range(4):
        tone = 0.75 + 0.25 * np.cos(side * np.pi / 2 - build.light)
        for face in _wall(build, heights[side], tone, rng):
            faces.append(_quarter(face, side))
    roof = rng.random()
    if roof < 0.3:
        faces += _hip_roof(build, rng)
    elif roof < 0.55:
        faces += _towers(build, rng)
    return faces


def _quarter(face: Face, side: int) -> Face:
    angle = side * np.pi / 2
    return Face(
        turned(face.points, angle),
        face.color,
        face.edge,
        tuple((turned(mark, angle), color) for mark, color in face.marks),
        tuple((turned(patch, angle), color) for patch, color in face.patches),
        face.depth,
    )


def _upright(outline: list[tuple[float, float]], y: float) -> Floats:
    """Return a card's outline (along and up) standing at `y`."""
    flat = np.asarray(outline, dtype=np.float64)
    return np.column_stack([flat[:, 0], np.full(len(flat), y), flat[:, 1]])


def _wall(build: _Build, top: float, tone: float, rng: np.random.Generator) -> list[Face]:
    a, b, y = build.inset, build.reach, build.inset
    stone = shaded(varied(rng, build.stone, 0.1), tone)
    outline = [(-a, 0.0), (a, 0.0), *_top_line(build, a, top)]
    marks = []
    for z in np.arange(0.1, top - 0.05, 0.12):
        marks.append((_upright([(-a, z), (a, z)], y), shaded(stone, 0.8)))
    patches = _print(build, top, y, tone, rng) if build.printed else ()
    middle = Face(_upright(outline, y), stone, shaded(build.edge, tone), tuple(marks), patches)
    ends = [
        Face(
            _upright([(s * a, 0.0), (s * b, 0.0), (s * b, top * 0.8), (s * a, top * 0.85)], y),
            stone,
            shaded(build.edge, tone),
        )
        for s in (-1, 1)
    ]
    return [middle, *ends]


def _top_line(build: _Build, a: float, top: float) -> list[tuple[float, float]]:
    """Return the upper edge from right to left: notched, stepped or plain."""
    count = build.battlements
    if count == 0:
        return [(a, top), (-a, top)]
    if count == 1:
        return [(a, top * 0.85), (a / 2, top * 0.85), (a / 2, top), (-a / 2, top),
                (-a / 2, top * 0.85), (-a, top * 0.85)]  # fmt: skip
    xs = np.linspace(a, -a, 2 * count)
    line: list[tuple[float, float]] = []
    for place, (x0, x1) in enumerate(pairwise(xs)):
        z = top if place % 2 == 0 else top * 0.86
        line += [(float(x0), z), (float(x1), z)]
    return line


def _print(
    build: _Build, top: float, y: float, tone: float, rng: np.random.Generator
) -> tuple[tuple[Floats, Bgr], ...]:
    """Draw the print on a card.

    Sky, roofs in the player's colour, a gate.
    """
    a = build.inset * 0.85
    patches = [
        (_upright([(-a, top * 0.4), (a, top * 0.4), (a, top * 0.82), (-a, top * 0.82)], y),
         shaded(build.sky, tone)),
    ]  # fmt: skip
    for x in rng.uniform(-a * 0.7, a * 0.7, int(rng.integers(1, 4))):
        w, z = a * 0.25, rng.uniform(0.45, 0.6) * top
        roof = [(x - w, z), (x + w, z), (x, z + 0.25 * top)]
        patches.append((_upright(roof, y), shaded(build.paint, tone)))
        body = [
            (x - w * 0.8, z),
            (x + w * 0.8, z),
            (x + w * 0.8, 0.3 * top),
            (x - w * 0.8, 0.3 * top),
        ]
        patches.append((_upright(body, y), shaded(build.stone, tone * 1.2)))
    if rng.random() < 0.6:
        gate = [(-0.08, 0.0), (0.08, 0.0), (0.08, top * 0.3), (0.0, top * 0.4), (-0.08, top * 0.3)]
        patches.append((_upright(gate, y), shaded(build.stone, 0.35)))
    return tuple(patches)


def _hip_roof(build: _Build, rng: np.random.Generator) -> list[Face]:
    a, z = build.inset * rng.uniform(0.8, 1.15), build.low
    peak = (0.0, 0.0, z + rng.uniform(0.15, 0.5))
    corners = [(-a, -a, z), (a, -a, z), (a, a, z), (-a, a, z)]
    return [
        Face(
            np.array([corners[k], corners[(k + 1) % 4], peak]),
            shaded(build.paint, 0.7 + 0.12 * k),
            shaded(build.paint, 0.5),
            depth=-0.3,
        )
        for k in range(4)
    ]


def _towers(build: _Build, rng: np.random.Generator) -> list[Face]:
    """Small towers on the corners with pointed roofs."""
    faces: list[Face] = []
    radius, body = rng.uniform(0.07, 0.12), build.high + rng.uniform(0.0, 0.15)
    ring = np.linspace(0, 2 * np.pi, 9)
    for x in (-build.inset, build.inset):
        for y in (-build.inset, build.inset):
            for a0, a1 in pairwise(ring):
                p, q = ((x + radius * np.cos(t), y + radius * np.sin(t)) for t in (a0, a1))
                tone = 0.75 + 0.25 * np.cos(a0 - build.light)
                side = [(*p, 0.0), (*q, 0.0), (*q, body), (*p, body)]
                faces.append(Face(np.array(side), shaded(build.stone, tone)))
                tip = [(*p, body), (*q, body), (x, y, body + 2.2 * radius)]
                faces.append(Face(np.array(tip), shaded(build.paint, tone), depth=-0.1))
    return faces
