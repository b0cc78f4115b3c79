"""Grids of squares that are no kingdom: floors, quilts, other games' tiles, pictures, letters."""

from collections.abc import Callable

import cv2
import numpy as np

from kscan.lab.painting import tabletops
from kscan.lab.painting.colors import Bgr, drawn, mixed, shaded
from kscan.lab.painting.grain import Ground, lay_ground
from kscan.lab.painting.look import Look, Materials
from kscan.lab.painting.pen import Image, Pen, blob_outline
from kscan.lab.painting.style import FEATURES, MOTIFS

Patch = Callable[[np.random.Generator, int], Image]

_CLOTHS = (tabletops.cloth, tabletops.striped, tabletops.checkered, tabletops.plain)
_ANY = (0.0, 360.0)


def paint_foreign_grid(rng: np.random.Generator, side: int, kind: str) -> Image:
    """Paint a grid of squares on a ground, `side` x `side` x 3, of one of FOREIGN_GRIDS."""
    patches = FOREIGN_GRIDS[kind](rng)
    ground = _ground(rng, side)
    count = int(rng.integers(5, 11))  # along a side
    rows, cols = (count, count) if rng.random() < 0.5 else rng.integers(3, count + 1, 2)
    pitch = side // count
    joint = int(pitch * rng.choice((0.0, 0.01, 0.03, 0.08)))
    missing = rng.random() * 0.3 if rng.random() < 0.4 else 0.0
    top, left = (side - rows * pitch) // 2, (side - cols * pitch) // 2
    for row in range(rows):
        for col in range(cols):
            if rng.random() < missing:
                continue
            patch = patches[int(rng.integers(len(patches)))](rng, pitch - joint)
            y, x = top + row * pitch, left + col * pitch
            ground[y : y + pitch - joint, x : x + pitch - joint] = patch
    return ground


def _ground(rng: np.random.Generator, side: int) -> Image:
    if rng.random() < 0.5:  # a joint's colour, dark or light
        return np.full((side, side, 3), drawn(rng, _ANY, (0.0, 0.3), (0.05, 1.0)), np.uint8)
    paint = (tabletops.wood, tabletops.plain, tabletops.carpet, tabletops.concrete)
    return paint[int(rng.integers(len(paint)))](rng, side, side)


def _floor(rng: np.random.Generator) -> list[Patch]:
    """Tiles of one to three colours, some with an ornament, all alike."""
    colors = [drawn(rng, _ANY, (0.0, 0.6), (0.3, 0.95)) for _ in range(int(rng.integers(1, 4)))]
    ornament = int(rng.integers(1 << 31)) if rng.random() < 0.5 else None
    ink = drawn(rng, _ANY, (0.2, 0.9), (0.1, 0.9))

    def tile(color: Bgr) -> Patch:
        def paint(rng: np.random.Generator, side: int) -> Image:
            tone = shaded(color, float(rng.uniform(0.92, 1.08)))
            pixels = tabletops.toned(rng, tone, side, side, "clouds", 0.1)
            if ornament is not None:
                _rosette(Pen.on(pixels, side), np.random.default_rng(ornament), ink)
            return pixels

        return paint

    return [tile(color) for color in colors]


def _rosette(pen: Pen, rng: np.random.Generator, ink: Bgr) -> None:
    """Draw an ornament that looks the same after a quarter turn."""
    for _ in range(int(rng.integers(1, 4))):
        x, y, size = rng.uniform(0.0, 0.4), rng.uniform(0.0, 0.4), rng.uniform(0.05, 0.25)
        color = mixed(ink, (255.0, 255.0, 255.0), float(rng.random()))
        corners = int(rng.integers(3, 12))
        for turn in range(4):
            quarter = pen.at(0.5, 0.5, 1.0, 90.0 * turn)
            quarter.polygon(
                blob_outline(np.random.default_rng(corners), (x, y), (size, size)), color
            )


def _quilt(rng: np.random.Generator) -> list[Patch]:
    """Pieces of a few cloths."""
    seeds = [int(seed) for seed in rng.integers(1 << 31, size=int(rng.integers(3, 9)))]

    def piece(seed: int) -> Patch:
        paint = _CLOTHS[seed % len(_CLOTHS)]
        zoom = 1 + seed // 7 % 3
        whole = paint(np.random.default_rng(seed), 512, 512)

        def cut(rng: np.random.Generator, side: int) -> Image:
            size = min(side * zoom, 512)
            y, x = rng.integers(0, 513 - size, 2)
            seen = whole[y : y + size, x : x + size]
            return np.asarray(cv2.resize(seen, (side, side), interpolation=cv2.INTER_AREA))

        return cut

    return [piece(seed) for seed in seeds]


