"""The square reader's answers: for single squares, for boards on the even grid, for raw photos."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan import photo as loader
from kscan.errors import UsageError
from kscan.evidence import OTHER_LABEL, restricted, widened
from kscan.find.grid import Grid
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.squares import KINDS, Square
from kscan.lab import dataset
from kscan.lab.evaluate.answers import Answers, color_of, joined, label_of
from kscan.lab.evaluate.models import Models
from kscan.lab.folds import FULL_FOLD, Fold, fold_of_game, fold_of_session
from kscan.photo.records import Photo
from kscan.read import reader

CROP = 64  # pixels of the crops kept to look at


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One labelled picture with a grid laid over it by its labels, not by the finder."""

    name: str
    photo: Photo
    grid: Grid
    kingdom: Kingdom
    group: str  # what it is counted by
    scene: str  # what was photographed at once: its squares lie in one light
    fold: Fold | None  # the fold that has not seen it, if there is one
    hidden: frozenset[Cell] = frozenset()  # fields that are not counted


Change = Callable[[Case], Case]  # a hardship laid on a case


def squares(data: Path, models: Models) -> Answers:
    """Answer the single squares of the folder `data`."""
    return read_cases(square_cases(data), models)


def boards(data: Path, models: Models) -> Answers:
    """Answer the boards; fields with hidden crowns don't count."""
    return read_cases(board_cases(data), models)


def full(data: Path, models: Models) -> Answers:
    """Answer the raw photos, by the given corners."""
    return read_cases(photo_cases(data), models)


def square_cases(data: Path) -> Iterator[Case]:
    """Yield each single square as a picture of one field."""
    for square in dataset.squares(data):
        photo = loader.read(square.file)
        grid = grid_of_frame(photo, 1, 1)
        fold = fold_of_session(square.session)
        kingdom = Kingdom(((square.square,),))
        name, scene = square.file.name, f"{square.session} {square.photo}"
        yield Case(name, photo, grid, kingdom, square.session, scene, fold)


def board_cases(data: Path) -> Iterator[Case]:
    """Yield each board with the even grid over it."""
    for board in dataset.boards(data):
        photo, kingdom = loader.read(board.file), board.kingdom
        grid = grid_of_frame(photo, kingdom.rows, kingdom.cols)
        fold = fold_of_game(board.game)
        name = board.file.name
        yield Case(name, photo, grid, kingdom, board.game, name, fold, board.hidden)


def photo_cases(data: Path) -> Iterator[Case]:
    """Yield each raw photo with the grid that its corners span."""
    for labelled in dataset.photos(data):
        photo, kingdom = loader.read(labelled.file), labelled.kingdom
        grid = grid_between(labelled.corners, kingdom.rows, kingdom.cols)
        name = labelled.file.name
        yield Case(name, photo, grid, kingdom, name, name, FULL_FOLD)


def read_cases(
    cases: Iterable[Case],
    models: Models,
    change: Change | None = None,
    kinds: Sequence[Square] = KINDS,
) -> Answers:
    """Read `cases` by the weights blind to them.

    Land is read as one of `kinds`, those of a box. The pictures of one scene are read together, as
    the squares of one photo are.
    """
    scenes: dict[tuple[Fold | None, str], list[Case]] = {}
    for case in cases:
        if models.has(case.fold):
            scenes.setdefault((case.fold, case.scene), []).append(case)
    if not scenes:
        raise UsageError("no picture was left out by the folds whose weights are there")
    answers: list[Answers] = []
    for (fold, _), listed in scenes.items():
        with models.used(fold):
            answers += _read([change(case) if change else case for case in listed], kinds)
    return joined(answers)


def grid_between(corners: NDArray[np.float64], rows: int, cols: int) -> Grid:
    """Make the grid of rows x cols between corners.

    Nothing is known of what it covers.
    """
    grid = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32)
    homography = cv2.getPerspectiveTransform(grid, corners.astype(np.float32))
    return Grid(np.asarray(homography, dtype=np.float64), np.full((rows, cols), 0.5), 1.0)


def grid_of_frame(photo: Photo, rows: int, cols: int) -> Grid:
    """Lay the even grid over a whole picture."""
    # Whole numbers are the middles of pixels: a picture's edge lies half a pixel further out.
    right, bottom = photo.width - 0.5, photo.height - 0.5
    frame = np.array([[-0.5, -0.5], [right, -0.5], [right, bottom], [-0.5, bottom]])
    return grid_between(frame, rows, cols)


def _read(cases: list[Case], kinds: Sequence[Square]) -> Iterator[Answers]:
    windows = [reader.cut(case.photo, case.grid) for case in cases]
    probabilities, colors = reader.classify(np.concatenate(windows))
    ends = np.cumsum([len(several) for several in windows])[:-1]
    for case, said, hues in zip(
        cases, np.split(probabilities, ends), np.split(colors, ends), strict=True
    ):
        yield _answers(case, _of_box(said, kinds), hues)


def _answers(
    case: Case, probabilities: NDArray[np.float64], colors: NDArray[np.float64]
) -> Answers:
    cells = [cell for cell in case.kingdom.cells() if cell not in case.hidden]
    counted = [cell.row * case.kingdom.cols + cell.col for cell in cells]
    single = case.kingdom.rows == case.kingdom.cols == 1
    return Answers(
        names=tuple(case.name if single else f"{case.name} r{c.row}c{c.col}" for c in cells),
        groups=(case.group,) * len(cells),
        truth=np.array([label_of(case.kingdom[cell]) for cell in cells]),
        probabilities=probabilities[counted],
        crops=np.stack([_crop(case, cell) for cell in cells]),
        colors=colors[counted],
        true_colors=np.array([color_of(case.kingdom[cell]) for cell in cells]),
    )


def _of_box(probabilities: NDArray[np.float64], kinds: Sequence[Square]) -> NDArray[np.float64]:
    """Return what a reading by a box of these kinds starts from: no crowns that it lacks."""
    known, none = restricted(probabilities, kinds)
    said = widened(known, kinds) * (1 - none)[:, None]
    said[:, OTHER_LABEL] = none
    return said


def _crop(case: Case, cell: Cell) -> NDArray[np.uint8]:
    step = 1 / CROP
    left, top = cell.col + step / 2, cell.row + step / 2
    to_field = np.array([[step, 0, left], [0, step, top], [0, 0, 1]])
    crop = cv2.warpPerspective(
        case.photo.pixels,
        case.grid.homography @ to_field,
        (CROP, CROP),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(crop, dtype=np.uint8)
