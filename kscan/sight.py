"""The pipeline's first half: a photo decoded, its kingdoms found or placed by a person."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kscan.corrections.decisions import Decisions, GridIs, of_kind
from kscan.errors import NotationError, PhotoError, UsageError, shown
from kscan.game.box import BASE, Box
from kscan.game.remark import Remark
from kscan.records import SeenKingdom, Sight
from kscan.remarks import remark

if TYPE_CHECKING:
    from kscan.find.grid import Grid
    from kscan.photo import Limits
    from kscan.photo.records import Photo

Corners = Sequence[tuple[float, float]]
Source: TypeAlias = "str | Path | bytes | Photo | PhotoError"

_ENOUGH_FOR_COLOUR = 8.0  # times smaller a photo still shows whether it has any


def look(
    source: Source,
    *,
    size: int | None = None,
    corners: Corners | None = None,
    limits: "Limits | None" = None,
    box: Box = BASE,
) -> Sight:
    """Decode a photo, find its kingdoms, read their squares.

    Corrections in a file beside it are used, unless corners are given.
    """
    from kscan.photo import enough_memory

    name = str(source) if isinstance(source, str | Path) else getattr(source, "name", "picture")
    try:
        photo = open_photo(source, limits)
        is_file = isinstance(source, str | Path) and str(source) != "-"
        remarks, decisions = _beside(Path(name), box) if is_file and corners is None else ((), ())
        with enough_memory(name):
            seen = see(photo, decisions, size=size, corners=corners)
        return replace(seen, remarks=(*(remark(code) for code in photo.notes), *remarks))
    except PhotoError as error:
        return Sight(name, error=error)


def open_photo(source: Source, limits: "Limits | None" = None) -> "Photo":
    """Decode a photo, upright; PhotoError says why there is none."""
    from kscan.photo import DEFAULT_LIMITS
    from kscan.photo.sources import open_source

    if isinstance(source, PhotoError):
        raise source
    return open_source(source, limits or DEFAULT_LIMITS)


def _beside(photo: Path, box: Box) -> tuple[tuple[Remark, ...], tuple[Decisions, ...]]:
    """Read a photo's corrections, remarking on another picture's."""
    from kscan import files
    from kscan.corrections import kingdom_file

    try:
        known = kingdom_file.recall(photo, box)
        if known is None:
            return (), ()
        if known.fingerprint != files.digest(photo):
            return (remark("stale", file=shown(kingdom_file.beside(photo))),), ()
        return (), known.kingdoms
    except (NotationError, UsageError) as error:
        raise PhotoError("bad_corrections", error.message) from None


def see(
    photo: "Photo",
    decisions: Sequence[Decisions] = (),
    *,
    size: int | None = None,
    corners: Corners | None = None,
) -> Sight:
    """Find the kingdoms, or take stated grids, and read squares.

    PhotoError if there is no kingdom.
    """
    from kscan.read.seeing import find_and_read, read_between

    if corners is not None:
        seen = _between(photo, corners, size)
    elif decisions:
        grids = [of_kind(one, GridIs)[0] for one in decisions]
        placed = read_between(photo, [(one.corners, one.rows, one.cols) for one in grids])
        both = zip(*placed, decisions, strict=True)
        seen = tuple(SeenKingdom(grid, evidence, said) for grid, evidence, said in both)
    else:
        seen = in_reading_order(tuple(map(SeenKingdom, *find_and_read(photo))))
    if not seen:
        raise nothing_on(photo)
    return Sight(photo.name, photo.width, photo.height, seen, photo=photo)


def in_reading_order(kingdoms: tuple[SeenKingdom, ...]) -> tuple[SeenKingdom, ...]:
    """Sort kingdoms into rows, each from left to right.

    Those whose centres differ vertically by less than half a kingdom's height are one row.
    """
    boxes = sorted((*_box(one.grid), place) for place, one in enumerate(kingdoms))
    rows: list[list[tuple[float, float, float, int]]] = []
    for box in boxes:
        if rows and box[0] - rows[-1][0][0] < max(box[2], rows[-1][0][2]) / 2:
            rows[-1].append(box)
        else:
            rows.append([box])
    ordered = (box for row in rows for box in sorted(row, key=lambda box: box[1]))
    return tuple(kingdoms[place] for *_, place in ordered)


def _box(grid: "Grid") -> tuple[float, float, float]:
    """Return middle y, middle x and height of the sure part."""
    corners = grid.cropped_to(grid.surely_covered).corners()
    x, y = corners.mean(0)
    return float(y), float(x), float(corners[:, 1].max() - corners[:, 1].min())


def middle_of(grid: "Grid") -> tuple[float, float]:
    """Return the middle of the sure squares, in pixels."""
    y, x, _ = _box(grid)
    return x, y


def nothing_on(photo: "Photo") -> PhotoError:
    """Make the error for a photo without a kingdom."""
    from kscan.photo.pyramid import level

    pixels, _ = level(photo, _ENOUGH_FOR_COLOUR)
    blue, green, red = (pixels[..., channel] for channel in range(3))
    if (blue == green).all() and (green == red).all():
        return PhotoError(
            "no_kingdom",
            f"{shown(photo.name)}: no kingdom found: the photo is black and white; take it in "
            "colour",
        )
    return PhotoError(
        "no_kingdom",
        f"{shown(photo.name)}: no kingdom found; take the photo from above with the whole "
        "kingdom in it, or give its corners",
    )


def _between(photo: "Photo", corners: Corners, size: int | None) -> tuple[SeenKingdom, ...]:
    """Read the kingdom between these corners.

    If the size is open, of 5 and 7 the one with clearer squares. PhotoError if no tile lies there.
    """
    from kscan import find
    from kscan.evidence import CASTLE_LABEL
    from kscan.read import reader

    given = [find.from_corners(photo, corners, side) for side in ((size,) if size else (5, 7))]
    seen = [SeenKingdom(grid, reader.read(photo, (grid,))[0]) for grid in given]
    clearest = max(seen, key=lambda one: float(one.evidence.probabilities.max(axis=-1).mean()))
    land = clearest.evidence.probabilities.argmax(axis=-1) < CASTLE_LABEL
    if not (land & ~clearest.grid.surely_empty).any():
        raise PhotoError(
            "no_kingdom",
            f"{shown(photo.name)}: no tiles between these corners; give the corners of the "
            "whole grid, in pixels of the upright photo",
        )
    return (clearest,)
