"""`kscan standings`: the last batch's standings, on a terminal."""

import json
import shutil
from pathlib import Path

import click

from kscan.cli import options


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--games", is_flag=True, help="Print every game below the standings.")
@options.as_json
@options.lang
def command(out: Path, games: bool, as_json: bool, lang: str | None) -> None:
    """Print the standings that the last run of kscan batch left in OUT.

    OUT is the folder of results, or the folder of photos with its results in it. No photo is
    reread.

    Example: kscan standings photos
    """
    from kscan.locale import words
    from kscan.tournament.report.standings_json import FILE, load
    from kscan.tournament.report.standings_text import standings_text
    from kscan.tournament.settings import RESULTS

    inside = out / RESULTS
    posted, document = load(inside if (inside / FILE).is_file() else out)
    if as_json:
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
        return
    width = max(60, shutil.get_terminal_size().columns)
    click.echo(standings_text(posted, words(lang), width, games))
