"""A scoring child's memory: readings and games it saw, digests of files."""

from functools import cache
from pathlib import Path

from kscan.files import digest
from kscan.records import SolvedGame
from kscan.tournament.cache import FOLDER, Cache
from kscan.tournament.records import PhotoReading


class CacheInMemory(Cache):
    """A cache reading each of its files once."""

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


@cache
def cache_of(out: str, fingerprint: str) -> CacheInMemory:
    """Return the cache of one folder of results.

    The same one every time.
    """
    return CacheInMemory(Path(out) / FOLDER, fingerprint)


_DIGESTS: dict[tuple[str, int, int, int], str] = {}


def digest_of(path: Path) -> str:
    """Return a file's digest, cached; empty without a file."""
    try:
        state = path.stat()
        key = (str(path), state.st_ino, state.st_size, state.st_mtime_ns)
        if key not in _DIGESTS:
            _DIGESTS[key] = digest(path)
    except OSError:
        return ""
    return _DIGESTS[key]
