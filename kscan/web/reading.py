"""Calls of the server in child processes about one photo: read it, show it.

The server itself holds neither pixels nor evidence, only what these calls return.
"""

import json
import zlib
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from kscan.errors import OutputError, PhotoError
from kscan.game.rules import Rules
from kscan.locale import words
from kscan.tournament.cache import FOLDER, Cache, CacheInMemory
from kscan.tournament.digests import digest_of
from kscan.tournament.folder import PhotoFile
from kscan.tournament.records import PhotoReading
from kscan.tournament.settings import Settings
from kscan.tournament.stages import unnamed

Corners = tuple[tuple[float, float], ...]

# Failures that say that the bytes are no photo, so that they are not kept.
NO_PHOTO = frozenset(
    {"empty_file", "not_a_picture", "broken_picture", "unsupported_picture", "heic_missing"}
    | {"too_small", "too_large"}
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The rules and language in play: a folder's settings, and the folder of its box."""

    settings: Settings = field(default_factory=Settings)
    folder: Path = Path()

    @property
    def rules(self) -> Rules:
        """The game's rules; UsageError for unknown words."""
        return self.settings.rules(self.folder)

    @property
    def lang(self) -> str:
        """The language of remarks on photos."""
        return self.settings.lang or "en"


@dataclass(frozen=True, slots=True)
class ReadAlone:
    """A photo read alone: its object as `kscan score --json` prints it, or why there is none."""

    photo: bytes  # packed
    failure: tuple[str, str] | None = None


def packed(document: object) -> bytes:
    """Pack a JSON document; the same bytes for the same document.

    The server holds thousands and reads few at a time.
    """
    return zlib.compress(json.dumps(document, ensure_ascii=False).encode(), 1)


def unpacked(content: bytes) -> Any:
    """Unpack a JSON document."""
    return json.loads(zlib.decompress(content))


@cache
def cache_of(out: str, fingerprint: str) -> CacheInMemory:
    """Return the cache in one folder of results, the same one every time."""
    return CacheInMemory(Path(out) / FOLDER, fingerprint)


def read_alone(
    path: str, name: str, out: str, chosen: Chosen, keep: bool = False, threads: int = 1
) -> ReadAlone:
    """Read a photo, keep its reading, and score it alone.

    With `keep`, a file that is no photo is kept as such, too: it lies in the folder already.
    """
    from kscan.corrections.kingdom_file import beside as file_beside
    from kscan.tournament.known_photos import read_beside
    from kscan.tournament.serialization import decode_reading
    from kscan.tournament.stages import fingerprint, read_file, read_photo

    known = digest_of(Path(path)) if file_beside(Path(path)).exists() else ""
    beside = read_beside([PhotoFile(name, Path(path))], {name: known}, chosen.rules.box)
    read = partial(read_photo, threads=threads)
    content, encoded = read_file(path, beside.grids(known), read)
    reading = decode_reading(encoded, with_pictures=False)
    failure = reading.failure
    if failure is not None and failure.code in NO_PHOTO and not keep:
        return ReadAlone(b"", (failure.code, failure.message))
    try:
        if content:
            Cache(Path(out) / FOLDER, fingerprint()).keep(beside.key(content), encoded)
    except OutputError as error:
        return ReadAlone(b"", (error.code, error.message))
    return ReadAlone(packed(_alone(reading, name, chosen)))


def read_between(
    path: str, name: str, out: str, chosen: Chosen, corners: Corners, size: int
) -> ReadAlone:
    """Read the kingdom between given corners, and keep these."""
    from kscan.corrections import kingdom_file
    from kscan.pipeline import scan

    rules = chosen.rules
    found = scan(
        path,
        variants=rules.variants,
        size=size,
        box=rules.box,
        quests=rules.quests,
        corners=corners,
    )
    if found.error is not None:
        return ReadAlone(b"", (found.error.code, unnamed(found.error.message, path)))
    kingdom_file.save(Path(path), found, words(), replace=True)
    return read_alone(path, name, out, chosen)


def _alone(reading: PhotoReading, name: str, chosen: Chosen) -> Any:
    from kscan.pipeline import score_game
    from kscan.records import Sight
    from kscan.report.json import document
    from kscan.tournament.standings import game_rule

    failure = reading.failure
    error = PhotoError(failure.code, failure.message) if failure else None
    size = (reading.width, reading.height)
    sight = Sight(name, *size, reading.kingdoms, reading.remarks, error)
    scans = score_game([sight], chosen.rules)
    ties = [game_rule(chosen.settings.ranking)]
    return document(scans, ranked=True, lang=chosen.lang, ties=ties)["photos"][0]


def upright(folder: str, out: str, name: str) -> bytes:
    """Return a small upright JPEG copy without metadata.

    Empty if there is none.
    """
    from kscan import photo
    from kscan.photo.pyramid import preview
    from kscan.tournament.stages import PICTURE, fingerprint

    path = Path(folder) / name
    kept = cache_of(out, fingerprint()).reading(digest_of(path), with_pictures=True)
    if kept is not None and kept.picture:
        return kept.picture
    try:
        return preview(photo.read(path), *PICTURE)
    except PhotoError:
        return b""
