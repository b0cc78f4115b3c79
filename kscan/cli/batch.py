"""`kscan batch`: a folder of photos to tables, standings and a page."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kscan import cli
from kscan.cli import options
from kscan.cli.photos import CODES
from kscan.errors import UsageError, shown
from kscan.game.scoring import Variant

if TYPE_CHECKING:
    from kscan.tournament.batch import Request

_GAMES, _CORRECTIONS = "games.csv", "corrections.csv"
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(
    epilog="Exit codes: 0 all is read; 2 wrong usage; 3 some photos need a look; 4 some could not "
    "be read; 130 interrupted: what is done is kept, the same command goes on."
)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of the results: new, empty, or an earlier run's of the same photos.",
)
@options.variant_names
@options.size
@click.option("--demo-ties", is_flag=True, help="Break ties as the Russian demo does: by crowns.")
@click.option(
    "--games", type=_FILE, help=f"Who sits where; else {_GAMES} among the photos, if any."
)
@click.option(
    "--corrections",
    type=_FILE,
    help=f"What a person decided; else {_CORRECTIONS} among the photos, if any.",
)
@click.option("-j", "--jobs", type=click.IntRange(min=1), help="Photos at a time; else one a core.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=120.0,
    show_default=True,
    help="Seconds after which a photo is given up.",
)
@click.option("--dask", "scheduler", metavar="SCHEDULER", help="Read on a Dask cluster instead.")
@click.option("--force", is_flag=True, help="Read all photos anew.")
@options.lang
@options.quiet
def command(
    folder: Path,
    out: Path,
    variant_names: tuple[str, ...],
    size: int | None,
    demo_ties: bool,
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
    photo, round, table, player, color does. What is done is kept: the same command goes on.

    A PHOTO.kingdom beside a photo is respected, as in `kscan score`; the file of corrections has
    the last word. The standings say where a person decided.

    Example: kscan batch photos -o results
    """
    from kscan.tournament.batch import Request
    from kscan.tournament.outputs import alone, claim

    request = Request(
        folder,
        out,
        options.in_play(variant_names),
        size,
        games or _among(folder, _GAMES),
        corrections or _among(folder, _CORRECTIONS),
        force,
        lang,
    )
    if jobs and scheduler:
        raise UsageError("--jobs is for this machine, --dask for a cluster: give one of them.")
    claim(out, folder)
    with alone(out):
        dynasty = Variant.DYNASTY.value in variant_names  # else it is one where games make it one
        code = _run(request, demo_ties, dynasty, jobs, timeout, scheduler, quiet)
    sys.exit(code)


def _run(
    request: "Request",
    demo_ties: bool,
    dynasty: bool,
    jobs: int | None,
    timeout: float,
    scheduler: str | None,
    quiet: bool,
) -> int:
    from kscan.game.ranking import TieRule
    from kscan.locale import words
    from kscan.tournament import crew
    from kscan.tournament.batch import run
    from kscan.tournament.progress import progress
    from kscan.tournament.publish import About, publish
    from kscan.tournament.reading import stages
    from kscan.tournament.standings import standings
    from kscan.tournament.summary import summary, warnings

    doing = stages()
    if scheduler:
        from kscan.tournament import cluster

        workers = cluster.on(scheduler, timeout, doing.fingerprint)
    else:
        workers = crew.local(jobs or crew.cores(), timeout)
    say = words(request.lang)
    with progress(quiet, say) as bar:
        batch = run(request, doing, workers, bar)
        posted = standings(
            batch.rows,
            TieRule.DEMO if demo_ties else TieRule.STANDARD,
            Variant.DYNASTY in request.variants,
        )
        title = shown(request.folder.resolve().name)
        warned = warnings(batch, say, posted.no_dynasties if dynasty else ())
        about = About(title, doing.fingerprint, warned, say)
        publish(batch, posted, request, about)
    if not quiet:
        for line in summary(batch, request.out, say, warned):
            click.echo(line)
    return max((CODES[row.status] for row in batch.rows), default=cli.OK)


def _among(folder: Path, name: str) -> Path | None:
    return folder / name if (folder / name).is_file() else None
