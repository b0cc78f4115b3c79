"""Tiles that belong to no kingdom: single ones, a row to choose from, backs, piles."""

from collections.abc import Callable

import numpy as np

from kscan.lab.compose.editions import TileSet
from kscan.lab.compose.pictures import Pixels
from kscan.lab.compose.recipe import Hazard, Recipe
from kscan.lab.compose.room import Room, rectangle
from kscan.lab.compose.tiles import Cardboard, Tile

DrawTile = Callable[[], Pixels]


def loose_tiles(
    room: Room, recipe: Recipe, tiles: TileSet, side: int, unused: list[int]
) -> list[Tile]:
    """Dominoes that belong to no kingdom, single or in a row to choose from."""
    rng, laid = room.rng, list[Tile]()
    if recipe.has(Hazard.LOOSE):
        for _ in range(int(rng.integers(1, 6 if recipe.kingdoms else 12))):
            if unused:
                laid += _single(room, lambda: tiles.domino(unused.pop(), side))
        if unused and rng.random() < 0.4:
            laid += _row(room, lambda: tiles.domino(unused.pop(), side), min(4, len(unused)))
    if recipe.has(Hazard.BACKS):
        for _ in range(int(rng.integers(1, 5 if recipe.kingdoms else 10))):
            laid += _single(room, lambda: tiles.back(side))
        if rng.random() < 0.6:
            laid += _row(room, lambda: tiles.back(side), 4)
    return laid


def piles(room: Room, recipe: Recipe, tiles: TileSet, side: int, card: Cardboard) -> list[Tile]:
    """Stacks of dominoes that lie on their faces."""
    if not recipe.has(Hazard.BACKS) or room.rng.random() < 0.4:
        return []
    spot = room.place(1.2)
    if spot is None:
        return []
    angle = room.rng.uniform(0, np.pi)
    return [
        Tile(
            rectangle(spot + room.rng.normal(0, 0.03, 2), 2, 1, angle + room.rng.normal(0, 0.03)),
            tiles.back(side),
            base=level * card.thickness,
        )
        for level in range(int(room.rng.integers(2, 12)))
    ]


def _single(room: Room, draw: DrawTile) -> list[Tile]:
    spot = room.place(1.12)
    if spot is None:
        return []
    angle = room.rng.uniform(0, 2 * np.pi)
    return [Tile(rectangle(spot, 2, 1, angle), draw(), int(room.rng.integers(60, 256)))]


def _row(room: Room, draw: DrawTile, count: int) -> list[Tile]:
    """Dominoes side by side with gaps, as they lie to be chosen."""
    rng = room.rng
    pitch = 1 + float(rng.uniform(0.12, 0.5))
    spot = room.place(pitch * count / 2 + 0.3)
    if spot is None:
        return []
    angle = rng.uniform(0, 2 * np.pi)
    across = np.array([-np.sin(angle), np.cos(angle)]) * pitch
    return [
        Tile(
            rectangle(
                spot + across * (place - (count - 1) / 2) + rng.normal(0, 0.04, 2),
                2,
                1,
                angle + rng.normal(0, 0.03),
            ),
            draw(),
        )
        for place in range(count)
    ]
