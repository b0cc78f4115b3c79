"""How far it is: a bar with rate and time left on a terminal, plain lines elsewhere."""

import sys
import time
from enum import StrEnum
from typing import Any, Protocol, Self, TextIO

from kscan.errors import shown
from kscan.locale import Words
from kscan.tournament.report.wording import BEFORE, STAGES


class Stage(StrEnum):
    """The stages of a batch, in order."""

    READING = "reading"
    SCORING = "scoring"
    DRAWING = "drawing"


class Progress(Protocol):
    """Someone who is told how far a stage is."""

    def begin(self, stage: Stage, total: int, done: int = 0) -> None:
        """Begin a stage of `total` steps, `done` already finished."""

    def step(self, name: str, said: str = "") -> None:
        """Count one more step."""


class Quiet:
    """Says nothing."""

    def begin(self, stage: Stage, total: int, done: int = 0) -> None:
        """Begin a stage silently."""

    def step(self, name: str, said: str = "") -> None:
        """Count one more step silently."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None


class Lines(Quiet):
    """A line for every photo, for logs and pipes."""

    def __init__(self, stream: TextIO, say: Words) -> None:
        self._stream, self._say = stream, say
        self._total, self._done = 0, 0

    def begin(self, stage: Stage, total: int, done: int = 0) -> None:
        """Say the number of steps, and of those done before."""
        self._total, self._done = total, done
        before = f" ({self._say(BEFORE, count=done)})" if done else ""
        print(f"{self._say(STAGES[stage])}: {total}{before}", file=self._stream, flush=True)

    def step(self, name: str, said: str = "") -> None:
        """Say the name of the finished step."""
        self._done += 1
        said = f": {said}" if said else ""
        line = f"{self._done}/{self._total} {shown(name)}{said}"
        print(line, file=self._stream, flush=True)


class Bar(Quiet):
    """A bar on a terminal."""

    def __init__(self, say: Words) -> None:
        self._say = say
        self._started, self._before, self._done = 0.0, 0, 0
        self._progress: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[pace]}"),
        )
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def begin(self, stage: Stage, total: int, done: int = 0) -> None:
        """Start the bar of a stage."""
        self._started, self._before, self._done = time.monotonic(), done, done
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._task = self._progress.add_task(
            self._say(STAGES[stage]), total=total, completed=done, pace=""
        )

    def step(self, name: str, said: str = "") -> None:  # noqa: ARG002 - a bar names no photo
        """Move the bar on."""
        self._done += 1
        now = time.monotonic()
        rate = (self._done - self._before) / max(now - self._started, 1e-6)
        total = self._progress.tasks[-1].total
        left = round((total - self._done) / rate)
        pace = f"{rate:.1f}/s, -{left // 60}:{left % 60:02d}"
        self._progress.update(self._task, completed=self._done, pace=pace)


def progress(quiet: bool, say: Words) -> Quiet:
    """Return a silent progress, a bar, or plain lines.

    Nothing if `quiet`, a bar on a terminal's standard error.
    """
    if quiet:
        return Quiet()
    return Bar(say) if sys.stderr.isatty() else Lines(sys.stderr, say)
