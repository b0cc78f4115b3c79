"""Records of the pipeline, from seen to scored kingdoms."""

from collections.abc import Container
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from kscan.corrections.decisions import Decisions
from kscan.errors import PhotoError
from kscan.game.remark import Remark
from kscan.remarks import GRID

if TYPE_CHECKING:
    from kscan.evidence import Evidence
    from kscan.find.grid import Grid
    from kscan.game.covering import PlacedDomino
    from kscan.game.scoring import ScoreSheet
    from kscan.infer.records import Reading
    from kscan.photo.records import Photo

Status = Literal["ok", "check", "failed"]


@dataclass(frozen=True, slots=True, eq=False)
class SeenKingdom:
    """One kingdom of a photo before any rule, with a person's decisions."""

    grid: "Grid"
    evidence: "Evidence"
    decisions: Decisions = ()


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """One photo as it was seen: its kingdoms in reading order, or why there are none."""

    name: str
    width: int = 0
    height: int = 0
    kingdoms: tuple[SeenKingdom, ...] = ()
    remarks: tuple[Remark, ...] = ()  # on the file, and on the corrections beside it
    error: PhotoError | None = None
    photo: "Photo | None" = field(default=None, repr=False)  # its pixels, while they are at hand


@dataclass(frozen=True, slots=True)
class SolvedKingdom:
    """The reading of one kingdom of a game, with all its remarks."""

    reading: "Reading"
    dominoes: "tuple[PlacedDomino, ...]"  # empty where the kingdom cannot be tiled
    remarks: tuple[Remark, ...]
    decided: bool = False  # a person changed or settled any of it
    settled: bool = False  # a person left nothing of it open


@dataclass(frozen=True, slots=True)
class SolvedGame:
    """Kingdoms sharing one box, or one kingdom alone."""

    kingdoms: tuple[SolvedKingdom, ...]
    remarks: tuple[Remark, ...] = ()  # which rules they break together
    size: int | None = None  # of the grid that they share, where that is known


@dataclass(frozen=True, slots=True, eq=False)
class ScoredKingdom:
    """One kingdom of a photo: grid, reading, score sheet and remarks."""

    grid: "Grid"  # cropped to the kingdom's block
    reading: "Reading"
    sheet: "ScoreSheet"
    dominoes: "tuple[PlacedDomino, ...]" = ()
    remarks: tuple[Remark, ...] = ()
    decided: bool = False
    settled: bool = False
    typed_total: int | None = None  # that a person stated, whatever the sheet says
    player: str = ""  # whom a person named

    @property
    def total(self) -> int:
        """The stated total, or else the sheet's."""
        return self.sheet.total if self.typed_total is None else self.typed_total

    @property
    def status(self) -> Status:
        """`check` if a person should look, else `ok`."""
        return "check" if any(remark.look for remark in self.remarks) else "ok"

    @property
    def has_doubtful_grid(self) -> bool:
        """True if the grid's place or extent is doubtful."""
        return any(remark.code in GRID for remark in self.remarks)

    def said(self, codes: Container[str]) -> tuple[Remark, ...]:
        """Return the remarks with one of these codes."""
        return tuple(remark for remark in self.remarks if remark.code in codes)


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """The result for one photo; without kingdoms, `error` says why."""

    photo: str  # as given
    width: int = 0
    height: int = 0
    kingdoms: tuple[ScoredKingdom, ...] = ()
    error: PhotoError | None = None
    remarks: tuple[Remark, ...] = ()  # on the photo and the files beside it
    game: tuple[Remark, ...] = ()  # what its game breaks, kingdoms counted through all photos
    pixels: "Photo | None" = field(default=None, repr=False)

    @property
    def status(self) -> Status:
        """`failed` without a kingdom, `check`, or `ok`.

        `check` if a person should look.
        """
        if self.error is not None:
            return "failed"
        nobodys = (remark for remark in self.game if not remark.kingdoms)
        look = any(remark.look for remark in (*self.remarks, *nobodys))
        return "check" if look or any(one.status == "check" for one in self.kingdoms) else "ok"

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return the photo's object of `kscan/1`."""
        from kscan.report.json import photo_object

        return photo_object(self, lang)

    def picture(self) -> bytes:
        """Draw the reading on the photo: a JPEG.

        Empty where the photo was not read.
        """
        from kscan.report.picture import picture

        return picture(self.pixels, self.kingdoms) if self.pixels is not None else b""
