"""From a recipe to a photo: what is laid, from where it is seen, in what light."""

import numpy as np

from kscan.game.squares import CastleColor
from kscan.training.compose.camera import Camera, Floats, aim
from kscan.training.compose.canvas import Canvas
from kscan.training.compose.laying import CASTLE_TILE, Care, LaidKingdom, lay
from kscan.training.compose.lens import developed, through_lens
from kscan.training.compose.light import draw_lighting
from kscan.training.compose.material import Material
from kscan.training.compose.pictures import read_picture, relit, resized, to_light
from kscan.training.compose.play import PlayedKingdom, play, with_discards
from kscan.training.compose.recipe import Hazard, Recipe
from kscan.training.compose.surfaces import Table, draw_table, grown
from kscan.training.compose.tiles import Cardboard, Sun, Tile, cast_shadows, draw_tiles, seen_on
from kscan.training.compose.truth import Composed, ComposedKingdom

FINER = 1.5  # pixels of the canvas to one of the photo, along a side


def compose(rng: np.random.Generator, material: Material, recipe: Recipe) -> Composed:
    """The photo that the recipe asks for, and all that is true of it."""
    kingdoms = _laid(rng, recipe)
    width, height = _frame(rng, recipe)
    card = Cardboard(thickness=float(rng.uniform(0.025, 0.05)))
    camera = _camera(rng, recipe, kingdoms, card, width, height)
    fine = camera.scaled(FINER)
    canvas = Canvas.blank(fine)
    tiles, lights = _tiles(rng, material, kingdoms, fine)
    draw_table(canvas, _table(rng, material, lights), rng)
    sun = _sun(rng)
    cast_shadows(canvas, tiles, card, sun)
    draw_tiles(canvas, tiles, card)
    scene = resized(canvas.pixels, width, height)
    light = draw_lighting(rng, recipe, width, height).on(to_light(scene))
    pixels = developed(rng, recipe, through_lens(rng, recipe, light))
    truth = tuple(_truth(camera, kingdom, card) for kingdom in kingdoms)
    return Composed(pixels, truth, recipe.hazards)


