"""The page's files in the tournament folder: photos, games.csv, entries, the trash."""

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kscan import files
from kscan.corrections.csv_tables import as_csv, read_table
from kscan.corrections.kingdom_file import beside
from kscan.errors import english
from kscan.photo.formats import NotAPictureError, format_of
from kscan.tournament.games_csv import color_name
from kscan.tournament.names import plain
from kscan.tournament.records import Place
from kscan.tournament.settings import CORRECTIONS, GAMES
from kscan.web.uploads import RefusedError, Upload, sync

PHOTOS, TRASH, INCOMING = "photos", ".trash", ".incoming"
_COLUMNS = ("photo", "round", "table", "player", "color", "by", "when")
_ABSENCE_COLUMNS = ("photo", "round", "player", "result", "by", "when")
_RESULTS = ("bye", "left")

_LONGEST = 80  # letters of a name


def name_of(text: str) -> str:
    """Clean a name: one short line without control characters."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())[:_LONGEST]


def photo_name(digest: str, beginning: bytes) -> str:
    """Name a picture by digits, never a player's name."""
    return f"{PHOTOS}/photo-{_digits(digest)}{_ending(beginning)}"


def entry_name(text: str, where: Place) -> str:
    """Name a typed kingdom or total by its text and place."""
    players = tuple((name, color_name(color)) for name, color in where.players)
    said = f"{where.round}\0{where.table}\0{players}\0{text}"
    return f"{PHOTOS}/photo-{_digits(hashlib.sha256(said.encode()).hexdigest())}.txt"


def _digits(digest: str) -> str:
    return f"{int(digest[:15], 16):018d}"


def _ending(beginning: bytes) -> str:
    if beginning[4:12] == b"ftypavif":
        return ".avif"
    with suppress(NotAPictureError):  # what cannot be told is refused when it is read
        return format_of(beginning).suffixes[0]
    return ".jpg"


def beginning_of(path: Path) -> bytes:
    """Return the first bytes of a file."""
    with path.open("rb") as file:
        return file.read(16)


def place_photo(folder: Path, upload: Upload, name: str) -> None:
    """Move a received picture among the photos, durably.

    It is on the disk when this returns.
    """
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    os.replace(upload.path, target)
    sync(target.parent)


def throw_away(folder: Path, name: str) -> None:
    """Move a photo and its table lines into the trash."""
    trash = folder / TRASH
    target = trash / name
    target.parent.mkdir(parents=True, exist_ok=True)
    os.replace(folder / name, target)
    if beside(folder / name).exists():
        os.replace(beside(folder / name), beside(target))
    for table in (GAMES, CORRECTIONS):
        kept, gone = CsvFile.read(folder / table).without(name)
        if gone:
            CsvFile.read(trash / table).joined(gone).write(trash / table)
            kept.write(folder / table)


@dataclass(frozen=True, slots=True)
class CsvFile:
    """A CSV file of the folder: all its columns, and its lines unchanged."""

    columns: tuple[str, ...]
    lines: tuple[Mapping[str, str], ...]

    @classmethod
    def read(cls, path: Path) -> "CsvFile":
        """Read a table; empty if there is no file."""
        if not path.is_file() or not path.stat().st_size:
            return cls((), ())
        lines = tuple(dict(line.fields) for line in read_table(path, needed=("photo",)))
        columns = tuple(dict.fromkeys(column for line in lines for column in line))
        return cls(columns, lines)

    def without(self, photo: str) -> tuple["CsvFile", tuple[Mapping[str, str], ...]]:
        """Split off a photo's lines from the table."""
        mine = tuple(line for line in self.lines if line.get("photo") == photo)
        return CsvFile(self.columns, tuple(line for line in self.lines if line not in mine)), mine

    def of(self, photo: str) -> tuple[Mapping[str, str], ...]:
        """Return the lines on a photo."""
        return tuple(line for line in self.lines if line.get("photo") == photo)

    def joined(self, lines: Iterable[Mapping[str, str]]) -> "CsvFile":
        """Return the table with these lines behind its own."""
        both = (*self.lines, *lines)
        columns = dict.fromkeys((*self.columns, *(column for line in both for column in line)))
        return CsvFile(tuple(columns), both)

    def write(self, path: Path) -> None:
        """Put the table on the disk in one step."""
        files.write(path, as_csv([self.columns, *(self._row(line) for line in self.lines)]))

    def _row(self, line: Mapping[str, str]) -> list[str]:
        return [line.get(column, "") for column in self.columns]


def write_place(folder: Path, name: str, where: Place, by: str, when: str) -> None:
    """Write a photo's place into games.csv, durably.

    It is on the disk when this returns.
    """
    path, at = folder / GAMES, (where.round, where.table)
    lines = [
        dict(zip(_COLUMNS, (name, *at, player, color_name(color), by, when), strict=True))
        for player, color in where.players or (("", None),)
    ]
    table = CsvFile.read(path)
    if not table.of(name) and table.columns[: len(_COLUMNS)] == _COLUMNS and _ends_whole(path):
        _append(path, [[line.get(column, "") for column in table.columns] for line in lines])
        return
    CsvFile(_COLUMNS, ()).joined((*table.without(name)[0].lines, *lines)).write(path)


def _ends_whole(path: Path) -> bool:
    return path.read_bytes()[-1:] == b"\n"


def _append(path: Path, rows: Sequence[Sequence[str]]) -> None:
    """Append whole lines in one write.

    After a power cut all of them are there, or a line that names no photo.
    """
    try:
        with path.open("ab") as file:
            file.write(as_csv(rows).encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise files.cannot_write(path, error) from None


def absences(folder: Path) -> list[dict[str, str]]:
    """List who does not play a round, and why."""
    lines = (line for line in CsvFile.read(folder / GAMES).lines if _is_absence(line))
    return [{name: line.get(name, "") for name in ("round", "player", "result")} for line in lines]


def add_absence(folder: Path, said: Mapping[str, Any], by: str) -> None:
    """Write that a player has a bye in a round, or left before it; it replaces an earlier line."""
    player, round_ = (name_of(str(said.get(name, ""))) for name in ("player", "round"))
    result, total = said.get("result"), said.get("total")
    if not player or not round_ or result not in _RESULTS:
        raise RefusedError(400, "bad_request", english("Give a player, a round, and bye or left."))
    if total is not None and (result != "bye" or type(total) is not int or not 0 <= total <= 999):
        raise RefusedError(400, "bad_request", english("Only a bye has a total, from 0 to 999."))
    word = str(result) if total is None else f"{result} {total}"
    line = dict(zip(_ABSENCE_COLUMNS, ("", round_, player, word, by, now()), strict=True))
    table = CsvFile.read(folder / GAMES)
    kept = [each for each in table.lines if not _is_same(each, player, round_)]
    CsvFile(_ABSENCE_COLUMNS, ()).joined([*kept, line]).write(folder / GAMES)


def remove_absence(folder: Path, player: str, round_: str) -> None:
    """Take back that a player does not play a round."""
    table = CsvFile.read(folder / GAMES)
    kept = tuple(line for line in table.lines if not _is_same(line, player, round_))
    if len(kept) < len(table.lines):
        CsvFile(table.columns, kept).write(folder / GAMES)


def _is_absence(line: Mapping[str, str]) -> bool:
    return not line.get("photo") and bool(line.get("player")) and bool(line.get("result"))


def _is_same(line: Mapping[str, str], player: str, round_: str) -> bool:
    same = plain(line.get("player", "")) == plain(player) and line.get("round", "") == round_
    return same and _is_absence(line)


def now() -> str:
    """Return the time as the tables write it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
