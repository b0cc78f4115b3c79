"""A folder of photos to rows: the whole way, in its order."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from kscan.corrections import SUFFIX
from kscan.errors import UsageError, shown
from kscan.game.scoring import Variant
from kscan.tournament.beside import Beside, read_beside
from kscan.tournament.contents import contents_of
from kscan.tournament.corrections import NONE, read_corrections
from kscan.tournament.crew import Done, Errand, Work
from kscan.tournament.encoding import decode_answer, decode_reading
from kscan.tournament.folder import Found, PhotoFile, photos_below
from kscan.tournament.game_reading import Reconstruct, read_game
from kscan.tournament.games import Game, Known, adds_nothing, games
from kscan.tournament.journal import Journal
from kscan.tournament.pictures import Album, draw_pictures
from kscan.tournament.progress import Progress, Stage
from kscan.tournament.question import Answer, Question
from kscan.tournament.reading import Reader, read_file
from kscan.tournament.records import Failure, PhotoReading, Remark, Row
from kscan.tournament.rows import Play, rows
from kscan.tournament.seats import Seating, seating

Crew = AbstractContextManager[Work]

# Failures that another try may end differently: they are not kept.
_PASSING = frozenset(
    {"changed", "crashed", "fault", "not_found", "no_permission", "cannot_open"}
    | {"other_version", "timeout"}
)

# Seconds for a game: its solver has a limit of its own, far below this.
_GAME = 120.0


@dataclass(frozen=True, slots=True)
class Stages:
    """The two stages that look at pictures and evidence, and what they depend on."""

    read: Reader
    reconstruct: Reconstruct
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asked for."""

    folder: Path
    out: Path
    variants: frozenset[Variant] = frozenset()
    size: int | None = None
    games: Path | None = None
    corrections: Path | None = None
    force: bool = False
    lang: str | None = "en"  # of what people read; None: the environment's


@dataclass(frozen=True, slots=True)
class Batch:
    """The rows, and what a person should hear beside them."""

    rows: tuple[Row, ...]
    pictures: Mapping[str, str]  # where each photo's drawing lies, below the results
    aside: tuple[str, ...]
    unmatched: tuple[Remark, ...]  # lines of games.csv and corrections that fit nothing
    journal: Journal
    keys: Mapping[str, str]  # of each photo's reading in the journal, by name
    read: int  # photos read now
    kept: int  # photos that an earlier run had read
    outdated: int  # readings of another version or other weights, which were not used


@dataclass(frozen=True, slots=True)
class _Photos:
    """The photos, the digests of those that can be opened, and their keys in the journal."""

    all: tuple[PhotoFile, ...]
    digests: Mapping[str, str]
    beside: Beside
    keys: Mapping[str, str]
    contents: Mapping[str, PhotoFile]  # one photo of each content, by its key: copies are read once


def _photos(listed: tuple[PhotoFile, ...], digests: Mapping[str, str]) -> _Photos:
    beside = read_beside(listed, digests)
    keys = {name: beside.key(digest) for name, digest in digests.items()}
    contents: dict[str, PhotoFile] = {}
    for photo in listed:
        if photo.name in keys:
            contents.setdefault(keys[photo.name], photo)
    return _Photos(listed, digests, beside, keys, contents)


def run(request: Request, stages: Stages, crew: Crew, progress: Progress) -> Batch:
    """Read what is not yet read, score, draw; whatever is finished is kept at once."""
    found = photos_below(request.folder, request.out)
    places = seating([photo.name for photo in found.photos], request.games)
    journal = Journal(request.out / "journal", stages.fingerprint)
    outdated = journal.others()
    if not found.photos and journal.has_readings():
        raise UsageError(
            f"{shown(request.folder)}: no photos lie there any more; {shown(request.out)} stays as "
            "it is."
        )
    digests, failures = contents_of(found.photos)
    out_of_reach = bool(failures)
    photos = _photos(found.photos, digests)
    copies = dict(_copies(digests, places))
    corrections = (
        read_corrections(request.corrections, digests, copies) if request.corrections else NONE
    )
    if request.force:
        journal.forget()
    play = Play(corrections, request.variants, request.size)
    readings = {key: kept for key in photos.contents if (kept := journal.reading(key)) is not None}
    before = len(readings)
    with crew as work:
        failures |= _read(photos, readings, journal, stages, work, progress)
        known = tuple(_known(photos, failures, places, readings))
        played, asked = _play(known, play, journal, stages, work, progress)
        made = rows(known, played, play)
        album = Album(request.out / "pictures", journal, photos.keys)
        pictures = draw_pictures(made, album, work, progress, request.force)
    journal.tidy(None if out_of_reach else photos.contents, asked)
    return Batch(
        made,
        pictures,
        tuple(_aside(found, request)),
        (*places.unmatched, *corrections.unused, *corrections.beyond(_played(known, played))),
        journal,
        photos.keys,
        len(photos.contents) - before,
        before,
        outdated,
    )


def _aside(found: Found, request: Request) -> Iterator[str]:
    """The files that are neither photos nor what persons say of photos."""
    used = {f"{photo.name}{SUFFIX}" for photo in found.photos}
    for name in found.aside:
        if name not in used and request.folder / name not in (request.games, request.corrections):
            yield name


