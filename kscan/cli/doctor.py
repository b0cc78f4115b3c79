"""`kscan doctor`: the state of this computer, for a bug report."""

import importlib
import platform
import sys
import time
from collections.abc import Callable, Sequence
from importlib import metadata
from typing import NamedTuple

import click

from kscan import __version__, cli
from kscan.cli import options, wording
from kscan.cli.demo import sample
from kscan.cli.wording import Part, State
from kscan.locale import Words, words
from kscan.report.columns import table

_LETTERS = "pip install -U opencv-python-headless"
# What is optional: its name here, its modules, and the packages that bring them.
_EXTRAS = (
    (Part.HEIC, ("pillow_heif",), ("pillow-heif",)),
    (Part.CLUSTER, ("dask", "distributed"), ("dask", "distributed")),
    (Part.WORKBOOK, ("openpyxl",), ("openpyxl",)),
)


class Check(NamedTuple):
    """One thing tried: how it went, and more detail."""

    name: str
    state: State
    detail: str


@click.command(epilog="Exit codes: 0 photos can be scored; 4 they cannot.")
@options.lang
@click.pass_context
def command(ctx: click.Context, lang: str | None) -> None:
    """Say what works on this computer.

    Tries each part of kscan, in a line each. Copy them into a question or a bug report.

    Example: kscan doctor
    """
    say = words(lang)
    scoring = tried(Part.SCORING, lambda: _scored(say))
    checks = [
        Check("kscan", State.WORKS, __version__),
        Check("Python", State.WORKS, f"{platform.python_version()}, {platform.platform()}"),
        tried("OpenCV", _opencv),
        scoring,
        *(_extra(say, *one) for one in _EXTRAS),
        tried(Part.PAGE, lambda: _page(say)),
        tried(Part.FONTS, lambda: _letters(say)),
        Check(Part.LANGUAGE, State.WORKS, f"{say.lang}, {sys.stdout.encoding}"),
    ]
    for line in lines(checks, say):
        click.echo(line)
    healthy = scoring.state is State.WORKS
    click.echo("\n" + say(wording.HEALTHY if healthy else wording.UNHEALTHY))
    ctx.exit(cli.OK if healthy else cli.FAILED)


def tried(name: str, detail: Callable[[], str]) -> Check:
    """Try one part; turn any exception into its failure."""
    try:
        return Check(name, State.WORKS, detail())
    except Exception as error:
        return _broken(name, error)


def _broken(name: str, error: Exception) -> Check:
    return Check(name, State.BROKEN, cli.unexpected(error))


def lines(checks: Sequence[Check], say: Words) -> list[str]:
    """Word each check on a line, in columns."""
    rows = [(say(one.name), say(one.state), one.detail) for one in checks]
    return table(rows, "<<<")


def _opencv() -> str:
    from kscan import networks

    return f"{networks.opencv()}, model {networks.digest()}"


def _scored(say: Words) -> str:
    from kscan.pipeline import scan

    start = time.perf_counter()
    found = scan(sample())
    if found.error is not None:
        raise found.error
    seconds = say.figure(f"{time.perf_counter() - start:.1f}")
    return say(wording.SCORED, total=found.kingdoms[0].sheet.total, seconds=seconds)


def _extra(say: Words, name: str, modules: tuple[str, ...], packages: tuple[str, ...]) -> Check:
    try:
        for module in modules:
            importlib.import_module(module)
    except ModuleNotFoundError:
        add = say(wording.OPTIONAL, command=f"pip install {' '.join(packages)}")
        return Check(name, State.ABSENT, add)
    except Exception as error:
        return _broken(name, error)
    versions = (f"{package} {metadata.version(package)}" for package in packages)
    return Check(name, State.WORKS, ", ".join(versions))


def _page(say: Words) -> str:
    from kscan.web import address
    from kscan.web.wording import TERMINAL

    importlib.import_module("kscan.web.server")  # its libraries must load
    host = address.own_address()
    if host == "127.0.0.1":
        return say(TERMINAL["no_network"])
    return say(wording.REACHED, address=f"http://{host}:{address.USUAL_PORT}")


def _letters(say: Words) -> str:
    from kscan.report import card

    if card.EVERY_LETTER:
        return say(wording.EVERY_LETTER)
    return say(wording.LATIN_LETTERS, command=_LETTERS)
