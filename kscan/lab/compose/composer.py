"""From a recipe to a photo: what is laid, from where it is seen, in what light."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kscan.game.kingdom import Cell
from kscan.game.squares import CastleColor
from kscan.lab.compose.camera import Camera
from kscan.lab.compose.canvas import Canvas
from kscan.lab.compose.coverings import coverings
from kscan.lab.compose.editions import FINEST_PAINTING, TileSet
from kscan.lab.compose.figures import castle_on, king_at
from kscan.lab.compose.glare import drowned_by, with_glare
from kscan.lab.compose.hands import reach_in
from kscan.lab.compose.laying import CASTLE_TILE, PIECE, LaidKingdom, LaidTile
from kscan.lab.compose.layout import Layout, lay_out, look_at
from kscan.lab.compose.lens import developed, through_lens
from kscan.lab.compose.light import draw_lighting
from kscan.lab.compose.material import Material
from kscan.lab.compose.pictures import Pixels, relit, resized, to_light
from kscan.lab.compose.play import in_one_piece
from kscan.lab.compose.recipe import Hazard, Recipe
from kscan.lab.compose.room import Room
from kscan.lab.compose.solids import Solid, draw_solids
from kscan.lab.compose.sources import piece_of
from kscan.lab.compose.spare_tiles import loose_tiles, piles
from kscan.lab.compose.staging import Staging
from kscan.lab.compose.surfaces import Table, draw_floor, draw_table
from kscan.lab.compose.tables import choose_table
from kscan.lab.compose.things import lookalikes, things
from kscan.lab.compose.tiles import Cardboard, Sun, Tile, cast_shadows, draw_tiles, seen_on
from kscan.lab.compose.truth import Composed, Hiding, truth_of
from kscan.lab.painting import paint_any_back

LARGE = 1700  # photos with a longer side are drawn without a finer canvas, to stay affordable
FINER = 1.5  # pixels of the canvas to one of the photo, along a side


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """What one photo shows, before it is drawn."""

    layout: Layout
    camera: Camera  # of the canvas
    card: Cardboard
    sun: Sun
    tiles: TileSet
    side: int  # pixels of the canvas that a near square's side takes
    face_down: tuple[frozenset[Cell], ...]  # of each kingdom the squares whose back shows


def compose(
    rng: np.random.Generator, material: Material, recipe: Recipe, staging: Staging | None = None
) -> Composed:
    """Compose the recipe's photo, with all its truth."""
    layout = staging.layout if staging else lay_out(rng, recipe, material.boards)
    card = _cardboard(rng)
    if staging is not None and staging.look_at is not None:
        camera = staging.look_at(rng, layout, card.thickness)
    else:
        camera = look_at(rng, recipe, layout, card.thickness)
    finer = FINER if recipe.long_side <= LARGE else 1.0
    fine = camera.scaled(finer)
    side = _largest_square(fine, layout)
    tiles = material.tiles(rng, round(side / finer), layout.board, recipe.box)
    scene = _Scene(layout, fine, card, _sun(rng), tiles, side, _face_down(rng, recipe, layout))
    canvas = Canvas.blank(fine)
    lying = _draw(rng, material, recipe, scene, canvas, staging.table if staging else None)
    least = 0.4 * side / finer / tiles.detail if side > 1.1 * finer * tiles.detail else 0.0
    pixels, drowned = _photographed(rng, recipe, canvas, camera, least)
    hiding = Hiding(canvas.above, lying, drowned)
    truth = tuple(
        truth_of(camera, kingdom, card.thickness, hiding, layout.board, turned)
        for kingdom, turned in zip(layout.kingdoms, scene.face_down, strict=True)
    )
    return Composed(pixels, truth, recipe.hazards - _absent(layout), tiles.edition)


def _absent(layout: Layout) -> frozenset[Hazard]:
    """Difficulties that were asked for and that chance or the material did not give."""
    absent = {Hazard.WHOLE}
    if layout.board is not None:  # it is shown as it is, every domino of its game laid
        absent = {Hazard.HOLES, Hazard.LOOSE, Hazard.FACE_DOWN}
        if not layout.board.castle_standing:
            absent.add(Hazard.CASTLE)
    if all(in_one_piece(kingdom.kingdom.covered, corners=False) for kingdom in layout.kingdoms):
        absent.add(Hazard.CORNERS)
    return frozenset(absent)


