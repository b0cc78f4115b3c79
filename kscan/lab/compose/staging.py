"""Layouts and views that chance seldom gives: close neighbours, games in progress, far corners."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kscan.game.box import BASE
from kscan.game.kingdom import LARGEST
from kscan.game.squares import CastleColor
from kscan.lab.compose.camera import Camera, Floats, aim
from kscan.lab.compose.laying import Care, LaidKingdom, LaidTile, lay
from kscan.lab.compose.layout import Layout
from kscan.lab.compose.play import PlayedKingdom, play, with_discards
from kscan.lab.compose.surfaces import Table
from kscan.lab.painting.foreign_grids import paint_foreign_grid

LookAt = Callable[[np.random.Generator, Layout, float], Camera]
_NUMBERS = tuple(int(domino.back) for domino in BASE.dominoes)
_LENGTH, _HEIGHT = 2.0, 1.0  # of a domino, in squares
_TURN = 0.02  # radians by which neighbours differ in direction
_CARE = Care(0.01, 0.015, 0.008, 0.04)


@dataclass(frozen=True, slots=True, eq=False)
class Staging:
    """What lies on the table, and from where it is seen; None: as the recipe has it."""

    layout: Layout
    look_at: LookAt | None = None
    table: Table | None = None


def neighbours(rng: np.random.Generator, size: int, gap: float) -> Layout:
    """Lay two kingdoms of one game side by side, `gap` squares apart."""
    first, second = played(rng, size, 2)
    away = (first.kingdom.cols + second.kingdom.cols) / 2 + gap
    slide = rng.uniform(-0.5, 0.5) * size
    laid = (
        lay(rng, first, _CARE, 0.0, np.zeros(2)),
        lay(rng, second, _CARE, float(rng.normal(0, _TURN)), np.array([away, slide])),
    )
    return _turned(rng, laid)


def beside_a_row(rng: np.random.Generator, size: int, gap: float) -> Layout:
    """Lay a kingdom, and the dominoes to draw from in a row `gap` squares beside it."""
    (kingdom,) = played(rng, size, 1)
    laid = lay(rng, kingdom, _CARE, 0.0, np.zeros(2))
    unused = _unused((kingdom,))
    lengthwise = rng.random() < 0.5  # dominoes point at the kingdom, or lie along it
    wide, high = (_LENGTH, _HEIGHT) if lengthwise else (_HEIGHT, _LENGTH)
    pitch = high + float(rng.uniform(0.0, 0.25))
    count, angle = int(rng.integers(3, 5)), float(rng.normal(0, _TURN))
    left = kingdom.kingdom.cols / 2 + gap
    top = rng.uniform(-0.5, 0.5) * size - pitch * (count - 1) / 2
    row = tuple(
        LaidTile(number, (), _rectangle(left + wide / 2, top + k * pitch, lengthwise, angle))
        for k, number in enumerate(unused[:count])
    )
    return _turned(rng, (laid,), row)


def wider_than_seven(rng: np.random.Generator) -> Layout:
    """Lay one kingdom of 8 to 18 dominoes that was built without a limit to its grid."""
    while True:
        (kingdom,) = play(rng, int(rng.integers(8, 11)), _colors(rng, 1))
        surplus = len(kingdom.dominoes) - int(rng.integers(8, 19))
        kept = with_discards(rng, kingdom, max(surplus, 0), corners=False)
        if max(kept.kingdom.rows, kept.kingdom.cols) > LARGEST:
            return _turned(rng, (lay(rng, kept, _CARE, 0.0, np.zeros(2)),))


def on_foreign_grid(rng: np.random.Generator, kind: str) -> Staging:
    """Lay no kingdom, on a table with squares of `kind` that belong to none."""
    side = 1024
    print_ = paint_foreign_grid(rng, side, kind)
    return Staging(Layout((), ()), None, Table(print_, float(rng.uniform(6.0, 14.0)) / side))


def in_progress(rng: np.random.Generator, dominoes: int) -> Layout:
    """Lay a start tile with so many dominoes."""
    (kingdom,) = play(rng, 5, _colors(rng, 1))
    early = with_discards(rng, kingdom, len(kingdom.dominoes) - dominoes, corners=False)
    return _turned(rng, (lay(rng, early, _CARE, 0.0, np.zeros(2)),))


def alone(rng: np.random.Generator, size: int) -> Layout:
    """Lay one finished kingdom."""
    (kingdom,) = played(rng, size, 1)
    return _turned(rng, (lay(rng, kingdom, _CARE, 0.0, np.zeros(2)),))


def played(rng: np.random.Generator, size: int, count: int) -> tuple[PlayedKingdom, ...]:
    """Play a game to its end, half of the time with gaps."""
    return play(rng, size, _colors(rng, count), complete=bool(rng.random() < 0.5))


def from_afar(share: float, long_side: int) -> LookAt:
    """Look at a kingdom that spans `share` of the frame's short side."""
    return lambda rng, layout, height: aim(
        _points(layout, height),
        width=long_side,
        height=long_side * 3 // 4,
        focal=float(rng.uniform(0.7, 1.2)),
        tilt=float(np.radians(rng.uniform(0, 20))),
        azimuth=float(rng.uniform(0, 2 * np.pi)),
        fill=share,
        offset=_offset(rng, 0.8),
    )


