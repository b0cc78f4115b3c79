"""Every finished photo and game on disk, keyed by its input, so that a run can be resumed.

One file each, in a folder named by the version and the weights that made it.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from kscan import files
from kscan.records import SolvedGame
from kscan.tournament.records import PhotoReading
from kscan.tournament.serialization import decode_game, decode_reading

FOLDER = "journal"  # among the results: as it was always called there
_PHOTO, _GAME = ".npz", ".json"
# How the files are called: others that lie there are left alone.
_OWN = re.compile(rf"[0-9a-f-]{{12,}}(\.npz|\.json)|{files.UNFINISHED_NAME}")
_DAMAGE = (OSError, ValueError, KeyError, TypeError, EOFError, RecursionError)


class Cache:
    """Earlier results below one folder, of one version and its weights."""

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self.fingerprint = fingerprint
        self._all = folder
        self._mine = folder / fingerprint
        with suppress(OSError):  # writing says what is wrong
            folder.mkdir(parents=True, exist_ok=True)

    def keep(self, key: str, reading: bytes) -> None:
        """Store a finished photo's encoded reading durably.

        It is on disk when this returns.
        """
        self._write(key + _PHOTO, reading)

    def keep_game(self, key: str, answer: bytes) -> None:
        """Store a finished game's encoded answer durably.

        It is on disk when this returns.
        """
        self._write(key + _GAME, answer)

    def reading(self, key: str, with_pictures: bool = False) -> PhotoReading | None:
        """Return a photo's stored reading, unless missing or damaged."""
        try:
            content = files.read(self._mine / (key + _PHOTO), files.LARGEST)
            return decode_reading(content, with_pictures)
        except _DAMAGE:
            return None

    def game(self, key: str) -> SolvedGame | None:
        """Return a game's stored answer, unless missing or damaged."""
        try:
            return decode_game(files.read(self._mine / (key + _GAME), files.LARGEST))
        except _DAMAGE:
            return None

    def forget(self) -> None:
        """Drop everything, to reread every photo."""
        files.remove_own(self._mine, _OWN)

    def others(self) -> int:
        """Count the readings of other versions or weights."""
        return sum(1 for file in self._all.glob(f"*/*{_PHOTO}") if file.parent != self._mine)

    def has_readings(self) -> bool:
        """Return True if any version's reading lies here."""
        return any(self._all.glob(f"*/*{_PHOTO}"))

    def tidy(self, photos: Iterable[str] | None, games: Iterable[str]) -> None:
        """Drop the work of other versions and vanished photos.

        Of games that are gone, too, and unfinished files. With None for `photos`, as some may be
        out of reach for a while, their readings stay.
        """
        names = {key + _PHOTO for key in photos or ()} | {key + _GAME for key in games}
        wanted = {self._mine / name for name in names}
        if photos is None:
            wanted |= set(self._mine.glob(f"*{_PHOTO}"))
        files.remove_own(self._all, _OWN, wanted)

    def _write(self, name: str, content: bytes) -> None:
        """Write into the cache, unless its folder was deleted.

        It is not made again then.
        """
        with suppress(OSError):
            self._mine.mkdir(exist_ok=True)
        files.write(self._mine / name, content, make_folder=False)


class CacheInMemory(Cache):
    """The same, reading each of its files once."""

    def __init__(self, folder: Path, fingerprint: str) -> None:
        super().__init__(folder, fingerprint)
        self._readings: dict[str, PhotoReading] = {}
        self._games: dict[str, SolvedGame] = {}

    def reading(self, key: str, with_pictures: bool = False) -> PhotoReading | None:
        """Return a photo's stored reading."""
        if with_pictures:
            return super().reading(key, with_pictures)
        found = self._readings.get(key) or super().reading(key)
        if found is not None:
            self._readings[key] = found
        return found

    def game(self, key: str) -> SolvedGame | None:
        """Return a game's stored answer."""
        found = self._games.get(key) or super().game(key)
        if found is not None:
            self._games[key] = found
        return found
