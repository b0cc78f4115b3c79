"""How often kingdoms are found in photos: real ones, composed ones, and where there are none."""

import collections
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.find.grid import Grid
from kscan.game.kingdom import Kingdom
from kscan.lab import dataset
from kscan.lab.compose import Composed, Hazard, Material, Recipe, compose
from kscan.lab.compose.editions import PAINTED, SCANNED
from kscan.lab.compose.held_out import held_out_surfaces, material
from kscan.lab.compose.recipe import LOOKALIKES
from kscan.lab.evaluate.answers import Json
from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.progress import told
from kscan.lab.evaluate.squares import grid_between, grid_of_frame
from kscan.lab.folds import FULL_FOLD
from kscan.lab.train_finder.cache import true_grid
from kscan.lab.train_finder.judge import Judgement, as_truth, judged
from kscan.lab.train_finder.scenes import TrueGrid
from kscan.photo import read
from kscan.photo.pyramid import stretched
from kscan.photo.records import Photo
from kscan.read.seeing import find_and_read

SINGLE, FOURS, EMPTY, TURNED = 580, 100, 200, 64  # photos of each kind; 500 single without a hand
SEED = 20_000  # far from the seeds of training


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A photo, where its kingdoms truly lie, and what it is counted under."""

    photo: Photo
    truths: tuple[TrueGrid, ...]
    groups: frozenset[str]


def find(data: Path, models: Models) -> Json:
    """Kingdoms found, by kind of photo, and kingdoms seen where there are none.

    The weights are those of the fold that leaves the raw photos' tables out; composed photos use
    what that fold has not seen, if weights of folds are measured.
    """
    stuff = material(data, FULL_FOLD, held_out=True)
    with models.used(FULL_FOLD):
        return {
            "full": figures(photo_cases(data)),
            "boards": figures(board_cases(data)),
            "composed": figures(composed_cases(stuff, SINGLE)),
            "four_kingdoms": figures(composed_cases(stuff, FOURS, kingdoms=4)),
            "none_there": false_alarms(empty_photos(data, stuff, EMPTY)),
            "unchanged": unchanged(composed_cases(stuff, TURNED)),
        }


def figures(cases: Iterable[Case]) -> Json:
    """Count the found kingdoms, over all and by group."""
    judgements: list[tuple[frozenset[str], Judgement]] = []
    for case in cases:
        answers = judged(case.truths, find_and_read(case.photo)[0])
        judgements += [(case.groups, judgement) for judgement in answers]
    by_group: dict[str, list[Judgement]] = collections.defaultdict(list)
    for groups, judgement in judgements:
        for group in groups:
            by_group[group].append(judgement)
    return summary([judgement for _, judgement in judgements]) | {
        "by_group": {name: summary(by_group[name]) for name in sorted(by_group)}
    }


def summary(judgements: Sequence[Judgement]) -> Json:
    """Return the figures of these kingdoms."""
    errors = [judgement.error for judgement in judgements if judgement.seen]
    return {
        "n": len(judgements),
        "found": sum(judgement.found for judgement in judgements),
        "seen": len(errors),
        "covered_right": sum(judgement.covered_right for judgement in judgements),
        "one_field_wrong": sum(judgement.wrong_fields == 1 for judgement in judgements),
        "median_corner_error": float(np.median(errors)) if errors else None,
    }


def photo_cases(data: Path) -> Iterator[Case]:
    """Yield the raw photos."""
    for labelled in dataset.photos(data):
        rows, cols = labelled.kingdom.rows, labelled.kingdom.cols
        yield Case(
            read(labelled.file),
            (_grid(labelled.kingdom, grid_between(labelled.corners, rows, cols)),),
            frozenset({labelled.file.name}),
        )


def board_cases(data: Path) -> Iterator[Case]:
    """Yield the cut-out boards, by held-out fold or not.

    They fill their pictures.
    """
    for board in dataset.boards(data):
        photo = read(board.file)
        grid = grid_of_frame(photo, board.kingdom.rows, board.kingdom.cols)
        group = "left_out" if board.game in FULL_FOLD.games else "in_training"
        yield Case(photo, (_grid(board.kingdom, grid),), frozenset({group}))


def composed_cases(stuff: Material, count: int, kingdoms: int = 1) -> Iterator[Case]:
    """Composed photos with every difficulty; kingdoms that the frame cuts are not asked for."""
    for number in told(range(count), f"composed photos of {kingdoms}"):
        rng = np.random.default_rng([SEED + kingdoms, number])
        photo = compose(rng, stuff, Recipe.random(rng, kingdoms=kingdoms))
        truths = tuple(true_grid(k) for k in photo.kingdoms if not k.partly_outside)
        if not truths:  # on the larger canvas of the turned photo it would end elsewhere, too
            continue
        groups = {hazard.value for hazard in photo.hazards} | {tiles_of(photo)}
        groups |= set() if Hazard.HAND in photo.hazards else {"no hand"}
        yield Case(Photo(f"{number:04d}", photo.pixels), truths, frozenset(groups))


def tiles_of(photo: Composed) -> str:
    """Name the photo's sort of tiles."""
    sorts = {PAINTED: "painted tiles", SCANNED: "scanned tiles"}
    return sorts.get(photo.edition, "photographed tiles")


