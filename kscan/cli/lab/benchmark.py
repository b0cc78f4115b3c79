"""`kscan lab benchmark`: how fast everything is on this machine."""

import json
import os
from pathlib import Path

import click

from kscan.cli import options
from kscan.cli.output import document_only
from kscan.errors import UsageError, shown

TOPICS = (
    "decode",
    "find",
    "squares",
    "stages",
    "score",
    "large",
    "game",
    "cold",
    "memory",
    "batch",
)

_BESIDE = Path(__file__).parents[2] / "samples"  # beside the package: in a checkout only


def _samples() -> Path:
    return _BESIDE if _BESIDE.is_dir() else Path("samples")


@click.command()
@click.argument(
    "photo", required=False, type=click.Path(path_type=Path, exists=True, dir_okay=False)
)
@click.option(
    "--topic",
    "topics",
    multiple=True,
    type=click.Choice(TOPICS),
    help="Measure only this; may be given several times.",
)
@click.option(
    "--samples",
    default=_samples,
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder of kscan's sample photos; that of the checkout, or ./samples, if not given.",
)
@click.option(
    "--rounds",
    default=5,
    show_default=True,
    type=click.IntRange(1),
    help="How often each work is timed; the fastest counts.",
)
@click.option(
    "--photos",
    default=100,
    show_default=True,
    type=click.IntRange(10),
    help="Photos of the batch whose workers' memory is watched.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep the figures in this JSON file.",
)
@options.as_json
def command(
    photo: Path | None,
    topics: tuple[str, ...],
    samples: Path,
    rounds: int,
    photos: int,
    record: Path | None,
    as_json: bool,
) -> None:
    """Measure how fast everything is on this machine.

    Times are CPU times on one thread; most are told in times of decoding the same photo once at
    full size, which any machine can compare. PHOTO is one of a 7 x 7 kingdom of about nine
    megapixels; without it a sample is enlarged.

    Example: kscan lab benchmark ../photos/duel.jpg
    """
    from kscan.lab.benchmark.figures import Subject
    from kscan.lab.benchmark.report import Run, line, machine, measured

    if not os.path.isfile(samples / "duel.jpg"):  # nor where the name is too long for any file
        raise UsageError(
            f"{shown(samples)}: holds no samples, which come with kscan's source; "
            "name their folder with --samples."
        )
    subject = Subject(
        photo or samples / "duel.jpg", samples, rounds, enlarge=photo is None, photos=photos
    )
    with document_only() as out:
        made, figures = machine(subject), []
        for figure in measured(subject, topics or TOPICS):
            figures.append(figure)
            if not as_json:
                click.echo(line(figure), file=out)
        document = Run(made, tuple(figures)).document()
        said = json.dumps(document if as_json else made, indent=2)
        click.echo(said, file=out)
    if record:
        from kscan.files import write

        write(record, json.dumps(document, indent=1) + "\n")
