"""Where kingdoms lie on a photo, as a line of text and as JSON; how sure that is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kscan.errors import PhotoError
from kscan.game.kingdom import Cell
from kscan.scan import DOUBTFUL_GRID, grid_notes

if TYPE_CHECKING:
    from kscan.vision.records import Lattice

Json = dict[str, Any]

SCHEMA = "kscan-find/1"  # a document of its own: grids, on which nothing was read yet

_WORDS = {
    "partly_outside": "partly outside the photo",
    "may_go_on": "may go on beyond the photo's edge",
    "corners_given": "corners given by hand",
}


def doubtful(lattice: "Lattice") -> tuple[Cell, ...]:
    """The fields at which a person should look whether a tile lies there."""
    neither = ~lattice.bare & ~lattice.laid
    return tuple(Cell(int(row), int(col)) for row, col in zip(*neither.nonzero(), strict=True))


def tight(lattice: "Lattice") -> "Lattice":
    """The lattice without outer rows and columns in which surely nothing lies."""
    rows, cols = (~lattice.bare).nonzero()
    if not len(rows):
        return lattice
    top, left = int(rows.min()), int(cols.min())
    return lattice.cropped(Cell(top, left), int(rows.max()) - top + 1, int(cols.max()) - left + 1)


def describe(lattice: "Lattice") -> str:
    """The grid in a few words: its size, what lies on it, how clear it is."""
    words = [f"{lattice.rows} x {lattice.cols}", f"{lattice.laid.sum()} covered"]
    if unsure := len(doubtful(lattice)):
        words.append(f"{unsure} in doubt")
    words.append(f"quality {lattice.quality:.2f}")
    return ", ".join((*words, *(_WORDS.get(note, note) for note in lattice.notes)))


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What was found on one photo; without kingdoms, `error` says why."""

    photo: str
    width: int = 0
    height: int = 0
    lattices: "tuple[Lattice, ...]" = ()
    notes: tuple[str, ...] = ()
    error: PhotoError | None = None

    @property
    def status(self) -> str:
        """`failed` where nothing was found, `check` where a person should look, else `ok`."""
        if self.error is not None:
            return "failed"
        return "check" if self.notes or any(map(_unclear, self.lattices)) else "ok"


def lines(found: Found, shown: str) -> Iterator[str]:
    """A line for each kingdom on the photo, which is called `shown`."""
    for number, lattice in enumerate(found.lattices, 1):
        corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in lattice.corners())
        yield f"{shown}: kingdom {number}: {describe(lattice)}, corners {corners}"


def document(photos: Sequence[Found]) -> Json:
    """The JSON document for these photos."""
    return {"schema": SCHEMA, "photos": [_photo_object(found) for found in photos]}


def _photo_object(found: Found) -> Json:
    error = found.error and {"code": found.error.code, "message": found.error.message}
    return {
        "photo": found.photo,
        "width": found.width,
        "height": found.height,
        "status": found.status,
        "error": error,
        "kingdoms": [_kingdom_object(lattice) for lattice in found.lattices],
        "notes": list(found.notes),
    }


def _kingdom_object(lattice: "Lattice") -> Json:
    return {
        "rows": lattice.rows,
        "cols": lattice.cols,
        "corners": lattice.corners().round(1).tolist(),
        "covered": lattice.covered.round(4).tolist(),
        "doubts": [{"row": cell.row, "col": cell.col} for cell in doubtful(lattice)],
        "quality": round(lattice.quality, 4),
        "notes": list(lattice.notes),
    }


def _unclear(lattice: "Lattice") -> bool:
    return bool(DOUBTFUL_GRID.intersection(grid_notes(lattice)) or doubtful(lattice))
