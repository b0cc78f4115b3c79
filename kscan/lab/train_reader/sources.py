"""Where the pool's windows come from: single squares, boards, scans, tables, own paintings."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.game.kingdom import Cell
from kscan.game.squares import BASE_COLORS, BASE_TERRAINS, Square
from kscan.lab import by_eye, dataset
from kscan.lab.compose import giants
from kscan.lab.compose.pictures import read_picture
from kscan.lab.painting import Style, paint_square
from kscan.lab.train_reader.labels import target_of
from kscan.lab.train_reader.pool import CANVAS, CORE, Window, bare_window

_MARGIN = (CANVAS / (CORE.stop - CORE.start) - 1) / 2  # squares shown beyond the square itself


def from_squares(squares: tuple[dataset.LabelledSquare, ...]) -> Iterator[Window]:
    """Single squares of phone photos; they lie roughly in the middle already."""
    colors = by_eye.castle_colors()
    for item in squares:
        square = item.square
        if square.castle:
            square = Square(castle=True, color=colors.get(item.file.name))
        yield bare_window(
            read_picture(item.file), target_of(str(square)), item.photo, "squares", 0.08
        )


def from_boards(boards: tuple[dataset.LabelledBoard, ...]) -> Iterator[Window]:
    """Yield every field of the cut-out boards, with its true neighbours."""
    for board in boards:
        pixels = read_picture(board.file)
        side = pixels.shape[0] / board.kingdom.rows
        for cell in board.kingdom.cells():
            shown, known = _cut(pixels, cell, side)
            target = target_of(str(board.kingdom[cell]))
            yield Window(shown, known, target, board.file.name, "boards", 0.12)


def _cut(
    pixels: NDArray[np.uint8], cell: Cell, side: float
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Cut the window around `cell` of an even grid.

    Its squares span `side` pixels.
    """
    scale = (CORE.stop - CORE.start) / side
    left, top = (cell.col - _MARGIN) * side, (cell.row - _MARGIN) * side
    matrix = np.array([[scale, 0, -left * scale], [0, scale, -top * scale]])
    inside = np.full(pixels.shape[:2], 255, np.uint8)
    # Reduce before warping: cv2.warpAffine does not average.
    shown = cv2.warpAffine(
        cv2.blur(pixels, (2, 2)), matrix, (CANVAS, CANVAS), flags=cv2.INTER_LINEAR
    )
    known = cv2.warpAffine(inside, matrix, (CANVAS, CANVAS), flags=cv2.INTER_NEAREST) > 0
    return np.asarray(shown, np.uint8), known


def from_art(data: Path) -> Iterator[Window]:
    """Flat scans."""
    for file, square in dataset.art(data):
        yield bare_window(read_picture(file), target_of(str(square)), "art", "art", 0.15)


def from_giants(data: Path, squares: Sequence[dataset.LabelledSquare]) -> Iterator[Window]:
    """Yield squares with a second crown laid beside.

    Scans and phone squares of wheat, forest and lake.
    """
    crown = giants.printed_crown(data / "art")
    for file, square in dataset.art(data):
        if more := giants.MORE.get(str(square)):
            pixels = giants.scan_with_second_crown(read_picture(file), crown)
            yield bare_window(pixels, target_of(more), "art", "giants", 0.15)
    for item in squares:
        if more := giants.MORE.get(str(item.square)):
            crowned = giants.photo_with_second_crown(read_picture(item.file), crown)
            if crowned is not None:
                yield bare_window(crowned, target_of(more), item.photo, "giants", 0.08)


def from_surfaces(
    pictures: tuple[Path, ...], rng: np.random.Generator, each: int = 8
) -> Iterator[Window]:
    """Bare table: whole windows, and holes among tiles."""
    target = target_of(".")
    for picture in map(read_picture, pictures):
        for turn in range(each):
            patch = random_patch(picture, rng)
            if turn % 2:
                window = bare_window(patch[CORE, CORE], target, "surfaces", "surfaces", 0.12)
            else:
                known = np.ones((CANVAS, CANVAS), np.bool_)
                window = Window(patch, known, target, "surfaces", "surfaces", 0.15)
            yield window


def random_patch(picture: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Cut a CANVAS-sized piece of table at random scale."""
    shorter = min(picture.shape[:2])
    side = int(rng.integers(min(60, shorter), shorter + 1))
    y = int(rng.integers(picture.shape[0] - side + 1))
    x = int(rng.integers(picture.shape[1] - side + 1))
    patch = cv2.resize(
        picture[y : y + side, x : x + side], (CANVAS, CANVAS), interpolation=cv2.INTER_AREA
    )
    return np.asarray(patch, np.uint8)


def tables(surfaces: tuple[Path, ...], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Pieces of table to lie around squares (n x CANVAS x CANVAS x 3)."""
    pictures = [read_picture(file) for file in surfaces]
    return np.stack([random_patch(picture, rng) for picture in pictures for _ in range(4)])


PAINTED_LABELS: tuple[str, ...] = (
    *(f"{terrain.value}{crowns}" for terrain in BASE_TERRAINS for crowns in range(4)),
    *(f"C{color.value}" for color in BASE_COLORS),
)


# Few drawings show what is like a crown and is none; to learn from, every third edition is full
# of it.
_DECEIVING, _DECEIVED = 3, 0.35


def from_paintings(styles: int, seed: int) -> Iterator[Window]:
    """Own paintings: drawing and crown count know nothing of each other."""
    for number in range(styles):
        rng = np.random.default_rng([seed, number])
        style = Style.random(rng)
        if number % _DECEIVING == 0:
            style = replace(style, decoys=max(style.decoys, _DECEIVED))
        for label in PAINTED_LABELS:
            square = paint_square(label, style, rng, size=96)
            yield bare_window(square, target_of(label), f"painted {number}", "painted", 0.12)
