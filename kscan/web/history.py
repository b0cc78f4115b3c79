"""Decisions in corrections.csv, with when and by whom, and taken back.

The last line on a kingdom is in force and says everything; what an earlier line said is in its
column `before`, so that the last decision can be taken back after any restart.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kscan.corrections.decisions import DISCARDED, ROW_END, parse_decisions
from kscan.corrections.kingdom_file import beside
from kscan.errors import NotationError
from kscan.game.box import Box
from kscan.tournament.settings import CORRECTIONS
from kscan.web.folder import CsvFile

_SQUARE = re.compile(r"r(\d)c(\d)=(\S+)", re.IGNORECASE)
CORNERS = "corners"  # how the history calls a grid that a person placed
_COLUMNS = ("photo", "kingdom", "squares", "content", "at", "when", "by", "before")


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """One decision on a kingdom."""

    kingdom: int  # from 1
    said: str  # as corrections.csv writes it
    when: str
    by: str
    at: str = ""  # the kingdom's middle in pixels, where the photo shows several


def histories(folder: Path) -> dict[str, tuple[RecordedDecision, ...]]:
    """Return every photo's decisions, the oldest first."""
    found: dict[str, tuple[RecordedDecision, ...]] = {}
    for line in CsvFile.read(folder / CORRECTIONS).lines:
        one = RecordedDecision(
            int(line.get("kingdom") or 1),
            line.get("squares") or line.get("before", ""),
            line.get("when", ""),
            line.get("by", ""),
        )
        found[line["photo"]] = (*found.get(line["photo"], ()), one)
    return found


def add(folder: Path, photo: str, content: str, said: Sequence[RecordedDecision]) -> None:
    """Append decisions durably.

    They are on the disk when this returns.
    """
    table = CsvFile.read(folder / CORRECTIONS)
    lines: list[Mapping[str, str]] = list(table.lines)
    for one in said:
        in_force = ""
        for index, line in enumerate(lines):
            if _is_about(line, photo, one.kingdom) and line.get("squares"):
                in_force = _joined(in_force, line["squares"])
                lines[index] = {**line, "squares": "", "before": line["squares"]}
        is_place = one.said.startswith(CORNERS)
        said_now = "" if is_place else _joined(in_force, one.said)
        fields = (photo, str(one.kingdom), said_now, content[:12])
        lines.append(
            dict(
                zip(
                    _COLUMNS,
                    (*fields, one.at, one.when, one.by, one.said if is_place else ""),
                    strict=True,
                )
            )
        )
    CsvFile(_COLUMNS, ()).joined(lines).write(folder / CORRECTIONS)


def undo(folder: Path, photo: str) -> bool:
    """Take back a photo's last decision, if there is one.

    Return whether there was. A grid that a person placed lies beside the photo, and is removed
    there.
    """
    table = CsvFile.read(folder / CORRECTIONS)
    mine = table.of(photo)
    if not mine:
        return False
    last = [line for line in mine if line.get("when") == mine[-1].get("when")]
    lines = [line for line in table.lines if line not in last]
    for gone in last:
        if gone.get("before", "").startswith(CORNERS):
            beside(folder / photo).unlink(missing_ok=True)
        earlier = [
            i
            for i, line in enumerate(lines)
            if _is_about(line, photo, int(gone.get("kingdom") or 1))
        ]
        if earlier and not lines[earlier[-1]].get("before", "").startswith(CORNERS):
            line = lines[earlier[-1]]
            lines[earlier[-1]] = {**line, "squares": line.get("before", ""), "before": ""}
    CsvFile(_COLUMNS, ()).joined(lines).write(folder / CORRECTIONS)
    return True


def reset(folder: Path, photo: str) -> None:
    """Take every decision on a photo back."""
    kept, gone = CsvFile.read(folder / CORRECTIONS).without(photo)
    if any(line.get("before", "").startswith(CORNERS) for line in gone):
        beside(folder / photo).unlink(missing_ok=True)
    if gone:
        CsvFile(_COLUMNS, ()).joined(kept.lines).write(folder / CORRECTIONS)


def _is_about(line: Mapping[str, str], photo: str, kingdom: int) -> bool:
    return line.get("photo") == photo and int(line.get("kingdom") or 1) == kingdom


def _joined(before: str, said: str) -> str:
    """Join two decisions; the later wins on a square, and a domino stays discarded."""
    (kept, was), (new, now) = _parted(before), _parted(said)
    text = _on_squares(kept, new) if new else kept
    return f"{text} {DISCARDED}".strip() if was or now else text


def _parted(said: str) -> tuple[str, bool]:
    """Return a decision on squares or a total, and whether a domino was discarded."""
    text = said.removesuffix(DISCARDED)
    return text.strip(), text != said


def _on_squares(before: str, said: str) -> str:
    if "=" not in said or not before or before in ("ok",) or before.startswith("total"):
        return said
    if "=" not in before:
        return _edited(before, said)
    squares = {
        match.group(0).rpartition("=")[0].lower(): match.group(0)
        for word in (*before.split(), *said.split())
        if (match := _SQUARE.fullmatch(word))
    }
    return " ".join(squares.values())


def _edited(kingdom: str, said: str) -> str:
    rows = [row.split() for row in kingdom.split(ROW_END)]
    for word in said.split():
        if match := _SQUARE.fullmatch(word):
            row, col = int(match[1]), int(match[2])
            if row >= len(rows) or col >= len(rows[row]):
                raise NotationError("{cell} is outside the grid", cell=f"r{row}c{col}")
            rows[row][col] = match[3]
    return ROW_END.join(map(" ".join, rows))


def in_force(known: Sequence[RecordedDecision], kingdom: int) -> str:
    """Return what is in force on a kingdom; empty if nobody said anything."""
    said = [one.said for one in known if one.kingdom == kingdom]
    return said[-1] if said and not said[-1].startswith(CORNERS) else ""


def is_stated(known: Sequence[RecordedDecision], kingdom: int) -> bool:
    """Return True if a kingdom's last decision states all squares."""
    return ROW_END in in_force(known, kingdom)


def checked(said: str, box: Box) -> str:
    """Check squares against the box; NotationError otherwise."""
    parse_decisions(said, box)
    return said
