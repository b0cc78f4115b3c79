"""Who is who: the round, table and players of a photo, by its folders and name or by games.csv."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kscan.game.remark import Remark
from kscan.remarks import remark
from kscan.tournament.games_csv import Absence, GamesTable
from kscan.tournament.names import (
    Aliases,
    composed,
    is_camera,
    is_table,
    levels,
    near_pairs,
    place_key,
    plain,
    quoted,
    round_and_table,
    spellings,
    tidy,
)
from kscan.tournament.records import Place

_Key = tuple[str, ...]


def place_by_name(photo: str) -> Place:
    """Return the place in a path like `round-1/table-3/anna.jpg`."""
    *folders, file = composed(photo).split("/")
    stem = tidy(file.rpartition(".")[0] or file)
    round_, table = round_and_table(folders)
    if is_table(stem):
        above = folders[-1] if folders and not table else ""
        return Place(round_ or above, table or stem)
    if is_camera(stem):
        return Place(round_, table)
    return Place(round_, table, ((stem, None),))


@dataclass(frozen=True, slots=True)
class Seating:
    """Every photo's place, all absences, and the open questions of games.csv."""

    places: Mapping[str, Place]
    unmatched: tuple[Remark, ...] = ()  # lines of games.csv that fit no photo
    alone: Mapping[str, Place] = field(default_factory=dict)  # of photos that show one kingdom
    notes: tuple[Remark, ...] = ()  # names that are taken as one, or look like it
    absences: tuple[Absence, ...] = ()
    expected: tuple[str, ...] = ()  # players who are seated and have no photo
    called: Callable[[str], str] = tidy  # a player by the spelling that is in use
    said: frozenset[str] = frozenset()  # photos whose players games.csv names

    def __getitem__(self, photo: str) -> Place:
        return self.places[photo]

    def of(self, photo: str, kingdoms: int) -> Place:
        """Return the place of a photo with so many kingdoms."""
        return self.places[photo] if kingdoms > 1 else self.alone.get(photo, self.places[photo])


def seating(
    photos: Sequence[str], games: Path | None = None, aliases: Aliases | None = None
) -> Seating:
    """Return the places of `photos`.

    Folders and names say them, unless `games` does.
    """
    named = {photo: place_by_name(photo) for photo in photos}
    said = GamesTable.read(games, named) if games else GamesTable()
    alone = {photo: _by_file(place, named[photo]) for photo, place in said.places.items()}
    spelt = _Spelt([*named.values(), *said.places.values(), *said.seats], aliases or Aliases())
    spelt.meet(said.absences)
    by_folder = [photo for photo in photos if photo not in said.places]
    absences, again = _last_of_each(spelt.absence(each) for each in said.absences)
    return Seating(
        {photo: spelt(place) for photo, place in (named | said.places).items()},
        tuple(said.unmatched),
        {photo: spelt(place) for photo, place in alone.items()},
        (*spelt.notes(), *again, *several_folders(by_folder)),
        absences,
        tuple(name for seat in said.seats for name, _ in spelt(seat).players),
        spelt.player,
        frozenset(photo for photo, place in said.places.items() if place.players),
    )


def _last_of_each(said: Iterable[Absence]) -> tuple[tuple[Absence, ...], list[Remark]]:
    """Keep a player's last result of each round; remark on those that differ."""
    found: dict[tuple[str, str], Absence] = {}
    again = []
    for one in said:
        key = one.who, place_key(one.round)
        before = found.setdefault(key, one)
        if (before.left, before.total) != (one.left, one.total):
            again.append(remark("two_results", player=one.player, round=one.round))
            found[key] = one
    return tuple(found.values()), again


class _Spelt:
    """One spelling for each round, table and player, and the names it joined."""

    def __init__(self, places: Sequence[Place], aliases: Aliases) -> None:
        self._aliases = aliases
        self._rounds = spellings(place.round for place in places)
        by_round: dict[str, list[str]] = {}
        for place in places:
            by_round.setdefault(self._rounds[place.round], []).append(place.table)
        self._tables = {round_: spellings(tables) for round_, tables in by_round.items()}
        self._players: dict[str, str] = {}
        self._played: dict[str, set[str]] = {}
        for place in places:
            for name in filter(None, (name for name, _ in place.players)):
                self._played.setdefault(self.player(name), set()).add(self._rounds[place.round])

    def meet(self, absences: Sequence[Absence]) -> None:
        """Take up the names of those who did not play, which may be misspelt, too."""
        for one in absences:
            self._played.setdefault(self.player(one.player), set()).add(self._rounds[one.round])

    def __call__(self, place: Place) -> Place:
        round_ = self._rounds[place.round]
        table = self._tables[round_][place.table]
        players = tuple((self.player(name), color) for name, color in place.players)
        return replace(place, round=round_, table=table, players=players)

    def player(self, name: str) -> str:
        """Return a player's first spelling."""
        called = self._aliases(name)
        return self._players.setdefault(plain(called), called) if called else ""

    def absence(self, absence: Absence) -> Absence:
        """Return the absence with the names in use."""
        player = self.player(absence.player)
        round_ = self._rounds[absence.round]
        return replace(absence, who=plain(player), player=player, round=round_)

    def notes(self) -> Iterator[Remark]:
        """Remark on names taken as one, and on look-alikes.

        Look-alikes are not taken as one.
        """
        for key, others in self._rounds.others.items():
            yield remark("one_round", names=quoted(self._rounds.first[key], *others))
        for round_, tables in self._tables.items():
            for key, others in tables.others.items():
                names = quoted(tables.first[key], *others)
                yield remark("one_table", round=round_ or "-", names=names)
        rounds = {name: set[str]() for name in self._rounds.first.values() if name}
        for one, other in near_pairs(rounds):
            yield remark("near_rounds", one=quoted(one), other=quoted(other))
        for one, other in near_pairs(self._played):
            if not (self._aliases.settles(one) or self._aliases.settles(other)):
                yield remark("near_names", one=one, other=other)


def _by_file(said: Place, named: Place) -> Place:
    """Name one castle's player by the file, if the table does not."""
    if len(said.players) > 1 or any(name for name, _ in said.players):
        return said
    return replace(said, players=named.players or said.players)


def several_folders(photos: Sequence[str]) -> Iterator[Remark]:
    """Say which rounds, and which tables of a round, lie in more than one folder.

    Folders of one name are taken as one.
    """
    rounds: dict[_Key, dict[_Key, str]] = {}  # by their keys: the folders around, and the path
    tables: dict[_Key, dict[_Key, str]] = {}
    for photo in photos:
        folders = _folders(photo)
        round_, table = levels(folders)
        keys = tuple(map(place_key, folders))
        below = 0 if round_ is None else round_ + 1
        if round_ is not None:
            path = "/".join(folders[:below])
            rounds.setdefault(keys[round_:below], {}).setdefault(keys[:round_], path)
        if table is not None:
            path = "/".join(folders[below : table + 1])
            named = (*keys[below - 1 : below], keys[table]) if below else ("", keys[table])
            tables.setdefault(named, {}).setdefault(keys[below:table], path)
    for paths in rounds.values():
        if len(paths) > 1:
            yield remark("one_round", names=quoted(*paths.values()))
    for (name, _), paths in tables.items():
        if len(paths) > 1:
            yield remark("one_table", round=name or "-", names=quoted(*paths.values()))


def _folders(photo: str) -> list[str]:
    """Return a photo's folders; a file that is called after its table is one."""
    *folders, file = composed(photo).split("/")
    stem = tidy(file.rpartition(".")[0] or file)
    return [*folders, stem] if is_table(stem) else folders
