"""Composed photos with their truth, kept on disk: composing takes longer than learning from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.photo.pyramid import stretched

LONG_SIDE = 1152  # pixels: the second look sees fields finer than the first look's 512 show
_QUALITY = 93


@dataclass(frozen=True, slots=True, eq=False)
class TrueGrid:
    """Where a kingdom truly lies."""

    homography: NDArray[np.float64]  # (column, row) -> pixels of the photo
    covered: NDArray[np.bool_]  # rows x cols
    castle: tuple[int, int] | None  # row and column
    unseen: NDArray[np.bool_] | None = None  # rows x cols: covered, but nobody could tell


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A photo, still encoded, and the kingdoms in it."""

    encoded: NDArray[np.uint8]
    kingdoms: tuple[TrueGrid, ...]
    # Windows that look like a kingdom's and are none.
    hard_negatives: tuple[NDArray[np.float64], ...] = ()

    def pixels(self) -> NDArray[np.uint8]:
        """Decode the photo."""
        return np.asarray(cv2.imdecode(self.encoded, cv2.IMREAD_COLOR), np.uint8)


def scene(pixels: NDArray[np.uint8], kingdoms: Sequence[TrueGrid]) -> Scene:
    """Make a scene of a photo, reduced for training."""
    factor = max(1.0, max(pixels.shape[:2]) / LONG_SIDE)
    height, width = (round(side / factor) for side in pixels.shape[:2])
    small = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA)
    across, down = width / pixels.shape[1], height / pixels.shape[0]
    shrink = stretched(across, down)
    moved = tuple(replace(k, homography=shrink @ k.homography) for k in kingdoms)
    _, encoded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return Scene(np.asarray(encoded, np.uint8), moved)


def save(file: Path, one: Scene) -> None:
    """Write `one` so that a reader never sees half of it."""
    arrays: dict[str, NDArray[np.generic]] = {"photo": one.encoded}
    for number, kingdom in enumerate(one.kingdoms):
        castle = kingdom.castle if kingdom.castle is not None else (-1, -1)
        arrays[f"grid{number}"] = kingdom.homography
        arrays[f"covered{number}"] = kingdom.covered
        arrays[f"castle{number}"] = np.array(castle)
        if kingdom.unseen is not None:
            arrays[f"unseen{number}"] = kingdom.unseen
    arrays |= {f"lure{number}": lure for number, lure in enumerate(one.hard_negatives)}
    fresh = file.with_suffix(".part")
    with fresh.open("wb") as stream:
        np.savez(stream, **arrays)  # type: ignore[arg-type]
    fresh.replace(file)


def load(file: Path) -> Scene:
    """Load the scene in `file`."""
    with np.load(file, allow_pickle=False) as arrays:
        windows = tuple(arrays[name] for name in arrays.files if name.startswith("lure"))
        return Scene(arrays["photo"], tuple(_kingdoms(arrays)), windows)


def _kingdoms(arrays: "np.lib.npyio.NpzFile") -> Iterator[TrueGrid]:
    number = 0
    while f"grid{number}" in arrays:
        row, col = (int(v) for v in arrays[f"castle{number}"])
        castle = (row, col) if row >= 0 else None
        unseen = arrays.get(f"unseen{number}")
        yield TrueGrid(arrays[f"grid{number}"], arrays[f"covered{number}"], castle, unseen)
        number += 1
