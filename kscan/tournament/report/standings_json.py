"""Standings as JSON: written by a run, read back by `kscan standings`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from kscan import files
from kscan.errors import UsageError, shown, system
from kscan.game.ranking import Decider, Figure
from kscan.locale import words
from kscan.tournament.game_results import GameRanking, Placing, PlayedResult
from kscan.tournament.report.standings_table import rules_line
from kscan.tournament.settings import Settings, from_plain, plain_settings
from kscan.tournament.standings import Dynasty, Standing, Standings
from kscan.tournament.tie_breaks import Criterion

FILE = "standings.json"
SCHEMA = "kscan-standings/1"
_PARTS = 5040  # what shared places divide: a float is read back as the fraction it was


@dataclass(frozen=True, slots=True)
class Posted:
    """The published standings, with title and rules."""

    title: str
    settings: Settings
    standings: Standings


def document(posted: Standings, settings: Settings, title: str) -> dict[str, Any]:
    """Return all content of the standings' page, by name."""
    return {
        "schema": SCHEMA,
        "title": title,
        "rules": rules_line(settings, words("en")),
        "settings": plain_settings(settings),
        "columns": [criterion.value for criterion in posted.ranking.criteria],
        "players": [_standing_object(player) for player in posted.players],
        "games": [_game_object(game) for game in posted.games],
        "dynasties": [
            {"table": each.table, "players": [_standing_object(one) for one in each.standings]}
            for each in posted.dynasties
        ],
        "without_result": list(posted.without_result),
    }


def text(found: Mapping[str, Any]) -> str:
    """Write the document, a line a player and game."""
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _standing_object(player: Standing) -> dict[str, Any]:
    return {
        "place": player.place,
        "player": player.player,
        **{each.value: _number(figure) for each, figure in player.figures.items()},
        "games": len(player.games),
        "tie_break": _decided(player),
        "rounds": [{"round": round_, "total": total} for round_, total in player.games],
        "byes": list(player.byes),
        "bye_totals": [{"round": round_, "total": total} for round_, total in player.bye_totals],
        "left": player.left or None,
        "missing": list(player.missing),
        "decided_by_person": player.by_person,
        "to_check": player.doubtful,
        "columns": [each.value for each in player.figures],
    }


def _decided(player: Standing) -> str | None:
    if player.shared:
        return Decider.SHARED.value
    return player.decided_by.value if player.decided_by else None


def _game_object(game: GameRanking) -> dict[str, Any]:
    return {
        "round": game.round,
        "table": game.table,
        "players": [
            {
                "place": placing.place,
                "player": placing.player,
                "total": placing.total,
                "largest": placing.played.largest,
                "crowns": placing.played.crowns,
                "tie_break": placing.decided_by.value if placing.decided_by else None,
                "decided_by_person": placing.played.by_person,
                "to_check": placing.played.needs_look,
                "photo": placing.played.photo,
            }
            for placing in game.placings
        ],
    }


def _number(figure: Figure) -> float | int | None:
    if figure is None:
        return None
    return int(figure) if Fraction(figure).denominator == 1 else float(figure)


def load(out: Path) -> tuple[Posted, dict[str, Any]]:
    """Read the last run's results in `out`, also raw.

    Raises UsageError where there is nothing, with what to do.
    """
    path = out / FILE
    try:
        found = json.loads(files.read(path, files.LARGEST))
        if found["schema"] != SCHEMA:
            raise ValueError
        return _posted(found), found
    except (FileNotFoundError, NotADirectoryError):
        raise UsageError(
            "{folder}: no standings here; name the folder of results of a kscan batch.",
            folder=shown(out),
        ) from None
    except OSError as error:
        raise UsageError(
            "{file}: cannot be read ({reason}).", file=shown(path), reason=system(error)
        ) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UsageError(
            "{file}: not standings of this version of kscan; run kscan batch again.",
            file=shown(path),
        ) from None


def _posted(found: Mapping[str, Any]) -> Posted:
    settings = from_plain(found["settings"], FILE)
    standings = Standings(
        tuple(map(_game, found["games"])),
        tuple(
            Dynasty(each["table"], tuple(map(_standing, each["players"])))
            for each in found["dynasties"]
        ),
        tuple(map(_standing, found["players"])),
        settings.ranking,
        without_result=tuple(found["without_result"]),
    )
    return Posted(found["title"], settings, standings)


def _standing(found: Mapping[str, Any]) -> Standing:
    decided = found["tie_break"]
    shared = decided == Decider.SHARED.value
    return Standing(
        found["place"],
        found["player"],
        found["player"],
        {Criterion(name): _figure(found[name]) for name in found["columns"]},
        None if shared or decided is None else Criterion(decided),
        shared,
        tuple((each["round"], each["total"]) for each in found["rounds"]),
        tuple(found["byes"]),
        tuple((each["round"], each["total"]) for each in found.get("bye_totals", ())),
        found["left"] or "",
        tuple(found["missing"]),
        found["decided_by_person"],
        found["to_check"],
    )


def _figure(number: float | int | None) -> Figure:
    if number is None or isinstance(number, int):
        return number
    return Fraction(number).limit_denominator(_PARTS)


def _game(found: Mapping[str, Any]) -> GameRanking:
    return GameRanking(found["round"], found["table"], tuple(map(_placing, found["players"])))


def _placing(found: Mapping[str, Any]) -> Placing:
    decided = found["tie_break"]
    return Placing(
        found["place"],
        Decider(decided) if decided else None,
        PlayedResult(
            found["player"],
            found["player"],
            found["total"],
            found["largest"],
            found["crowns"],
            found["photo"],
            needs_look=found["to_check"],
            by_person=found["decided_by_person"],
        ),
    )
