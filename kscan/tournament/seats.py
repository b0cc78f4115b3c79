"""Who is who: the round, table and players of a photo, by its folders and name or by games.csv."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kscan.errors import UsageError
from kscan.game.squares import CastleColor
from kscan.report.batch_wording import NO_PHOTO, SEVERAL_PHOTOS
from kscan.tournament.records import Place, Remark, remark
from kscan.tournament.tables import Line, read_table

# Folder names that say round and table, in the languages of the editions and of their neighbours.
_ROUND = "round|rnd|runde|ronde|ronda|manche|turno|runda|rundă|рунд|кръг|раунд|тур|γύρος|סיבוב|סבב"
_TABLE = "table|tisch|tafel|mesa|tavolo|bord|masa|masă|маса|стол|τραπέζι|שולחן"
_ENDS = r"[\s._#-]*\d+|[\s._-]+\S.*"
_IS_ROUND = re.compile(rf"(?:{_ROUND})(?:{_ENDS})|r\d+", re.IGNORECASE)
_IS_TABLE = re.compile(rf"(?:{_TABLE})(?:{_ENDS})|t\d+", re.IGNORECASE)

# What cameras and messengers call their photos: the name of no person.
_CAMERA = re.compile(
    r"(?:img|dsc|dscn|dscf|dcim|pxl|photo|image|picture|scan|signal|whatsapp|p)?[\W_]*\d{3}[\d\W_]*"
    r"|(?:img|dsc|dscn|dscf|pxl|photo|image|whatsapp)\b.*\d{3}.*|[0-9a-f]{8}-[0-9a-f-]{27}",
    re.IGNORECASE,
)

COLORS: Mapping[str, CastleColor] = {color.name.lower(): color for color in CastleColor}


def place_by_name(photo: str) -> Place:
    """The place that `round-1/table-3/anna.jpg`, or less of it, says."""
    *folders, file = composed(photo).split("/")
    stem = file.rpartition(".")[0] or file
    round_ = next((name for name in reversed(folders) if _IS_ROUND.fullmatch(name)), "")
    table = next((name for name in reversed(folders) if _IS_TABLE.fullmatch(name)), "")
    if not round_ and not table and len(folders) >= 2 and all(map(str.isdecimal, folders[-2:])):
        round_, table = folders[-2:]
    if _IS_TABLE.fullmatch(stem):
        return Place(round_, table or stem)
    if _CAMERA.fullmatch(stem):
        return Place(round_, table)
    return Place(round_, table, ((stem, None),))


@dataclass(frozen=True, slots=True)
class Seating:
    """Every photo's place, and what games.csv says that fits no photo."""

    places: Mapping[str, Place]
    unmatched: tuple[Remark, ...] = ()
    alone: Mapping[str, Place] = field(default_factory=dict)  # of photos that show one kingdom

    def __getitem__(self, photo: str) -> Place:
        return self.places[photo]

    def of(self, photo: str, kingdoms: int) -> Place:
        """The place of a photo that shows so many kingdoms."""
        return self.places[photo] if kingdoms > 1 else self.alone.get(photo, self.places[photo])


def seating(photos: Sequence[str], games: Path | None = None) -> Seating:
    """The places of `photos`: by their folders and names, but for what `games` says of them."""
    places = {photo: place_by_name(photo) for photo in photos}
    if games is None:
        return Seating(places)
    said, unmatched = _said(games, places)
    alone = {photo: _by_file(place, places[photo]) for photo, place in said.items()}
    return Seating(places | said, unmatched, alone)


def _said(games: Path, by_name: Mapping[str, Place]) -> tuple[dict[str, Place], tuple[Remark, ...]]:
    find = Finder(tuple(by_name))
    places: dict[str, Place] = {}
    stated: dict[tuple[str, str], str] = {}  # by photo and column, where a line says it
    unmatched: list[Remark] = []
    for line in read_table(games, needed=("photo",)):
        where = f"{games.name} line {line.number}"
        photo = find(line["photo"])
        if photo is None:
            unmatched.append(not_found(line, games, find, NO_PHOTO))
            continue
        before = places.get(photo, replace(by_name[photo], players=()))
        for column in ("round", "table"):
            said = composed(line[column])
            if said and stated.setdefault((photo, column), said) != said:
                raise UsageError(f"{where}: {line['photo']!r} is at two tables.")
        round_ = stated.get((photo, "round"), before.round)
        table = stated.get((photo, "table"), before.table)
        players = before.players
        player = (line["player"], _color(line["color"] or line["colour"], where))
        if any(player) and player not in players:
            if player[1] in {color for _, color in players if color is not None}:
                raise UsageError(f"{where}: another line gives {line['photo']!r} that colour, too.")
            players += (player,)
        places[photo] = Place(round_, table, players)
    return places, tuple(unmatched)


def _by_file(said: Place, named: Place) -> Place:
    """A place with one castle at most, of which the table names no player: the file's name may."""
    if len(said.players) > 1 or any(name for name, _ in said.players):
        return said
    return replace(said, players=named.players or said.players)


def not_found(line: Line, table: Path, find: "Finder", otherwise: str) -> Remark:
    """Why no photo is what the line means: there are several of that name, or `otherwise`."""
    called = find.called(line["photo"])
    where = {"file": table.name, "line": line.number, "photo": repr(line["photo"])}
    if len(called) > 1:
        return remark(SEVERAL_PHOTOS, **where, count=len(called), example=repr(called[0]))
    return remark(otherwise, **where)


def _color(text: str, where: str) -> CastleColor | None:
    if not text:
        return None
    for name, color in COLORS.items():
        if text.casefold() in (name, color.value):
            return color
    raise UsageError(f"{where}: {text!r} is no colour: pink, yellow, green or blue.")


class Finder:
    """Finds the photo that a person means: by its whole name, or by its end where it is unique."""

    def __init__(self, photos: Sequence[str]) -> None:
        self._exact = frozenset(photos)
        self._photos: dict[str, list[str]] = {}
        self._ends: dict[str, list[str]] = {}
        for photo in photos:
            self._photos.setdefault(plain(photo), []).append(photo)
            self._ends.setdefault(plain(photo).rpartition("/")[2], []).append(photo)

    def __call__(self, name: str) -> str | None:
        """The photo called `name`; None where there is none, or more than one."""
        called = self.called(name)
        return called[0] if len(called) == 1 else None

    def called(self, name: str) -> Sequence[str]:
        """The photos that `name` may mean."""
        for exact in (name, name.replace("\\", "/").removeprefix("./")):
            if exact in self._exact:
                return [exact]
        wanted = plain(exact)
        return self._photos.get(wanted) or self._ends.get(wanted, [])


def composed(name: str) -> str:
    """The name with its accents composed, which some file systems keep apart."""
    return unicodedata.normalize("NFC", name)


def plain(name: str) -> str:
    """A name for comparing: accents composed, upper and lower case alike."""
    return composed(name).casefold()
