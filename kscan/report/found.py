"""Grids found on a photo, as a line of text and as JSON, with their certainty."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kscan.errors import PhotoError
from kscan.game.kingdom import Cell
from kscan.locale import Words
from kscan.remarks import PHOTO
from kscan.report.wording import CORNERS, COVERED, DOUBTFUL, GRID_NOTES, NUMBERED, QUALITY

if TYPE_CHECKING:
    from kscan.find.grid import Grid

Json = dict[str, Any]

SCHEMA = "kscan-find/1"  # a document of its own: grids, on which nothing was read yet


def doubtful(grid: "Grid") -> tuple[Cell, ...]:
    """Return the fields in doubt of being covered.

    A person should look whether a tile lies there.
    """
    neither = ~grid.surely_empty & ~grid.surely_covered
    return tuple(Cell(int(row), int(col)) for row, col in zip(*neither.nonzero(), strict=True))


def tight(grid: "Grid") -> "Grid":
    """Crop surely empty outer rows and columns."""
    rows, cols = (~grid.surely_empty).nonzero()
    if not len(rows):
        return grid
    top, left = int(rows.min()), int(cols.min())
    return grid.cropped(Cell(top, left), int(rows.max()) - top + 1, int(cols.max()) - left + 1)


def describe(grid: "Grid", say: Words) -> str:
    """Describe the grid: its size, coverage and clearness."""
    told = [say.figure(f"{grid.rows} x {grid.cols}"), say(COVERED, count=grid.surely_covered.sum())]
    if unsure := len(doubtful(grid)):
        told.append(say(DOUBTFUL, count=unsure))
    told.append(say(QUALITY, quality=say.figure(f"{grid.quality:.2f}")))
    notes = (say(GRID_NOTES[note]) if note in GRID_NOTES else note for note in grid.notes)
    return ", ".join((*told, *notes))


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The grids of one photo; without them, `error` says why."""

    photo: str
    width: int = 0
    height: int = 0
    grids: "tuple[Grid, ...]" = ()
    notes: tuple[str, ...] = ()
    error: PhotoError | None = None

    @property
    def status(self) -> str:
        """`failed` without a grid, `check`, or `ok`.

        `check` if a person should look.
        """
        if self.error is not None:
            return "failed"
        return "check" if self.notes or any(map(_unclear, self.grids)) else "ok"


def lines(found: Found, shown: str, say: Words) -> Iterator[str]:
    """Yield a line for each kingdom on the photo.

    It is called `shown`.
    """
    for number, grid in enumerate(found.grids, 1):
        corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in grid.corners())
        where = say(CORNERS, corners=corners)
        kingdom = say(NUMBERED, number=number)
        yield f"{say.isolated(shown)}: {kingdom}: {describe(grid, say)}, {where}"


def document(photos: Sequence[Found]) -> Json:
    """Return the JSON document for these photos."""
    return {"schema": SCHEMA, "photos": [_photo_object(found) for found in photos]}


def _photo_object(found: Found) -> Json:
    error = found.error and {"code": found.error.code, "message": found.error.message}
    return {
        "photo": found.photo,
        "width": found.width,
        "height": found.height,
        "status": found.status,
        "error": error,
        "kingdoms": [_kingdom_object(grid) for grid in found.grids],
        "notes": [PHOTO.get(note, note) for note in found.notes],
    }


def _kingdom_object(grid: "Grid") -> Json:
    return {
        "rows": grid.rows,
        "cols": grid.cols,
        "corners": grid.corners().round(1).tolist(),
        "covered": grid.covered.round(4).tolist(),
        "doubts": [{"row": cell.row, "col": cell.col} for cell in doubtful(grid)],
        "quality": round(grid.quality, 4),
        "notes": list(grid.notes),
    }


def _unclear(grid: "Grid") -> bool:
    return bool(grid.doubts or doubtful(grid))
