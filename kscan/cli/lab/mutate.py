"""`kscan lab mutate`: faults put into the code, and which tests notice them."""

import time
from pathlib import Path

import click

from kscan.errors import UsageError

_CHECKOUT = Path(__file__).parents[3]
_LONGEST = 3600.0  # seconds for all tests under coverage


@click.command()
@click.option("--seed", default=0, show_default=True, help="Another seed draws other faults.")
@click.option("--count", type=click.IntRange(1), default=40, show_default=True, help="Faults.")
@click.option("--skip", type=click.IntRange(0), default=0, help="Leave so many of the first out.")
@click.option("--room", "rooms", multiple=True, help="Only this room; may be given several times.")
@click.option(
    "--most",
    type=click.FloatRange(min=1),
    default=100.0,
    show_default=True,
    help="Seconds of tests to run on one fault: those of its room first, the fast ones first.",
)
def command(seed: int, count: int, skip: int, rooms: tuple[str, ...], most: float) -> None:
    """Put faults into a copy of the code, one at a time, and see which tests notice.

    Runs all tests once, to learn which of them reach which line; then each fault meets those that
    reach it. Needs a checkout and the extra `test`.

    Example: kscan lab mutate --seed 1 --count 300
    """
    try:
        from kscan.lab.mutate.mutants import ROOMS, draw
    except ImportError as error:
        raise UsageError(f"{error.name} is missing: install what the extra `test` lists") from None
    from kscan.lab.mutate.reach import measure
    from kscan.lab.mutate.report import line, table
    from kscan.lab.mutate.trials import copied, tried

    if not (_CHECKOUT / "tests").is_dir():
        raise UsageError("this kscan has no tests beside it: run the command of a checkout")
    with copied(_CHECKOUT) as tree:
        mutants = draw(tree, rooms or ROOMS, seed, count, skip)
        began = time.monotonic()
        reach = measure(tree, _LONGEST)
        click.echo(f"{len(reach.seconds)} tests in {time.monotonic() - began:.0f} s", err=True)
        for failed in reach.failed:
            click.echo(f"left out, as it fails without a fault: {failed}", err=True)
        trials, began = [], time.monotonic()
        for number, mutant in enumerate(mutants, skip + 1):
            trials.append(tried(tree, mutant, reach, most))
            click.echo(f"{number}  {line(trials[-1])}", err=True)
        each = (time.monotonic() - began) / len(trials)
        click.echo(f"{len(trials)} faults, {each:.1f} s each", err=True)
    click.echo(table(trials))
