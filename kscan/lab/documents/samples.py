"""Samples as they are scored here and now."""

from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner

from kscan.cli import main as kscan

PICTURE = "docs/pictures/scored.jpg"  # the demo's sample with its reading drawn on it


def sheet(checkout: Path, name: str) -> Iterator[str]:
    """Show what `kscan score` prints for a sample."""
    yield "```console"
    yield f"$ kscan score samples/{name}.jpg"
    yield _scored(checkout, name)
    yield "```"


def ranking(checkout: Path, name: str) -> Iterator[str]:
    """Show the end of what `kscan score` prints for a sample of several kingdoms."""
    yield "```console"
    yield f"$ kscan score samples/{name}.jpg | tail -n 5"
    yield "\n".join(_scored(checkout, name).splitlines()[-5:])
    yield "```"


def draw(checkout: Path) -> None:
    """Draw the reading of a sample."""
    place = checkout / PICTURE
    arguments = ["score", "--quiet", "--force", "--picture", str(place)]
    CliRunner().invoke(kscan, [*arguments, str(checkout / "samples" / "gaps.jpg")])


def _scored(checkout: Path, name: str) -> str:
    photo = str(checkout / "samples" / f"{name}.jpg")
    return CliRunner().invoke(kscan, ["score", "--quiet", "--lang", "en", photo]).stdout.rstrip()
