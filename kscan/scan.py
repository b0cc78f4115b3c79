"""The whole way from a photo to its score sheets: the table of contents of kscan.

photo -> Photo -> Lattice(s) -> Evidence -> Kingdom -> ScoreSheet -> report
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from kscan.errors import PhotoError, UsageError, shown
from kscan.game.rules import Finding, findings
from kscan.game.scoring import ScoreSheet, Variant, score
from kscan.reconstruct import Fix, Reading, Status, reconstruct

if TYPE_CHECKING:
    from kscan.corrections import CorrectedKingdom
    from kscan.vision.photo import Limits
    from kscan.vision.records import Evidence, Lattice, Photo

Corners = Sequence[tuple[float, float]]
Source: TypeAlias = "str | Path | bytes | Photo | PhotoError"

# Of the trials' lattices above this quality 104 of 105 were right.
CLEAR = 0.6
# The notes on a grid that send its kingdom to a person.
DOUBTFUL_GRID = frozenset({"unclear", "partly_outside"})


def grid_notes(lattice: "Lattice") -> tuple[str, ...]:
    """What a person should know of a grid, by codes."""
    return (*lattice.notes, "unclear") if lattice.quality < CLEAR else lattice.notes


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """One photo as it was seen: where its kingdoms lie, and what each of their fields shows."""

    photo: "Photo"
    lattices: "tuple[Lattice, ...]"
    evidence: "tuple[Evidence, ...]"
    corrections: "tuple[CorrectedKingdom, ...]" = ()  # a person's, one a kingdom if any
    stale: bool = False  # a person's corrections were made for another picture


@dataclass(frozen=True, slots=True, eq=False)
class ScannedKingdom:
    """One kingdom of a photo: where it lies, what was read, what it scores."""

    lattice: "Lattice"  # cropped to the kingdom's block
    reading: Reading
    sheet: ScoreSheet
    findings: tuple[Finding, ...] = ()  # what is against the rules on the table

    @property
    def grid_notes(self) -> tuple[str, ...]:
        """What a person should know of the grid, by codes."""
        return grid_notes(self.lattice)

    @property
    def status(self) -> Status:
        """`check` where a person should look."""
        return "check" if DOUBTFUL_GRID.intersection(self.grid_notes) else self.reading.status


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """What became of one photo; without kingdoms, `error` says why."""

    photo: str  # as given
    width: int = 0
    height: int = 0
    kingdoms: tuple[ScannedKingdom, ...] = ()
    error: PhotoError | None = None
    notes: tuple[str, ...] = ()
    stale: bool = False  # corrections are there, but for another picture

    @property
    def status(self) -> str:
        """`failed` where no kingdom was read, `check` where a person should look, else `ok`."""
        if self.error is not None:
            return "failed"
        sure = all(kingdom.status == "ok" for kingdom in self.kingdoms)
        # What the file's notes say (damage, further frames) may hide what the squares do not.
        return "ok" if sure and not self.stale and not self.notes else "check"


def scan(
    source: Source,
    *,
    variants: Iterable[Variant | str] = (),
    size: int | None = None,
    corners: Corners | None = None,
    same_game: bool = True,
    fixes: Sequence[Fix] = (),
    limits: "Limits | None" = None,
) -> Scan:
    """The kingdoms on one photo, read and scored; a photo that cannot be read has an `error`.

    `source` is a path, "-" for standard input, a picture's bytes, a loaded Photo, or the error
    that loading it gave. With `same_game` the kingdoms of the photo share one box. Corrections in
    a file beside the photo are respected, and `fixes` on top of them.
    """
    in_play = frozenset(Variant(variant) for variant in variants)
    side = grid_size(size, in_play)
    try:
        seen = _see(source, side, corners, limits)
    except PhotoError as error:
        return failed(source, error)
    both = (*_corrected([seen]), *fixes)
    return judge([seen], variants=in_play, size=side, same_game=same_game, fixes=both)[0]


def scan_game(
    sources: Sequence[Source],
    *,
    variants: Iterable[Variant | str] = (),
    size: int | None = None,
    fixes: Sequence[Fix] = (),
    limits: "Limits | None" = None,
) -> tuple[Scan, ...]:
    """The photos of one game, whose kingdoms share one box: a scan each, in the same order."""
    in_play = frozenset(Variant(variant) for variant in variants)
    side = grid_size(size, in_play)
    seen: list[Sight | Scan] = []
    for source in sources:
        try:
            seen.append(_see(source, side, None, limits))
        except PhotoError as error:
            seen.append(failed(source, error))
    sights = [one for one in seen if isinstance(one, Sight)]
    both = (*_corrected(sights), *fixes)
    scans = iter(judge(sights, variants=in_play, size=side, fixes=both))
    return tuple(one if isinstance(one, Scan) else next(scans) for one in seen)


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
    return PhotoError(
        "no_kingdom",
        f"{shown(photo.name)}: no kingdom found; take the photo from above with the whole "
        "kingdom in it, or give its corners with --corners",
    )


def judge(
    sights: Sequence[Sight],
    *,
    variants: frozenset[Variant] = frozenset(),
    size: int | None = None,
    same_game: bool = True,
    fixes: Sequence[Fix] = (),
) -> tuple[Scan, ...]:
    """The readings and scores of what was seen; with `same_game` all photos show one game.

    `fixes` count the kingdoms through all photos.
    """
    readings = iter(
        reconstruct(
            [one for sight in sights for one in sight.evidence],
            variants=variants,
            size=grid_size(size, variants),
            same_game=same_game,
            fixes=fixes,
        )
    )
    return tuple(
        Scan(
            sight.photo.name,
            sight.photo.width,
            sight.photo.height,
            tuple(_scanned(lattice, next(readings), variants, size) for lattice in sight.lattices),
            notes=sight.photo.notes,
            stale=sight.stale,
        )
        for sight in sights
    )


def failed(source: Source, error: PhotoError) -> Scan:
    """The answer for a photo that could not be read."""
    return Scan(str(source) if isinstance(source, str | Path) else "picture", error=error)


def grid_size(size: int | None, variants: frozenset[Variant]) -> int | None:
    """5 or 7 where that is known, from `size` or because the Mighty Duel is in play; else None."""
    if size not in (None, 5, 7):
        raise UsageError(f"a kingdom's grid is 5 x 5 or 7 x 7, not {size} x {size}")
    return 7 if size is None and Variant.MIGHTY_DUEL in variants else size


def _scanned(
    lattice: "Lattice", reading: Reading, variants: frozenset[Variant], size: int | None
) -> ScannedKingdom:
    kingdom = reading.kingdom
    block = lattice.cropped(reading.top_left, kingdom.rows, kingdom.cols)
    sheet = score(kingdom, variants, size)
    return ScannedKingdom(block, reading, sheet, findings(kingdom, sheet.size))


def _between(photo: "Photo", corners: Corners, size: int | None) -> Sight:
    """The one kingdom between these corners; of the sizes the one whose squares read clearer."""
    from kscan.vision import lattice, squares

    sights = []
    for side in (size,) if size else (5, 7):
        given = lattice.from_corners(photo, corners, side)
        sights.append(Sight(photo, (given,), squares.read(photo, (given,))))
    return max(sights, key=_clearness)


def _clearness(sight: Sight) -> float:
    """How probable the likeliest label of a field is, on average."""
    return float(sight.evidence[0].probabilities.max(axis=-1).mean())


def _see(
    source: Source, size: int | None, corners: Corners | None, limits: "Limits | None"
) -> Sight:
    """Look at a photo, where a person's corrections say to look if there are any."""
    photo = open_photo(source, limits)
    if not isinstance(source, str | Path) or str(source) == "-":
        return look(photo, size=size, corners=corners)
    from kscan import corrections, files

    known = corrections.recall(Path(source))
    if known is None or corners is not None:
        return look(photo, size=size, corners=corners)
    if known.fingerprint != files.digest(Path(source)):
        return replace(look(photo, size=size), stale=True)
    return _look_again(photo, known.kingdoms)


def _look_again(photo: "Photo", kingdoms: "tuple[CorrectedKingdom, ...]") -> Sight:
    """Take a person's grids as they are, and read what lies on them."""
    from kscan.vision.seeing import see_between

    blocks = [(one.corners, one.kingdom.rows, one.kingdom.cols) for one in kingdoms]
    return Sight(photo, *see_between(photo, blocks), kingdoms)


def _corrected(sights: Sequence[Sight]) -> tuple[Fix, ...]:
    """What persons settled on these photos, the kingdoms counted through all of them."""
    fixes: list[Fix] = []
    first = 0
    for sight in sights:
        for number, kingdom in enumerate(sight.corrections, first):
            fixes += kingdom.fixes(number)
        first += len(sight.lattices)
    return tuple(fixes)


class _CallableModule(ModuleType):
    """`from kscan import scan` gives this module once anything has imported it: let it scan."""

    def __call__(self, *args: Any, **options: Any) -> Scan:
        return scan(*args, **options)


sys.modules[__name__].__class__ = _CallableModule
