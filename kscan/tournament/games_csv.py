"""games.csv: who sits where, who has a bye, and who left."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kscan.corrections.csv_tables import Line, read_table
from kscan.corrections.table import not_found
from kscan.errors import UsageError, english
from kscan.game.remark import Remark
from kscan.game.squares import CastleColor
from kscan.remarks import remark
from kscan.tournament.names import PhotoNames, composed, plain, tidy
from kscan.tournament.records import Place

COLORS: Mapping[str, CastleColor] = {color.name.lower(): color for color in CastleColor}


def color_name(color: CastleColor | None) -> str:
    """Return a castle's colour as tables write it; empty if unknown."""
    return color.name.lower() if color else ""


@dataclass(frozen=True, slots=True)
class Absence:
    """A round not played by a player: a bye, or the first after leaving."""

    who: str
    player: str
    round: str
    left: bool = False
    total: int | None = None  # that a bye counts as, if anything


@dataclass(slots=True)
class GamesTable:
    """All that games.csv says."""

    places: dict[str, Place] = field(default_factory=dict)
    seats: list[Place] = field(default_factory=list)  # of players without a photo
    absences: list[Absence] = field(default_factory=list)
    unmatched: list[Remark] = field(default_factory=list)

    @classmethod
    def read(cls, games: Path, named: Mapping[str, Place]) -> "GamesTable":
        """Read games.csv; UsageError names a contradicting line."""
        said = cls()
        find = PhotoNames(tuple(named))
        # By photo, so that any number of lines about one photo are taken in one pass.
        players: dict[str, dict[tuple[str, CastleColor | None], None]] = {}
        colors: dict[str, set[CastleColor]] = {}
        stated: dict[tuple[str, str], str] = {}  # by photo and column, where a line says it
        for line in read_table(games, needed=("photo",)):
            where = english("{file} line {line}", file=games.name, line=line.number)
            if not line["photo"] and line["player"]:
                said._without_photo(line, games.name)
                continue
            photo = find(line["photo"])
            if photo is None:
                said.unmatched.append(not_found(line, games, find, "no_photo"))
                continue
            for column in ("round", "table"):
                text = composed(line[column])
                if text and stated.setdefault((photo, column), text) != text:
                    raise UsageError(
                        "{where}: {photo} is at two tables.", where=where, photo=repr(line["photo"])
                    )
            seated, taken = players.setdefault(photo, {}), colors.setdefault(photo, set())
            player = (tidy(line["player"]), _color(line["color"] or line["colour"], where))
            if any(player) and player not in seated:
                if player[1] in taken:
                    raise UsageError(
                        "{where}: another line gives {photo} that colour, too.",
                        where=where,
                        photo=repr(line["photo"]),
                    )
                seated[player] = None
                if player[1] is not None:
                    taken.add(player[1])
        for photo, seated in players.items():
            said.places[photo] = Place(
                stated.get((photo, "round"), named[photo].round),
                stated.get((photo, "table"), named[photo].table),
                tuple(seated),
            )
        return said

    def _without_photo(self, line: Line, file: str) -> None:
        """Record a player without a photo: seated, bye, or left."""
        player, round_ = tidy(line["player"]), composed(line["round"])
        what, _, total = line["result"].casefold().partition(" ")
        if not what:
            self.seats.append(Place(round_, composed(line["table"]), ((player, None),)))
        elif what == "left" and not total:
            self.absences.append(Absence(plain(player), player, round_, left=True))
        elif what == "bye" and (not total or total.strip().isdecimal()):
            points = int(total) if total else None
            self.absences.append(Absence(plain(player), player, round_, total=points))
        else:
            result = repr(line["result"][:20])
            self.unmatched.append(
                remark("no_such_result", file=file, line=str(line.number), result=result)
            )


def _color(text: str, where: str) -> CastleColor | None:
    if not text:
        return None
    for name, color in COLORS.items():
        if text.casefold() in (name, color.value):
            return color
    raise UsageError(
        "{where}: {text} is no colour: pink, yellow, green or blue.", where=where, text=repr(text)
    )
