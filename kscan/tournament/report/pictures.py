"""The photos with their readings drawn on them, as files without metadata."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kscan import files
from kscan.records import ScoredKingdom
from kscan.tournament.cache import Cache
from kscan.tournament.records import Row
from kscan.tournament.report.progress import Progress, Stage
from kscan.tournament.workers import Task, Work

# How drawings are called: whose, and what they show.
_OWN = re.compile(rf".+-[0-9a-f]{{12}}\.jpg|{files.UNFINISHED_NAME}")


@dataclass(frozen=True, slots=True)
class Drawings:
    """The folder of drawings, and the cache of their copies."""

    folder: Path
    cache: Cache
    keys: Mapping[str, str]  # of each photo's reading in the cache

    def place(self, row: Row) -> str:
        """Return the path of a row's drawing.

        A name for every file system that says whose it is. What is drawn is in the name, too: what
        lies there already need not be drawn again.
        """
        *folders, file = row.photo.split("/")
        stem = _safe(file.rpartition(".")[0] or file)
        return "/".join([*map(_safe, folders), f"{stem}-{self._content(row)}.jpg"])

    def tasks(self, rows: Iterable[Row]) -> Iterator[Task]:
        """Yield the drawings to make, keyed by place.

        Loaded when they are asked for.
        """
        for row in rows:
            yield Task(self.place(row), draw, self._subject(row))

    def _content(self, row: Row) -> str:
        """Digest the drawing's content."""
        shown = [
            (each.corners, each.reading.kingdom, each.reading.doubts, each.sheet.total)
            for each in row.kingdoms
        ]
        made_from = (self.cache.fingerprint, self.keys[row.photo], shown)
        return hashlib.sha256(repr(made_from).encode()).hexdigest()[:12]

    def _subject(self, row: Row) -> tuple[bytes, int, tuple[ScoredKingdom, ...]]:
        reading = self.cache.reading(self.keys[row.photo], with_pictures=True)
        if reading is None:
            return b"", 1, ()
        return reading.picture, reading.width, tuple(each.scored for each in row.kingdoms)


def draw(copy: bytes, width: int, kingdoms: Sequence[ScoredKingdom]) -> bytes:
    """Draw the readings on a photo's copy.

    Empty where there is no copy.
    """
    from kscan.report.picture import picture_on_copy

    return picture_on_copy(copy, width, kingdoms)


def draw_pictures(
    rows: Sequence[Row],
    drawings: Drawings,
    work: Work,
    progress: Progress,
    force: bool = False,
) -> dict[str, str]:
    """Draw every row with a reading; return the files' places.

    From beside the drawings, by photo. Drawings of an earlier run that no photo has any more are
    removed.
    """
    places = {row.photo: drawings.place(row) for row in rows if row.kingdoms}
    missing = {
        places[row.photo]: row
        for row in rows
        if row.photo in places and (force or not (drawings.folder / places[row.photo]).is_file())
    }
    progress.begin(Stage.DRAWING, len(places), len(places) - len(missing))
    for done in work(drawings.tasks(missing.values())):
        if done.answer:
            _write(drawings.folder, done.key, done.answer)
        progress.step(missing[done.key].photo)
    files.remove_own(drawings.folder, _OWN, {drawings.folder / place for place in places.values()})
    return {
        photo: f"{drawings.folder.name}/{place}"
        for photo, place in places.items()
        if (drawings.folder / place).is_file()
    }


def _write(folder: Path, place: str, content: bytes) -> None:
    """Write a drawing, making folders within the results only.

    Not the folder of results itself.
    """
    with suppress(OSError):  # writing says what is wrong
        folder.mkdir(exist_ok=True)
        (folder / place).parent.mkdir(parents=folder.is_dir(), exist_ok=True)
    files.write(folder / place, content, make_folder=False)


def _safe(name: str) -> str:
    """Shorten a name to 255 bytes, for every file system."""
    short = re.sub(r"[^\w.-]", "_", name)[:60].encode()[:200].decode(errors="ignore")
    return short.strip(".") or "_"