def _other_game(rng: np.random.Generator) -> list[Patch]:
    """Landscapes of a game that nobody made: roads, walls, plants and houses on any ground."""
    materials = Materials.random(rng)
    number = int(rng.integers(3, 8))
    looks = [_any_look(rng, materials) for _ in range(number)]
    road = drawn(rng, (20, 60), (0.0, 0.4), (0.6, 1.0)) if rng.random() < 0.6 else None

    def land(look: Look) -> Patch:
        def paint(rng: np.random.Generator, side: int) -> Image:
            pixels = lay_ground(rng, look.ground, side, side)
            pen = Pen.on(pixels, side, shaded(look.plant, 0.4))
            for _ in range(int(rng.poisson(look.density))):
                x, y = rng.uniform(0.1, 0.9, 2)
                name = look.motifs[int(rng.integers(len(look.motifs)))]
                MOTIFS[name](pen.at(x, y, look.motif_size), rng, look)
            if rng.random() < look.feature_share:
                name = look.features[int(rng.integers(len(look.features)))]
                FEATURES[name](pen.at(0.5, 0.5, look.feature_size), rng, look)
            if road is not None and rng.random() < 0.7:
                ends = [(0.0, 0.5), (0.5, 0.5), (1.0, 0.5) if rng.random() < 0.5 else (0.5, 1.0)]
                pen.line(ends, road, 0.14)
            return pixels

        return paint

    return [land(look) for look in looks]


def _any_look(rng: np.random.Generator, materials: Materials) -> Look:
    color = drawn(rng, _ANY, (0.1, 0.9), (0.3, 0.95))
    grains = ("clouds", "speckle", "fibres", "ripples", "patches", "cells")
    coarse, fine = (grains[int(k)] for k in rng.integers(len(grains), size=2))
    ground = Ground(
        dark=shaded(color, 0.7),
        middle=color,
        light=shaded(color, 1.3),
        grain=coarse,
        coarseness=float(rng.uniform(0.3, 1.5)),
        fine=fine,
        fine_coarseness=float(rng.uniform(0.2, 0.6)),
        fine_share=float(rng.uniform(0.0, 0.6)),
        contrast=float(rng.uniform(0.1, 0.8)),
    )
    plant = drawn(rng, _ANY, (0.2, 0.9), (0.2, 0.9))
    names, large = list(MOTIFS), list(FEATURES)
    return Look(
        ground=ground,
        plant=plant,
        plant_light=shaded(plant, 1.3),
        accent=drawn(rng, _ANY, (0.3, 1.0), (0.4, 1.0)),
        shadow=shaded(color, 0.5),
        materials=materials,
        motifs=tuple(names[int(k)] for k in rng.integers(len(names), size=2)),
        features=tuple(large[int(k)] for k in rng.integers(len(large), size=2)),
        density=float(rng.uniform(0, 12)),
        bare_share=0.2,
        motif_size=float(rng.uniform(0.1, 0.35)),
        feature_size=float(rng.uniform(0.3, 0.7)),
        feature_share=float(rng.uniform(0, 0.8)),
    )


def _pictures(rng: np.random.Generator) -> list[Patch]:
    """Small pictures, each another: a sky, a ground, a few things."""
    del rng

    def picture(rng: np.random.Generator, side: int) -> Image:
        above, below = (drawn(rng, _ANY, (0.0, 0.8), (0.2, 1.0)) for _ in range(2))
        shares = np.linspace(0.0, 1.0, side)[:, None, None] ** rng.uniform(0.5, 3.0)
        rows = np.array(above) * (1 - shares) + np.array(below) * shares
        pixels = np.ascontiguousarray(np.broadcast_to(rows, (side, side, 3)).astype(np.uint8))
        pen = Pen.on(pixels, side)
        for _ in range(int(rng.integers(1, 6))):
            x, y, size = rng.uniform(0, 1), rng.uniform(0, 1), rng.uniform(0.05, 0.35)
            color = drawn(rng, _ANY, (0.0, 1.0), (0.0, 1.0))
            pen.blob(rng, (x, y), (size, size * rng.uniform(0.4, 1.5)), color)
        return pixels

    return [picture]


def _letters(rng: np.random.Generator) -> list[Patch]:
    """Letters or figures on squares of a few colours, as of word games and calendars."""
    grounds = [drawn(rng, _ANY, (0.0, 0.7), (0.4, 1.0)) for _ in range(int(rng.integers(1, 5)))]
    ink = drawn(rng, _ANY, (0.0, 0.5), (0.0, 0.35))
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if rng.random() < 0.5 else "0123456789"

    def sign(rng: np.random.Generator, side: int) -> Image:
        color = grounds[int(rng.integers(len(grounds)))]
        pixels = tabletops.toned(rng, color, side, side, "fibres", 0.08)
        if rng.random() < 0.85:
            text = signs[int(rng.integers(len(signs)))]
            at, scale = (side // 4, side * 3 // 4), side / 42
            cv2.putText(pixels, text, at, 0, scale, ink, max(1, side // 16), cv2.LINE_AA)
        return pixels

    return [sign]


FOREIGN_GRIDS: dict[str, Callable[[np.random.Generator], list[Patch]]] = {
    "floor": _floor,
    "quilt": _quilt,
    "other_game": _other_game,
    "pictures": _pictures,
    "letters": _letters,
}
