"""Dominoes as hands lay them: a little off the grid, a little turned, with gaps."""

from dataclasses import dataclass, field, replace

import numpy as np

from kscan.game.kingdom import Cell, Kingdom
from kscan.lab.compose.camera import Floats
from kscan.lab.compose.play import LaidDomino, PlayedKingdom

UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
PIECE = -1  # the number of a single square of a whole board
CASTLE_TILE = 0  # the start tile's number beside those of the dominoes


@dataclass(frozen=True, slots=True, eq=False)
class LaidTile:
    """One tile on the table: its outline is drawn from the tile's own left top, clockwise."""

    number: int  # of the domino; CASTLE_TILE for the start tile
    cells: tuple[Cell, ...]  # one for each of the tile's squares, along its length
    outline: Floats  # 4 x 2, on the table


@dataclass(frozen=True, slots=True, eq=False)
class LaidKingdom:
    """A kingdom on the table and the even grid that fits its squares best."""

    kingdom: Kingdom
    tiles: tuple[LaidTile, ...]
    corners: Floats  # rows x cols x 4 x 2: of each square as it lies; not a number where empty
    grid: Floats  # 3 x 3: (col, row) -> table, a turn, a scale and a shift
    dominoes: tuple[LaidDomino, ...]
    strays: Floats = field(default_factory=lambda: np.eye(3))  # grid -> where its fields really lie


@dataclass(frozen=True, slots=True)
class Care:
    """How carefully people lay: all lengths in squares, the turn in radians."""

    gap: float
    stray: float  # the spread of dominoes about the grid
    turn: float
    most: float  # no square's middle lies further off the best grid


def lay(
    rng: np.random.Generator, played: PlayedKingdom, care: Care, angle: float, at: Floats
) -> LaidKingdom:
    """`played` on the table with its middle near `at`, turned by `angle`."""
    kingdom = played.kingdom
    middle = np.array([kingdom.cols, kingdom.rows]) / 2
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    pieces: list[tuple[int, tuple[Cell, ...]]] = [(d.number, d.cells) for d in played.dominoes]
    pieces += [(CASTLE_TILE, (cell,)) for cell in kingdom.castles]
    jitters = [(rng.normal(0, care.stray, 2), rng.normal(0, care.turn)) for _ in pieces]
    bow = rng.normal(0, care.stray / 4, (2, 3))
    for tamed in (1.0, 0.75, 0.5, 0.3, 0.15, 0.0):
        tiles = []
        for (number, cells), (shift, twist) in zip(pieces, jitters, strict=True):
            flat = _outline(cells, 1 + care.gap, tamed * shift, tamed * twist, middle)
            curved = flat + tamed * _bowed(flat, bow)
            tiles.append(LaidTile(number, cells, curved @ turn.T + at))
        corners = _corners(kingdom, tiles)
        grid = _best_grid(corners)
        if _stray(corners, grid) <= care.most * np.hypot(grid[0, 0], grid[1, 0]):
            break
    return LaidKingdom(kingdom, tuple(tiles), corners, grid, played.dominoes)


def lay_whole(kingdom: Kingdom, strays: Floats, angle: float, at: Floats) -> LaidKingdom:
    """Lay a photographed kingdom, cut by its even grid.

    `strays` (3 x 3) takes that grid to where the squares lie that the pieces show.
    """
    grid = np.eye(3)
    grid[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    grid[:2, 2] = at - grid[:2, :2] @ (np.array([kingdom.cols, kingdom.rows]) / 2)
    tiles = []
    for cell in kingdom.covered:
        outline = (UNIT + np.array([cell.col, cell.row])) @ grid[:2, :2].T + grid[:2, 2]
        tiles.append(LaidTile(PIECE, (cell,), outline))
    shown = [replace(tile, outline=_moved(tile.cells[0], grid @ strays)) for tile in tiles]
    return LaidKingdom(kingdom, tuple(tiles), _corners(kingdom, shown), grid, (), strays)


def _moved(cell: Cell, grid: Floats) -> Floats:
    """Return a grid cell's outline on the table."""
    ends = np.column_stack([UNIT + np.array([cell.col, cell.row]), np.ones(len(UNIT))]) @ grid.T
    return np.asarray(ends[:, :2] / ends[:, 2:])


def _outline(
    cells: tuple[Cell, ...], pitch: float, shift: Floats, twist: float, middle: Floats
) -> Floats:
    """Return a tile's outline, `cells[0]` at its left.

    About the kingdom's middle.
    """
    first, last = (np.array([c.col + 0.5, c.row + 0.5]) for c in (cells[0], cells[-1]))
    along = last - first if len(cells) == 2 else np.array([1.0, 0.0])
    across = np.array([-along[1], along[0]])
    length = len(cells)
    shape = (UNIT - 0.5) * (length, 1.0)
    cos, sin = np.cos(twist), np.sin(twist)
    turned = shape @ np.array([[cos, sin], [-sin, cos]])
    centre = ((first + last) / 2 - middle) * pitch
    return np.asarray(turned @ np.array([along, across]) + centre + shift)


def _bowed(points: Floats, bow: Floats) -> Floats:
    """Bend points by the accumulated error of laying."""
    x, y = points[:, :1] / 2.5, points[:, 1:] / 2.5
    return np.asarray(np.hstack([x * y, y * y, x * x]) @ bow.T * 0.5)


def _corners(kingdom: Kingdom, tiles: list[LaidTile]) -> Floats:
    corners = np.full((kingdom.rows, kingdom.cols, 4, 2), np.nan)
    for tile in tiles:
        for place, cell in enumerate(tile.cells):
            ends = np.array([place, place + 1]) / len(tile.cells)
            top = tile.outline[0] + np.outer(ends, tile.outline[1] - tile.outline[0])
            low = tile.outline[3] + np.outer(ends, tile.outline[2] - tile.outline[3])
            own = np.array([top[0], top[1], low[1], low[0]])
            corners[cell] = np.roll(own, _quarter_turns(tile.cells), axis=0)
    return corners


def _quarter_turns(cells: tuple[Cell, ...]) -> int:
    """By how many quarter turns clockwise the tile's own left top is turned from the grid's."""
    down, right = cells[-1].row - cells[0].row, cells[-1].col - cells[0].col
    return {(0, 1): 0, (1, 0): 1, (0, -1): 2, (-1, 0): 3}.get((down, right), 0)


def _best_grid(corners: Floats) -> Floats:
    """Fit an even grid to the laid corners.

    By turn, scale and shift.
    """
    rows, cols = np.nonzero(~np.isnan(corners[:, :, 0, 0]))
    even = (np.column_stack([cols, rows])[:, None] + UNIT).reshape(-1, 2)
    laid = corners[rows, cols].reshape(-1, 2)
    mean, target = even.mean(axis=0), laid.mean(axis=0)
    a = (even - mean) @ (1.0, 1j)
    b = (laid - target) @ (1.0, 1j)
    factor = np.vdot(a, b) / np.vdot(a, a)
    linear = np.array([[factor.real, -factor.imag], [factor.imag, factor.real]])
    grid = np.eye(3)
    grid[:2, :2] = linear
    grid[:2, 2] = target - linear @ mean
    return grid


def _stray(corners: Floats, grid: Floats) -> float:
    """Return the worst square's distance from the grid.

    In lengths of the table.
    """
    rows, cols = np.nonzero(~np.isnan(corners[:, :, 0, 0]))
    even = np.column_stack([cols + 0.5, rows + 0.5]) @ grid[:2, :2].T + grid[:2, 2]
    return float(np.linalg.norm(corners[rows, cols].mean(axis=1) - even, axis=1).max())
