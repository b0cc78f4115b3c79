"""The whole way from a photo to its score sheets: the table of contents of kscan.

photo -> Photo -> Lattice(s) -> Evidence -> Kingdom -> ScoreSheet -> report
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kscan.errors import PhotoError, UsageError
from kscan.game.rules import Finding, findings, game_findings
from kscan.game.scoring import ScoreSheet, Variant, score, size_of_game
from kscan.reconstruct import Fix, Reading, Status, reconstruct
from kscan.sight import UNLOOKED, Corners, Sight, Source, asked, corrected, sight_of

if TYPE_CHECKING:
    from kscan.vision.photo import Limits
    from kscan.vision.records import Lattice

# Of the trials' lattices above this quality 104 of 105 were right.
CLEAR = 0.6
# The notes on a grid that send its kingdom to a person.
DOUBTFUL_GRID = frozenset({"unclear", "partly_outside", "may_go_on"})


def grid_notes(lattice: "Lattice") -> tuple[str, ...]:
    """What a person should know of a grid, by codes."""
    return (*lattice.notes, "unclear") if lattice.quality < CLEAR else lattice.notes


@dataclass(frozen=True, slots=True, eq=False)
class ScannedKingdom:
    """One kingdom of a photo: where it lies, what was read, what it scores."""

    lattice: "Lattice"  # cropped to the kingdom's block
    reading: Reading
    sheet: ScoreSheet
    findings: tuple[Finding, ...] = ()  # what is against the rules on the table
    conflicts: tuple[Finding, ...] = ()  # what the kingdoms of its game break, this one among them

    @property
    def grid_notes(self) -> tuple[str, ...]:
        """What a person should know of the grid, by codes."""
        return grid_notes(self.lattice)

    @property
    def has_doubtful_grid(self) -> bool:
        """Whether it is not sure that the kingdom lies so on the photo, and as a whole."""
        return bool(DOUBTFUL_GRID.intersection(self.grid_notes))

    @property
    def status(self) -> Status:
        """`check` where a person should look."""
        unlooked = UNLOOKED in self.grid_notes
        doubtful = self.has_doubtful_grid or unlooked or self.conflicts
        return "check" if doubtful else self.reading.status


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
    findings: tuple[Finding, ...] = ()  # what its game breaks, kingdoms counted through all photos

    @property
    def status(self) -> str:
        """`failed` where no kingdom was read, `check` where a person should look, else `ok`."""
        if self.error is not None:
            return "failed"
        sure = all(kingdom.status == "ok" for kingdom in self.kingdoms)
        nobodys = any(not finding.kingdoms for finding in self.findings)
        # What the file's notes say (damage, further frames) may hide what the squares do not.
        return "ok" if sure and not (self.stale or self.notes or nobodys) else "check"


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
    a file beside the photo are respected, unless `corners` are given, and `fixes` on top of them.
    """
    in_play = frozenset(Variant(variant) for variant in variants)
    side = grid_size(size, in_play)
    try:
        sight = asked(sight_of(source, side, corners, limits), fixes)
    except PhotoError as error:
        return failed(source, error)
    both = (*corrected([sight]), *fixes)
    return judge([sight], variants=in_play, size=side, same_game=same_game, fixes=both)[0]


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
            seen.append(asked(sight_of(source, side, None, limits)))
        except PhotoError as error:
            seen.append(failed(source, error))
    sights = [one for one in seen if isinstance(one, Sight)]
    both = (*corrected(sights), *fixes)
    scans = iter(judge(sights, variants=in_play, size=side, fixes=both))
    return tuple(one if isinstance(one, Scan) else next(scans) for one in seen)


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
    size = grid_size(size, variants)
    readings = reconstruct(
        [one for sight in sights for one in sight.evidence],
        variants=variants,
        size=size,
        same_game=same_game,
        fixes=fixes,
    )
    broken: tuple[Finding, ...] = ()
    if same_game and len(readings) > 1:
        game = [reading.kingdom for reading in readings]
        size = size or size_of_game(game, variants)
        broken = game_findings(game, size)
    lying = enumerate(readings)
    return tuple(
        Scan(
            sight.photo.name,
            sight.photo.width,
            sight.photo.height,
            tuple(
                _scanned(lattice, reading, variants, size, _about(place, broken))
                for lattice, (place, reading) in zip(sight.lattices, lying, strict=False)
            ),
            notes=sight.photo.notes,
            stale=sight.stale,
            findings=broken,
        )
        for sight in sights
    )


def _about(place: int, broken: Sequence[Finding]) -> tuple[Finding, ...]:
    """What the game breaks of which the kingdom in this place is a part."""
    return tuple(each for each in broken if place in each.kingdoms)


def _scanned(
    lattice: "Lattice",
    reading: Reading,
    variants: frozenset[Variant],
    size: int | None,
    conflicts: tuple[Finding, ...],
) -> ScannedKingdom:
    kingdom = reading.kingdom
    block = lattice.cropped(reading.top_left, kingdom.rows, kingdom.cols)
    sheet = score(kingdom, variants, size)
    return ScannedKingdom(block, reading, sheet, findings(kingdom, sheet.size), conflicts)


def failed(source: Source, error: PhotoError) -> Scan:
    """The answer for a photo that could not be read."""
    return Scan(str(source) if isinstance(source, str | Path) else "picture", error=error)


def grid_size(size: int | None, variants: frozenset[Variant]) -> int | None:
    """5 or 7 where that is known, from `size` or because the Mighty Duel is in play; else None."""
    if size not in (None, 5, 7):
        raise UsageError(f"a kingdom's grid is 5 x 5 or 7 x 7, not {size} x {size}")
    return 7 if size is None and Variant.MIGHTY_DUEL in variants else size


class _CallableModule(ModuleType):
    """`from kscan import scan` gives this module once anything has imported it: let it scan."""

    def __call__(self, *args: Any, **options: Any) -> Scan:
        return scan(*args, **options)


sys.modules[__name__].__class__ = _CallableModule
