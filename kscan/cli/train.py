"""`kscan train`: make the weights again from labelled pictures."""

from pathlib import Path

import click

from kscan.errors import UsageError

_folder = click.Path(path_type=Path, file_okay=False)


@click.group(short_help="Make the weights again from labelled pictures.")
def command() -> None:
    """Make the weights again from labelled pictures.

    \b
    Example:
      kscan train lattice ../shared/photos -o models
    """
    try:
        import torch  # noqa: F401
    except ImportError:
        raise UsageError(
            'training needs PyTorch, which is not installed: pip install "kscan[train]"'
        ) from None


@command.command()
@click.argument("data", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("-o", "--output", type=_folder, required=True, help="Where the weights go.")
@click.option(
    "--work",
    type=_folder,
    default=Path("training-lattice"),
    show_default=True,
    help="Keeps composed photos and checkpoints: what was interrupted goes on from there.",
)
@click.option(
    "--fold",
    type=click.Choice([f"fold{n}" for n in range(4)]),
    help="Leave this fold's games, sessions and surfaces out, to measure on them.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of everything random.")
@click.option("--force", is_flag=True, help="Replace weights that are there.")
def lattice(data: Path, output: Path, work: Path, fold: str | None, seed: int, force: bool) -> None:
    """Train the networks that find kingdoms in a photo.

    DATA is a folder of labelled pictures as described in models/README.md. Photos are composed
    from it first; all in all it takes under an hour on two cores.

    \b
    Example:
      kscan train lattice ../shared/photos -o models --force
    """
    from kscan.training.lattice import making

    known = [output / f"{name}.onnx" for name in making.NAMES]
    there = next((file for file in known if file.exists()), None)
    if there is not None and not force:
        raise UsageError(f"{there} exists already; --force replaces it")
    left_out = making.fold_called(fold)
    making.make(data, output, work, left_out, making.usual_plan(seed), _say)


def _say(line: str) -> None:
    click.echo(line, err=True)
