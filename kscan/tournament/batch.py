"""A folder of photos to rows: the whole way, in its order."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from kscan.corrections.kingdom_file import SUFFIX
from kscan.corrections.table import Corrections, read_corrections
from kscan.errors import UsageError, shown
from kscan.game.box import BASE, Box
from kscan.game.quests import Quest
from kscan.game.remark import Remark
from kscan.game.rules import Rules
from kscan.game.variants import Variant
from kscan.records import SolvedGame
from kscan.tournament.cache import FOLDER, Cache
from kscan.tournament.digests import digests_of
from kscan.tournament.entries import Typed, entries_beside, entry_row, typed_below
from kscan.tournament.folder import Listing, PhotoFile, photos_below
from kscan.tournament.games import Game, Known, games
from kscan.tournament.games_csv import Absence
from kscan.tournament.known_photos import Photos, copies_of, known_photos, photos_of
from kscan.tournament.names import Aliases, PhotoNames
from kscan.tournament.players import Seating, seating
from kscan.tournament.records import Failure, PhotoReading, Row
from kscan.tournament.report.pictures import Drawings, draw_pictures
from kscan.tournament.report.progress import Progress, Stage
from kscan.tournament.rows import PlayedGame, rows
from kscan.tournament.serialization import decode_game, decode_reading
from kscan.tournament.setting_keys import FILE
from kscan.tournament.settings import CORRECTIONS, GAMES, Settings
from kscan.tournament.stages import Stages, UnsolvedGame, read_file, solve_game
from kscan.tournament.workers import Done, Task, Work

Pool = AbstractContextManager[Work]

# Failures that another try may end differently: they are not kept.
PASSING = frozenset(
    {"changed", "crashed", "fault", "not_found", "no_permission", "cannot_open"}
    | {"no_memory", "other_version", "timeout"}
)

# Seconds for a game: its solver has a limit of its own, far below this.
_GAME = 120.0


@dataclass(frozen=True, slots=True)
class Request:
    """A person's request: folders, rules and options."""

    folder: Path
    out: Path
    variants: frozenset[Variant] = frozenset()
    size: int | None = None
    games: Path | None = None
    corrections: Path | None = None
    force: bool = False
    lang: str | None = "en"  # of what people read; None: the environment's
    box: Box = BASE
    quests: tuple[Quest, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)  # of players' names
    check: bool = False  # whether all photos are compared by content, not by time stamp

    @property
    def rules(self) -> Rules:
        """The rules in play."""
        return Rules(self.variants, self.size, self.box, self.quests)


def request_of(
    folder: Path,
    out: Path,
    settings: Settings,
    games: Path | None = None,
    corrections: Path | None = None,
) -> Request:
    """Return a request by a folder's settings, and its own tables unless others are given."""
    rules = settings.rules(folder)
    own = {name: path for name in (GAMES, CORRECTIONS) if (path := folder / name).is_file()}
    return Request(
        folder,
        out,
        rules.variants,
        rules.size,
        games or own.get(GAMES),
        corrections or own.get(CORRECTIONS),
        lang=settings.lang,
        box=rules.box,
        quests=rules.quests,
        aliases=settings.aliases,
    )


@dataclass(frozen=True, slots=True)
class Batch:
    """The rows, and all warnings beside them."""

    rows: tuple[Row, ...]
    pictures: Mapping[str, str]  # where each photo's drawing lies, below the results
    ignored: tuple[str, ...]
    unmatched: tuple[Remark, ...]  # lines of games.csv and corrections that fit nothing
    cache: Cache
    keys: Mapping[str, str]  # of each photo's reading in the cache, by name
    read: int  # photos read now
    kept: int  # photos that an earlier run had read
    outdated: int  # readings of another version or other weights, which were not used
    absences: tuple[Absence, ...] = ()
    expected: tuple[str, ...] = ()  # players who are seated and have no photo


def run(request: Request, stages: Stages, pool: Pool, progress: Progress) -> Batch:
    """Read new photos, score and draw; keep what is finished at once."""
    found = photos_below(request.folder, request.out)
    typed, places = seated(request, found)
    cache = Cache(request.out / FOLDER, stages.fingerprint)
    outdated = cache.others()
    if not found.photos:
        _refuse_without_photos(request, bool(typed), cache)
    digests, failures = digests_of(found.photos, request.out, request.check)
    out_of_reach = bool(failures)
    photos = photos_of(found.photos, digests, request.box)
    corrections = decided(request, digests, places)
    if request.force:
        cache.forget()
    readings = {key: kept for key in photos.contents if (kept := cache.reading(key)) is not None}
    before = len(readings)
    with pool as work:
        failures |= _read(photos, readings, cache, stages, work, progress)
        known = tuple(known_photos(photos, failures, places, readings, corrections, request.rules))
        played, asked = solve_games(known, request, cache, stages, work, progress)
        made = scored_rows(known, played, typed, places, request.rules)
        drawings = Drawings(request.out / "pictures", cache, photos.keys)
        pictures = draw_pictures(made, drawings, work, progress, request.force)
    entries, used = {one.name for one in typed}, _played(known, played)
    cache.tidy(None if out_of_reach else photos.contents, asked)
    return Batch(
        made,
        pictures,
        tuple(name for name in _ignored(found, request) if name not in entries),
        (*places.notes, *places.unmatched, *corrections.unused, *corrections.beyond(used)),
        cache,
        photos.keys,
        len(photos.contents) - before,
        before,
        outdated,
        places.absences,
        places.expected,
    )


