"""Photos as a command line names them: standard input, their names in messages and of files."""

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from kscan import heap
from kscan.cli import FAILED, LOOK, OK, OWN_PROCESS
from kscan.errors import PhotoError, UsageError, english, shown
from kscan.locale import Words
from kscan.photo.decoder_warnings import let_through
from kscan.photo.loading import bound_opencv

STDIN = "-"
# What the worst photo's status makes the exit code.
CODES = {"ok": OK, "check": LOOK, "failed": FAILED}

# Bytes: the pixels of a photo of twenty megapixels, and what a run may hold on to.
_LARGEST_PIECE, _SPARE = 64_000_000, 256_000_000
# Bytes that a run may take at the most: 20 a pixel is what a deep PNG with alpha takes.
_MEMORY, _FOR_A_PIXEL = 1_000_000_000, 20


def prepare(max_pixels: int) -> None:
    """Limit photos' memory, before anything allocates it."""
    if click.get_current_context().find_root().obj is OWN_PROCESS:  # who calls us keeps his own
        heap.keep(_LARGEST_PIECE, _SPARE)  # a cold score takes 0.250 CPU s; 0.272 without
        heap.limit(_MEMORY + _FOR_A_PIXEL * max_pixels)
    bound_opencv(max_pixels)


def given_up(photos: Sequence[str], late: int, seconds: float) -> Iterator[tuple[str, PhotoError]]:
    """Yield each photo that is not done, and why: the first `late` took too long."""
    for index, name in enumerate(photos):
        yield name, _too_slow(name, seconds) if index < late else _not_reached(name)


def say_failed(name: str, error: PhotoError | None, say: Words) -> None:
    """Print why a photo failed, on standard error."""
    from kscan.report.sentences import failure_text

    click.echo(f"kscan: {failure_text(spoken(name), error, say)}", err=True)


def _too_slow(name: str, seconds: float) -> PhotoError:
    return PhotoError(
        "timeout",
        f"{spoken(name)}: not done after {seconds:g} seconds; make it smaller, or raise --timeout.",
    )


def _not_reached(name: str) -> PhotoError:
    return PhotoError(
        "not_read",
        "{file}: not read, as another photo took too long; give it again without that.",
        file=spoken(name),
    )


class Watch:
    """Ends the process if a photo takes too long: native code cannot be stopped otherwise.

    A thread that sleeps costs a photo 0.1 ms; a second interpreter would cost 0.2 s.
    """

    def __init__(self, seconds: float, give_up: Callable[[], int]) -> None:
        """Start watching; `give_up` prints and returns the exit code."""
        self._seconds, self._give_up = seconds, give_up
        self._turn = threading.Lock()

    @contextmanager
    def over(self, photos: int = 1) -> Iterator[None]:
        """Give the block the seconds of so many photos."""
        done = threading.Event()
        timer = threading.Timer(self._seconds * photos, self._end, (done,))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            with self._turn:  # not while the end is being told
                done.set()
            timer.cancel()

    def _end(self, done: threading.Event) -> None:
        with self._turn:
            if done.is_set():
                return
            let_through()
            code = FAILED
            try:
                code = self._give_up()
                sys.stderr.flush()
            finally:
                os._exit(code)


def spoken(photo: str) -> str:
    """Return a photo's name in messages: one printable line."""
    return english("standard input") if photo == STDIN else shown(photo)


def stems(photos: Sequence[str]) -> tuple[str, ...]:
    """Return unique file stems for the photos, in any case."""
    taken: set[str] = set()
    wanted = ("standard-input" if photo == STDIN else Path(photo).stem for photo in photos)
    return tuple(_free(stem, taken) for stem in wanted)


def refuse_twice(photos: Sequence[str]) -> None:
    """Raise UsageError for a second standard input."""
    if photos.count(STDIN) > 1:
        raise UsageError("standard input can be read only once")


def refuse_replacing(files: Sequence[Path], force: bool) -> None:
    """Raise UsageError for existing files, unless `force`."""
    # Unlike Path.exists this bears names that are too long for any file: writing says so.
    there = [file for file in files if os.path.exists(file)]
    if there and not force:
        raise UsageError("{file} exists already; give --force to replace it", file=shown(there[0]))


def _free(stem: str, taken: set[str]) -> str:
    number, free = 2, stem
    while free.casefold() in taken:
        number, free = number + 1, f"{stem}-{number}"
    taken.add(free.casefold())
    return free
