"""`kscan score`: the score sheets of the kingdoms on photos."""

from pathlib import Path
from typing import Any

import click

from kscan.cli import options, photos
from kscan.cli.output import document_only
from kscan.cli.photo_game import players_by_color
from kscan.cli.score_call import Call


@click.command(
    epilog="Exit codes: 0 all read and certain; 2 wrong usage; 3 some readings need a look; 4 a "
    "photo could not be read or holds no kingdom; 130 interrupted."
)
@options.photos
@options.variant_names
@options.box
@options.quests
@options.ties
@options.size
@options.corners
@click.option(
    "--fix",
    "fixes",
    multiple=True,
    metavar="r2c3=F1",
    help="Correct a square; repeatable. Rows and columns count from 0, as in the drawing; "
    "k2r2c3=F1 is in the second kingdom.",
)
@click.option(
    "--save",
    is_flag=True,
    help="Save the reading to PHOTO.kingdom for you to correct; the next run uses it.",
)
@click.option(
    "--picture",
    metavar="OUT.jpg",
    type=click.Path(path_type=Path),
    help="Draw the reading on the photo; give a folder for several photos.",
)
@click.option(
    "--card",
    metavar="OUT.jpg",
    type=click.Path(path_type=Path),
    help="Draw a picture to share: the photo above its score sheets; a folder for several photos.",
)
@click.option(
    "--players",
    metavar="blue=Anna,pink=Ben",
    callback=players_by_color,
    help="Who has which castle. A kingdom whose castle's colour is not sure is asked about.",
)
@click.option("--brief", is_flag=True, help="Print one line a kingdom.")
@click.option(
    "--same-game/--separate",
    "same_game",
    default=None,
    help="Whether the kingdoms are from one game: if so, they share one box and are ranked. "
    "Default: those on one photo are, those on several photos are not.",
)
@options.max_pixels
@options.timeout
@options.as_json
@options.lang
@options.force
@options.quiet
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Score the kingdoms on photos.

    Prints each kingdom's score sheet, how certain it is, and which squares to check. A PHOTO
    named - is read from standard input.

    Example: kscan score anna.jpg --variant harmony
    """
    default = click.core.ParameterSource.DEFAULT
    named = {name for name in ("box", "ties") if ctx.get_parameter_source(name) is not default}
    call = Call(**given, named=frozenset(named))
    call.refuse_contradictions()
    with document_only() as out:
        photos.prepare(call.max_pixels)
        ctx.exit(call.run(out))
