"""`kscan batch`: a folder of photos to tables, standings and a page."""

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kscan import cli
from kscan.cli import options
from kscan.cli.photos import CODES
from kscan.errors import UsageError, shown
from kscan.game.boxes import BOXES
from kscan.game.quests import Quest
from kscan.game.variants import Variant
from kscan.tournament.last_run import Outcome
from kscan.tournament.rules_in_play import InPlay, keep, preset, settle
from kscan.tournament.settings import PRESETS, RESULTS, setting
from kscan.tournament.settings import text as settings_text
from kscan.tournament.tie_breaks import RankBy, Ties

if TYPE_CHECKING:
    from kscan.tournament.batch import Batch, Crew, Request
    from kscan.tournament.photo_reading import Stages

_GAMES, _CORRECTIONS = "games.csv", "corrections.csv"
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(
    epilog="Exit codes: 0 all read; 2 wrong usage; 3 some photos need a look; 4 some could not "
    "be read; 130 interrupted: run the same command again to resume."
)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "-o",
    "--output",
    "--out",
    "out",
    type=click.Path(path_type=Path),
    help="Folder for the results: new, empty, or from an earlier run on the same photos. Default: "
    "FOLDER/results.",
)
@options.variant_names
@click.option(
    "--box",
    metavar=f"[{'|'.join(BOXES)}|FILE]",
    help="Box that is played; base if nothing says so. A file has a domino a line, such as "
    "'49 W2 F1'.",
)
@options.quests
@options.size
@click.option(
    "--rules",
    type=click.Choice(list(PRESETS), case_sensitive=False),
    help="Rules by one name. duel: 7 x 7 with Middle Kingdom; family: 5 x 5 with Middle Kingdom "
    "and Harmony.",
)
@click.option(
    "--rank-by",
    type=click.Choice([each.value for each in RankBy], case_sensitive=False),
    help="What the standings go by: the sum of the totals, games won, or points for places.",
)
@click.option(
    "--ties",
    metavar="NAME[,NAME...]",
    help=f"What breaks ties, in deciding order: {', '.join(each.value for each in Ties)}.",
)
@click.option("--demo-ties", is_flag=True, hidden=True, help="The same as --ties demo.")
@click.option("--xlsx", is_flag=True, help="Write tournament.xlsx, too: standings, games, photos.")
@click.option("--bom", is_flag=True, help="Mark the CSV files as UTF-8, for Excel.")
@click.option("--check", is_flag=True, help="Compare all photos by content, not by time stamp.")
@click.option("--change", is_flag=True, help="Play by other rules than so far, from now on.")
@click.option(
    "--games", type=_FILE, help=f"Who sits where; else {_GAMES} among the photos, if any."
)
@click.option(
    "--corrections",
    type=_FILE,
    help=f"What a person decided; else {_CORRECTIONS} among the photos, if any.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    help="Photos to read at a time; default: one per core.",
)
@click.option(
    "--timeout",
    metavar="N",
    type=click.FloatRange(min=0, min_open=True),
    default=120.0,
    show_default=True,
    help="Give up on a photo after N seconds.",
)
@click.option("--dask", "scheduler", metavar="SCHEDULER", help="Read on a Dask cluster instead.")
@click.option("--force", is_flag=True, help="Reread all photos.")
@options.lang
@options.quiet
def command(
    folder: Path,
    out: Path | None,
    variant_names: tuple[str, ...],
    box: str | None,
    quests: tuple[Quest, ...],
    size: int | None,
    rules: str | None,
    rank_by: str | None,
    ties: str | None,
    demo_ties: bool,
    xlsx: bool,
    bom: bool,
    change: bool,
    check: bool,
    games: Path | None,
    corrections: Path | None,
    jobs: int | None,
    timeout: float,
    scheduler: str | None,
    force: bool,
    lang: str | None,
    quiet: bool,
) -> None:
    """Score a tournament's folder of photos.

    Folders and names say who is who: round-1/table-3/anna.jpg; or a games.csv with the columns
    photo, round, table, player, color. Run the same command again to resume.

    A PHOTO.kingdom beside a photo is respected, as in `kscan score`; the file of corrections has
    the last word. The standings say where a person decided.

    Example: kscan batch photos --variant harmony
    """
    from kscan.tournament.batch import Request
    from kscan.tournament.results_folder import alone, claim

    if jobs and scheduler:
        raise UsageError("--jobs is for this machine, --dask for a cluster: give one of them.")
    out = out or folder / RESULTS
    given = preset(
        rules, _given(folder, variant_names, size, box, quests, rank_by, ties or demo_ties)
    )
    claim(out, folder)
    with alone(out):
        play = settle(folder, out, given, change)
        played = play.settings.rules(folder)
        keep(out, play.settings)
        request = Request(
            folder,
            out,
            played.variants,
            played.size,
            games or _among(folder, _GAMES),
            corrections or _among(folder, _CORRECTIONS),
            force,
            lang or play.settings.lang,
            played.box,
            played.quests,
            play.settings.aliases,
            check,
        )
        dynasty = Variant.DYNASTY.value in variant_names  # else it is one where games make it one
        code = _run(request, play, dynasty, jobs, timeout, scheduler, quiet, bom, xlsx, check)
    sys.exit(code)


