"""Things that lie on a kingdom or against it: paper, cards, cloth, phones, mugs, boxes, glasses."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from kscan.lab.compose.camera import Floats
from kscan.lab.compose.canvas import Canvas, fixed
from kscan.lab.compose.laying import LaidKingdom
from kscan.lab.compose.pictures import Pixels, relit
from kscan.lab.compose.recipe import COVERING, Hazard, Recipe
from kscan.lab.compose.room import rectangle
from kscan.lab.compose.solids import Color, Solid, Turned, convex, facing, shaded
from kscan.lab.compose.tiles import Sun, seen_on
from kscan.lab.painting import paint_paper
from kscan.lab.painting.pen import blob_outline

# Width and depth in squares: the least and the most of each. A square is four centimetres.
_SIZES: dict[Hazard, tuple[tuple[float, float], tuple[float, float]]] = {
    Hazard.NOTE: ((0.8, 3.6), (0.8, 3.2)),
    Hazard.PAD: ((1.6, 3.0), (1.6, 4.2)),
    Hazard.CARD: ((0.9, 1.7), (1.3, 2.6)),
    Hazard.PHONE: ((1.5, 2.0), (3.0, 4.0)),
    Hazard.COASTER: ((1.6, 2.8), (1.6, 2.8)),
    Hazard.NAPKIN: ((1.2, 4.0), (1.2, 4.0)),
    Hazard.SHEET: ((0.7, 3.0), (0.7, 3.0)),
    Hazard.CARTON: ((0.8, 2.6), (0.8, 3.2)),
    Hazard.MUG: ((1.5, 2.4), (1.5, 2.4)),
    Hazard.SHADES: ((3.0, 3.8), (1.1, 1.5)),
    Hazard.BANKNOTE: ((1.4, 1.9), (3.0, 4.0)),
    Hazard.PLATE: ((2.5, 5.0), (2.5, 5.0)),
}
_PRINTS: dict[Hazard, tuple[str, ...]] = {
    Hazard.NOTE: ("note",),
    Hazard.PAD: ("pad",),
    Hazard.CARD: ("card",),
    Hazard.PHONE: ("screen",),
    Hazard.COASTER: ("coaster",),
    Hazard.NAPKIN: ("napkin",),
    Hazard.SHEET: ("land", "land", "pattern", "picture"),
    Hazard.CARTON: ("carton",),
    Hazard.BANKNOTE: ("banknote",),
    Hazard.PLATE: ("plate",),
}
_HEIGHTS = {Hazard.PHONE: (0.15, 0.28), Hazard.CARTON: (0.2, 1.6), Hazard.COASTER: (0.01, 0.12)}
_FLAT = (0.004, 0.03)  # squares: how thick paper and card are, or how far they stand off
_ALIGNED = 0.4  # of the things lie along the squares, so that they hide some whole
_BESIDE = 0.15  # of them lie across the kingdom's outline
_FINE = 360  # pixels of a print's longer side at most


@dataclass(frozen=True, slots=True, eq=False)
class Slab:
    """A print of any convex outline, raised from one height to another."""

    corners: Floats  # 4 x 2: where the print's corners would lie
    outline: Floats  # n x 2, convex
    base: float
    height: float  # of its top
    side: Color
    print: Pixels
    gloss: int = 60

    @property
    def middle(self) -> Floats:
        """Where it lies."""
        return np.asarray(self.outline.mean(axis=0))

    def footprints(self) -> Iterator[tuple[Floats, float]]:
        """Yield its outline."""
        yield self.outline, self.height

    def draw(self, canvas: Canvas, sun: Sun) -> None:
        """Draw its sides as one body, then its top."""
        top = canvas.camera.plane(self.height)
        low, high = (seen_on(p, self.outline) for p in (canvas.camera.plane(self.base), top))
        body = convex(np.vstack([low, high]))
        cv2.fillConvexPoly(canvas.above, fixed(body), 255, shift=4)
        away = self.middle - canvas.camera.eye[:2]
        canvas.fill(body, shaded(self.side, facing(-float(away[0]), -float(away[1]), sun)))
        canvas.paste(self.print, seen_on(top, self.corners), high, self.gloss)


@dataclass(frozen=True, slots=True, eq=False)
class Cutout:
    """A print of any outline, thin, which may be seen through in places."""

    corners: Floats  # 4 x 2
    height: float
    print: Pixels
    shape: Pixels  # height x width: how opaque it is
    solid: int  # from this opacity on it hides what is below

    @property
    def middle(self) -> Floats:
        """Where it lies."""
        return np.asarray(self.corners.mean(axis=0))

    def footprints(self) -> Iterator[tuple[Floats, float]]:
        """Yield its middle part: its shadow is soft anyway."""
        yield self.middle + (self.corners - self.middle) * 0.85, self.height

    def draw(self, canvas: Canvas, sun: Sun) -> None:  # noqa: ARG002
        """Draw it as far as it is opaque."""
        seen = seen_on(canvas.camera.plane(self.height), self.corners)
        canvas.paste_cut(self.print, self.shape, seen, self.solid)


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """Where one thing lies."""

    rng: np.random.Generator
    at: Floats
    wide: float
    deep: float
    angle: float
    ground: float  # the height that it lies on
    light: Floats
    side: int  # pixels that a square takes

    @property
    def corners(self) -> Floats:
        return rectangle(self.at, self.wide, self.deep, self.angle)

    def print(self, names: Sequence[str]) -> Pixels:
        """Print one of these kinds, as finely as visible."""
        zoom = min(self.side * 1.2, _FINE / max(self.wide, self.deep))
        size = (max(24, round(self.deep * zoom)), max(24, round(self.wide * zoom)))
        name = names[int(self.rng.integers(len(names)))]
        return relit(paint_paper(self.rng, *size, name), self.light)


def coverings(
    rng: np.random.Generator,
    recipe: Recipe,
    kingdoms: Sequence[LaidKingdom],
    top: float,
    light: Floats,
    side: int,
) -> list[Solid]:
    """Make one to three things of each kind.

    Those that the recipe names; kingdoms' tops lie at `top`.
    """
    found: list[Solid] = []
    for hazard in sorted(recipe.hazards & COVERING, key=lambda one: one.value):
        if hazard not in _SIZES or not kingdoms:
            continue
        for _ in range(int(rng.choice((1, 2, 3), p=(0.65, 0.25, 0.1)))):
            kingdom = kingdoms[int(rng.integers(len(kingdoms)))]
            place = _placed(rng, hazard, kingdom, top, light, side)
            make = _MAKERS.get(hazard)
            found.append(make(place) if make else _flat(place, hazard))
    return found


def _placed(
    rng: np.random.Generator,
    hazard: Hazard,
    kingdom: LaidKingdom,
    top: float,
    light: Floats,
    side: int,
) -> _Place:
    """Choose a place on the kingdom.

    Askew anywhere, along its squares, or across its outline.
    """
    (least, most), (low, high) = _SIZES[hazard]
    wide, deep = float(rng.uniform(least, most)), float(rng.uniform(low, high))
    if hazard in (Hazard.COASTER, Hazard.MUG, Hazard.PLATE):
        deep = wide
    if rng.random() < 0.5:
        wide, deep = deep, wide
    size = np.array([kingdom.kingdom.cols, kingdom.kingdom.rows])
    spot, turn = rng.uniform(0.3, size - 0.3), rng.uniform(0, 2 * np.pi)
    if rng.random() < _ALIGNED:
        turn = rng.normal(0, 0.03)
        wide, deep = (round(a + 0.2) + rng.uniform(-0.1, 0.25) for a in (wide, deep))
        wide, deep = max(wide, 0.9), max(deep, 0.9)
        odd = np.array([round(wide) % 2, round(deep) % 2]) / 2
        spot = np.round(spot - odd) + odd + rng.normal(0, 0.06, 2)
    elif rng.random() < _BESIDE:
        axis = int(rng.integers(2))
        spot[axis] = rng.choice((-0.6, size[axis] + 0.6))
    grid = kingdom.grid
    at = grid[:2, :2] @ spot + grid[:2, 2]
    angle = turn + float(np.arctan2(grid[1, 0], grid[0, 0]))
    return _Place(rng, at, wide, deep, float(angle), top, light, side)


def _flat(place: _Place, hazard: Hazard) -> Solid:
    """Make a flat thing of the kind's thickness.

    A sheet, a card, a phone, a box: square or round.
    """
    rng, corners = place.rng, place.corners
    outline = corners
    round_ = hazard is Hazard.PLATE or (hazard is Hazard.COASTER and rng.random() < 0.6)
    if round_:
        outline = _ellipse(place)
    elif hazard in (Hazard.CARD, Hazard.PHONE, Hazard.COASTER):
        outline = _rounded(corners, float(rng.uniform(0.05, 0.25)))
    print_ = place.print(_PRINTS[hazard])
    raised = float(rng.uniform(*_HEIGHTS.get(hazard, _FLAT)))
    edge = print_.reshape(-1, 3).mean(axis=0) * rng.uniform(0.6, 1.0)
    side = (float(edge[0]), float(edge[1]), float(edge[2]))
    gloss = 220 if hazard in (Hazard.PHONE, Hazard.PLATE) else int(rng.integers(0, 160))
    return Slab(corners, outline, place.ground, place.ground + raised, side, print_, gloss)


def _napkin(place: _Place) -> Solid:
    """Cloth that does not lie quite flat: its outline bends."""
    rng, print_ = place.rng, place.print(_PRINTS[Hazard.NAPKIN])
    high, wide = print_.shape[:2]
    outline = blob_outline(rng, (wide / 2, high / 2), (wide / 2.2, high / 2.2), 0.2, 14)
    box = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
    steps = np.linspace(0, 1, 8, endpoint=False)[:, None]
    sides = np.vstack([box[i] + steps * (box[(i + 1) % 4] - box[i]) for i in range(4)])
    bent = sides + rng.normal(0, 0.02 * min(high, wide), sides.shape)
    shape = np.zeros((high, wide), np.uint8)
    points = outline if rng.random() < 0.3 else bent
    cv2.fillPoly(shape, [np.rint(points).astype(np.int32)], 255, cv2.LINE_AA)
    return Cutout(place.corners, place.ground + 0.05, print_, shape, 128)


def _shades(place: _Place) -> Solid:
    """Sunglasses or glasses: two lenses that let more or less through, a frame, its arms."""
    rng, high, wide = place.rng, 130, 340
    if place.deep > place.wide:  # lenses lie along the longer side
        place = _Place(
            rng, place.at, place.deep, place.wide, place.angle, place.ground, place.light, 0
        )
    dark = rng.uniform(5, 60, 3) * np.sqrt(place.light)
    print_ = np.full((high, wide, 3), dark, np.uint8)
    shape = np.zeros((high, wide), np.uint8)
    lens = int(rng.choice((rng.uniform(20, 90), rng.uniform(190, 255))))
    size = (int(rng.uniform(55, 72)), int(rng.uniform(40, 58)))
    for x in (85, 255):
        cv2.ellipse(shape, (x, 62), size, 0, 0, 360, lens, -1, cv2.LINE_AA)
        cv2.ellipse(shape, (x, 62), size, 0, 0, 360, 255, int(rng.integers(4, 14)), cv2.LINE_AA)
    cv2.line(shape, (85 + size[0], 50), (255 - size[0], 50), 255, 7, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.line(shape, (18, 50), (int(rng.uniform(60, 330)), 118), 255, 8, cv2.LINE_AA)
    return Cutout(place.corners, place.ground + 0.25, print_, shape, 150)


def _mug(place: _Place) -> Solid:
    """Make a filled mug, glass, bowl or candle."""
    rng, radius = place.rng, place.wide / 2
    height = place.ground + float(rng.uniform(0.3, 2.4))
    base, inner = (
        np.clip(rng.uniform(20, 250) + rng.normal(0, 50, 3), 5, 250) * np.sqrt(place.light)
        for _ in range(2)
    )
    color = (float(base[0]), float(base[1]), float(base[2]))
    rim = (float(inner[0]), float(inner[1]), float(inner[2]))
    foot = float(rng.uniform(0.7, 1.05)) * radius
    profile = ((place.ground, foot), (height, radius), (height, radius * 0.9))
    return Turned((float(place.at[0]), float(place.at[1])), profile, color, rim)


def _ellipse(place: _Place) -> Floats:
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    half = np.column_stack([np.cos(turn) * place.wide, np.sin(turn) * place.deep]) / 2
    cos, sin = np.cos(place.angle), np.sin(place.angle)
    return np.asarray(half @ np.array([[cos, sin], [-sin, cos]]) + place.at)


def _rounded(corners: Floats, radius: float) -> Floats:
    """Round the rectangle's corners."""
    points = []
    for i in range(4):
        before, after = corners[i - 1] - corners[i], corners[(i + 1) % 4] - corners[i]
        before, after = before / np.linalg.norm(before), after / np.linalg.norm(after)
        arc = np.linspace(0, np.pi / 2, 5)[:, None]
        points.append(
            corners[i] + radius * ((1 - np.sin(arc)) * before + (1 - np.cos(arc)) * after)
        )
    return np.vstack(points)


_MAKERS: dict[Hazard, Callable[[_Place], Solid]] = {
    Hazard.NAPKIN: _napkin,
    Hazard.SHADES: _shades,
    Hazard.MUG: _mug,
}
