"""What the networks should answer, drawn from the truth of a scene."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kscan.find import local_frame as frame
from kscan.find.heatmap import STRIDE
from kscan.find.homography import inverse, mapped, middles
from kscan.find.refine import SPAN
from kscan.lab.train_finder.scenes import TrueGrid

_LEAST_SEEN = 0.35  # share of a field inside the photo: less is not to be called covered
_BLOB = 0.075  # of a square's side: the spread of a blob of heat
_SPREADS = (0.7, 1.5)  # the least and the most of it, in pixels of the map
_REACH = 5  # pixels of the map: what is more than three spreads away is nothing


def heat_maps(
    kingdoms: Sequence[TrueGrid], size: tuple[int, int], seen: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Tile, vertex, centre and frame maps (8 x height x width) of a picture of `size`.

    `kingdoms` are in pixels of the picture; `seen` (2 x 2, low and high) is the part of it that
    shows the photo and not the grey around it.
    """
    height, width = size[0] // STRIDE, size[1] // STRIDE
    maps = np.zeros((3 + frame.NUMBERS, height, width), np.float32)
    for kingdom in kingdoms:
        _draw_tiles(maps, kingdom, seen)
        _draw_peaks(maps, kingdom, seen)
    return maps


def _draw_tiles(maps: NDArray[np.float32], kingdom: TrueGrid, seen: NDArray[np.float64]) -> None:
    """Draw the tile mask and frames into the maps.

    Map pixel by map pixel through the homography.
    """
    ends = _in_maps(mapped(kingdom.homography, _corners_of(kingdom.covered.shape)))
    low = np.maximum(np.floor(ends.min(0)), 0).astype(int)
    high = np.minimum(np.ceil(ends.max(0)) + 1, maps.shape[:0:-1]).astype(int)
    if (high <= low).any():
        return
    rows, cols = np.mgrid[low[1] : high[1], low[0] : high[0]].reshape(2, -1)
    pixels = (np.column_stack([cols, rows]) + 0.5) * STRIDE - 0.5
    grid = mapped(inverse(kingdom.homography), pixels)
    there = np.floor(grid).astype(int)
    tall, wide = kingdom.covered.shape
    inside = ((there >= 0) & (there < (wide, tall))).all(1)
    inside &= ((pixels >= seen[0]) & (pixels <= seen[1])).all(1)
    inside[inside] &= kingdom.covered[there[inside, 1], there[inside, 0]]
    u, v = frame.axes_at(kingdom.homography, grid[inside])
    maps[0, rows[inside], cols[inside]] = 1.0
    maps[3:, rows[inside], cols[inside]] = frame.encoded(u, v).T


def _draw_peaks(maps: NDArray[np.float32], kingdom: TrueGrid, seen: NDArray[np.float64]) -> None:
    centres = middles(kingdom.covered)
    tips = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    corners = np.unique(np.concatenate([centres + tip for tip in tips]), axis=0)
    for channel, grid in ((1, corners), (2, centres)):
        points = mapped(kingdom.homography, grid)
        u, v = frame.axes_at(kingdom.homography, grid)
        spreads = np.clip(_BLOB * np.sqrt(np.abs(u * v)) / STRIDE, *_SPREADS)
        near = ((points >= seen[0] - STRIDE) & (points <= seen[1] + STRIDE)).all(1)
        _raise_blobs(maps[channel], _in_maps(points[near]), spreads[near])


def _raise_blobs(
    heat: NDArray[np.float32], points: NDArray[np.float64], spreads: NDArray[np.float64]
) -> None:
    """Draw round blobs at `points` (n x 2, in pixels of `heat`), each of its own spread."""
    around = np.arange(-_REACH, _REACH + 1)
    # cols and rows: n x width of a blob
    cols, rows = (np.rint(points).astype(int)[:, axis, None] + around for axis in (0, 1))
    twice = 2 * spreads[:, None] ** 2
    across = np.exp(-((cols - points[:, :1]) ** 2) / twice)
    down = np.exp(-((rows - points[:, 1:]) ** 2) / twice)
    across[(cols < 0) | (cols >= heat.shape[1])] = 0.0
    down[(rows < 0) | (rows >= heat.shape[0])] = 0.0
    where = rows.clip(0, heat.shape[0] - 1)[:, :, None], cols.clip(0, heat.shape[1] - 1)[:, None]
    np.maximum.at(heat, where, (down[:, :, None] * across[:, None]).astype(np.float32))


def field_maps(
    kingdom: TrueGrid | None, homography: NDArray[np.float64], photo: tuple[int, int]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Covered, castle and shifts (4 x SPAN x SPAN) of a window, and what each counts (likewise).

    `homography` takes the window's grid to the photo's pixels; the photo has the size `photo`.
    """
    maps = np.zeros((4, SPAN, SPAN), np.float32)
    counts = np.zeros((4, SPAN, SPAN), np.float32)
    counts[:2] = 1.0
    if kingdom is None:
        return maps, counts
    true_rows, true_cols = np.nonzero(kingdom.covered)
    true = middles(kingdom.covered)
    places = mapped(inverse(homography) @ kingdom.homography, true)
    share = _share_seen(kingdom.homography, true, photo)
    for place, share_seen, row, col in zip(places, share, true_rows, true_cols, strict=True):
        at = np.floor(place).astype(int)
        if not ((at >= 0) & (at < SPAN)).all():
            continue
        x, y = int(at[0]), int(at[1])
        if share_seen < _LEAST_SEEN or (kingdom.unseen is not None and kingdom.unseen[row, col]):
            counts[:2, y, x] = 0.0
            continue
        maps[0, y, x] = 1.0
        maps[1, y, x] = float(kingdom.castle == (int(row), int(col)))
        maps[2:, y, x] = place - at - 0.5
        counts[2:, y, x] = 1.0
    return maps, counts


def _share_seen(
    homography: NDArray[np.float64], centres: NDArray[np.float64], photo: tuple[int, int]
) -> NDArray[np.float64]:
    """Return each field's share inside the photo."""
    steps = np.stack(np.meshgrid(*[(np.arange(5) - 2) / 5] * 2), axis=-1).reshape(-1, 2)
    points = mapped(homography, (centres[:, None] + steps).reshape(-1, 2))
    inside = ((points >= 0) & (points <= (photo[1] - 1, photo[0] - 1))).all(1)
    return np.asarray(inside.reshape(len(centres), -1).mean(1), np.float64)


def _in_maps(points: NDArray[np.float64]) -> NDArray[np.float64]:
    return (points + 0.5) / STRIDE - 0.5


def _corners_of(shape: tuple[int, ...]) -> NDArray[np.float64]:
    rows, cols = shape
    return np.array([[0.0, 0.0], [cols, 0.0], [cols, rows], [0.0, rows]])


def moved(kingdom: TrueGrid, change: NDArray[np.float64]) -> TrueGrid:
    """Move the kingdom by `change` (3 x 3) of the pixels."""
    return replace(kingdom, homography=change @ kingdom.homography)
