"""What else lies about: the box, cups, dice, phones, books, printed sheets and boards."""

import cv2
import numpy as np

from kscan.lab.compose.camera import Floats
from kscan.lab.compose.pictures import Pixels, relit
from kscan.lab.compose.recipe import LOOKALIKES, Hazard, Recipe
from kscan.lab.compose.room import Room, rectangle
from kscan.lab.compose.solids import Color, Prism, Solid, Turned
from kscan.lab.painting import paint_box, paint_surface

PRINTS = ("newspaper", "scattered", "music", "spreadsheet", "plain", "cloth")


def things(room: Room, recipe: Recipe, light: Floats, side: int) -> list[Solid]:
    """Place the box and other things around."""
    rng, found = room.rng, list[Solid]()
    if recipe.has(Hazard.BOX):
        found += _box(room, light, side)
    if recipe.has(Hazard.OBJECTS):
        kinds = (_dice, _cup, _phone, _coin, _pencil, _book)
        for _ in range(int(rng.integers(1, 5))):
            found += kinds[int(rng.integers(len(kinds)))](room, light)
    return found


def lookalikes(room: Room, recipe: Recipe, light: Floats) -> list[Solid]:
    """Place printed sheets and boards in mid-view.

    They have a grid of their own.
    """
    found: list[Solid] = []
    for name in (hazard.value for hazard in LOOKALIKES if recipe.has(hazard)):
        rng = room.rng
        size = np.array([room.camera.width, room.camera.height])
        spot = room.camera.on_table(rng.uniform(0.35, 0.65, (1, 2)) * size)[0]
        wide = float(rng.uniform(5, 11))
        ratio = 1.0 if name == "chessboard" else float(rng.uniform(0.7, 1.4))
        outline = rectangle(spot, wide, wide * ratio, rng.uniform(0, 2 * np.pi))
        print_ = relit(paint_surface(rng, round(800 * ratio), 800, name), light)
        height = float(rng.uniform(0.01, 0.3)) if name == "chessboard" else 0.01
        found.append(Prism(outline, height, (90.0, 110.0, 130.0), print_))
        room.taken.append((float(spot[0]), float(spot[1]), wide * 0.7))
    return found


def _box(room: Room, light: Floats, side: int) -> list[Solid]:
    rng = room.rng
    wide, deep = rng.uniform(4.0, 7.0), rng.uniform(4.0, 6.0)
    spot = room.place(float(max(wide, deep)) * 0.55)
    if spot is None:
        return []
    lid = relit(paint_box(rng, int(np.clip(side * 4, 200, 700))), light)
    outline = rectangle(spot, wide, deep, rng.uniform(0, 2 * np.pi))
    mean = lid.reshape(-1, 3).mean(axis=0) * 0.8
    height = float(rng.uniform(0.3, 1.6))
    return [Prism(outline, height, (mean[0], mean[1], mean[2]), lid, gloss=110)]


def _dice(room: Room, light: Floats) -> list[Solid]:
    rng, size = room.rng, float(room.rng.uniform(0.3, 0.55))
    spot = room.place(size)
    if spot is None:
        return []
    color = _color(rng, light)
    outline = rectangle(spot, size, size, rng.uniform(0, np.pi))
    return [Prism(outline, size, color, _pips(rng, color))]


def _pips(rng: np.random.Generator, color: Color) -> Pixels:
    face = np.full((48, 48, 3), color, np.uint8)
    ink = (20.0, 20.0, 20.0) if sum(color) > 350 else (240.0, 240.0, 240.0)
    for x in (12, 24, 36):
        for y in (12, 24, 36):
            if rng.random() < 0.4:
                cv2.circle(face, (x, y), 5, ink, -1, cv2.LINE_AA)
    return face


def _cup(room: Room, light: Floats) -> list[Solid]:
    rng = room.rng
    radius, height = float(rng.uniform(0.7, 1.2)), float(rng.uniform(0.8, 2.2))
    spot = room.place(radius * 1.2)
    if spot is None:
        return []
    at = (float(spot[0]), float(spot[1]))
    color, drink = _color(rng, light), _color(rng, light)
    sides = ((0.0, radius * 0.8), (height * 0.5, radius * 0.93), (height, radius))
    cup = Turned(at, sides, color)
    inside = Turned(at, ((height, radius * 0.92),), drink, rim=drink)
    return [cup, inside]


def _phone(room: Room, light: Floats) -> list[Solid]:
    rng = room.rng
    spot = room.place(1.9)
    if spot is None:
        return []
    screen = float(rng.uniform(5, 60))
    color = _color(rng, light) if rng.random() < 0.4 else (screen, screen, screen)
    outline = rectangle(spot, 3.6, 1.75, rng.uniform(0, np.pi))
    return [Prism(outline, 0.2, (60.0, 60.0, 60.0), color, gloss=255)]


def _coin(room: Room, light: Floats) -> list[Solid]:
    spot = room.place(0.4)
    if spot is None:
        return []
    radius = float(room.rng.uniform(0.2, 0.32))
    color = _color(room.rng, light)
    return [Turned((float(spot[0]), float(spot[1])), ((0.0, radius), (0.05, radius)), color)]


def _pencil(room: Room, light: Floats) -> list[Solid]:
    spot = room.place(1.2)
    if spot is None:
        return []
    rng = room.rng
    outline = rectangle(spot, rng.uniform(2.0, 4.5), 0.2, rng.uniform(0, np.pi))
    color = _color(rng, light)
    return [Prism(outline, 0.2, color, color, gloss=150)]


def _book(room: Room, light: Floats) -> list[Solid]:
    rng = room.rng
    wide, deep = float(rng.uniform(2.5, 6.0)), float(rng.uniform(2.5, 5.0))
    spot = room.place(max(wide, deep) * 0.55)
    if spot is None:
        return []
    print_ = relit(paint_surface(rng, 300, 360, PRINTS[int(rng.integers(len(PRINTS)))]), light)
    outline = rectangle(spot, wide, deep, rng.uniform(0, 2 * np.pi))
    return [Prism(outline, float(rng.uniform(0.01, 0.5)), (200.0, 210.0, 215.0), print_)]


def _color(rng: np.random.Generator, light: Floats) -> Color:
    """Any colour, in this light."""
    grey = rng.uniform(20, 250)
    color = np.clip(grey + rng.normal(0, 45, 3), 5, 255) * np.sqrt(light)
    return float(color[0]), float(color[1]), float(color[2])
