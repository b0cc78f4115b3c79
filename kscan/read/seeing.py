"""Seeing a photo: its grids found, and their fields read."""

from collections.abc import Sequence
from dataclasses import replace

from kscan import find
from kscan.evidence import Evidence
from kscan.find import neighbours
from kscan.find.coverage.decision import odds_beside, with_reader
from kscan.find.grid import Grid
from kscan.photo.records import Photo
from kscan.read import reader

Seen = tuple[tuple[Grid, ...], tuple[Evidence, ...]]
# A kingdom's four corners, its rows and columns.
GivenBlock = tuple[Sequence[Sequence[float]], int, int]


def find_and_read(photo: Photo) -> Seen:
    """Find and read the kingdoms in `photo`, largest first."""
    grids = find.find(photo)
    # A tile beside a kingdom may belong to one that was not found: these fields are read, too.
    singles = [neighbours.single(grid, field) for grid in grids for field in grid.beside]
    if not singles:
        return fused(grids, reader.read(photo, grids))
    evidence = reader.read(photo, (*grids, *singles), lit_by=len(grids))
    beside = iter(evidence[len(grids) :])
    noted = [_noted(grid, [next(beside) for _ in grid.beside]) for grid in grids]
    return fused(noted, evidence[: len(grids)])


def read_between(photo: Photo, blocks: Sequence[GivenBlock]) -> Seen:
    """Read the kingdoms at the places given by a person."""
    grids = tuple(
        find.from_corners(photo, corners, rows=rows, cols=cols) for corners, rows, cols in blocks
    )
    return grids, reader.read(photo, grids)


def fused(found: Sequence[Grid], seen: Sequence[Evidence]) -> Seen:
    """Fuse finder's and reader's coverage of each grid."""
    both = [with_reader(*one) for one in zip(found, seen, strict=True)]
    return tuple(grid for grid, _ in both), tuple(evidence for _, evidence in both)


def _noted(grid: Grid, singles: Sequence[Evidence]) -> Grid:
    """Add notes on neighbouring tiles, read one by one."""
    if not singles:
        return grid
    more = neighbours.notes(grid, odds_beside(grid, singles))
    return replace(grid, notes=(*grid.notes, *more))
