"""Rankings of games, Dynasty sums, standings over the tournament, all of them from rows."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kscan.game.ranking import DYNASTY_GAMES, Contender, Decider, TieRule, added_up, dynasty, rank
from kscan.game.rules import MOST_PLAYERS
from kscan.tournament.folder import natural
from kscan.tournament.records import Row, ScoredKingdom
from kscan.tournament.seats import plain


@dataclass(frozen=True, slots=True)
class Entry:
    """One kingdom in one game."""

    who: str  # the same for all kingdoms of one player; without a name, of this kingdom alone
    place: int
    decided_by: Decider | None
    photo: str
    kingdom: ScoredKingdom
    needs_look: bool = False  # the kingdom, or its photo

    @property
    def player(self) -> str:
        """What to call the player."""
        return self.kingdom.player


@dataclass(frozen=True, slots=True)
class GameRanking:
    """One game's players by place."""

    round: str
    table: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player over several games."""

    place: int
    who: str  # as of the player's entries
    player: str
    decided_by: Decider | None
    total: int
    largest: int  # territory of any game
    crowns: int
    won: int  # games against others in which the player was first, alone or with some of them
    games: tuple[tuple[str, int], ...]  # round and total of each
    by_person: int = 0  # kingdoms that a correction decided
    doubtful: int = 0  # kingdoms that need a look, and photos that were not read


@dataclass(frozen=True, slots=True)
class Dynasty:
    """Three games of the same players, added up."""

    table: str
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """All that a tournament posts."""

    games: tuple[GameRanking, ...]
    dynasties: tuple[Dynasty, ...]
    players: tuple[Standing, ...]
    rule: TieRule = TieRule.STANDARD
    no_dynasties: tuple[tuple[tuple[str, ...], int], ...] = ()  # players, and how often they met

    @property
    def rounds(self) -> tuple[str, ...]:
        """The rounds in their order."""
        return tuple(dict.fromkeys(game.round for game in self.games))


def standings(
    rows: Sequence[Row], rule: TieRule = TieRule.STANDARD, with_dynasties: bool = False
) -> Standings:
    """Every game ranked, and every player over all games; only kingdoms that count."""
    games = tuple(_games(rows, rule))
    players = tuple(_with_failed(_over(games, rule), rows))
    if not with_dynasties:
        return Standings(games, (), players, rule)
    meetings = _meetings(games)
    others = tuple(
        (tuple(entry.player for entry in met[0].entries), len(met))
        for met in meetings
        if len(met) != DYNASTY_GAMES
    )
    return Standings(games, tuple(_dynasties(meetings, rule)), players, rule, others)


def _games(rows: Sequence[Row], rule: TieRule) -> Iterator[GameRanking]:
    """In the order of rounds and tables; a photo without a table is a game of its own."""
    played: dict[tuple[str, str], list[_Played]] = {}
    for row in rows:
        if row.counts and row.kingdoms:
            key = (row.place.round, row.place.table or f"({row.photo})")
            played.setdefault(key, []).extend(_played(row))
    for round_, table in sorted(played, key=lambda key: (natural(key[0]), natural(key[1]))):
        for game in _told_apart(played[round_, table]):
            yield GameRanking(round_, table, _ranked(game, rule))


@dataclass(frozen=True, slots=True)
class _Played:
    """One kingdom that counts, and whose it is."""

    who: str
    photo: str
    kingdom: ScoredKingdom
    needs_look: bool


def _played(row: Row) -> Iterator[_Played]:
    """The kingdoms of a photo; nobody knows whether two without a name are of one player."""
    for number, kingdom in enumerate(row.kingdoms):
        name = plain(kingdom.player)
        who = name if kingdom.named else f"{name}\0{row.photo}\0{number}"
        yield _Played(who, row.photo, kingdom, kingdom.needs_look or bool(row.remarks))


def _told_apart(kingdoms: Sequence[_Played]) -> list[list[_Played]]:
    """One game, a player's first kingdom each; more players than a table seats are no game."""
    first: dict[str, _Played] = {}
    for each in kingdoms:
        first.setdefault(each.who, each)
    game = list(first.values())
    return [game] if len(game) <= MOST_PLAYERS else [[each] for each in game]


def _ranked(game: Sequence[_Played], rule: TieRule) -> tuple[Entry, ...]:
    of = {each.who: each for each in game}
    places = rank([Contender.of(each.who, each.kingdom.sheet) for each in game], rule)
    return tuple(
        Entry(each.who, place.place, place.decided_by, each.photo, each.kingdom, each.needs_look)
        for place in places
        for each in (of[place.contender.name],)
    )


def _meetings(games: Sequence[GameRanking]) -> list[list[GameRanking]]:
    """The games of each set of players who met; nobody meets himself."""
    meetings: dict[frozenset[str], list[GameRanking]] = {}
    for game in games:
        meetings.setdefault(frozenset(entry.who for entry in game.entries), []).append(game)
    return [met for players, met in meetings.items() if len(players) > 1]


def _dynasties(meetings: Iterable[list[GameRanking]], rule: TieRule) -> Iterator[Dynasty]:
    """One for each set of players that met three times."""
    for met in meetings:
        if len(met) == DYNASTY_GAMES:
            sums = dynasty([[_keyed(entry) for entry in game.entries] for game in met])
            yield Dynasty(met[0].table, _standings(met, sums, rule))


def _over(games: Sequence[GameRanking], rule: TieRule) -> tuple[Standing, ...]:
    entries: dict[str, list[Contender]] = {}
    for game in games:
        for entry in game.entries:
            entries.setdefault(entry.who, []).append(_keyed(entry))
    return _standings(games, [added_up(each) for each in entries.values()], rule)


def _with_failed(players: Iterable[Standing], rows: Sequence[Row]) -> Iterator[Standing]:
    """The standings, with each player's photos that were not read among what needs a look."""
    failed = Counter(
        plain(name) for row in rows if row.failure for name, _ in row.place.players if name
    )
    for player in players:
        yield replace(player, doubtful=player.doubtful + failed[player.who])


def _keyed(entry: Entry) -> Contender:
    return Contender.of(entry.who, entry.kingdom.sheet)


def _standings(
    games: Iterable[GameRanking], sums: Iterable[Contender], rule: TieRule
) -> tuple[Standing, ...]:
    played: dict[str, list[tuple[GameRanking, Entry]]] = {}
    for game in games:
        for entry in game.entries:
            played.setdefault(entry.who, []).append((game, entry))
    return tuple(
        Standing(
            place.place,
            place.contender.name,
            mine[0][1].player,
            place.decided_by,
            place.contender.total,
            place.contender.largest,
            place.contender.crowns,
            sum(1 for game, entry in mine if entry.place == 1 and len(game.entries) > 1),
            tuple((game.round, entry.kingdom.sheet.total) for game, entry in mine),
            sum(1 for _, entry in mine if entry.kingdom.by_person),
            sum(1 for _, entry in mine if entry.needs_look),
        )
        for place in rank(sums, rule)
        for mine in (played[place.contender.name],)
    )


def totals_by_round(standing: Standing) -> Mapping[str, int]:
    """A player's totals by round; several games of one round are added up."""
    totals: dict[str, int] = {}
    for round_, total in standing.games:
        totals[round_] = totals.get(round_, 0) + total
    return totals
