"""One call of `kscan batch`: arguments, and the run they ask for."""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kscan import cli
from kscan.cli import options
from kscan.cli.photos import CODES
from kscan.errors import UsageError, shown
from kscan.game.quests import Quest
from kscan.game.variants import Variant
from kscan.remarks import worded
from kscan.tournament.last_run import Outcome
from kscan.tournament.rules_in_play import InPlay, keep, preset, settle
from kscan.tournament.settings import RESULTS, setting
from kscan.tournament.settings import text as settings_text

if TYPE_CHECKING:
    from kscan.tournament.batch import Batch, Pool, Request
    from kscan.tournament.stages import Stages


@dataclass(frozen=True, slots=True)
class BatchCall:
    """The arguments, as they were given."""

    folder: Path
    out: Path | None
    variant_names: tuple[str, ...]
    box: str | None
    quests: tuple[Quest, ...]
    size: int | None
    rules: str | None
    rank_by: str | None
    ties: str | None
    demo_ties: bool
    xlsx: bool
    bom: bool
    check: bool
    change: bool
    games: Path | None
    corrections: Path | None
    jobs: int | None
    timeout: float
    scheduler: str | None
    force: bool
    lang: str | None
    quiet: bool

    def run(self) -> int:
        """Score the folder by its settings; return the exit code."""
        from kscan.tournament.results_folder import alone, claim

        if self.jobs and self.scheduler:
            raise UsageError("--jobs is for this machine, --dask for a cluster: give one of them.")
        if self.xlsx:
            from kscan.tournament.report.xlsx import refuse_without_library

            refuse_without_library()
        out = self.out or self.folder / RESULTS
        given = preset(self.rules, self._given())
        claim(out, self.folder)
        with alone(out):
            play = settle(self.folder, out, given, self.change)
            request = self._request(out, play)
            keep(out, play.settings)
            return self._unless_known(request, play)

    def _given(self) -> dict[str, Any]:
        """Return the rules that were given, by setting."""
        given: dict[str, Any] = {}
        if self.variant_names:
            given["variants"] = options.in_play(self.variant_names)
        if self.size:
            given["size"] = self.size
        # A box file is named from the current folder, and kept from that of the photos.
        if self.box:
            given["box"] = setting("box", _from(self.folder, self.box), "--box")
        if self.quests:
            given["quests"] = tuple(map(str, self.quests))
        ties = self.ties or ("demo" if self.demo_ties else None)
        for key, value in (("rank_by", self.rank_by), ("ties", ties)):
            if value:
                given[key] = setting(key, value, f"--{key.replace('_', '-')}")
        return given

    def _request(self, out: Path, play: InPlay) -> "Request":
        from kscan.tournament.batch import request_of

        found = request_of(self.folder, out, play.settings, self.games, self.corrections)
        lang = self.lang or found.lang
        return replace(found, lang=lang, force=self.force, check=self.check)

    @property
    def _dynasty(self) -> bool:
        """True if a Dynasty is asked for; else it is one where games make it one."""
        return Variant.DYNASTY.value in self.variant_names

    def _unless_known(self, request: "Request", play: InPlay) -> int:
        """Repeat the last run's answer if nothing changed, or run."""
        from kscan.tournament.last_run import forget, inputs_key, recall, remember
        from kscan.tournament.stages import stages

        doing = stages()
        told = [doing.fingerprint, request.rules.key, settings_text(play.settings), *play.said]
        told += [str(request.lang), repr((self._dynasty, self.bom, self.xlsx))]
        key = inputs_key(request.folder, request.out, (request.games, request.corrections), told)
        before = None if self.check or self.force else recall(request.out, key)
        if before is not None:
            return self._tell(before)
        forget(request.out)
        now, later = self._work(request, play, doing)
        if later is not None:
            remember(request.out, key, later)
        return self._tell(now)

    def _work(
        self, request: "Request", play: InPlay, doing: "Stages"
    ) -> tuple[Outcome, Outcome | None]:
        """Read, score and publish.

        Return what to say, and what a run with nothing new says later: nothing where another try
        may read what this one could not.
        """
        from kscan.locale import words
        from kscan.report.sentences import sentences
        from kscan.tournament.batch import PASSING, run
        from kscan.tournament.report.progress import progress
        from kscan.tournament.report.publish import About, publish
        from kscan.tournament.report.standings_table import gaps, rules_line
        from kscan.tournament.report.summary import summary, warnings, wrong
        from kscan.tournament.standings import several_results, standings

        say, settings = words(request.lang), play.settings
        with progress(self.quiet, say) as bar:
            batch = run(request, doing, self._pool(doing.fingerprint), bar)
            named = (batch.absences, batch.expected)
            dynasties = Variant.DYNASTY in request.variants
            posted = standings(batch.rows, settings.ranking, dynasties, request.box, *named)
            title = settings.title or shown(request.folder.resolve().name)
            missed = posted.no_dynasties if self._dynasty else ()
            said = (worded(line, say) for line in play.said)
            again = sentences(several_results(posted), say)
            warned = (*said, *warnings(batch, say, missed), *again, *gaps(posted, say))
            about = About(title, doing.fingerprint, warned, say, settings, self.bom, self.xlsx)
            publish(batch, posted, request, about)
        failed = tuple(wrong(batch, say, warned))

        def lines(told: "Batch") -> tuple[str, ...]:
            return tuple(summary(told, request.out, say, warned, rules_line(settings, say)))

        passing = any(row.failure and row.failure.code in PASSING for row in batch.rows)
        return _outcomes(batch, lines, failed, passing)

    def _pool(self, fingerprint: str) -> "Pool":
        """Return the pool: a cluster's workers, or child processes."""
        from kscan.tournament import workers

        if self.scheduler is None:
            return workers.local(self.jobs or workers.cores(), self.timeout)
        from kscan.tournament import dask_cluster

        return dask_cluster.on(self.scheduler, self.timeout, fingerprint)

    def _tell(self, outcome: Outcome) -> int:
        """Print a run's results, or only its failures."""
        for line in outcome.wrong if self.quiet else outcome.lines:
            click.echo(line, err=self.quiet)
        return outcome.code


def _outcomes(
    batch: "Batch",
    lines: "Callable[[Batch], tuple[str, ...]]",
    failed: tuple[str, ...],
    passing: bool,
) -> tuple[Outcome, Outcome | None]:
    code = max((CODES[row.status] for row in batch.rows), default=cli.OK)
    again = replace(batch, read=0, kept=batch.read + batch.kept, outdated=0)
    later = None if passing else Outcome(code, lines(again), failed)
    return Outcome(code, lines(batch), failed), later


def _from(folder: Path, box: str) -> str:
    return os.path.relpath(box, folder) if Path(box).is_file() else box
