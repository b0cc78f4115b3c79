"""Calls of the server in child processes about tables: score and draw them."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from csv import DictReader
from dataclasses import asdict, dataclass, field
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from kscan.corrections.table import Corrections
from kscan.errors import KscanError
from kscan.game.remark import Remark
from kscan.game.variants import Variant
from kscan.locale import LANGUAGES, words
from kscan.remarks import color_word
from kscan.tournament.cache import CacheInMemory
from kscan.tournament.digests import digest_of
from kscan.tournament.folder import Listing, photos_below
from kscan.tournament.games_csv import color_name
from kscan.tournament.players import Seating
from kscan.tournament.records import Entered, Failure, PlayedKingdom, Row, Unnamed
from kscan.tournament.report.sentences import unnamed_text, where_text
from kscan.tournament.workers import Done, Task
from kscan.web.folder import PHOTOS
from kscan.web.reading import Chosen, cache_of, packed
from kscan.web.wording import PAGE

if TYPE_CHECKING:
    from kscan.tournament.standings import Standings


Called = tuple[str, str]  # what a player is called in lists of many games, and in the game's own


@dataclass(frozen=True, slots=True)
class Scored:
    """Photos as they count in the tournament, and the standings if all were scored."""

    photos: Mapping[str, bytes]  # by file name: the photo object with its place, packed
    unread: tuple[str, ...] = ()  # photos that no one has read yet
    standings: str = ""  # JSON
    warnings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by language
    error: tuple[str, str] | None = None  # why nothing could be scored


def score(folder: str, out: str, chosen: Chosen, only: Collection[str] | None = None) -> Scored:
    """Score a tournament's photos like a batch does.

    With `only`, score those photos, and no standings.
    """
    try:
        found = _rows(folder, out, chosen, only)
    except KscanError as error:
        return Scored({}, error=(error.code, error.message))
    plain = {row.photo: row for row in found.uncorrected}
    objects = ((row, _photo_object(row, plain.get(row.photo, row), chosen)) for row in found.rows)
    photos = {row.photo: packed(photo) for row, photo in objects}
    if only is not None:
        return Scored(photos, found.unread)
    from kscan.tournament.standings import several_results

    posted = _posted(found, chosen)
    board = json.dumps(_standings(posted, found, chosen), ensure_ascii=False)
    several = _in_every_language(tuple(several_results(posted)))
    warnings = {lang: (*said, *several[lang]) for lang, said in found.warnings.items()}
    return Scored(photos, found.unread, board, warnings)


def drawn(folder: str, out: str, chosen: Chosen, name: str, only: Collection[str]) -> bytes:
    """Draw a photo's reading on an upright copy.

    A JPEG without metadata, empty if there is none. `only` names the photos of its table.
    """
    from kscan.tournament.report.pictures import Drawings

    found = _rows(folder, out, chosen, only)
    drawings = Drawings(Path(out) / "pictures", found.cache, found.keys)
    mine = [row for row in found.rows if row.photo == name and name in found.keys]
    for task in drawings.tasks(mine):
        picture: bytes = task.function(*task.args)
        return picture
    return b""


def entered(folder: str, chosen: Chosen, name: str) -> bytes:
    """Score a typed kingdom, or show a typed total: packed JSON."""
    from kscan.tournament.batch import request_of, scored_rows, seated

    request = request_of(Path(folder), Path(), chosen.settings)
    typed, places = seated(request, Listing((), (name,)))
    for row in scored_rows((), (), typed, places, request.rules):
        return packed(_photo_object(row, row, chosen))
    return b""


@dataclass(frozen=True, slots=True)
class _Found:
    rows: tuple[Row, ...]
    uncorrected: tuple[Row, ...]  # as without corrections.csv; empty where it says nothing
    unread: tuple[str, ...]
    warnings: Mapping[str, tuple[str, ...]]
    cache: CacheInMemory
    keys: Mapping[str, str]
    places: Seating


def _rows(folder: str, out: str, chosen: Chosen, only: Collection[str] | None) -> _Found:
    """Do as a batch does, but for reading and drawing: who is not read yet is waited for."""
    from kscan.tournament import batch
    from kscan.tournament.known_photos import known_photos, photos_of
    from kscan.tournament.report.progress import Quiet
    from kscan.tournament.stages import stages

    request, doing = batch.request_of(Path(folder), Path(out), chosen.settings), stages()
    cache, rules = cache_of(out, doing.fingerprint), request.rules
    found = photos_below(request.folder, request.out)
    if only is not None:
        found = Listing(tuple(one for one in found.photos if one.name in only), ())
    digests = {photo.name: digest for photo in found.photos if (digest := digest_of(photo.path))}
    photos = photos_of(found.photos, digests, rules.box)
    typed, places = batch.seated(request, found)
    corrections = batch.decided(request, digests, places)
    readings = {key: kept for key in photos.contents if (kept := cache.reading(key)) is not None}
    unread = tuple(one.name for one in found.photos if photos.keys.get(one.name) not in readings)
    failures = dict.fromkeys(unread, Failure("unread", "This photo is being read."))

    def solved(said: Corrections) -> tuple[Row, ...]:
        known = tuple(known_photos(photos, failures, places, readings, said, rules))
        played, _ = batch.solve_games(known, request, cache, doing, _here, Quiet())
        return batch.scored_rows(known, played, typed, places, rules)

    said = (*places.notes, *places.unmatched, *corrections.unused) if only is None else ()
    return _Found(
        solved(corrections),
        solved(Corrections()) if corrections.of else (),
        unread,
        _in_every_language(said),
        cache,
        photos.keys,
        places,
    )


def _in_every_language(remarks: Sequence[Remark]) -> dict[str, tuple[str, ...]]:
    from kscan.report.sentences import sentences

    return {lang: tuple(sentences(remarks, words(lang))) for lang in LANGUAGES}


def _here(tasks: Iterable[Task]) -> Iterator[Done]:
    """Do the work in this process, a child itself."""
    for task in tasks:
        yield Done(task.key, task.function(*task.args))


def _photo_object(row: Row, plain: Row, chosen: Chosen) -> dict[str, object]:
    from kscan.tournament.report.json import photo_object
    from kscan.tournament.standings import game_rule

    found = photo_object(row, game_rule(chosen.settings.ranking), chosen.rules.box)
    players = [{"name": name, "color": color_name(color)} for name, color in row.place.players]
    for number, (kingdom, scored) in enumerate(zip(found["kingdoms"], row.kingdoms, strict=True)):
        kingdom["named"] = scored.named
        kingdom["shift"] = _shift(scored, plain, number)
    said = [
        {"player": one.player, "total": one.total, "kingdom": _entered_object(one, chosen)}
        for one in row.entered
    ]
    return {
        **found,
        "players": players,
        "counts": row.counts,
        "entered": said,
        "said": _said_in_other_languages(row),
    }


def _said_in_other_languages(row: Row) -> dict[str, object]:
    """Word what is said of a photo in each language, if anything is."""
    from kscan.tournament.report.json import said_of

    english = said_of(row, words("en"))
    if not (english["error"] or english["notes"] or any(english["kingdoms"])):
        return {}
    return {lang: said_of(row, words(lang)) for lang in LANGUAGES if lang != "en"}


def _entered_object(one: Entered, chosen: Chosen) -> dict[str, object] | None:
    from kscan.report.json import kingdom_object

    if one.sheet is None:
        return None
    return kingdom_object(one.sheet, name=one.player, lang=chosen.lang)


def _shift(scored: PlayedKingdom, plain: Row, number: int) -> list[int]:
    """Return the shown block's offset in corrections.csv."""
    if number >= len(plain.kingdoms):
        return [0, 0]
    here, there = scored.reading.top_left, plain.kingdoms[number].reading.top_left
    return [here.row - there.row, here.col - there.col]


