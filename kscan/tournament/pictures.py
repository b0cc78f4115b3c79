"""The photos with their readings drawn on them, as files without metadata."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kscan import files
from kscan.tournament.crew import Errand, Work
from kscan.tournament.journal import Journal
from kscan.tournament.progress import Progress, Stage
from kscan.tournament.records import Row

if TYPE_CHECKING:
    from kscan.game.scoring import ScoreSheet
    from kscan.reconstruct.records import Reading
    from kscan.vision.records import Lattice


@dataclass(frozen=True, slots=True, eq=False)
class DrawnKingdom:
    """A kingdom as the drawing needs it."""

    lattice: "Lattice"
    reading: "Reading"
    sheet: "ScoreSheet"


@dataclass(frozen=True, slots=True)
class Album:
    """The folder of drawings, and what they are drawn from."""

    folder: Path
    journal: Journal
    keys: Mapping[str, str]  # of each photo's reading in the journal

    def place(self, row: Row) -> str:
        """Where a row's drawing lies: a name for every file system that says whose it is.

        What is drawn is in the name, too: what lies there already need not be drawn again.
        """
        *folders, file = row.photo.split("/")
        stem = _safe(file.rpartition(".")[0] or file)
        return "/".join([*map(_safe, folders), f"{stem}-{self._content(row)}.jpg"])

    def errands(self, rows: Iterable[Row]) -> Iterator[Errand]:
        """The drawings to make, each with its place as the key; loaded when they are asked for."""
        for row in rows:
            yield Errand(self.place(row), draw, self._subject(row))

    def _content(self, row: Row) -> str:
        """What the drawing shows, as a short text."""
        shown = [
            (each.corners, each.reading.kingdom, each.reading.doubts, each.sheet.total)
            for each in row.kingdoms
        ]
        made_from = (self.journal.fingerprint, self.keys[row.photo], shown)
        return hashlib.sha256(repr(made_from).encode()).hexdigest()[:12]

    def _subject(self, row: Row) -> tuple[bytes, int, tuple[DrawnKingdom, ...]]:
        reading = self.journal.reading(self.keys[row.photo], with_pictures=True)
        if reading is None:
            return b"", 1, ()
        kingdoms = tuple(
            DrawnKingdom(
                seen.lattice.cropped(
                    scored.reading.top_left,
                    scored.reading.kingdom.rows,
                    scored.reading.kingdom.cols,
                ),
                scored.reading,
                scored.sheet,
            )
            for seen, scored in zip(reading.kingdoms, row.kingdoms, strict=False)
        )
        return reading.picture, reading.width, kingdoms


def draw(copy: bytes, width: int, kingdoms: Sequence[DrawnKingdom]) -> bytes:
    """The copy of a photo with its readings drawn on it; empty where there is no copy."""
    from kscan.report.picture import picture_on_copy

    return picture_on_copy(copy, width, kingdoms)


def draw_pictures(
    rows: Sequence[Row],
    album: Album,
    work: Work,
    progress: Progress,
    force: bool = False,
) -> dict[str, str]:
    """Draw every row that has a reading; the places of the files, from beside the album, by photo.

    Drawings of an earlier run that no photo has any more are removed.
    """
    places = {row.photo: album.place(row) for row in rows if row.kingdoms}
    missing = {
        places[row.photo]: row
        for row in rows
        if row.photo in places and (force or not (album.folder / places[row.photo]).is_file())
    }
    progress.begin(Stage.DRAWING, len(places), len(places) - len(missing))
    for done in work(album.errands(missing.values())):
        if done.answer:
            files.write(album.folder / done.key, done.answer)
        progress.step(missing[done.key].photo)
    _tidy(album.folder, {album.folder / place for place in places.values()})
    return {
        photo: f"{album.folder.name}/{place}"
        for photo, place in places.items()
        if (album.folder / place).is_file()
    }


def _safe(name: str) -> str:
    """As much of a name as every file system takes: there 255 bytes are the most."""
    short = re.sub(r"[^\w.-]", "_", name)[:60].encode()[:200].decode(errors="ignore")
    return short.strip(".") or "_"


def _tidy(folder: Path, wanted: set[Path]) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in wanted:
            path.unlink()
