"""Which table a photo has: photographed, painted, white, dark, with squares of its own."""

from colorsys import hsv_to_rgb
from dataclasses import replace

import numpy as np

from kscan.lab.compose.camera import Floats
from kscan.lab.compose.material import Material
from kscan.lab.compose.pictures import Pixels, mean_light, read_picture, relit
from kscan.lab.compose.recipe import Hazard, Recipe
from kscan.lab.compose.surfaces import SIDE, Table, edge_beside, grown
from kscan.lab.painting import paint_box, paint_surface

# What is painted for a difficulty, and how many squares the painting spans.
_PAINTED: dict[Hazard, tuple[tuple[str, ...], tuple[float, float]]] = {
    Hazard.WOOD: (("planks", "wood"), (8.0, 26.0)),
    Hazard.CARPET: (("carpet", "lawn"), (6.0, 20.0)),
    Hazard.CHECKERED: (("checkered", "checkered", "tiled"), (10.0, 26.0)),
    Hazard.MAT: (("cutting_mat",), (10.0, 24.0)),
    Hazard.POSTER: (("newspaper", "scattered", "striped", "box"), (10.0, 26.0)),
    Hazard.WHITE_TABLE: (("white",), (10.0, 30.0)),
    Hazard.DARK_TABLE: (("dark",), (10.0, 30.0)),
}
ENDING = 0.15  # the share of tables of which an edge may be in view
_PLAIN = ("wood", "planks", "carpet", "concrete", "cloth", "plain", "tiled", "marble", "striped")
_TABLES = tuple(_PAINTED)


def choose_table(
    rng: np.random.Generator,
    material: Material,
    recipe: Recipe,
    light: Floats,
    points: Floats | None = None,
) -> Table:
    """Choose a table for the photo, in its light.

    It may end beyond the `points` on it.
    """
    table = _endless(rng, material, recipe, light)
    if points is None or not len(points) or rng.random() > ENDING:
        return table
    return replace(table, edge=edge_beside(rng, points))


def _endless(rng: np.random.Generator, material: Material, recipe: Recipe, light: Floats) -> Table:
    kind = next((hazard for hazard in _TABLES if recipe.has(hazard)), None)
    gloss = int(rng.choice((0, 0, 0, 70, 140)))
    if kind in (Hazard.WHITE_TABLE, Hazard.DARK_TABLE, Hazard.CARPET) and _photographed(
        rng, material
    ):
        return Table(relit(_toned(rng, material, kind), light), _scale(rng), gloss)
    if kind is None and _photographed(rng, material):
        return Table(grown(rng, relit(_any(rng, material), light)), _scale(rng), gloss)
    names, spans = (_PLAIN, (8.0, 26.0)) if kind is None else _PAINTED[kind]
    name = names[int(rng.integers(len(names)))]
    side = SIDE + 256
    print_ = paint_box(rng, side) if name == "box" else paint_surface(rng, side, side, name)
    return Table(relit(print_, light), float(rng.uniform(*spans)) / side, gloss)


def _photographed(rng: np.random.Generator, material: Material) -> bool:
    return bool(material.surfaces) and (not material.paintings or rng.random() < 0.7)


def _scale(rng: np.random.Generator) -> float:
    """Squares to a pixel of a photographed surface."""
    return float(rng.uniform(2.0, 7.0)) / 255


def _any(rng: np.random.Generator, material: Material) -> Pixels:
    picture = read_picture(material.surfaces[int(rng.integers(len(material.surfaces)))])
    return _dyed(rng, picture) if material.dyed and rng.random() < material.dyed else picture


def _dyed(rng: np.random.Generator, picture: Pixels) -> Pixels:
    """Dye the surface in another colour.

    That of a terrain as well as any.
    """
    light = mean_light(picture)
    dye = np.array(hsv_to_rgb(rng.random(), rng.uniform(0.2, 0.95), 1.0)) ** 2
    brightness = np.clip(light.mean() * rng.uniform(0.5, 2.0), 0.01, 0.6)
    return relit(picture, np.clip(brightness * dye / dye.mean() / (light + 0.003), 0.0, 12.0))


def _toned(rng: np.random.Generator, material: Material, kind: Hazard) -> Pixels:
    """Tone an even photographed surface to this brightness.

    The evenest of a few.
    """
    picture = min((_any(rng, material) for _ in range(4)), key=_unevenness)
    if kind is Hazard.CARPET:
        return grown(rng, picture)
    bright = rng.uniform(0.6, 0.95) if kind is Hazard.WHITE_TABLE else rng.uniform(0.004, 0.05)
    light = mean_light(picture)
    grey = light.mean() * (light / light.mean()) ** rng.uniform(0.3, 1.0)
    return grown(rng, relit(picture, bright * grey / light / grey.mean()))


def _unevenness(picture: Pixels) -> float:
    small = picture[16::32, 16::32].astype(np.float64)
    return float(small.std(axis=(0, 1)).max())
