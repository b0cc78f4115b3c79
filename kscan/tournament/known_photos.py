"""Every photo with all its facts: place, reading, and decisions beside it and in tables."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kscan.corrections.decisions import Decisions, GridIs, PlayerIs, of_kind
from kscan.corrections.kingdom_file import SUFFIX, beside, recall
from kscan.corrections.table import Corrections
from kscan.errors import KscanError, shown
from kscan.game.box import BASE, Box
from kscan.game.remark import Remark
from kscan.game.rules import Rules
from kscan.records import SeenKingdom
from kscan.remarks import remark
from kscan.sight import middle_of
from kscan.tournament.entries import decided_entries
from kscan.tournament.folder import PhotoFile
from kscan.tournament.games import Known, SettledTables, adds_nothing, settle_tables
from kscan.tournament.players import Seating
from kscan.tournament.records import Failure, PhotoReading


@dataclass(frozen=True, slots=True)
class KingdomFiles:
    """Decisions of the `.kingdom` files beside photos, by content, and remarks on bad ones."""

    decided: Mapping[str, tuple[Decisions, ...]]
    remarks: Mapping[str, Remark]  # by the photo's name

    def grids(self, digest: str) -> tuple[GridIs, ...]:
        """Return the grids stated for this content, if any."""
        return tuple(of_kind(one, GridIs)[0] for one in self.decided.get(digest, ()))

    def key(self, digest: str) -> str:
        """Return a reading's key: its content and stated grids."""
        if not (grids := self.grids(digest)):
            return digest
        places = [(grid.corners, grid.rows, grid.cols) for grid in grids]
        return f"{digest}-{hashlib.sha256(repr(places).encode()).hexdigest()[:16]}"


def read_beside(
    photos: Iterable[PhotoFile], digests: Mapping[str, str], box: Box = BASE
) -> KingdomFiles:
    """Read the `.kingdom` files of these photos.

    `digests` are by name; of copies the first counts.
    """
    decided: dict[str, tuple[Decisions, ...]] = {}
    remarks: dict[str, Remark] = {}
    for photo in photos:
        digest = digests.get(photo.name)
        file = shown(photo.name + SUFFIX)
        try:
            found = recall(photo.path, box) if digest else None
        except KscanError as error:
            reason = error.message.removeprefix(f"{shown(beside(photo.path))}: ")
            remarks[photo.name] = remark("not_used", file=file, reason=reason)
            continue
        if found is None or digest is None:
            continue
        if found.fingerprint == digest:
            decided.setdefault(digest, found.kingdoms)
        else:
            remarks[photo.name] = remark("stale", file=file)
    return KingdomFiles(decided, remarks)


@dataclass(frozen=True, slots=True)
class Photos:
    """The photos, digests of the readable ones, and their keys in the cache."""

    all: tuple[PhotoFile, ...]
    digests: Mapping[str, str]
    beside: KingdomFiles
    keys: Mapping[str, str]
    contents: Mapping[str, PhotoFile]  # one photo of each content, by its key: copies are read once


def photos_of(listed: tuple[PhotoFile, ...], digests: Mapping[str, str], box: Box) -> Photos:
    """Collect a folder's photos, decisions and cache keys."""
    files = read_beside(listed, digests, box)
    keys = {name: files.key(digest) for name, digest in digests.items()}
    contents: dict[str, PhotoFile] = {}
    for photo in listed:
        if photo.name in keys:
            contents.setdefault(keys[photo.name], photo)
    return Photos(listed, digests, files, keys, contents)


def known_photos(
    photos: Photos,
    failures: Mapping[str, Failure],
    places: Seating,
    readings: Mapping[str, PhotoReading],
    corrections: Corrections,
    rules: Rules,
) -> Iterator[Known]:
    """Join each photo's place, reading and decisions, in order."""
    first = _originals(photos.digests, places)
    keys = photos.keys
    tables = _tables(photos, places, readings, first, rules.box.most_players)
    for photo in photos.all:
        digest = photos.digests.get(photo.name, "")
        reading = readings.get(keys.get(photo.name, ""))
        same_as = first.get(digest, photo.name)
        reading = reading or PhotoReading(failure=failures[photo.name])
        refused = photos.beside.remarks.get(photo.name)
        middles = [middle_of(seen.grid) for seen in reading.kingdoms]
        by_table, unclear = corrections.on_photo(photo.name, middles)
        by_file = photos.beside.decided.get(digest, ())
        kingdoms = _decided(reading, by_file, by_table, places.called)
        place = tables.places.get(photo.name) or places.of(photo.name, len(reading.kingdoms))
        entered = () if middles else decided_entries(photo.name, place, by_table, rules)
        yield Known(
            photo.name,
            digest,
            place,
            reading,
            tuple(kingdoms),
            same_as if same_as != photo.name else "",
            entered,
            (*((refused,) if refused else ()), *unclear, *_views(tables, photo.name)),
            photo.name in tables.unassigned,
        )


def _tables(
    photos: Photos,
    places: Seating,
    readings: Mapping[str, PhotoReading],
    originals: Mapping[str, str],
    most: int,
) -> SettledTables:
    """Seat the players, given each photo's number of kingdoms."""
    counts = {
        name: len(readings[key].kingdoms)
        for name, key in photos.keys.items()
        if key in readings and originals[photos.digests[name]] == name
    }
    return settle_tables(places, counts, places.said, most)


def _views(tables: SettledTables, photo: str) -> Iterator[Remark]:
    if photo in tables.views:
        yield remark("several_views", count=tables.views[photo])


def _decided(
    reading: PhotoReading,
    by_file: Sequence[Decisions],
    by_table: Mapping[int, Decisions],
    called: Callable[[str], str],
) -> Iterator[SeenKingdom]:
    """Add the decisions to each kingdom, those of the table last."""
    for number, seen in enumerate(reading.kingdoms):
        said = tuple(
            PlayerIs(called(one.name)) if isinstance(one, PlayerIs) else one
            for one in (by_file[number] if number < len(by_file) else ())
        )
        yield replace(seen, decisions=(*said, *by_table.get(number, ())))


def _originals(digests: Mapping[str, str], places: Seating) -> dict[str, str]:
    """Choose the photo of each content that counts.

    One at a table is preferred, then the shortest name: `anna.jpg`, not `anna (1).jpg`.
    """
    originals: dict[str, str] = {}
    names = sorted(digests, key=lambda name: (not places[name].has_table, len(name)))
    for name in names:
        originals.setdefault(digests[name], name)
    return originals


def copies_of(digests: Mapping[str, str], places: Seating) -> Iterator[tuple[str, str]]:
    """Yield each redundant copy with its original."""
    originals = _originals(digests, places)
    for photo, digest in digests.items():
        first = originals[digest]
        if photo != first and adds_nothing(places[photo], places[first]):
            yield photo, first