def _face_down(
    rng: np.random.Generator, recipe: Recipe, layout: Layout
) -> tuple[frozenset[Cell], ...]:
    """Choose one or two dominoes lying on their faces.

    Return their squares.
    """
    turned: list[frozenset[Cell]] = [frozenset() for _ in layout.kingdoms]
    if recipe.has(Hazard.FACE_DOWN) and layout.board is None:
        which = int(rng.integers(len(turned)))
        dominoes = [tile.cells for tile in layout.kingdoms[which].tiles if len(tile.cells) == 2]
        count = min(len(dominoes), int(rng.choice((1, 2), p=(0.7, 0.3))))
        chosen = rng.permutation(len(dominoes))[:count]
        turned[which] = frozenset(cell for k in chosen for cell in dominoes[int(k)])
    return tuple(turned)


def _draw(
    rng: np.random.Generator,
    material: Material,
    recipe: Recipe,
    scene: _Scene,
    canvas: Canvas,
    table: Table | None,
) -> NDArray[np.uint8]:
    """Draw everything from below upwards; white where things or hands lie over a kingdom."""
    light, kingdoms = scene.tiles.light, list(scene.layout.kingdoms)
    points = np.vstack([np.empty((0, 2)), *(k.corners.reshape(-1, 2) for k in kingdoms)])
    points = points[~np.isnan(points[:, 0])]
    table = table or choose_table(rng, material, recipe, light, points)
    draw_table(canvas, table, rng)
    if table.edge is not None:
        draw_floor(canvas, choose_table(rng, material, Recipe(), light), table, rng)
    room = Room.around(rng, scene.camera, kingdoms, table.edge)
    printed = lookalikes(room, recipe, light)
    draw_solids(canvas, printed, scene.sun, 0.0)
    unused = list(scene.layout.unused)
    tiles = [
        tile
        for kingdom, turned in zip(kingdoms, scene.face_down, strict=True)
        for tile in _tiles(rng, scene, kingdom, turned)
    ]
    tiles += [
        Tile(laid.outline, scene.tiles.domino(laid.number, scene.side))
        for laid in scene.layout.beside
    ]
    tiles += loose_tiles(room, recipe, scene.tiles, scene.side, unused)
    tiles += piles(room, recipe, scene.tiles, scene.side, scene.card)
    cast_shadows(canvas, tiles, scene.card, scene.sun)
    draw_tiles(canvas, tiles, scene.card, scene.sun)
    standing = things(room, recipe, light, scene.side)
    standing += _figures(rng, recipe, scene, room)
    canvas.above[:] = 0
    draw_solids(canvas, standing, scene.sun, scene.card.thickness)
    below = canvas.above.copy()
    canvas.above[:] = 0
    top = scene.card.thickness
    lying = coverings(rng, recipe, kingdoms, top, light, scene.side)
    for one in lying:  # each casts its shadow on those below it
        draw_solids(canvas, [one], scene.sun, top)
    reach_in(rng, recipe, canvas, scene.side, light)
    over = canvas.above.copy()
    np.maximum(canvas.above, below, out=canvas.above)
    return over


def _photographed(
    rng: np.random.Generator, recipe: Recipe, canvas: Canvas, camera: Camera, least: float
) -> tuple[Pixels, Pixels]:
    """Light, project and develop the canvas.

    Return also, in white, what glare drowns.
    """
    size = camera.width, camera.height
    light = to_light(resized(canvas.pixels, *size))
    light = draw_lighting(rng, recipe, *size).on(light)
    glaring = with_glare(rng, recipe, light, resized(canvas.gloss, *size))
    drowned = drowned_by(light, glaring)
    return developed(rng, recipe, through_lens(rng, recipe, glaring, least)), drowned


def _cardboard(rng: np.random.Generator) -> Cardboard:
    grey = rng.uniform(90, 225)
    edge = np.clip(grey + rng.normal(0, 8, 3), 40, 250)
    return Cardboard(
        thickness=float(rng.uniform(0.022, 0.06)),
        corner=float(rng.uniform(0.005, 0.05)),
        edge=(float(edge[0]), float(edge[1]), float(edge[2])),
        rim=float(rng.choice((0.0, rng.uniform(0.008, 0.025)))),
        rim_light=float(rng.uniform(0.0, 0.7)),
        rim_dark=float(rng.uniform(0.0, 0.7)),
    )


