"""Which pictures of a data folder make which editions of tiles."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from kscan.game.box import BASE
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import CastleColor, Square, parse_square
from kscan.lab import by_eye, dataset
from kscan.lab.compose.camera import Floats
from kscan.lab.compose.editions import SCANNED, Edition, Picture
from kscan.lab.compose.pictures import Pixels, read_picture

# Boards of which the fields lie on the even grid: the others stray by up to 15 of 100 pixels.
STRAYING = frozenset(f"{n}.jpg" for n in (*range(25, 31), *range(56, 64)))
# The share of a label's single squares that is kept, those that were cut out best.
WELL_CUT = 0.6
CROWN_MARGIN = 6  # pixels from a square's edge within which no crown is printed
MOST_LOST = 0.4  # of a side, from top, bottom, left and right: what lost more has lost crowns
ODDEST = 15.0  # pixels of badly cut margin that a corner of another colour counts for
OUTER = 0.19  # of a crop's side: so far in may the square's own edge lie
EDGE = 0.14  # the change of colour over two rows that is an edge and not the light's course


def from_squares(
    crops: Iterable[dataset.LabelledSquare], colors: Mapping[str, CastleColor]
) -> list[Edition]:
    """Make an edition of each session's squares.

    Castles of unknown colour are left out.
    """
    sessions: dict[str, dict[str, list[Picture]]] = defaultdict(lambda: defaultdict(list))
    for crop in crops:
        label = str(crop.square)
        if crop.square.castle:
            if crop.file.name not in colors:
                continue
            label = f"C{colors[crop.file.name].value}"
        sessions[crop.session][label].append(Picture(crop.file))
    return [
        Edition(f"session {name}", _well_cut(labels), {}, upright=False, detail=63)
        for name, labels in sessions.items()
    ]


def from_art(data: Path) -> Edition:
    """Make the edition of flat scans."""
    squares: dict[str, list[Picture]] = defaultdict(list)
    for file, square in dataset.art(data):
        squares[str(square)].append(Picture(file))
    return Edition(SCANNED, dict(squares), {}, upright=True, detail=300)


def from_boards(boards: Iterable[dataset.LabelledBoard]) -> list[Edition]:
    """Make an edition of each game's boards.

    Squares and whole dominoes, boards with their castles away.
    """
    games: dict[str, list[dataset.LabelledBoard]] = defaultdict(list)
    for board in boards:
        if not board.castle_standing:
            games[board.game].append(board)
    return [_of_game(name, game) for name, game in games.items()]


def _of_game(name: str, boards: list[dataset.LabelledBoard]) -> Edition:
    squares: dict[str, list[Picture]] = defaultdict(list)
    dominoes: dict[str, list[Picture]] = defaultdict(list)
    for board in boards:
        side = read_picture(board.file).shape[0] // board.kingdom.rows
        for cell in board.kingdom.covered:
            part = _part(side, cell, cell)
            squares[str(board.kingdom[cell])].append(Picture(board.file, part))
        for first, second in sure_dominoes(board.kingdom):
            face = f"{board.kingdom[first]} {board.kingdom[second]}"
            turn = {(0, 1): 0, (1, 0): 1, (0, -1): 2, (-1, 0): 3}[
                (second.row - first.row, second.col - first.col)
            ]
            dominoes[face].append(Picture(board.file, _part(side, first, second), turn))
    return Edition(f"game {name}", dict(squares), dict(dominoes), upright=False, detail=100)


def piece_of(board: dataset.LabelledBoard, cell: Cell) -> Picture:
    """Return the board's picture of the square at `cell`.

    Of its kingdom without the empty rows and columns around it.
    """
    top = min(covered.row for covered in board.kingdom.covered)
    left = min(covered.col for covered in board.kingdom.covered)
    side = read_picture(board.file).shape[0] // board.kingdom.rows
    place = Cell(cell.row + top, cell.col + left)
    return Picture(board.file, _part(side, place, place))


def board_strays(board: dataset.LabelledBoard) -> Floats:
    """Return a homography of a board's strays (3 x 3).

    How its squares, without its empty rows and columns, lie off its even grid: nothing but that
    grid is known of most boards.
    """
    seen = by_eye.board_corners().get(board.file.name)
    if seen is None:
        return np.eye(3)
    size = np.array([board.kingdom.cols, board.kingdom.rows], np.float32)
    even = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * size
    whole = cv2.getPerspectiveTransform(even, (seen * size).astype(np.float32))
    first = min(c.col for c in board.kingdom.covered), min(c.row for c in board.kingdom.covered)
    trim = np.array([[1.0, 0.0, -first[0]], [0.0, 1.0, -first[1]], [0.0, 0.0, 1.0]])
    return np.asarray(trim @ whole @ np.linalg.inv(trim))


def _part(side: int, first: Cell, second: Cell) -> tuple[int, int, int, int]:
    rows, cols = sorted((first.row, second.row)), sorted((first.col, second.col))
    return rows[0] * side, (rows[1] + 1) * side, cols[0] * side, (cols[1] + 1) * side


def _well_cut(labels: dict[str, list[Picture]]) -> dict[str, list[Picture]]:
    """Of each label the squares with the least of their neighbours, and that cut away.

    Squares that would not show all their crowns are left out, and labels of which none is left.
    """
    kept = {}
    for label, pictures in labels.items():
        trimmed = sorted(map(_trimmed, pictures), key=lambda one: one.badness)
        best = trimmed[: max(3, round(len(trimmed) * WELL_CUT))]
        crowned = parse_square(label).crowns > 0
        whole = [one.picture for one in best if not crowned or one.lost <= MOST_LOST]
        if whole:
            kept[label] = whole
    return kept


class _Trimmed(NamedTuple):
    badness: float  # how badly it was cut out
    lost: float  # of a side, both ways together
    picture: Picture  # without what is not of this square


def _trimmed(picture: Picture) -> _Trimmed:
    pixels = picture.pixels()
    cuts = [_foreign(np.rot90(pixels, turn)) for turn in (0, 2, 1, 3)]
    top, bottom, right, left = cuts
    high, wide = pixels.shape[:2]
    trimmed = Picture(picture.path, (top, high - bottom, left, wide - right))
    deep = max(0, max(cuts) - CROWN_MARGIN)
    badness = sum(cuts) + 3 * deep + ODDEST * _odd_corner(trimmed.pixels())
    return _Trimmed(badness, (top + bottom) / high + (left + right) / wide, trimmed)


def _odd_corner(pixels: Pixels) -> float:
    """Measure one corner's difference from the picture.

    So a square that was cut out askew shows.
    """
    small = pixels[::2, ::2].astype(np.float64) / 255.0
    usual = np.median(small, axis=(0, 1))
    side = max(1, len(small) // 7)
    corners = (
        small[y, x]
        for y in (slice(side), slice(-side, None))
        for x in (slice(side), slice(-side, None))
    )
    return max(float(np.abs(corner.mean(axis=(0, 1)) - usual).sum()) for corner in corners)


def _foreign(pixels: Pixels) -> int:
    """Count the top rows showing a neighbour or table.

    Those before the last edge.
    """
    rows = pixels[: round(len(pixels) * OUTER), ::3].astype(np.float64) / 255.0
    # What is drawn on a tile does not change along most of a row at once; an edge does.
    jumps = np.quantile(np.abs(rows[2:] - rows[:-2]).sum(axis=2), 0.3, axis=1)
    strong = np.nonzero(jumps > EDGE)[0]
    return int(strong[-1]) + 2 if len(strong) else 1


def sure_dominoes(kingdom: Kingdom) -> Iterator[tuple[Cell, Cell]]:
    """Yield the pairs of fields that are one domino however the kingdom is covered."""
    fields = frozenset(cell for cell in kingdom.covered if not kingdom[cell].castle)
    known = _covering(kingdom, fields, frozenset(), {})
    for pair in known or ():
        if _covering(kingdom, fields, pair, {}) is None:
            first, second = sorted(pair)
            domino, *_ = BASE.with_halves(frozenset((kingdom[first], kingdom[second])))
            turned = kingdom[first] != domino.first
            yield (second, first) if turned else (first, second)


def _covering(
    kingdom: Kingdom,
    fields: frozenset[Cell],
    forbidden: frozenset[Cell],
    used: dict[frozenset[Square], int],
) -> list[frozenset[Cell]] | None:
    """Cover the fields with pairs, avoiding the forbidden one.

    Pairs that the box holds; None if impossible.
    """
    if not fields:
        return []
    choices = {cell: _partners(kingdom, fields, cell, forbidden, used) for cell in fields}
    cell = min(choices, key=lambda c: (len(choices[c]), c))
    for partner in choices[cell]:
        halves = frozenset((kingdom[cell], kingdom[partner]))
        used[halves] = used.get(halves, 0) + 1
        rest = _covering(kingdom, fields - {cell, partner}, forbidden, used)
        used[halves] -= 1
        if rest is not None:
            return [frozenset((cell, partner)), *rest]
    return None


def _partners(
    kingdom: Kingdom,
    fields: frozenset[Cell],
    cell: Cell,
    forbidden: frozenset[Cell],
    used: dict[frozenset[Square], int],
) -> list[Cell]:
    partners = []
    for near in cell.neighbours():
        halves = frozenset((kingdom[cell], kingdom[near]))
        free = len(BASE.with_halves(halves)) > used.get(halves, 0)
        if near in fields and free and forbidden != {cell, near}:
            partners.append(near)
    return partners
