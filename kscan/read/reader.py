"""Squares to evidence: every field of every kingdom in one photo, read in one call."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan import networks
from kscan.evidence import (
    CASTLE_LABEL,
    EMPTY_LABEL,
    LABELS,
    MOST_CROWNS,
    OTHER_LABEL,
    Evidence,
)
from kscan.find.grid import Grid
from kscan.game.squares import BASE_COLORS, BASE_TERRAINS
from kscan.photo.pyramid import level, stretched
from kscan.photo.records import Photo
from kscan.read import table

SIDE = 56  # pixels of a window, as the net was trained
SPAN = 1.15  # squares that a window shows, so that a tile which strays still lies in it
_GROUNDS = len(BASE_TERRAINS) + 3  # the terrains, castle, table, something else
_CROWNS = MOST_CROWNS + 1
ANSWERS = _GROUNDS + _CROWNS + len(BASE_COLORS)
HIDDEN = 96  # features of a description
# Below this a square is looked at again in the other three turns: it costs little for the few
# that need it, and these are where all mistakes are. So is a castle of whose colour less than this
# is known, and a little smaller too: the colour shows at the tile's rim alone. Of 122 castles on
# composed photos all 99 that were surer were named right.
_SECOND_LOOK, _SURE_COLOR = 0.97, 0.95
_MOST_AGAIN = 5 * 49  # a game's: a photo tiled with kingdoms took 6 s with all of them
_FARTHER = 1.07  # how much farther away: less than trained windows differ by
_PERHAPS = 0.1  # a castle: the likeliest of a kingdom is one, however little it looks it

# The photo is halved to so many pixels for one of a window's; what is this much finer then is left
# so, for reducing by another factor than two costs sharpness and time.
_FINE, _FINER = 1.3, 1.5

Windows = NDArray[np.uint8]  # n x SIDE x SIDE x 3, BGR


def read(photo: Photo, grids: Sequence[Grid], lit_by: int | None = None) -> tuple[Evidence, ...]:
    """Read each field of each grid.

    All are judged together: the colour of the light shows only in many squares. With `lit_by` it is
    that of so many grids, and the others have no say in it. Raises ModelError if the weights are
    unusable.
    """
    if not grids:
        return ()
    views = [_reduced(photo, grid) for grid in grids]
    several = [_fields(*pair) for pair in zip(views, grids, strict=True)]
    lit = sum(len(windows) for windows in several[:lit_by])
    probabilities, colors = classify(np.concatenate(several), lit, _MOST_AGAIN)
    ends = np.cumsum([len(windows) for windows in several])[:-1]
    evidence = []
    for grid, view, windows, said, hues in zip(
        grids, views, several, np.split(probabilities, ends), np.split(colors, ends), strict=True
    ):
        shape = (grid.rows, grid.cols, -1)
        known = _beside_table(photo, grid, view, windows, said)
        evidence.append(Evidence(known.reshape(shape), hues.reshape(shape)))
    return tuple(evidence)


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """The photo at about the windows' scale, and a grid's homography there."""

    pixels: NDArray[np.uint8]
    homography: NDArray[np.float64]


def _beside_table(
    photo: Photo, grid: Grid, view: _View, windows: Windows, said: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Compare fields without a tile with the table around them.

    Return what was said of the grid's fields, changed by that.
    """
    bare = np.flatnonzero(said[:, [EMPTY_LABEL, OTHER_LABEL]].sum(axis=1) >= table.NO_TILE)
    ring = table.around(grid, photo) if len(bare) else []
    if not ring:
        return said
    said = said.copy()
    said[bare] = table.told_apart(said[bare], windows[bare], _cut(view, ring))
    return said


def cut(photo: Photo, grid: Grid) -> Windows:
    """Cut out the windows of a grid's fields, row-wise."""
    return _fields(_reduced(photo, grid), grid)


def _fields(view: _View, grid: Grid) -> Windows:
    return _cut(view, list(np.ndindex(grid.rows, grid.cols)))


def _cut(view: _View, places: Sequence[tuple[int, ...]]) -> Windows:
    """Cut out these fields (row, column), even beyond the grid."""
    margin = (SPAN - 1) / 2
    windows = np.empty((len(places), SIDE, SIDE, 3), np.uint8)
    for index, (row, col) in enumerate(places):
        # From a window's pixel centres to squares of the grid.
        step = SPAN / SIDE
        place = np.array(
            [
                [step, 0, col - margin + step / 2],
                [0, step, row - margin + step / 2],
                [0, 0, 1],
            ]
        )
        cv2.warpPerspective(
            view.pixels,
            view.homography @ place,
            (SIDE, SIDE),
            dst=windows[index],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return windows


def _reduced(photo: Photo, grid: Grid) -> _View:
    """Reduce the photo to about the windows' scale.

    Warping a large photo directly would skip most pixels. Where halving is not enough, only the
    kingdom's part is made smaller.
    """
    factor = grid.side() / (_FINE * SIDE / SPAN)
    picture, to_photo = level(photo, factor)
    there = replace(grid, homography=np.linalg.inv(to_photo) @ grid.homography)
    rest = factor / to_photo[0, 0]
    if rest <= _FINER:
        return _View(picture, there.homography)
    left, top, right, bottom = _around(picture, there)
    part = picture[top:bottom, left:right]
    width, height = (max(1, round(side / rest)) for side in part.shape[1::-1])
    small = cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA)
    to_picture = stretched(part.shape[1] / width, part.shape[0] / height)
    to_picture[:2, 2] += left, top
    return _View(np.asarray(small, np.uint8), np.linalg.inv(to_picture) @ there.homography)


