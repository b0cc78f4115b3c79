"""What crosses between the stages of a tournament: from a photo's bytes to its row."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kscan.game.squares import CastleColor

if TYPE_CHECKING:
    from kscan.game.rules import Finding
    from kscan.game.scoring import ScoreSheet
    from kscan.reconstruct.records import Reading
    from kscan.vision.records import Evidence, Lattice

Status = Literal["ok", "check", "failed"]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a photo has no reading: a stable code and a sentence."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence for a person: its English message, and what fills the places in it."""

    message: str
    values: tuple[tuple[str, object], ...] = ()  # by place; a remark where words are translated too

    def __str__(self) -> str:
        """The sentence in English."""
        return self.message.format(**dict(self.values)) if self.values else self.message


def remark(message: str, **values: object) -> Remark:
    """The message with its places `{name}` filled in."""
    return Remark(message, tuple(values.items()))


@dataclass(frozen=True, slots=True)
class Window:
    """Where a person said that a kingdom lies: its outer corners in pixels, and its squares."""

    corners: tuple[Point, ...]
    rows: int
    cols: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a photo belongs; empty text where nothing says so."""

    round: str = ""
    table: str = ""
    players: tuple[tuple[str, CastleColor | None], ...] = ()  # of the kingdoms on the photo

    @property
    def has_table(self) -> bool:
        """Whether the kingdoms of this table and round make one game."""
        return bool(self.table)


@dataclass(frozen=True, slots=True, eq=False)
class SeenKingdom:
    """One kingdom on one photo, before any rule is applied."""

    lattice: "Lattice"
    evidence: "Evidence"


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """All that later stages need of a photo: evidence and two small upright pictures of it."""

    width: int = 0
    height: int = 0
    kingdoms: tuple[SeenKingdom, ...] = ()
    failure: Failure | None = None
    thumbnail: bytes = b""  # JPEG for the page
    picture: bytes = b""  # JPEG to draw the reading on
    notes: tuple[str, ...] = ()  # what a person should know of the file


@dataclass(frozen=True, slots=True)
class ScoredKingdom:
    """One kingdom's reading and score sheet, with the player it belongs to."""

    player: str
    named: bool  # by a person, in a file name or games.csv; else after its castle or photo
    color: CastleColor | None
    corners: tuple[Point, Point, Point, Point]  # outer, in the upright photo; top-left first
    outline: tuple[tuple[Point, ...], ...]  # (rows + 1) x (cols + 1) crossings of the grid
    reading: "Reading"
    sheet: "ScoreSheet"
    by_person: bool = False  # a correction decided what lies there
    remarks: tuple[Remark, ...] = ()  # what is said of it beyond its reading: each needs a look
    findings: "tuple[Finding, ...]" = ()  # what is against the rules on the table
    settled: bool = False  # a person decided all of it, not some squares
    called: Remark | None = None  # what `player` says in English, where nobody named one

    @property
    def needs_look(self) -> bool:
        """Whether a person should look at it."""
        return self.reading.status != "ok" or bool(self.remarks)


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one photo; every photo has exactly one."""

    photo: str
    digest: str  # of its content; empty where it could not be read
    place: Place
    width: int = 0
    height: int = 0
    kingdoms: tuple[ScoredKingdom, ...] = ()
    failure: Failure | None = None
    same_as: str = ""  # the earlier photo with the same content
    counts: bool = True  # whether games and standings count its kingdoms
    remarks: tuple[Remark, ...] = ()  # what needs a look beyond a single kingdom
    notes: tuple[Remark, ...] = ()  # what is good to know

    @property
    def status(self) -> Status:
        """`failed` without a reading, `check` where a person should look, else `ok`."""
        if self.failure is not None:
            return "failed"
        if self.remarks or any(kingdom.needs_look for kingdom in self.kingdoms):
            return "check"
        return "ok"

    @property
    def by_person(self) -> bool:
        """Whether a correction decided any of its kingdoms."""
        return any(kingdom.by_person for kingdom in self.kingdoms)
