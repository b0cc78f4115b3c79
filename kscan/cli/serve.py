"""`kscan serve`: a page for every phone at the table."""

import sys
from pathlib import Path

import click

from kscan.cli import options
from kscan.errors import UsageError, shown

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(
    epilog="Exit codes: 0 stopped with Ctrl-C; 2 wrong usage, or the folder is in use. The keys "
    "stay the same until --new-key."
)
@click.argument("folder", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.option("--host", help="Address to listen on; else the one of this computer's network.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0: any free one. Else the port of the last time.",
)
@click.option("--new-key", is_flag=True, help="Make new keys; the old addresses stop working.")
@click.option("--cert", type=_FILE, help="Certificate to serve https with, with --cert-key.")
@click.option("--cert-key", type=_FILE, help="Private key of the certificate.")
@options.quiet
def command(
    folder: Path | None,
    host: str | None,
    port: int | None,
    new_key: bool,
    cert: Path | None,
    cert_key: Path | None,
    quiet: bool,
) -> None:
    """Score photos on a page that phones open.

    Prints an address and a QR code: open it with any phone on the same network, take a photo,
    and read the score. Everything is kept in FOLDER (kscan-games in your home folder if it is not
    given), where kscan batch and kscan standings find it too.

    Example: kscan serve spring-cup
    """
    from kscan.web.address import USUAL_PORT
    from kscan.web.server import Serving

    if (cert is None) != (cert_key is None):
        raise UsageError("--cert and --cert-key belong together: give both")
    chosen = folder or Path.home() / "kscan-games"
    if folder is None:
        chosen.mkdir(exist_ok=True)
    if not chosen.is_dir():
        raise UsageError("{folder}: there is no such folder; make it first", folder=shown(chosen))
    files = (cert, cert_key) if cert and cert_key else None
    Serving(chosen, host, port, new_key, files, quiet).run(sys.stdout, sys.stderr, USUAL_PORT)
