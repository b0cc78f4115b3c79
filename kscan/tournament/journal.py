"""The journal: every finished photo and game on disk, found again by what it was made from.

One file each, in a folder named by the version and the weights that made it.
"""

import shutil
from collections.abc import Iterable
from pathlib import Path

from kscan import files
from kscan.tournament.encoding import decode_answer, decode_reading
from kscan.tournament.question import Answer
from kscan.tournament.records import PhotoReading

_PHOTO, _GAME = ".npz", ".json"


class Journal:
    """What earlier runs read below one folder, of one version and its weights."""

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self.fingerprint = fingerprint
        self._all = folder
        self._mine = folder / fingerprint

    def keep(self, key: str, reading: bytes) -> None:
        """Put a finished photo's encoded reading on disk; it is there when this returns."""
        files.write(self._mine / (key + _PHOTO), reading)

    def keep_game(self, key: str, answer: bytes) -> None:
        """Put a finished game's encoded answer on disk; it is there when this returns."""
        files.write(self._mine / (key + _GAME), answer)

    def reading(self, key: str, with_pictures: bool = False) -> PhotoReading | None:
        """What was kept of this photo; None where there is nothing, or it is damaged."""
        try:
            return decode_reading((self._mine / (key + _PHOTO)).read_bytes(), with_pictures)
        except (OSError, ValueError, KeyError, TypeError, EOFError):
            return None

    def answer(self, key: str) -> Answer | None:
        """What was kept of this game; None where there is nothing, or it is damaged."""
        try:
            return decode_answer((self._mine / (key + _GAME)).read_bytes())
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def forget(self) -> None:
        """Drop everything, so that every photo is read anew."""
        shutil.rmtree(self._mine, ignore_errors=True)

    def others(self) -> int:
        """How many photos' readings of other versions or weights lie beside."""
        return sum(1 for file in self._all.glob(f"*/*{_PHOTO}") if file.parent != self._mine)

    def has_readings(self) -> bool:
        """Whether any photo's reading lies here, of whatever version."""
        return any(self._all.glob(f"*/*{_PHOTO}"))

    def tidy(self, photos: Iterable[str] | None, games: Iterable[str]) -> None:
        """Drop other versions' work, that of photos and games that are gone, unfinished files.

        With None for `photos`, as some may be out of reach for a while, their readings stay.
        """
        wanted = {key + _PHOTO for key in photos or ()} | {key + _GAME for key in games}
        for folder in self._all.glob("*"):
            if folder != self._mine and folder.is_dir():
                shutil.rmtree(folder, ignore_errors=True)
        for file in self._mine.glob("*"):
            stays = photos is None and file.suffix == _PHOTO
            if file.name not in wanted and not stays:
                file.unlink(missing_ok=True)
