"""Photos of several kingdoms at a table: the whole table, or a mix counted once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kscan.tournament.names import plain
from kscan.tournament.players import Seating
from kscan.tournament.records import Place


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
