"""Rankings of games, Dynasty sums, standings over the tournament, all of them from rows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kscan.game.ranking import DYNASTY_GAMES, Contender, Decider, TieRule, dynasty, rank
from kscan.tournament.folder import natural
from kscan.tournament.records import Row, ScoredKingdom
from kscan.tournament.seats import plain


@dataclass(frozen=True, slots=True)
class Entry:
    """One kingdom in one game."""

    player: str
    place: int
    decided_by: Decider | None
    photo: str
    kingdom: ScoredKingdom

    @property
    def contender(self) -> Contender:
        """The player as rankings see it."""
        return Contender.of(self.player, self.kingdom.sheet)


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
    player: str
    decided_by: Decider | None
    total: int
    largest: int  # territory of any game
    crowns: int
    won: int  # games in which the player was first, alone or with others
    games: tuple[tuple[str, int], ...]  # round and total of each
    named: bool
    by_person: int = 0  # kingdoms that a correction decided
    doubtful: int = 0  # kingdoms that need a look


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

    @property
    def rounds(self) -> tuple[str, ...]:
        """The rounds in their order."""
        return tuple(dict.fromkeys(game.round for game in self.games))


def standings(
    rows: Sequence[Row], rule: TieRule = TieRule.STANDARD, with_dynasties: bool = False
) -> Standings:
    """Every game ranked, and every player over all games; only kingdoms that count."""
    games = tuple(_games(rows, rule))
    dynasties = tuple(_dynasties(games, rule)) if with_dynasties else ()
    return Standings(games, dynasties, _over(games, rule))


def _games(rows: Sequence[Row], rule: TieRule) -> Iterator[GameRanking]:
    """In the order of rounds and tables; a photo without a table is a game of its own."""
    played: dict[tuple[str, str], list[tuple[str, ScoredKingdom]]] = {}
    for row in rows:
        if row.counts and row.kingdoms:
            key = (row.place.round, row.place.table or f"({row.photo})")
            played.setdefault(key, []).extend((row.photo, kingdom) for kingdom in row.kingdoms)
    for round_, table in sorted(played, key=lambda key: (natural(key[0]), natural(key[1]))):
        yield GameRanking(round_, table, _ranked(played[round_, table], rule))


def _ranked(kingdoms: Sequence[tuple[str, ScoredKingdom]], rule: TieRule) -> tuple[Entry, ...]:
    first: dict[str, tuple[str, ScoredKingdom]] = {}
    for photo, kingdom in kingdoms:
        first.setdefault(plain(kingdom.player), (photo, kingdom))
    contenders = [Contender.of(key, kingdom.sheet) for key, (_, kingdom) in first.items()]
    return tuple(
        Entry(first[key][1].player, place.place, place.decided_by, *first[key])
        for place in rank(contenders, rule)
        for key in (place.contender.name,)
    )


def _dynasties(games: Sequence[GameRanking], rule: TieRule) -> Iterator[Dynasty]:
    """One for each set of players that met three times."""
    meetings: dict[frozenset[str], list[GameRanking]] = {}
    for game in games:
        players = frozenset(plain(entry.player) for entry in game.entries)
        meetings.setdefault(players, []).append(game)
    for met in meetings.values():
        if len(met) == DYNASTY_GAMES:
            sums = dynasty([[_keyed(entry) for entry in game.entries] for game in met])
            yield Dynasty(met[0].table, _standings(met, sums, rule))


def _over(games: Sequence[GameRanking], rule: TieRule) -> tuple[Standing, ...]:
    entries: dict[str, list[Contender]] = {}
    for game in games:
        for entry in game.entries:
            entries.setdefault(plain(entry.player), []).append(_keyed(entry))
    return _standings(games, [_sum(key, each) for key, each in entries.items()], rule)


def _keyed(entry: Entry) -> Contender:
    return Contender.of(plain(entry.player), entry.kingdom.sheet)


def _sum(player: str, games: Sequence[Contender]) -> Contender:
    """As in a Dynasty: totals and crowns added up, the largest territory of any game."""
    return Contender(
        player,
        sum(game.total for game in games),
        max(game.largest for game in games),
        sum(game.crowns for game in games),
    )


def _standings(
    games: Iterable[GameRanking], sums: Iterable[Contender], rule: TieRule
) -> tuple[Standing, ...]:
    played: dict[str, list[tuple[str, Entry]]] = {}
    for game in games:
        for entry in game.entries:
            played.setdefault(plain(entry.player), []).append((game.round, entry))
    return tuple(
        Standing(
            place.place,
            mine[0][1].player,
            place.decided_by,
            place.contender.total,
            place.contender.largest,
            place.contender.crowns,
            sum(1 for _, entry in mine if entry.place == 1),
            tuple((round_, entry.kingdom.sheet.total) for round_, entry in mine),
            any(entry.kingdom.named for _, entry in mine),
            sum(1 for _, entry in mine if entry.kingdom.by_person),
            sum(1 for _, entry in mine if entry.kingdom.needs_look),
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