def _laid(rng: np.random.Generator, recipe: Recipe) -> list[LaidKingdom]:
    """The game, each kingdom laid on the table."""
    colors = [list(CastleColor)[i] for i in rng.permutation(4)[: recipe.kingdoms]]
    played = play(rng, recipe.size, colors, complete=not recipe.has(Hazard.HOLES))
    most = 0.08 if recipe.has(Hazard.MISLAID) else 0.04
    stray = most * float(rng.uniform(0.1, 0.5))
    care = Care(float(rng.uniform(0.0, 1.2) * stray), stray, stray * 0.5, most)
    laid: list[LaidKingdom] = []
    base = rng.uniform(0, 2 * np.pi)
    for index, kingdom in enumerate(_discarded(rng, recipe, played)):
        reach = recipe.size * 0.78
        spot = np.array([index % 2, index // 2]) * 2 * reach + rng.normal(0, 0.3, 2)
        angle = base + rng.integers(4) * np.pi / 2 + rng.normal(0, 0.15)
        laid.append(lay(rng, kingdom, care, float(angle), spot))
    return laid


def _discarded(
    rng: np.random.Generator, recipe: Recipe, played: tuple[PlayedKingdom, ...]
) -> list[PlayedKingdom]:
    if not (recipe.has(Hazard.HOLES) or recipe.has(Hazard.CORNERS)):
        return list(played)
    most = 10 if recipe.size == 7 else 5
    corners = recipe.has(Hazard.CORNERS)
    return [
        with_discards(rng, kingdom, int(rng.integers(1, most + 1)), corners=corners)
        for kingdom in played
    ]


def _frame(rng: np.random.Generator, recipe: Recipe) -> tuple[int, int]:
    ratio = float(rng.choice((4 / 3, 4 / 3, 16 / 9, 1.0)))
    short = round(recipe.long_side / ratio)
    return (recipe.long_side, short) if rng.random() < 0.5 else (short, recipe.long_side)


def _camera(
    rng: np.random.Generator,
    recipe: Recipe,
    kingdoms: list[LaidKingdom],
    card: Cardboard,
    width: int,
    height: int,
) -> Camera:
    flat = np.vstack(
        [k.corners.reshape(-1, 2) for k in kingdoms] or [np.array([[-3.0, -3], [3, 3]])]
    )
    flat = flat[~np.isnan(flat[:, 0])]
    points = np.column_stack([flat, np.full(len(flat), card.thickness)])
    low, high = (20, 45) if recipe.has(Hazard.TILT) else (0, 20)
    return aim(
        points,
        width=width,
        height=height,
        focal=float(rng.uniform(0.68, 1.5)),
        tilt=float(np.radians(rng.uniform(low, high))),
        azimuth=float(rng.uniform(0, 2 * np.pi)),
        fill=float(rng.uniform(0.55, 0.97)),
        offset=(float(rng.uniform(-0.9, 0.9)), float(rng.uniform(-0.9, 0.9))),
    )


def _tiles(
    rng: np.random.Generator, material: Material, kingdoms: list[LaidKingdom], camera: Camera
) -> tuple[list[Tile], Floats]:
    side = _detail(camera, kingdoms)
    box = material.tiles(rng, round(side / FINER))
    tiles = []
    for kingdom in kingdoms:
        for laid in kingdom.tiles:
            if laid.number == CASTLE_TILE:
                color = kingdom.kingdom[laid.cells[0]].color or CastleColor.BLUE
                print_ = box.start(color, side)
            else:
                print_ = box.domino(laid.number, side)
            tiles.append(Tile(laid.outline, print_, int(rng.integers(120, 256))))
    return tiles, box.light


def _detail(camera: Camera, kingdoms: list[LaidKingdom]) -> int:
    """How many pixels of the canvas the largest square's side takes."""
    largest = 8.0
    for kingdom in kingdoms:
        squares = kingdom.corners.reshape(-1, 4, 2)
        squares = squares[~np.isnan(squares[:, 0, 0])]
        seen = seen_on(camera.plane(0.0), squares.reshape(-1, 2)).reshape(-1, 4, 2)
        sides = np.linalg.norm(seen - np.roll(seen, 1, axis=1), axis=2)
        largest = max(largest, float(np.quantile(sides, 0.9)))
    return min(600, round(largest))


def _table(rng: np.random.Generator, material: Material, light: Floats) -> Table:
    path = material.surfaces[int(rng.integers(len(material.surfaces)))]
    picture = grown(rng, relit(read_picture(path), light))
    return Table(picture, float(rng.uniform(2.0, 7.0)) / 255, int(rng.choice((0, 0, 60, 120))))


def _sun(rng: np.random.Generator) -> Sun:
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 1.5)
    return Sun(
        (float(np.cos(angle) * reach), float(np.sin(angle) * reach)),
        softness=float(rng.uniform(0.2, 1.5)),
        depth=float(rng.uniform(0.25, 0.7)),
        contact=float(rng.uniform(0.3, 0.8)),
    )


def _truth(camera: Camera, laid: LaidKingdom, card: Cardboard) -> ComposedKingdom:
    plane = camera.plane(card.thickness)
    shape = laid.corners.shape
    squares = seen_on(plane, laid.corners.reshape(-1, 2)).reshape(shape)
    homography = plane @ laid.grid
    covered = ~np.isnan(squares[:, :, 0, 0])
    inside = _inside(squares, camera)
    return ComposedKingdom(
        laid.kingdom,
        homography / homography[2, 2],
        squares,
        np.where(covered, inside, 0.0),
        np.where(covered, inside, 0.0),
        laid.dominoes,
    )


def _inside(squares: Floats, camera: Camera) -> Floats:
    """The share of each square that is within the frame, from a grid of places on it."""
    steps = (np.arange(8) + 0.5) / 8
    u, v = np.meshgrid(steps, steps)
    weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=-1)
    places = np.einsum("ijk,rckd->rcijd", weights, squares)
    x, y = places[..., 0], places[..., 1]
    within = (x > -0.5) & (y > -0.5) & (x < camera.width - 0.5) & (y < camera.height - 0.5)
    return np.asarray(within.mean(axis=(2, 3)))
