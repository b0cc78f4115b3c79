"""Games: the kingdoms played together, and their owners."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kscan.game.box import BASE, Box
from kscan.game.remark import Remark
from kscan.records import SeenKingdom
from kscan.remarks import remark
from kscan.tournament.names import in_order, plain
from kscan.tournament.records import Entered, PhotoReading, Place


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """One photo with everything that is known before its game is solved."""

    photo: str
    digest: str
    place: Place
    reading: PhotoReading
    kingdoms: tuple[SeenKingdom, ...] = ()  # with all that persons decided of them
    same_as: str = ""
    entered: tuple[Entered, ...] = ()  # what persons typed in of kingdoms that were not read
    remarks: tuple[Remark, ...] = ()  # what is wrong with the corrections of the photo
    unassigned: bool = False  # a person has to say whose kingdoms these are before they count


@dataclass(frozen=True, slots=True)
class Seat:
    """One kingdom read: the index of its photo, and its number there."""

    photo: int
    kingdom: int


@dataclass(frozen=True, slots=True)
class Game:
    """Kingdoms sharing one box, in the order of their photos."""

    seats: tuple[Seat, ...]
    photos: tuple[int, ...]
    remark: Remark | None = None  # why these are not one game, though their place says so


def games(photos: Sequence[Known], box: Box = BASE) -> tuple[Game, ...]:
    """Group photos into games by round and table.

    A photo without a table is one game.
    """
    tables: dict[tuple[str, str], list[int]] = {}
    alone: list[int] = []
    for index, known in enumerate(photos):
        if not known.kingdoms or is_redundant_copy(photos, index):
            continue
        if known.place.has_table and not known.unassigned:
            tables.setdefault((known.place.round, known.place.table), []).append(index)
        else:
            alone.append(index)
    ordered = sorted(tables, key=lambda place: (in_order(place[0]), in_order(place[1])))
    played = [*(tables[place] for place in ordered), *([index] for index in alone)]
    return tuple(
        _alone(photos, members[0], _mixed(photos[members[0]]))
        if photos[members[0]].unassigned
        else game
        for members in played
        for game in _together(photos, members, box.most_players)
    )


def _mixed(known: Known) -> Remark:
    return remark("mixed_table", count=len(known.kingdoms))


def is_redundant_copy(photos: Sequence[Known], index: int) -> bool:
    """Return True if this photo copies one that counts.

    A copy at another table is a game of its own.
    """
    known = photos[index]
    if not known.same_as:
        return False
    first = next(other for other in photos if other.photo == known.same_as)
    return adds_nothing(known.place, first.place)


def adds_nothing(here: Place, there: Place) -> bool:
    """Return True if `here` is no other game than `there`."""
    return not here.has_table or (here.round, here.table) == (there.round, there.table)


def _together(photos: Sequence[Known], members: Sequence[int], most: int) -> Iterator[Game]:
    again = dict(_again(photos, members))
    first = tuple(index for index in members if index not in again)
    seats = _seats(photos, first)
    if len(seats) <= most:
        yield Game(seats, first)
        # Its dominoes are the first photo's: in one box they would be taken from the others.
        for index, player in again.items():
            yield _alone(photos, index, remark("another_kingdom", player=player))
        return
    crowd = remark("too_many_players", count=len(seats), limit=most)
    for index in members:
        yield _alone(photos, index, crowd)


def _again(photos: Sequence[Known], members: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Yield photos of players seen earlier, with their names."""
    seen: set[str] = set()
    for index in members:
        known = photos[index]
        name = known.place.players[0][0] if one_player(known) else ""
        if name and plain(name) in seen:
            yield index, name
        seen.add(plain(name))


def _alone(photos: Sequence[Known], index: int, why: Remark) -> Game:
    return Game(_seats(photos, (index,)), (index,), why)


def _seats(photos: Sequence[Known], members: Sequence[int]) -> tuple[Seat, ...]:
    return tuple(Seat(index, kingdom) for index in members for kingdom in _counting(photos[index]))


def _counting(known: Known) -> Sequence[int]:
    """Return the photo's kingdoms that count: of one player's photo, the largest."""
    places = range(len(known.kingdoms))
    if not one_player(known):
        return places
    return [max(places, key=lambda place: float(known.kingdoms[place].grid.covered.sum()))]


def one_player(known: Known) -> bool:
    """Return True for one player's photo at a table.

    Only its main kingdom counts then.
    """
    return known.place.has_table and len(known.place.players) == 1