def _read(
    photos: _Photos,
    readings: dict[str, PhotoReading],
    journal: Journal,
    stages: Stages,
    work: Work,
    progress: Progress,
) -> dict[str, Failure]:
    """Read every content once that the journal lacks; failures that may pass come back."""
    contents = photos.contents
    waiting = {key: photo for key, photo in contents.items() if key not in readings}
    progress.begin(Stage.READING, len(contents), len(readings))
    failures: dict[str, Failure] = {}
    for done in work(_reading_errands(photos, waiting, stages)):
        failure = _passing(done, photos.digests[waiting[done.key].name])
        if failure is not None:
            failures |= {name: failure for name, key in photos.keys.items() if key == done.key}
        else:
            _, encoded = done.answer
            journal.keep(done.key, encoded)
            readings[done.key] = decode_reading(encoded, with_pictures=False)
        progress.step(waiting[done.key].name, failure.message if failure else "")
    return failures


def _passing(done: Done, expected: str) -> Failure | None:
    """Why the photo with the `expected` digest was not read, if another try may read it."""
    if done.failure is not None:
        return done.failure
    digest, encoded = done.answer
    failure = decode_reading(encoded, with_pictures=False).failure
    if failure is not None and failure.code in _PASSING:
        return failure
    if digest != expected:
        return Failure("changed", "the file changed while it was read: run once more.")
    return None


def _reading_errands(
    photos: _Photos, waiting: Mapping[str, PhotoFile], stages: Stages
) -> Iterator[Errand]:
    for key, photo in waiting.items():
        windows = photos.beside.windows(photos.digests[photo.name])
        path = os.path.abspath(photo.path)  # a cluster's workers stand elsewhere
        yield Errand(key, read_file, (path, windows, stages.read))


def _known(
    photos: _Photos,
    failures: Mapping[str, Failure],
    places: Seating,
    readings: Mapping[str, PhotoReading],
) -> Iterator[Known]:
    first = _originals(photos.digests, places)
    keys = photos.keys
    for photo in photos.all:
        digest = photos.digests.get(photo.name, "")
        reading = readings.get(keys.get(photo.name, ""))
        same_as = first.get(digest, photo.name)
        yield Known(
            photo.name,
            digest,
            places.of(photo.name, len(reading.kingdoms) if reading else 0),
            reading or PhotoReading(failure=failures[photo.name]),
            same_as if same_as != photo.name else "",
            photos.beside.settled.get(digest, ()),
            photos.beside.remarks.get(photo.name),
        )


def _originals(digests: Mapping[str, str], places: Seating) -> dict[str, str]:
    """The photo of each content that counts: one at a table; `anna.jpg`, not `anna (1).jpg`."""
    originals: dict[str, str] = {}
    names = sorted(digests, key=lambda name: (not places[name].has_table, len(name)))
    for name in names:
        originals.setdefault(digests[name], name)
    return originals


def _copies(digests: Mapping[str, str], places: Seating) -> Iterator[tuple[str, str]]:
    """The photos that add nothing to another of the same content, each with that one."""
    originals = _originals(digests, places)
    for photo, digest in digests.items():
        first = originals[digest]
        if photo != first and adds_nothing(places[photo], places[first]):
            yield photo, first


def _played(
    known: Sequence[Known], played: Sequence[tuple[Game, Answer | Failure]]
) -> frozenset[tuple[str, int]]:
    """The kingdoms that games were asked about, by photo and number on it."""
    return frozenset(
        (known[seat.photo].photo, seat.kingdom) for game, _ in played for seat in game.seats
    )


def _play(
    known: Sequence[Known],
    play: Play,
    journal: Journal,
    stages: Stages,
    work: Work,
    progress: Progress,
) -> tuple[list[tuple[Game, Answer | Failure]], list[str]]:
    """Every game with the readings of its seats, or why there are none; the keys of all games.

    Only games of which something changed are solved anew.
    """
    played = games(known)
    questions = [_question(known, game, play) for game in played]
    keys = [question.key for question in questions]
    answers: dict[str, Answer | Failure] = {
        key: kept for key in keys if (kept := journal.answer(key)) is not None
    }
    waiting = {key: number for number, key in enumerate(keys) if key not in answers}
    progress.begin(Stage.SCORING, len(set(keys)), len(answers))
    for done in work(
        Errand(key, read_game, (questions[number], stages.reconstruct), _GAME)
        for key, number in waiting.items()
    ):
        if done.failure is None:
            journal.keep_game(done.key, done.answer)
        answers[done.key] = done.failure or decode_answer(done.answer)
        progress.step(known[played[waiting[done.key]].photos[0]].photo)
    return [(game, answers[key]) for game, key in zip(played, keys, strict=True)], keys


def _question(known: Sequence[Known], game: Game, play: Play) -> Question:
    seats = [(known[seat.photo], seat.kingdom) for seat in game.seats]
    return Question(
        tuple(photo.reading.kingdoms[kingdom].evidence for photo, kingdom in seats),
        tuple(play.corrections.get(photo.photo, kingdom) for photo, kingdom in seats),
        tuple(photo.settled[kingdom] if photo.settled else None for photo, kingdom in seats),
        play.variants,
        play.size,
    )
