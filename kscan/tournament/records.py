"""Records between the stages of a tournament: from a photo's bytes to its row."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from kscan.game.remark import Remark
from kscan.game.squares import CastleColor
from kscan.records import ScoredKingdom, SeenKingdom
from kscan.remarks import GAME_RULES, GRID

if TYPE_CHECKING:
    from kscan.game.scoring import ScoreSheet
    from kscan.infer.records import Reading

Status = Literal["ok", "check", "failed"]
Point = tuple[float, float]

# What asks for a look at a kingdom beyond its reading; the reading's own doubts are shown apart.
_REASONS = frozenset({*GRID, *GAME_RULES, "unlooked", "outside"})


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a photo has no reading: a stable code and a sentence."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Place:
    """A photo's round, table and players; empty if unknown."""

    round: str = ""
    table: str = ""
    players: tuple[tuple[str, CastleColor | None], ...] = ()  # of the kingdoms on the photo

    @property
    def has_table(self) -> bool:
        """True if its kingdoms make one game."""
        return bool(self.table)


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """All later stages' input from a photo: its kingdoms, and two small pictures."""

    width: int = 0
    height: int = 0
    kingdoms: tuple[SeenKingdom, ...] = ()
    failure: Failure | None = None
    thumbnail: bytes = b""  # JPEG for the page
    picture: bytes = b""  # JPEG to draw the reading on
    remarks: tuple[Remark, ...] = ()  # on the file


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A stand-in for an unnamed player: by castle and table, else by the photo."""

    photo: str
    color: CastleColor | None = None
    where: tuple[str, str] = ("", "")  # round and table, where these and the colour say whose
    number: int = 0  # of the kingdom on the photo, where there are several; from 1


@dataclass(frozen=True, slots=True, eq=False)
class PlayedKingdom:
    """One scored kingdom, with the player it belongs to."""

    player: str
    scored: ScoredKingdom
    unnamed: Unnamed | None = None  # where no person named the player; `player` says it in English
    remarks: tuple[Remark, ...] = ()  # on its place in the tournament
    outline: tuple[tuple[Point, ...], ...] = field(default=(), repr=False)  # crossings of the grid

    @property
    def named(self) -> bool:
        """True if a person named the player.

        In a file name or games.csv.
        """
        return self.unnamed is None

    @property
    def reading(self) -> "Reading":
        """Its reading."""
        return self.scored.reading

    @property
    def sheet(self) -> "ScoreSheet":
        """Its score sheet."""
        return self.scored.sheet

    @property
    def total(self) -> int:
        """The stated total, or else the sheet's."""
        return self.scored.total

    @property
    def color(self) -> CastleColor | None:
        """The castle's colour, if known."""
        return self.scored.reading.kingdom.castle_color

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The outer corners in the upright photo, top-left first, clockwise."""
        first, last = self.outline[0], self.outline[-1]
        return first[0], first[-1], last[-1], last[0]

    @property
    def reasons(self) -> tuple[Remark, ...]:
        """Reasons for a look beyond the reading's own doubts."""
        about = (remark for remark in self.scored.remarks if remark.code in _REASONS)
        return tuple(remark for remark in (*about, *self.remarks) if remark.look)

    @property
    def needs_look(self) -> bool:
        """True if a person should look at it."""
        return self.scored.status != "ok" or any(remark.look for remark in self.remarks)


@dataclass(frozen=True, slots=True)
class Entered:
    """A kingdom or total typed in for a missing photo."""

    player: str
    total: int
    sheet: "ScoreSheet | None" = None


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """The result for one photo; every photo has exactly one."""

    photo: str
    digest: str  # of its content; empty where it could not be read
    place: Place
    width: int = 0
    height: int = 0
    kingdoms: tuple[PlayedKingdom, ...] = ()
    failure: Failure | None = None
    same_as: str = ""  # the earlier photo with the same content
    counts: bool = True  # whether games and standings count its kingdoms
    remarks: tuple[Remark, ...] = ()
    entered: tuple[Entered, ...] = ()  # counts in the place of kingdoms that were not read

    @property
    def status(self) -> Status:
        """`failed` without a reading, `check`, or `ok`.

        `check` if a person should look.
        """
        if self.failure is not None and not self.entered:
            return "failed"
        look = any(remark.look for remark in self.remarks)
        return "check" if look or any(each.needs_look for each in self.kingdoms) else "ok"

    @property
    def decided(self) -> bool:
        """True if a person decided any of its kingdoms."""
        return bool(self.entered) or any(one.scored.decided for one in self.kingdoms)
