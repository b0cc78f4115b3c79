"""`kscan batch`: a folder of photos to tables, standings and a page."""

import sys
from pathlib import Path
from typing import Any

import click

from kscan.cli import options
from kscan.cli.batch_call import BatchCall
from kscan.game.boxes import BOXES
from kscan.tournament.settings import CORRECTIONS, GAMES, PRESETS
from kscan.tournament.tie_breaks import RankBy, Ties

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
@click.option("--games", type=_FILE, help=f"Who sits where; else {GAMES} among the photos, if any.")
@click.option(
    "--corrections",
    type=_FILE,
    help=f"What a person decided; else {CORRECTIONS} among the photos, if any.",
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
def command(**given: Any) -> None:
    """Score a tournament's folder of photos.

    Folders and names say who is who: round-1/table-3/anna.jpg; or a games.csv with the columns
    photo, round, table, player, color. Run the same command again to resume.

    A PHOTO.kingdom beside a photo is respected, as in `kscan score`; the file of corrections has
    the last word. The standings say where a person decided.

    Example: kscan batch photos --variant harmony
    """
    sys.exit(BatchCall(**given).run())