def _around(picture: NDArray[np.uint8], grid: Grid) -> tuple[int, int, int, int]:
    """Return the grid's bounds with a margin: left, top, right, bottom."""
    margin = 1 + (SPAN - 1) / 2  # the fields around the grid, too
    w, h = grid.cols + margin, grid.rows + margin
    ends = grid.points(np.array([[-margin, -margin], [w, -margin], [w, h], [-margin, h]]))
    height, width = picture.shape[:2]
    left, top = np.clip(np.floor(ends.min(0)), 0, [width - 1, height - 1])
    right, bottom = np.clip(np.ceil(ends.max(0)) + 1, 1, [width, height])
    return int(left), int(top), int(max(right, left + 1)), int(max(bottom, top + 1))


def classify(
    windows: Windows, lit: int | None = None, again: int | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return probabilities along LABELS (n x 27) and of colours (n x 4).

    Of castle colours, that is. The windows are taken to lie in one light: each is judged beside the
    mean of the first `lit`, and `again` at most are looked at once more.
    """
    own, light = _describe(windows)
    light = light[:lit].mean(0, keepdims=True)
    probabilities, colors = _decide(own + light)
    unsure = probabilities.max(1) < _SECOND_LOOK
    castles = probabilities[:, CASTLE_LABEL] > _PERHAPS
    castles &= unsure | (colors.max(1) < _SURE_COLOR)
    doubtful = np.flatnonzero(unsure | castles)[:again]
    if len(doubtful):
        turned = _decide(_describe(_turned(windows[doubtful], (1, 2, 3)))[0] + light)
        for first, more in zip((probabilities, colors), turned, strict=True):
            first[doubtful] += more.reshape(3, len(doubtful), -1).sum(0)
            first[doubtful] /= 4
    if castles.any():
        smaller = _turned(_smaller(windows[castles]), (0, 1, 2, 3))
        seen = _decide(_describe(smaller)[0] + light)[1]
        colors[castles] = (colors[castles] + seen.reshape(4, int(castles.sum()), -1).mean(0)) / 2
    return probabilities, colors


def _turned(windows: Windows, quarters: tuple[int, ...]) -> Windows:
    """Turn all windows by so many quarters, turn by turn."""
    return np.concatenate([np.rot90(windows, k, (1, 2)) for k in quarters])


def _smaller(windows: Windows) -> Windows:
    """Return the same seen from a little farther away."""
    size = 1 / _FARTHER
    shift = (1 - size) * (SIDE - 1) / 2
    away = np.array([[size, 0.0, shift], [0.0, size, shift]])
    border = cv2.BORDER_REPLICATE
    seen = [cv2.warpAffine(one, away, (SIDE, SIDE), borderMode=border) for one in windows]
    return np.asarray(seen, np.uint8)


def _describe(windows: Windows) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Describe each window, and its light (n x HIDDEN each)."""
    blob = cv2.dnn.blobFromImages(list(windows), 1 / 255)
    described = networks.network("reader").answer(blob, (len(windows), 2 * HIDDEN))
    return described[:, :HIDDEN], described[:, HIDDEN:]


def _decide(
    described: NDArray[np.float32],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    blob = np.ascontiguousarray(described)
    said = networks.network("reader_answer").answer(blob, (len(described), ANSWERS))
    answers = said.astype(np.float64)
    ground = _softmax(answers[:, :_GROUNDS])
    crowns = answers[:, _GROUNDS : _GROUNDS + _CROWNS]
    return _labelled(ground, _softmax(crowns)), _softmax(answers[:, _GROUNDS + _CROWNS :])


def _labelled(ground: NDArray[np.float64], crowns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ground and crowns together, along LABELS."""
    land = ground[:, : len(BASE_TERRAINS), None] * crowns[:, None]
    result = np.empty((len(ground), len(LABELS)))
    result[:, : land[0].size] = land.reshape(len(ground), -1)
    result[:, [CASTLE_LABEL, EMPTY_LABEL, OTHER_LABEL]] = ground[:, len(BASE_TERRAINS) :]
    return result


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    odds = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(odds / odds.sum(1, keepdims=True), np.float64)
