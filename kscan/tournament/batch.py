"""A folder of photos to rows: the whole way, in its order."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from kscan.game.scoring import Variant
from kscan.tournament.corrections import NONE, Corrections, read_corrections
from kscan.tournament.crew import Done, Errand
from kscan.tournament.folder import Found, PhotoFile, photos_below
from kscan.tournament.game_reading import Answer, Question, Reconstruct, read_game
from kscan.tournament.games import Game, Known, games
from kscan.tournament.journal import Journal, digest_of, encode
from kscan.tournament.reading import Reader, read_file
from kscan.tournament.records import Failure, PhotoReading, Row
from kscan.tournament.rows import rows
from kscan.tournament.seats import Seating, seating

Work = Callable[[Sequence[Errand]], Iterator[Done]]
Crew = AbstractContextManager[Work]

# Failures that another try may end differently: they are not kept.
_PASSING = frozenset(
    {"crashed", "fault", "not_found", "no_permission", "cannot_open", "other_version"}
)

# Seconds for a game: its solver has a limit of its own, far below this.
_GAME = 120.0


class Progress(Protocol):
    """Someone who is told how far a stage is."""

    def begin(self, stage: str, total: int, done: int = 0) -> None:
        """A stage of `total` steps, of which `done` were done before."""

    def step(self, name: str, said: str = "") -> None:
        """One more is done."""


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


@dataclass(frozen=True, slots=True)
class Batch:
    """The rows, and what a person should hear beside them."""

    rows: tuple[Row, ...]
    aside: tuple[str, ...]
    unmatched: tuple[str, ...]  # lines of games.csv and corrections that fit no photo
    journal: Journal
    read: int  # photos read now
    kept: int  # photos that an earlier run had read
    outdated: int  # readings of another version or other weights, which were not used


def run(request: Request, stages: Stages, crew: Crew, progress: Progress) -> Batch:
    """Read what is not yet read, then the games, then score; every finished photo is kept."""
    found = photos_below(request.folder, request.out)
    places = seating([photo.name for photo in found.photos], request.games)
    journal = Journal(request.out / "journal", stages.fingerprint)
    outdated = journal.others()
    if request.force:
        journal.forget()
    digests, failures = _digests(found)
    corrections = _corrections(request, digests)
    before = sum(1 for digest in set(digests.values()) if journal.reading(digest) is not None)
    with crew as work:
        failures |= _read(found, digests, journal, stages, work, progress)
        photos = tuple(_known(found, digests, failures, places, journal))
        played = _play(photos, request, corrections, stages, work, progress)
    journal.tidy(digests.values())
    return Batch(
        rows(photos, played, corrections, request.variants, request.size),
        found.aside,
        places.unmatched + corrections.unused,
        journal,
        len(set(digests.values())) - before,
        before,
        outdated,
    )


def _digests(found: Found) -> tuple[dict[str, str], dict[str, Failure]]:
    """The digest of every photo that can be opened, and why the others cannot."""
    digests: dict[str, str] = {}
    failures: dict[str, Failure] = {}
    for photo in found.photos:
        if photo.trouble is not None:
            failures[photo.name] = photo.trouble
            continue
        try:
            digests[photo.name] = digest_of(photo.path)
        except OSError as error:
            failures[photo.name] = Failure("cannot_open", f"cannot be read ({error.strerror}).")
    return digests, failures


def _corrections(request: Request, digests: Mapping[str, str]) -> Corrections:
    return read_corrections(request.corrections, digests) if request.corrections else NONE


def _read(
    found: Found,
    digests: dict[str, str],
    journal: Journal,
    stages: Stages,
    work: Work,
    progress: Progress,
) -> dict[str, Failure]:
    """Read every content once that the journal lacks; failures that may pass come back."""
    waiting: dict[str, PhotoFile] = {}
    for photo in found.photos:
        digest = digests.get(photo.name)
        if digest is not None and (digest in waiting or journal.reading(digest) is None):
            waiting.setdefault(digest, photo)
    total = len(set(digests.values()))
    progress.begin("reading", total, total - len(waiting))
    errands = [
        Errand(digest, read_file, (str(photo.path), stages.read))
        for digest, photo in waiting.items()
    ]
    failures: dict[str, Failure] = {}
    for done in work(errands):
        failure = done.failure
        if failure is None:
            _, reading = done.answer
            journal.keep(done.key, reading)
        elif failure.code not in _PASSING:
            journal.keep(done.key, encode(PhotoReading(failure=failure)))
        else:
            failures |= {n: failure for n, digest in digests.items() if digest == done.key}
        progress.step(waiting[done.key].name, failure.message if failure else "")
    return failures


def _known(
    found: Found,
    digests: Mapping[str, str],
    failures: Mapping[str, Failure],
    places: Seating,
    journal: Journal,
) -> Iterator[Known]:
    first = _originals(digests, places)
    for photo in found.photos:
        digest = digests.get(photo.name, "")
        reading = journal.reading(digest)
        if reading is None:
            lost = Failure("journal_damaged", "its kept reading is damaged: run once more.")
            reading = PhotoReading(failure=failures.get(photo.name, lost))
        same_as = first.get(digest, photo.name)
        yield Known(
            photo.name,
            digest,
            places[photo.name],
            reading,
            same_as if same_as != photo.name else "",
        )


def _originals(digests: Mapping[str, str], places: Seating) -> dict[str, str]:
    """The photo of each content that counts: the first at a table, else the first."""
    originals: dict[str, str] = {}
    for photo, digest in sorted(digests.items(), key=lambda each: not places[each[0]].has_table):
        originals.setdefault(digest, photo)
    return originals


def _play(
    photos: Sequence[Known],
    request: Request,
    corrections: Corrections,
    stages: Stages,
    work: Work,
    progress: Progress,
) -> list[tuple[Game, Answer | Failure]]:
    """Every game with the readings of its seats, or why there are none."""
    played = games(photos)
    progress.begin("scoring", len(played))
    errands = [
        Errand(
            str(number),
            read_game,
            (_question(photos, game, request, corrections), stages.reconstruct),
            _GAME,
        )
        for number, game in enumerate(played)
    ]
    answers: dict[int, Answer | Failure] = {}
    for done in work(errands):
        answers[int(done.key)] = done.failure or done.answer
        progress.step(photos[played[int(done.key)].photos[0]].photo)
    return [(game, answers[number]) for number, game in enumerate(played)]


def _question(
    photos: Sequence[Known], game: Game, request: Request, corrections: Corrections
) -> Question:
    seats = [(photos[seat.photo], seat.kingdom) for seat in game.seats]
    return Question(
        tuple(known.reading.kingdoms[kingdom].evidence for known, kingdom in seats),
        tuple(corrections.get(known.photo, kingdom) for known, kingdom in seats),
        request.variants,
        request.size,
    )