def empty_photos(data: Path, stuff: Material, count: int) -> Iterator[tuple[str, Photo]]:
    """Surfaces, and composed photos of loose tiles, backs, the box and what looks like a board."""
    for file in held_out_surfaces(data, FULL_FOLD):
        yield "surface", read(file)
    for number in told(range(count), "photos without a kingdom"):
        rng = np.random.default_rng([SEED, number])
        force = [LOOKALIKES[number % 4]] if number % 4 < len(LOOKALIKES) else []
        photo = compose(rng, stuff, Recipe.random(rng, kingdoms=0, force=force))
        kind = force[0].value if force else "clutter"
        yield kind, Photo(f"empty {number:04d}", photo.pixels)


def false_alarms(photos: Iterable[tuple[str, Photo]]) -> Json:
    """In how many photos without a kingdom one was seen."""
    counts: dict[str, list[bool]] = collections.defaultdict(list)
    for kind, photo in photos:
        counts[kind].append(bool(find_and_read(photo)[0]))
    return {
        "n": sum(map(len, counts.values())),
        "alarms": sum(map(sum, counts.values())),
        "by_kind": {kind: {"n": len(a), "alarms": sum(a)} for kind, a in sorted(counts.items())},
    }


def unchanged(cases: Iterable[Case]) -> Json:
    """Measure the photos answered alike after changes.

    After a turn, at other scales, and as a poor JPEG. Where nobody can tell, as under a hand,
    either answer is right both times.
    """
    same: dict[str, list[bool]] = collections.defaultdict(list)
    for number, case in enumerate(cases):
        found = find_and_read(case.photo)[0]
        for name, change in _CHANGES:
            picture, move = change(case.photo.pixels, number)
            again = find_and_read(Photo(case.photo.name, picture))[0]
            answers = judged([as_truth(one, move, case.truths) for one in found], again)
            same[name].append(len(again) == len(found) and all(a.covered_right for a in answers))
    return {name: {"n": len(a), "same": sum(a)} for name, a in same.items()}


Changed = tuple[NDArray[np.uint8], NDArray[np.float64]]


def _turned(pixels: NDArray[np.uint8], number: int) -> Changed:
    """Turn the photo by any angle on a larger canvas.

    It holds all of it, in the colour of its rim.
    """
    height, width = pixels.shape[:2]
    angle = np.random.default_rng([SEED, 7, number]).uniform(5, 355)
    move = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0), [0, 0, 1]])
    ends = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]]) @ move.T
    low, high = ends[:, :2].min(0), ends[:, :2].max(0)
    move = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ move
    across, down = (int(np.ceil(side)) for side in high - low)
    rim = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    around = [float(v) for v in np.median(rim, axis=0)]
    turned = cv2.warpAffine(pixels, move[:2], (across, down), borderValue=around)
    return np.asarray(turned, np.uint8), move


def _scaled(long_side: int) -> Callable[[NDArray[np.uint8], int], Changed]:
    def change(pixels: NDArray[np.uint8], _number: int) -> Changed:
        height, width = pixels.shape[:2]
        factor = long_side / max(height, width)
        size = (round(width * factor), round(height * factor))
        method = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
        move = stretched(size[0] / width, size[1] / height)
        return np.asarray(cv2.resize(pixels, size, interpolation=method), np.uint8), move

    return change


def _poor_jpeg(pixels: NDArray[np.uint8], _number: int) -> Changed:
    _, encoded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 40])
    return np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8), np.eye(3)


_CHANGES = (
    ("turned", _turned),
    ("600 px", _scaled(600)),
    ("50 megapixels", _scaled(8160)),
    ("JPEG quality 40", _poor_jpeg),
)


def _grid(kingdom: Kingdom, labelled: Grid) -> TrueGrid:
    """Make the true grid of a labelled picture."""
    covered = np.zeros((kingdom.rows, kingdom.cols), dtype=np.bool_)
    for cell in kingdom.covered:
        covered[cell] = True
    return TrueGrid(labelled.homography, covered, None)
