"""`kscan lab`: what makes kscan and measures it; each command is imported when it is used."""

import click

from kscan.cli import LazyGroup

COMMANDS = {
    "evaluate": "Measure how often readings are right, on labelled pictures.",
    "benchmark": "Measure how fast everything is on this machine.",
    "train": "Retrain the weights from labelled pictures.",
    "compose": "Compose photos with exact answers, to train and measure on.",
    "fuzz": "Run damaged inputs in a watched process.",
    "mutate": "Put faults into the code and see which tests notice.",
}


@click.group(cls=LazyGroup, package="kscan.cli.lab", table=COMMANDS)
def command() -> None:
    """Measure kscan, retrain its weights, try to break it.

    For those who work on kscan: it speaks English only.

    Example: kscan lab benchmark photo.jpg
    """
