"""What is seen on a photo: decoded, its kingdoms found, or taken where a person says they lie."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kscan.errors import NotationError, PhotoError, UsageError, shown
from kscan.reconstruct import Fix

if TYPE_CHECKING:
    from kscan.corrections import CorrectedKingdom
    from kscan.vision.photo import Limits
    from kscan.vision.records import Evidence, Lattice, Photo

Corners = Sequence[tuple[float, float]]
Source: TypeAlias = "str | Path | bytes | Photo | PhotoError"

# The note of a grid: beside the photo lie corrections of which a person has not looked at all.
UNLOOKED = "unlooked"


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """One photo as it was seen: where its kingdoms lie, and what each of their fields shows."""

    photo: "Photo"
    lattices: "tuple[Lattice, ...]"
    evidence: "tuple[Evidence, ...]"
    corrections: "tuple[CorrectedKingdom, ...]" = ()  # a person's, one a kingdom if any
    stale: bool = False  # a person's corrections were made for another picture


def sight_of(
    source: Source, size: int | None, corners: Corners | None, limits: "Limits | None"
) -> Sight:
    """Look at a photo, where a person's corrections say to look if there are any.

    PhotoError where there is no kingdom, or the corrections cannot be understood.
    """
    photo = open_photo(source, limits)
    if corners is not None or not isinstance(source, str | Path) or str(source) == "-":
        return look(photo, size=size, corners=corners)
    from kscan import corrections, files

    try:
        known = corrections.recall(Path(source))
        if known is None:
            return look(photo, size=size)
        if known.fingerprint != files.digest(Path(source)):
            return replace(look(photo, size=size), stale=True)
        return _look_again(photo, known.kingdoms)
    except (NotationError, UsageError) as error:
        raise PhotoError("bad_corrections", error.message) from None


def open_photo(source: Source, limits: "Limits | None" = None) -> "Photo":
    """The photo, decoded and upright; PhotoError says why there is none."""
    from kscan.vision import photo

    limits = limits or photo.DEFAULT_LIMITS
    if isinstance(source, PhotoError):
        raise source
    if isinstance(source, bytes):
        return photo.load(source, "picture", limits)
    if isinstance(source, str | Path):
        return photo.read(source, limits)
    return source


def look(photo: "Photo", *, size: int | None = None, corners: Corners | None = None) -> Sight:
    """Find the kingdoms (or take the corners as given) and read their squares.

    PhotoError where there is no kingdom.
    """
    from kscan.vision.seeing import see

    if corners is not None:
        return _between(photo, corners, size)
    lattices, evidence = see(photo)
    if not lattices:
        raise nothing_on(photo)
    return Sight(photo, lattices, evidence)


def nothing_on(photo: "Photo") -> PhotoError:
    """The error for a photo on which no kingdom is found."""
    blue, green, red = (photo.pixels[..., channel] for channel in range(3))
    if (blue == green).all() and (green == red).all():
        return PhotoError(
            "no_kingdom",
            f"{shown(photo.name)}: no kingdom found, and the photo has no colours, by which most "
            "tiles are known; take it in colour",
        )
    return PhotoError(
        "no_kingdom",
        f"{shown(photo.name)}: no kingdom found; take the photo from above with the whole "
        "kingdom in it, or give its corners with --corners",
    )


def _between(photo: "Photo", corners: Corners, size: int | None) -> Sight:
    """The one kingdom between these corners; of the sizes the one whose squares read clearer.

    PhotoError where no tile lies there.
    """
    from kscan.vision import lattice, squares
    from kscan.vision.records import CASTLE_CLASS

    sights = []
    for side in (size,) if size else (5, 7):
        given = lattice.from_corners(photo, corners, side)
        sights.append(Sight(photo, (given,), squares.read(photo, (given,))))
    clearest = max(sights, key=_clearness)
    land = clearest.evidence[0].probabilities.argmax(axis=-1) < CASTLE_CLASS
    if not (land & ~clearest.lattices[0].bare).any():
        raise PhotoError(
            "no_kingdom",
            f"{shown(photo.name)}: no tiles lie between these corners; give those of the whole "
            "grid, in pixels of the upright photo",
        )
    return clearest


def _clearness(sight: Sight) -> float:
    """How probable the likeliest label of a field is, on average."""
    return float(sight.evidence[0].probabilities.max(axis=-1).mean())


def _look_again(photo: "Photo", kingdoms: "tuple[CorrectedKingdom, ...]") -> Sight:
    """Take a person's grids as they are, and read what lies on them."""
    from kscan.vision.seeing import see_between

    blocks = [(one.corners, one.kingdom.rows, one.kingdom.cols) for one in kingdoms]
    return Sight(photo, *see_between(photo, blocks), kingdoms)


def asked(sight: Sight, fixes: Sequence[Fix] = ()) -> Sight:
    """The sight with UNLOOKED on each grid whose corrections ask for what `fixes` do not settle."""
    if not sight.corrections:
        return sight
    grids = []
    for number, (grid, one) in enumerate(zip(sight.lattices, sight.corrections, strict=True)):
        settled = {fix.cell for fix in fixes if fix.kingdom == number}
        notes = (*grid.notes, UNLOOKED) if one.is_open(settled) else grid.notes
        grids.append(replace(grid, notes=notes))
    return replace(sight, lattices=tuple(grids))


def corrected(sights: Sequence[Sight]) -> tuple[Fix, ...]:
    """What persons settled on these photos, the kingdoms counted through all of them."""
    fixes: list[Fix] = []
    first = 0
    for sight in sights:
        for number, kingdom in enumerate(sight.corrections, first):
            fixes += kingdom.fixes(number)
        first += len(sight.lattices)
    return tuple(fixes)