def _sun(rng: np.random.Generator) -> Sun:
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 1.5)
    return Sun(
        (float(np.cos(angle) * reach), float(np.sin(angle) * reach)),
        softness=float(rng.uniform(0.1, 1.2)),
        depth=float(rng.uniform(0.25, 0.7)),
        contact=float(rng.uniform(0.3, 0.85)),
    )


def _largest_square(camera: Camera, layout: Layout) -> int:
    """Return a near square's side on the canvas, in pixels."""
    middle = np.array([[camera.width / 2, camera.height / 2]])
    largest = camera.square(camera.on_table(middle)[0])
    for kingdom in layout.kingdoms:
        squares = kingdom.corners.reshape(-1, 4, 2)
        squares = squares[~np.isnan(squares[:, 0, 0])]
        seen = seen_on(camera.plane(0.0), squares.reshape(-1, 2)).reshape(-1, 4, 2)
        sides = np.linalg.norm(seen - np.roll(seen, 1, axis=1), axis=2)
        largest = max(largest, float(np.quantile(sides, 0.9)))
    return int(np.clip(round(largest), 8, 600))


def _tiles(
    rng: np.random.Generator, scene: _Scene, kingdom: LaidKingdom, turned: frozenset[Cell]
) -> list[Tile]:
    """Print the kingdom's tiles."""
    even = int(rng.integers(60, 256))  # a game's tiles shine alike, but do not lie quite flat
    tiles = []
    for laid in kingdom.tiles:
        gloss = int(np.clip(even * rng.uniform(0.5, 1.4), 20, 255))
        bleed = 0.008 if laid.number == PIECE else 0.0
        if turned.issuperset(laid.cells):
            print_ = _back(rng, scene)
        else:
            print_ = _print(scene, kingdom, laid)
        tiles.append(Tile(laid.outline, print_, gloss, bleed=bleed))
    return tiles


def _back(rng: np.random.Generator, scene: _Scene) -> Pixels:
    """Print a domino's back, of this or any edition."""
    if rng.random() < 0.3:
        return scene.tiles.back(scene.side)
    fine = min(scene.side, FINEST_PAINTING)
    back = relit(paint_any_back(rng, fine), scene.tiles.light)
    return resized(back, 2 * scene.side, scene.side)


def _print(scene: _Scene, kingdom: LaidKingdom, laid: LaidTile) -> Pixels:
    if laid.number == PIECE and scene.layout.board is not None:
        return scene.tiles.piece(piece_of(scene.layout.board, laid.cells[0]), scene.side)
    if laid.number == CASTLE_TILE:
        return scene.tiles.start(_color(kingdom), scene.side)
    return scene.tiles.domino(laid.number, scene.side)


def _color(kingdom: LaidKingdom) -> CastleColor:
    return kingdom.kingdom[kingdom.kingdom.castles[0]].color or CastleColor.BLUE


def _figures(rng: np.random.Generator, recipe: Recipe, scene: _Scene, room: Room) -> list[Solid]:
    """Castles and kings."""
    figures: list[Solid] = []
    top, light, camera = scene.card.thickness, scene.tiles.light, scene.camera
    for kingdom in scene.layout.kingdoms:
        if recipe.has(Hazard.CASTLE) and scene.layout.board is None:
            figures.append(castle_on(rng, camera, kingdom, top, light))
        if recipe.has(Hazard.KINGS) and rng.random() < 0.25:
            cell = kingdom.kingdom.covered[int(rng.integers(len(kingdom.kingdom.covered)))]
            at = kingdom.corners[cell].mean(axis=0) + rng.normal(0, 0.2, 2)
            figures.append(king_at(rng, camera, at, top, _color(kingdom), light))
    if recipe.has(Hazard.KINGS):
        for _ in range(int(rng.integers(1, 6))):
            spot = room.place(0.45)
            if spot is not None:
                color = list(CastleColor)[int(rng.integers(4))]
                figures.append(king_at(rng, camera, spot, 0.0, color, light))
    return figures
