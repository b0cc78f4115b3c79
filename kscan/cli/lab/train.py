"""`kscan lab train`: make the weights again from labelled pictures."""

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from kscan.errors import UsageError, shown

_folder = click.Path(path_type=Path, file_okay=False)


@click.group(short_help="Retrain the weights from labelled pictures.")
def command() -> None:
    """Retrain the weights from labelled pictures.

    \b
    Example:
      kscan lab train reader ../shared/photos -o models --force
    """


def _options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the arguments and options of both trainings."""
    for option in reversed(
        (
            click.argument("data", type=click.Path(path_type=Path, exists=True, file_okay=False)),
            click.option(
                "-o",
                "--output",
                type=_folder,
                default=Path("weights"),
                show_default=True,
                help="For the weights.",
            ),
            click.option(
                "--work",
                type=_folder,
                default=Path("training"),
                show_default=True,
                help="Folder for checkpoints; run the same command again to resume.",
            ),
            click.option(
                "--fold",
                type=click.Choice([f"fold{n}" for n in range(4)]),
                help="Leave this fold's games and sessions out, to measure on them; "
                "the weights go to its folder in OUTPUT.",
            ),
            click.option("--seed", type=int, default=1, show_default=True, help="Of all chance."),
            click.option("--force", is_flag=True, help="Replace weights that are there."),
        )
    ):
        function = option(function)
    return function


_continue = click.option(
    "--continue",
    "known",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Go on from the weights in this folder, in a third of the time. "
    "With --fold they must have left out as much.",
)


@command.command()
@_options
@_continue
def reader(known: Path | None, **asked: Any) -> None:
    """Train the network that reads squares.

    DATA is a folder of labelled pictures as described in models/reader.md. It takes about an hour
    on two cores.

    \b
    Example:
      kscan lab train reader ../shared/photos -o models --force
    """
    _refuse_without_pytorch()
    from kscan.lab.train_reader import training_run

    _make(training_run, partial(training_run.make, known=known), **asked)


@command.command()
@_options
@_continue
def finder(known: Path | None, **asked: Any) -> None:
    """Train the networks that find kingdoms in a photo.

    DATA is a folder of labelled pictures as described in models/reader.md. Photos are composed
    from it first; all in all it takes an hour on two cores.

    \b
    Example:
      kscan lab train finder ../shared/photos -o models --force
    """
    _refuse_without_pytorch()
    from kscan.lab.train_finder import training_run

    _make(training_run, partial(training_run.make, known=known), **asked)


def _refuse_without_pytorch() -> None:
    """Raise UsageError if PyTorch is missing."""
    if find_spec("torch") is None:
        raise UsageError(
            "training needs PyTorch and ONNX, which are not installed: pip install torch onnx"
        )


def _make(
    training_run: Any,
    make: Callable[..., None],
    data: Path,
    output: Path,
    work: Path,
    fold: str | None,
    seed: int,
    force: bool,
) -> None:
    from kscan.lab.folds import fold_called, note_left_out

    left_out = fold_called(fold)
    folder = output / left_out.name if left_out else output
    known = [folder / f"{name}.onnx" for name in training_run.NAMES]
    there = next((file for file in known if file.exists()), None)
    if there is not None and not force:
        raise UsageError(f"{shown(there)} exists already; --force replaces it")
    kept = work / f"seed{seed}"  # what another seed made is no part of this
    make(data, folder, kept, left_out, training_run.usual_plan(seed), _say)
    if left_out:
        note_left_out(output, left_out)
    _say(f"the weights are in {shown(folder)}")


def _say(line: str) -> None:
    click.echo(line, err=True)