def _given(
    folder: Path,
    variant_names: tuple[str, ...],
    size: int | None,
    box: str | None,
    quests: tuple[Quest, ...],
    rank_by: str | None,
    ties: str | bool | None,
) -> dict[str, Any]:
    """Return the command line's rules, by setting."""
    given: dict[str, Any] = {}
    if variant_names:
        given["variants"] = options.in_play(variant_names)
    if size:
        given["size"] = size
    if box:  # a file is named from where the command is given, and kept from where the photos lie
        given["box"] = setting("box", _from(folder, box), "--box")
    if quests:
        given["quests"] = tuple(map(str, quests))
    ties = "demo" if ties is True else ties
    for key, value in (("rank_by", rank_by), ("ties", ties)):
        if value:
            given[key] = setting(key, value, f"--{key.replace('_', '-')}")
    return given


def _from(folder: Path, box: str) -> str:
    return os.path.relpath(box, folder) if Path(box).is_file() else box


def _run(
    request: "Request",
    play: InPlay,
    dynasty: bool,
    jobs: int | None,
    timeout: float,
    scheduler: str | None,
    quiet: bool,
    bom: bool,
    xlsx: bool,
    check: bool,
) -> int:
    from kscan.tournament.last_run import forget, inputs_key, recall, remember
    from kscan.tournament.photo_reading import stages

    doing = stages()
    told = [doing.fingerprint, request.rules.key, settings_text(play.settings), *play.said]
    told += [str(request.lang), repr((dynasty, bom, xlsx))]
    key = inputs_key(request.folder, request.out, (request.games, request.corrections), told)
    before = None if check or request.force else recall(request.out, key)
    if before is not None:
        return _tell(before, quiet)
    forget(request.out)
    crew = _crew(scheduler, timeout, jobs, doing.fingerprint)
    now, later = _work(request, play, dynasty, doing, crew, quiet, bom, xlsx)
    if later is not None:
        remember(request.out, key, later)
    return _tell(now, quiet)


def _work(
    request: "Request",
    play: InPlay,
    dynasty: bool,
    doing: "Stages",
    crew: "Crew",
    quiet: bool,
    bom: bool,
    xlsx: bool,
) -> tuple[Outcome, Outcome | None]:
    """Read, score and publish.

    Return what to say, and what a run with nothing new says later: nothing where another try may
    read what this one could not.
    """
    from kscan.locale import words
    from kscan.tournament.batch import PASSING, run
    from kscan.tournament.report.progress import progress
    from kscan.tournament.report.publish import About, publish
    from kscan.tournament.report.standings_table import gaps, rules_line
    from kscan.tournament.report.summary import summary, warnings, wrong
    from kscan.tournament.standings import standings

    say, settings = words(request.lang), play.settings
    with progress(quiet, say) as bar:
        batch = run(request, doing, crew, bar)
        named = (batch.absences, batch.expected)
        dynasties = Variant.DYNASTY in request.variants
        posted = standings(batch.rows, settings.ranking, dynasties, request.box, *named)
        title = settings.title or shown(request.folder.resolve().name)
        missed = posted.no_dynasties if dynasty else ()
        warned = (*play.said, *warnings(batch, say, missed), *gaps(posted, say))
        about = About(title, doing.fingerprint, warned, say, settings, bom, xlsx)
        publish(batch, posted, request, about)
    code = max((CODES[row.status] for row in batch.rows), default=cli.OK)
    failed = tuple(wrong(batch, say, warned))

    def outcome(told: "Batch") -> Outcome:
        lines = summary(told, request.out, say, warned, rules_line(settings, say))
        return Outcome(code, tuple(lines), failed)

    passing = any(row.failure and row.failure.code in PASSING for row in batch.rows)
    again = replace(batch, read=0, kept=batch.read + batch.kept, outdated=0)
    return outcome(batch), None if passing else outcome(again)


def _tell(outcome: Outcome, quiet: bool) -> int:
    """Print a run's results, or only its failures."""
    for line in outcome.wrong if quiet else outcome.lines:
        click.echo(line, err=quiet)
    return outcome.code


def _crew(scheduler: str | None, timeout: float, jobs: int | None, fingerprint: str) -> "Crew":
    """Return the crew: a cluster's workers, or child processes."""
    from kscan.tournament import workers

    if scheduler is None:
        return workers.local(jobs or workers.cores(), timeout)
    from kscan.tournament import dask_cluster

    return dask_cluster.on(scheduler, timeout, fingerprint)


def _among(folder: Path, name: str) -> Path | None:
    return folder / name if (folder / name).is_file() else None
