"""Byes, and players who left: lines of games.csv without a photo."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kscan.errors import english
from kscan.tournament.names import plain
from kscan.tournament.settings import GAMES
from kscan.web.entries import now
from kscan.web.folder import Table, name_of
from kscan.web.uploads import RefusedError

_COLUMNS = ("photo", "round", "player", "result", "by", "when")
_RESULTS = ("bye", "left")


def absences(folder: Path) -> list[dict[str, str]]:
    """List who does not play a round, and why."""
    lines = (line for line in Table.read(folder / GAMES).lines if _is_absence(line))
    return [{name: line.get(name, "") for name in ("round", "player", "result")} for line in lines]


def add(folder: Path, said: Mapping[str, Any], by: str) -> None:
    """Write that a player has a bye in a round, or left before it; it replaces an earlier line."""
    player, round_ = (name_of(str(said.get(name, ""))) for name in ("player", "round"))
    result, total = said.get("result"), said.get("total")
    if not player or not round_ or result not in _RESULTS:
        raise RefusedError(400, "bad_request", english("Give a player, a round, and bye or left."))
    if total is not None and (result != "bye" or type(total) is not int or not 0 <= total <= 999):
        raise RefusedError(400, "bad_request", english("Only a bye has a total, from 0 to 999."))
    word = str(result) if total is None else f"{result} {total}"
    line = dict(zip(_COLUMNS, ("", round_, player, word, by, now()), strict=True))
    table = Table.read(folder / GAMES)
    kept = [each for each in table.lines if not _is_same(each, player, round_)]
    Table(_COLUMNS, ()).joined([*kept, line]).write(folder / GAMES)


def remove(folder: Path, player: str, round_: str) -> None:
    """Take back that a player does not play a round."""
    table = Table.read(folder / GAMES)
    kept = tuple(line for line in table.lines if not _is_same(line, player, round_))
    if len(kept) < len(table.lines):
        Table(table.columns, kept).write(folder / GAMES)


def _is_absence(line: Mapping[str, str]) -> bool:
    return not line.get("photo") and bool(line.get("player")) and bool(line.get("result"))


def _is_same(line: Mapping[str, str], player: str, round_: str) -> bool:
    same = plain(line.get("player", "")) == plain(player) and line.get("round", "") == round_
    return same and _is_absence(line)
