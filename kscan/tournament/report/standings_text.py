"""Standings and games on a terminal."""

from collections.abc import Iterator, Mapping, Sequence

from kscan.game.squares import CastleColor
from kscan.locale import Words
from kscan.report.columns import cut, isolated, table, wrap
from kscan.report.sentences import decider_word
from kscan.tournament.game_results import GameRanking
from kscan.tournament.records import Unnamed
from kscan.tournament.report.sentences import place_word, unnamed_text
from kscan.tournament.report.standings_json import Posted
from kscan.tournament.report.standings_table import NOTHING, cells, columns, remarks, rules_line
from kscan.tournament.report.wording import ROUND, TABLE, Word
from kscan.tournament.standings import Standing
from kscan.tournament.tie_breaks import Ranking

_NAME = 24  # columns of a name

Called = Mapping[str, str]


def standings_text(posted: Posted, say: Words, width: int, games: bool = False) -> str:
    """Write title, rules, standings and, with `games`, every game."""
    found = posted.standings
    lines = [
        isolated(posted.title),
        *wrap(isolated(rules_line(posted.settings, say)), width, "  ", "  "),
        "",
    ]
    rounds = [name for name in found.rounds if name]
    called = _called(found.games, say)
    lines += _players(found.players, found.ranking, rounds, called, say, width)
    for dynasty in found.dynasties:
        lines += ["", " ".join(filter(None, (say("Dynasty"), dynasty.table)))]
        lines += _players(dynasty.standings, dynasty.ranking, rounds, called, say, width)
    for name in found.without_result:
        lines.append(f"  {NOTHING}  {isolated(name)}: {say(Word.NO_RESULT_YET)}")
    if games:
        for game in found.games:
            lines += ["", *_game(game, called, say)]
    return "\n".join(lines)


def _players(
    players: Sequence[Standing],
    ranking: Ranking,
    rounds: Sequence[str],
    called: Called,
    say: Words,
    width: int,
) -> Iterator[str]:
    """Yield a line a player, without rounds if too narrow.

    For the terminal.
    """
    notes = [say.joined(_notes(player, say)) for player in players]
    for shown in (rounds, []):
        head = [column.label for column in columns(ranking, players, shown)]
        kinds = "".join(">" if c.number else "<" for c in columns(ranking, players, shown))
        rows = [[say(label) for label in head]]
        rows += [_short(cells(player, shown, say), called) for player in players]
        lines = table(rows, kinds)
        if max(map(len, lines)) + 2 <= width:
            break
    yield f"  {lines[0]}"
    for line, note in zip(lines[1:], notes, strict=True):
        yield f"  {line}"
        yield from wrap(note, width, "      ", "      ") if note else ()


def _called(games: Sequence[GameRanking], say: Words) -> Called:
    """Return what this language calls the unnamed at each table, by their names in the tables."""
    unnamed = [
        Unnamed("", color, (game.round, game.table)) for game in games for color in CastleColor
    ]
    return {unnamed_text(one): unnamed_text(one, say.lang) for one in unnamed}


def _short(row: list[str], called: Called) -> list[str]:
    return [row[0], cut(called.get(row[1], row[1]), _NAME), *row[2:]]


def _notes(player: Standing, say: Words) -> Iterator[str]:
    yield from remarks(player, say)
    if player.by_person:
        yield say(Word.BY_PERSON, count=player.by_person)
    if player.doubtful:
        yield say(Word.TO_CHECK, count=player.doubtful)


def _game(game: GameRanking, called: Called, say: Words) -> Iterator[str]:
    names = (place_word(say, ROUND, game.round), place_word(say, TABLE, game.table))
    yield isolated(", ".join(filter(None, names)))
    rows = [
        [
            str(placing.place),
            cut(called.get(placing.player, placing.player), _NAME),
            str(placing.total),
            decider_word(placing.decided_by, say),
        ]
        for placing in game.placings
    ]
    yield from (f"  {line}" for line in table(rows, "><><"))
