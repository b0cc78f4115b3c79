"""`kscan tally`: kingdoms written as text."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from kscan.cli import coloured, options
from kscan.errors import NotationError, UsageError, english, shown, system
from kscan.files import open_regular
from kscan.game.box import Box
from kscan.game.gamefile import NamedKingdom, parse_game, read_text
from kscan.game.legality import GameVerdict, examine_game
from kscan.game.quests import Quest
from kscan.game.ranking import DYNASTY_GAMES, Contender, RankedPlayer, TieRule, dynasty, rank
from kscan.game.rules import Rules
from kscan.game.scoring import ScoreSheet, score
from kscan.game.variants import Variant
from kscan.locale import words
from kscan.locale.terms import VARIANTS
from kscan.report.columns import isolated
from kscan.report.json import SCHEMA, finding_objects, kingdom_object, ranking_objects, rendered
from kscan.report.text import game_remarks, ranking_table, score_sheet


@dataclass(frozen=True, slots=True)
class Tallied:
    """One game of one file: kingdoms, score sheets, broken rules and ranking."""

    source: str
    kingdoms: tuple[NamedKingdom, ...]
    sheets: tuple[ScoreSheet, ...]
    verdict: GameVerdict
    contenders: tuple[Contender, ...]
    places: tuple[RankedPlayer, ...]

    @property
    def names(self) -> list[str]:
        """The kingdoms' names, in the file's order."""
        return [named.name for named in self.kingdoms]


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...|-")
@options.variant_names
@options.box
@options.quests
@options.ties
@options.as_json
@options.lang
def command(
    files: Sequence[str],
    variant_names: Sequence[str],
    box: Box,
    quests: tuple[Quest, ...],
    ties: TieRule,
    as_json: bool,
    lang: str | None,
) -> None:
    """Score kingdoms that are written as text, one line for each row of squares.

    W F L P S M with a crown count are land, C is the castle (Cp Cy Cg Cb with its colour), a dot
    is an empty square. A line '# name' before each of several kingdoms makes them one game with a
    ranking. Files from 'kscan score --save' are read, too. Three files with --variant dynasty are
    a Dynasty. Kingdoms that break the rules are scored as well, with a warning.

    With --box giants, M2' has one of its crowns under a giant. With --box queendomino, T0 is a
    town and T0+1 one with a crown on its building.

    \b
    Example:
      printf 'W0 F1 C F0 F0\\n' | kscan tally -
    """
    rules = Rules(options.in_play(variant_names), box=box, quests=quests)
    named = Variant.DYNASTY.value in variant_names  # else it is one where the games make it one
    if named and len(files) != DYNASTY_GAMES:
        raise UsageError(
            "a Dynasty is {games} games, each in a file of its own; here are {count}",
            games=DYNASTY_GAMES,
            count=len(files),
        )
    games = [_tally(source, rules, ties) for source in files]
    standings = _standings(games, ties, named) if Variant.DYNASTY in rules.variants else ()
    if as_json:
        click.echo(rendered(_document(games, standings, lang)))
    else:
        click.echo("\n\n".join(_pages(games, standings, lang)))


def _standings(games: Sequence[Tallied], rule: TieRule, named: bool) -> tuple[RankedPlayer, ...]:
    """Rank a Dynasty's players, if these games are one.

    Nobody where they are no Dynasty, and it was not named.
    """
    players = {frozenset(game.names) for game in games}
    if not named and (len(games) != DYNASTY_GAMES or len(players) > 1):
        return ()
    try:
        return rank(dynasty([game.contenders for game in games]), rule)
    except UsageError as error:
        raise UsageError(
            "{reason}; a line '# name' before each kingdom says whose it is", reason=error.message
        ) from None


def _tally(source: str, rules: Rules, rule: TieRule) -> Tallied:
    try:
        kingdoms = parse_game(_text(source), _name(source), rules)
    except NotationError as error:
        raise NotationError("{file}: {reason}", file=_shown(source), reason=error) from None
    game = [named.kingdom for named in kingdoms]
    rules = rules.for_game(game)
    sheets = tuple(score(kingdom, rules) for kingdom in game)
    verdict = examine_game(game, rules)
    contenders = tuple(
        Contender.of(named.name, sheet) for named, sheet in zip(kingdoms, sheets, strict=True)
    )
    return Tallied(source, kingdoms, sheets, verdict, contenders, rank(contenders, rule))


def _text(source: str) -> str:
    """Read the file; NotationError if it is no game's text."""
    if source == "-" and sys.stdin is None:  # the caller closed it: nothing is said there
        return ""
    try:
        with click.open_file("-", "rb") if source == "-" else open_regular(source) as file:
            return read_text(file)
    except OSError as error:
        raise UsageError("{file}: {reason}", file=_shown(source), reason=system(error)) from None


def _shown(source: str) -> str:
    return english("standard input") if source == "-" else shown(source)


def _name(source: str) -> str:
    return "-" if source == "-" else shown(Path(source).stem)


def _pages(
    games: Sequence[Tallied], standings: Sequence[RankedPlayer], lang: str | None
) -> list[str]:
    pages = []
    for game in games:
        if len(games) > 1:
            pages.append(f"== {isolated(_shown(game.source))}")
        pages += _sheets(game, lang)
        if len(game.kingdoms) > 1:
            pages.append(ranking_table(game.places, lang=lang))
    if standings:
        heading = isolated(words(lang)(VARIANTS[Variant.DYNASTY]))
        pages.append(f"== {heading}\n\n{ranking_table(standings, lang=lang)}")
    return [page for page in pages if page]


def _sheets(game: Tallied, lang: str | None) -> list[str]:
    alone = len(game.kingdoms) == 1 and game.source == "-" and game.names == ["-"]
    pages = [
        score_sheet(
            sheet,
            name=None if alone else named.name,
            findings=verdict.broken,
            lang=lang,
            color=coloured(),
        )
        for named, sheet, verdict in zip(
            game.kingdoms, game.sheets, game.verdict.kingdoms, strict=True
        )
    ]
    return [*pages, game_remarks(game.verdict.broken, game.names, lang=lang)]


def _document(
    games: Sequence[Tallied], standings: Sequence[RankedPlayer], lang: str | None
) -> dict[str, Any]:
    """Return the JSON document.

    With several files each entry says in `game` which file it is from.
    """
    kingdoms, ranking, findings = [], [], []
    for game in games:
        mark = {"game": _shown(game.source)} if len(games) > 1 else {}
        kingdoms += [{**entry, **mark} for entry in _kingdom_objects(game, lang)]
        ranking += [{**entry, **mark} for entry in ranking_objects(game.places)]
        found = finding_objects(game.verdict.broken, game.names, lang=lang)
        findings += [{**entry, **mark} for entry in found]
    return {
        "schema": SCHEMA,
        "kingdoms": kingdoms,
        "ranking": ranking,
        "findings": findings,
        **({"dynasty": ranking_objects(standings)} if standings else {}),
    }


def _kingdom_objects(game: Tallied, lang: str | None) -> list[dict[str, Any]]:
    return [
        kingdom_object(
            sheet,
            name=named.name,
            dominoes=verdict.covering.dominoes if verdict.covering else (),
            findings=verdict.broken,
            lang=lang,
        )
        for named, sheet, verdict in zip(
            game.kingdoms, game.sheets, game.verdict.kingdoms, strict=True
        )
    ]
