"""`kscan lab compose`: a folder of composed photos with their truth."""

import sys
from pathlib import Path

import click

from kscan.errors import KscanError
from kscan.lab.compose.album import TRUTH, Order, fill_album
from kscan.lab.compose.recipe import Hazard
from kscan.lab.folds import FOLDS

_HAZARDS = click.Choice([hazard.value for hazard in Hazard])


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of labelled pictures; without it everything is painted.",
)
@click.option("--count", default=100, show_default=True, help="How many photos.")
@click.option("--seed", default=0, show_default=True, help="Photo k of a seed is always the same.")
@click.option("--width", type=int, help="Pixels of the long side; else 500 to 1600 by chance.")
@click.option("--kingdoms", type=click.IntRange(0, 4), help="How many in each photo.")
@click.option("--size", type=click.Choice(["5", "7"]), help="Of the grid they are built in.")
@click.option("--force", "force", multiple=True, type=_HAZARDS, help="A difficulty in each photo.")
@click.option("--without", multiple=True, type=_HAZARDS, help="A difficulty in no photo.")
@click.option("--photographed", is_flag=True, help="With --data: no painted tiles.")
@click.option("--fold", type=click.IntRange(0, len(FOLDS) - 1), help="Only what it trains on.")
@click.option("--held-out", is_flag=True, help="With --fold: only what it leaves out.")
@click.option("--jobs", default=1, show_default=True, help="How many processes.")
def command(
    out: Path,
    data: Path | None,
    count: int,
    seed: int,
    width: int | None,
    kingdoms: int | None,
    size: str | None,
    force: tuple[str, ...],
    without: tuple[str, ...],
    photographed: bool,
    fold: int | None,
    held_out: bool,
    jobs: int,
) -> None:
    """Compose photos into the folder OUT; run the same command again to resume.

    Example: kscan lab compose /data/composed --data /data/photos --count 500
    """
    if held_out and fold is None:
        raise click.UsageError("--held-out needs --fold")
    if photographed and data is None:
        raise click.UsageError("--photographed needs --data")
    order = Order(
        data,
        seed,
        width,
        kingdoms,
        int(size) if size else None,
        force=frozenset(Hazard(name) for name in force),
        without=frozenset(Hazard(name) for name in without),
        fold=fold,
        held_out=held_out,
        paintings=not photographed,
    )
    try:
        _fill(out, order, count, jobs)
    except KscanError as error:
        click.echo(error.message, err=True)
        sys.exit(2)


def _fill(out: Path, order: Order, count: int, jobs: int) -> None:
    def told(done: int) -> None:
        if done % 100 == 0:
            click.echo(f"{done} photos composed", err=True)

    made = fill_album(out, order, count, jobs, told)
    click.echo(
        f"{made} photos composed, {count - made} were there; truth in {out / TRUTH}", err=True
    )
