"""`kscan demo`: a painted sample, scored and drawn, for those without a photo."""

import os
import sys
import tempfile
from pathlib import Path

import click

import kscan
from kscan.cli import options
from kscan.cli.wording import DRAWN
from kscan.errors import shown
from kscan.locale import words

NAME = "gaps.jpg"


@click.command(epilog="Exit codes: as those of kscan score.")
@click.option(
    "--picture",
    metavar="OUT.jpg",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to draw the reading. Default: a new temporary file.",
)
@click.option(
    "--open/--no-open",
    "opened",
    default=None,
    help="Whether to open the picture. Default: where there is a screen.",
)
@options.lang
@click.pass_context
def command(
    ctx: click.Context, picture: Path | None, opened: bool | None, lang: str | None
) -> None:
    """Score a painted sample, to see what kscan does.

    Prints its score sheet, draws the reading on the photo, and opens the picture.

    Example: kscan demo
    """
    from kscan.cli.score import command as score

    drawn = picture or Path(tempfile.mkdtemp(prefix="kscan-demo-")) / "scored.jpg"
    given = [str(sample()), "--picture", str(drawn), "--force", "--quiet"]
    given += ["--lang", lang] if lang else []
    code = 0
    with score.make_context("score", given, parent=ctx) as inner:
        try:
            score.invoke(inner)
        except click.exceptions.Exit as done:
            code = done.exit_code
    click.echo(words(lang)(DRAWN, file=shown(drawn)), err=True)
    if drawn.is_file() and (has_screen() if opened is None else opened):
        click.launch(str(drawn))
    ctx.exit(code)


def sample() -> Path:
    """Return the painted sample's path, installed or in a checkout."""
    package = Path(kscan.__file__).resolve().parent
    inside = package / "samples" / NAME
    return inside if inside.is_file() else package.parent / "samples" / NAME


def has_screen() -> bool:
    """Return True if a desktop can show pictures."""
    if not sys.stdout.isatty() or os.environ.get("SSH_CONNECTION"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
