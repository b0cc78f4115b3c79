"""Games: the kingdoms played together, and photos of one player or of a whole table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kscan.game.box import BASE, Box
from kscan.game.remark import Remark
from kscan.records import SeenKingdom
from kscan.remarks import remark
from kscan.tournament.names import in_order, plain
from kscan.tournament.players import Seating
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


@dataclass(frozen=True, slots=True)
class SettledTables:
    """Every photo's place, given each one's number of kingdoms."""

    places: Mapping[str, Place]
    unassigned: frozenset[str] = field(
        default_factory=frozenset
    )  # a person has to say whose they are
    views: Mapping[str, int] = field(default_factory=dict)  # photos of several kingdoms, of a table


def settle_tables(
    seating: Seating, kingdoms: Mapping[str, int], said: Iterable[str], most: int
) -> SettledTables:
    """Tell photos of whole tables, of `most` players, from those of one player.

    `kingdoms` are how many each photo shows, copies left out; of the photos in `said` a person
    named the players.
    """
    places = {photo: seating.of(photo, count) for photo, count in kingdoms.items()}
    tables: dict[tuple[str, str], list[str]] = {}
    for photo, place in places.items():
        if place.has_table and kingdoms[photo]:
            tables.setdefault((place.round, place.table), []).append(photo)
    known, by_person = _met_elsewhere(places), set(said)
    unassigned: set[str] = set()
    views: dict[str, int] = {}
    for photos in tables.values():
        for photo in photos:
            if kingdoms[photo] < 2 or photo in by_person:
                continue
            place = places[photo]
            named = len(place.players) == 1
            if named and _is_known(place, known, (place.round, place.table)):
                continue  # one player's: the largest counts, and that is asked about
            if named and kingdoms[photo] == 2 and set(known) <= {plain(place.players[0][0])}:
                continue  # a neighbour's in view or a duel: there is no other name to tell by
            if len(photos) == 1:
                places[photo] = replace(place, players=())
            elif _may_be_again(photo, photos, places, kingdoms, most):
                places[photo] = replace(place, players=())
                unassigned.add(photo)
            elif not named:
                views[photo] = len(photos)
    return SettledTables(places, frozenset(unassigned), views)


def _may_be_again(
    photo: str,
    photos: Sequence[str],
    places: Mapping[str, Place],
    kingdoms: Mapping[str, int],
    most: int,
) -> bool:
    """Return True if other photos of the table may show the kingdoms, too."""
    others = [other for other in photos if other != photo]
    if places[photo].players:
        return len(others) >= kingdoms[photo] or kingdoms[photo] > 2
    names = any(places[other].players for other in others)
    return names or sum(kingdoms[each] for each in photos) > most


def _met_elsewhere(places: Mapping[str, Place]) -> dict[str, set[tuple[str, str]]]:
    """Return each player's tables, by name."""
    met: dict[str, set[tuple[str, str]]] = {}
    for place in places.values():
        for name, _ in place.players:
            met.setdefault(plain(name), set()).add((place.round, place.table))
    return met


def _is_known(
    place: Place, known: Mapping[str, set[tuple[str, str]]], here: tuple[str, str]
) -> bool:
    """Return True if the player was met at another table."""
    return any(known.get(plain(name), set()) - {here} for name, _ in place.players)