def leaning(low: float, high: float, long_side: int) -> LookAt:
    """Look from a tilt of `low` to `high` degrees at a kingdom that shows a corner first."""

    def look(rng: np.random.Generator, layout: Layout, height: float) -> Camera:
        grid = layout.kingdoms[0].grid
        corner = np.arctan2(grid[1, 0], grid[0, 0]) + np.pi / 4
        tilt, focal = np.radians(rng.uniform(low, high)), float(rng.uniform(0.8, 1.3))
        for _ in range(6):
            camera = aim(
                _points(layout, height),
                width=long_side,
                height=long_side * 3 // 4,
                focal=focal,
                tilt=float(tilt),
                azimuth=float(corner + rng.integers(4) * np.pi / 2 + rng.normal(0, 0.1)),
                fill=float(rng.uniform(0.7, 0.9)),
                offset=_offset(rng, 0.3),
            )
            if camera.sees_table():
                break
            focal *= 1.25  # a longer lens keeps the horizon out of the frame
        return camera

    return look


def cut_off(low: float, high: float, long_side: int) -> LookAt:
    """Look at a kingdom whose sparsest outer row the frame cuts by `low` to `high` of a square."""

    def look(rng: np.random.Generator, layout: Layout, height: float) -> Camera:
        kingdom = layout.kingdoms[0]
        points = _points(layout, height)
        camera = aim(
            points,
            width=long_side,
            height=long_side * 3 // 4,
            focal=float(rng.uniform(0.8, 1.3)),
            tilt=float(np.radians(rng.uniform(0, 8))),
            azimuth=_upright(rng),
            fill=float(rng.uniform(0.8, 0.95)),
            offset=(0.0, 0.0),
        )
        turn = _roll(camera, kingdom)
        camera = Camera(turn @ camera.matrix, camera.width, camera.height)
        seen = camera.pixels(_row(kingdom, height))
        low_y, high_y = seen[:, 1].min(), seen[:, 1].max()
        keep = 1.0 - float(rng.uniform(low, high))
        return camera.shifted(0.0, camera.height - (low_y + keep * (high_y - low_y)))

    return look


def sparse_row(rng: np.random.Generator, size: int) -> Layout:
    """Lay one kingdom whose last row has one to three squares."""
    while True:
        (kingdom,) = play(rng, size, _colors(rng, 1))
        discarded = with_discards(rng, kingdom, int(rng.integers(0, 4)), corners=False)
        for turned in range(4):
            if 1 <= _last_row(discarded, turned) <= 3:
                angle = turned * np.pi / 2
                return Layout((lay(rng, discarded, _CARE, angle, np.zeros(2)),), ())


def _last_row(played: PlayedKingdom, turned: int) -> int:
    """Count the squares of the row that comes last after so many quarter turns clockwise."""
    kingdom = played.kingdom
    for _ in range(turned):
        kingdom = kingdom.turned()
    return sum(cell.row == kingdom.rows - 1 for cell in kingdom.covered)


def _row(kingdom: LaidKingdom, height: float) -> Floats:
    """Return the corners (n x 3) of the squares that lie lowest on the table."""
    squares = kingdom.corners.reshape(-1, 4, 2)
    squares = squares[~np.isnan(squares[:, 0, 0])]
    middles = squares.mean(axis=1)[:, 1]
    last = squares[middles > middles.max() - 0.5].reshape(-1, 2)
    return np.column_stack([last, np.full(len(last), height)])


def _upright(rng: np.random.Generator) -> float:
    return float(rng.normal(0, 0.05))


def _roll(camera: Camera, kingdom: LaidKingdom) -> Floats:
    """Turn the picture about its middle so that the table's last row lies low in it."""
    middle = kingdom.corners.reshape(-1, 2)
    middle = middle[~np.isnan(middle[:, 0])].mean(axis=0)
    ends = camera.pixels(np.array([[*middle, 0.0], [middle[0], middle[1] + 1.0, 0.0]]))
    down = ends[1] - ends[0]
    angle = np.pi / 2 - np.arctan2(down[1], down[0])
    cos, sin = np.cos(angle), np.sin(angle)
    centre = np.array([camera.width / 2, camera.height / 2])
    turn = np.eye(3)
    turn[:2, :2] = [[cos, -sin], [sin, cos]]
    turn[:2, 2] = centre - turn[:2, :2] @ centre
    return turn


def _turned(
    rng: np.random.Generator, laid: tuple[LaidKingdom, ...], row: tuple[LaidTile, ...] = ()
) -> Layout:
    """Return everything as it lies: which way is up, the camera says."""
    used = {domino.number for kingdom in laid for domino in kingdom.dominoes}
    used |= {tile.number for tile in row}
    unused = [n for n in _NUMBERS if n not in used]
    return Layout(laid, tuple(int(n) for n in rng.permutation(unused)), beside=row)


def _unused(kingdoms: tuple[PlayedKingdom, ...]) -> list[int]:
    used = {domino.number for kingdom in kingdoms for domino in kingdom.dominoes}
    return [number for number in _NUMBERS if number not in used]


def _colors(rng: np.random.Generator, count: int) -> list[CastleColor]:
    return [list(CastleColor)[i] for i in rng.permutation(4)[:count]]


def _points(layout: Layout, height: float) -> Floats:
    """Return the corners (n x 3) of every square of every kingdom."""
    flat = np.vstack([kingdom.corners.reshape(-1, 2) for kingdom in layout.kingdoms])
    flat = flat[~np.isnan(flat[:, 0])]
    return np.column_stack([flat, np.full(len(flat), height)])


def _offset(rng: np.random.Generator, most: float) -> tuple[float, float]:
    return float(rng.uniform(-most, most)), float(rng.uniform(-most, most))


def _rectangle(x: float, y: float, lengthwise: bool, angle: float) -> Floats:
    """Return the outline of a domino around a place, its first half to the left or on top."""
    half = np.array([[-1.0, -0.5], [1.0, -0.5], [1.0, 0.5], [-1.0, 0.5]])
    turn = angle + (0.0 if lengthwise else np.pi / 2)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(half @ np.array([[cos, sin], [-sin, cos]]) + (x, y))