def seated(request: Request, found: Listing) -> tuple[tuple[Typed, ...], Seating]:
    """Return what is typed in beside the photos, and who sits where."""
    names = [photo.name for photo in found.photos]
    typed = tuple(typed_below(request.folder, found.ignored, names, request.rules))
    everything = [*names, *(one.name for one in typed)]
    return typed, seating(everything, request.games, Aliases(request.aliases))


def decided(request: Request, digests: Mapping[str, str], places: Seating) -> Corrections:
    """Return what people decided in corrections.csv, if there is one."""
    if request.corrections is None:
        return Corrections()
    find, copies = PhotoNames(tuple(digests)), dict(copies_of(digests, places))
    return read_corrections(request.corrections, digests, find, copies, request.box)


def scored_rows(
    known: Sequence[Known],
    played: Sequence[PlayedGame],
    typed: Iterable[Typed],
    places: Seating,
    rules: Rules,
) -> tuple[Row, ...]:
    """Return the photos' rows, and behind them those of what is typed in."""
    entered = [entry_row(one, places[one.name], rules) for one in typed]
    found = rows(known, played, rules, entered)
    return (*found, *entries_beside(found, entered, rules.box))


def _refuse_without_photos(request: Request, typed: bool, cache: Cache) -> None:
    """Raise UsageError if there is nothing to score, or all photos are gone."""
    if cache.has_readings():
        raise UsageError(
            "{folder}: no photos lie there any more; {results} stays as it is.",
            folder=shown(request.folder),
            results=shown(request.out),
        )
    if not typed:
        raise UsageError(
            "{folder}: no photos here; put them into folders such as round-1/table-3/anna.jpg.",
            folder=shown(request.folder),
        )


def _ignored(found: Listing, request: Request) -> Iterator[str]:
    """Yield the ignored files: neither photos nor a person's decisions."""
    used = {f"{photo.name}{SUFFIX}" for photo in found.photos}
    used.add(FILE)
    for name in found.ignored:
        if name not in used and request.folder / name not in (request.games, request.corrections):
            yield name


def _read(
    photos: Photos,
    readings: dict[str, PhotoReading],
    cache: Cache,
    stages: Stages,
    work: Work,
    progress: Progress,
) -> dict[str, Failure]:
    """Read each content missing from the cache, copies once.

    Returns the failures that another try may mend.
    """
    contents = photos.contents
    waiting = {key: photo for key, photo in contents.items() if key not in readings}
    progress.begin(Stage.READING, len(contents), len(readings))
    failures: dict[str, Failure] = {}
    for done in work(_reading_tasks(photos, waiting, stages)):
        failure = _passing(done, photos.digests[waiting[done.key].name])
        if failure is not None:
            failures |= {name: failure for name, key in photos.keys.items() if key == done.key}
        else:
            _, encoded = done.answer
            cache.keep(done.key, encoded)
            readings[done.key] = decode_reading(encoded, with_pictures=False)
        progress.step(waiting[done.key].name, failure.message if failure else "")
    return failures


def _passing(done: Done, expected: str) -> Failure | None:
    """Return a failure that another try may mend, if any.

    `expected` is the digest that the photo had before it was read.
    """
    if done.failure is not None:
        return done.failure
    digest, encoded = done.answer
    failure = decode_reading(encoded, with_pictures=False).failure
    if failure is not None and failure.code in PASSING:
        return failure
    if digest != expected:
        return Failure("changed", "the file changed while it was read: run once more.")
    return None


def _reading_tasks(
    photos: Photos, waiting: Mapping[str, PhotoFile], stages: Stages
) -> Iterator[Task]:
    for key, photo in waiting.items():
        grids = photos.beside.grids(photos.digests[photo.name])
        path = os.path.abspath(photo.path)  # a cluster's workers stand elsewhere
        yield Task(key, read_file, (path, grids, stages.read))


def _played(known: Sequence[Known], played: Sequence[PlayedGame]) -> frozenset[tuple[str, int]]:
    """Return the kingdoms solved in games or typed in: photo and number."""
    typed = {(one.photo, number) for one in known for number, _ in enumerate(one.entered)}
    seats = {(known[seat.photo].photo, seat.kingdom) for one in played for seat in one.game.seats}
    return frozenset(typed | seats)


def solve_games(
    known: Sequence[Known],
    request: Request,
    cache: Cache,
    stages: Stages,
    work: Work,
    progress: Progress,
) -> tuple[list[PlayedGame], list[str]]:
    """Solve the changed games; return all with their answers, and their keys."""
    played = games(known, request.box)
    unsolved = [_unsolved(known, game, request) for game in played]
    keys = [one.key for one in unsolved]
    answers: dict[str, SolvedGame | Failure] = {
        key: kept for key in keys if (kept := cache.game(key)) is not None
    }
    waiting = {key: number for number, key in enumerate(keys) if key not in answers}
    progress.begin(Stage.SCORING, len(set(keys)), len(answers))
    for done in work(
        Task(key, solve_game, (unsolved[number], stages.solve), _GAME)
        for key, number in waiting.items()
    ):
        if done.failure is None:
            cache.keep_game(done.key, done.answer)
        answers[done.key] = done.failure or decode_game(done.answer)
        progress.step(known[played[waiting[done.key]].photos[0]].photo)
    pairs = zip(played, keys, strict=True)
    return [PlayedGame(game, answers[key]) for game, key in pairs], keys


def _unsolved(known: Sequence[Known], game: Game, request: Request) -> UnsolvedGame:
    kingdoms = tuple(known[seat.photo].kingdoms[seat.kingdom] for seat in game.seats)
    return UnsolvedGame(kingdoms, request.rules)
