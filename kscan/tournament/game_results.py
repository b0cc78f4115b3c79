"""Results of games: players by table, ranked."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kscan.game.box import BASE, Box
from kscan.game.ranking import Contender, Decider, TieRule, rank
from kscan.game.scoring import ScoreSheet
from kscan.tournament.names import in_order, plain
from kscan.tournament.records import PlayedKingdom, Row


@dataclass(frozen=True, slots=True)
class PlayedResult:
    """One player's result in one game; a typed total has no kingdom."""

    who: str  # the same for all kingdoms of one player; without a name, of this kingdom alone
    player: str  # what to call the player
    total: int
    largest: int | None = None
    crowns: int | None = None
    photo: str = ""
    sheet: ScoreSheet | None = None  # where a kingdom is known, not only a total
    kingdom: PlayedKingdom | None = None  # that was read
    needs_look: bool = False  # the kingdom, or its photo
    by_person: bool = False  # a person decided it, or typed it in

    @property
    def contender(self) -> Contender:
        """The figures looked at by a ranking."""
        return Contender(self.who, self.total, self.largest, self.crowns)


@dataclass(frozen=True, slots=True)
class Placing:
    """A player's place in one game."""

    place: int
    decided_by: Decider | None
    played: PlayedResult

    @property
    def who(self) -> str:
        """Return the player's key."""
        return self.played.who

    @property
    def player(self) -> str:
        """The player's name, or its stand-in."""
        return self.played.player

    @property
    def total(self) -> int:
        """Return the total of this game."""
        return self.played.total


@dataclass(frozen=True, slots=True)
class GameRanking:
    """One game's players by place."""

    round: str
    table: str
    placings: tuple[Placing, ...]

    def placing(self, who: str) -> Placing | None:
        """Return a player's placing, if they played."""
        return next((placing for placing in self.placings if placing.who == who), None)


def ranked_game(
    round_: str, table: str, played: Sequence[PlayedResult], rule: TieRule = TieRule.RULEBOOK
) -> GameRanking:
    """Rank the players of one game."""
    of = {each.who: each for each in played}
    places = rank([each.contender for each in of.values()], rule)
    placings = (Placing(one.place, one.decided_by, of[one.contender.name]) for one in places)
    return GameRanking(round_, table, tuple(placings))


def ranked_games(
    rows: Sequence[Row], rule: TieRule = TieRule.RULEBOOK, box: Box = BASE
) -> tuple[GameRanking, ...]:
    """Rank every game, by rounds and tables.

    A photo without a table is a game of its own.
    """
    games: dict[tuple[str, str], list[PlayedResult]] = {}
    for row in rows:
        if row.counts and (row.kingdoms or row.entered):
            key = (row.place.round, row.place.table or f"({row.photo})")
            games.setdefault(key, []).extend(_played(row))
    ordered = sorted(games, key=lambda key: (in_order(key[0]), in_order(key[1])))
    return tuple(
        ranked_game(round_, table, game, rule)
        for round_, table in ordered
        for game in _told_apart(games[round_, table], box.most_players)
    )


def _played(row: Row) -> Iterator[PlayedResult]:
    """Yield the kingdoms of a photo.

    Two without a name may be of one player or of two.
    """
    for number, kingdom in enumerate(row.kingdoms):
        name = plain(kingdom.player)
        sheet = kingdom.sheet if kingdom.scored.typed_total is None else None
        yield PlayedResult(
            name if kingdom.named else f"{name}\0{row.photo}\0{number}",
            kingdom.player,
            kingdom.total,
            sheet.largest if sheet else None,
            sheet.crowns if sheet else None,
            row.photo,
            sheet,
            kingdom,
            kingdom.needs_look or any(remark.look for remark in row.remarks),
            kingdom.scored.decided,
        )

    for one in row.entered:
        yield PlayedResult(
            plain(one.player),
            one.player,
            one.total,
            one.sheet.largest if one.sheet else None,
            one.sheet.crowns if one.sheet else None,
            row.photo,
            one.sheet,
            by_person=True,
        )


def _told_apart(kingdoms: Iterable[PlayedResult], most: int) -> list[list[PlayedResult]]:
    """Keep each player's first kingdom; split overfull tables.

    More players than a table seats are split up.
    """
    first: dict[str, PlayedResult] = {}
    for each in kingdoms:
        first.setdefault(each.who, each)
    game = list(first.values())
    return [game] if len(game) <= most else [[each] for each in game]