def _posted(scored: _Found, chosen: Chosen) -> "Standings":
    from kscan.tournament.standings import standings

    return standings(
        scored.rows,
        chosen.settings.ranking,
        Variant.DYNASTY in chosen.rules.variants,
        chosen.rules.box,
        scored.places.absences,
        scored.places.expected,
    )


def _standings(found: "Standings", scored: _Found, chosen: Chosen) -> dict[str, object]:
    """Return the lines of standings.csv and rankings.csv."""
    from kscan.tournament.report import csv
    from kscan.tournament.report.standings_table import Absent, columns, rules_line

    named = rules_line(chosen.settings, words("en"))
    return {
        "rounds": [round_ for round_ in found.rounds if round_],
        "standings": _objects(csv.standings(found, named)),
        "games": _objects(csv.rankings(found.games, named)),
        "absent": [asdict(Absent(p.missing, p.byes, p.left)) for p in found.players],
        "columns": [asdict(each) for each in columns(found.ranking, found.players, found.rounds)],
        "unnamed": _unnamed_players(scored.rows),
        "expected": list(scored.places.expected),
    }


def _objects(table: str) -> list[dict[str, object]]:
    """Convert a CSV table's lines to objects with numbers."""
    return [
        {name: int(text) if text.isdecimal() else text for name, text in line.items()}
        for line in DictReader(StringIO(table))
    ]


def _unnamed_players(rows: Sequence[Row]) -> dict[str, dict[str, Called]]:
    """Return what each language calls unnamed players, by their name in the tables.

    By castle, else by the kingdom's number.
    """
    found: dict[str, dict[str, Called]] = {}
    seen = Counter[tuple[str, str]]()
    for row in rows:
        where = (row.place.round, row.place.table)
        for kingdom in row.kingdoms:
            one = kingdom.unnamed
            if one is not None:
                seen[where] += one.color is None and not one.number
                number = one.number or seen[where]
                names = {lang: _called(one, where, number, lang) for lang in LANGUAGES}
                found[kingdom.player] = names
    return found


def _called(one: Unnamed, where: tuple[str, str], number: int, lang: str) -> Called:
    say = words(lang)
    color = color_word(one.color, say)
    if not color and not one.photo.startswith(f"{PHOTOS}/photo-"):
        name = unnamed_text(one, lang)  # a person named its file
        return name, name
    short = color or say(PAGE["kingdom_number"], number=number)
    long = f"{short} ({say.isolated(where_text(where, say))})" if any(where) else short
    return long, short
