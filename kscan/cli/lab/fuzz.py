"""`kscan lab fuzz`: thousands of damaged inputs, and what they did."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

from kscan.errors import KscanError
from kscan.lab.fuzz.explosions import Row, explode
from kscan.lab.fuzz.kills import kills as killed
from kscan.lab.fuzz.threads import THREADS, threaded
from kscan.lab.fuzz.trials import TRIALS
from kscan.lab.fuzz.watching import Order, Outcome, Tally, dice_for, watched

_EVERY = 10.0  # seconds between lines of progress
_count = click.IntRange(min=0)


@click.command()
@click.option("--images", type=_count, default=0, help="Damaged pictures through the loader.")
@click.option("--pipeline", type=_count, default=0, help="Damaged photos through all of kscan.")
@click.option("--texts", type=_count, default=0, help="Damaged kingdoms through the notation.")
@click.option("--bombs", is_flag=True, help="Small files that ask for much, in a table.")
@click.option("--threads", type=_count, default=0, help="Scans from eight threads at once.")
@click.option("--kills", type=_count, default=0, help="Kills of a batch at random moments.")
@click.option("--seed", default=0, show_default=True, help="Another seed makes other cases.")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write inputs that failed into this folder.",
)
def command(
    images: int,
    pipeline: int,
    texts: int,
    bombs: bool,
    threads: int,
    kills: int,
    seed: int,
    keep: Path | None,
) -> None:
    """Run damaged inputs in a process watched for crashes, hangs, memory use and noise.

    Exit code 1 where any case failed.

    Example: kscan lab fuzz --images 200000 --pipeline 5000 --texts 300000 --bombs --kills 300
    """
    counts = {"images": images, "pipeline": pipeline, "texts": texts}
    tallies = {trial: _run(trial, count, seed, keep) for trial, count in counts.items() if count}
    for trial, tally in tallies.items():
        click.echo("\n".join(_report(trial, tally)))
    rows = list(_bombs()) if bombs else []
    different = _threads(threads) if threads else 0
    survived = all([*_kills(kills, seed)]) if kills else True
    failed = any(tally.failures for tally in tallies.values())
    sys.exit(failed or any(row.is_bad for row in rows) or bool(different) or not survived)


def _threads(count: int) -> int:
    """Print what eight threads did; return how many answers differ."""
    done = threaded(count)
    click.echo(
        f"threads: {done.scans} scans, {done.different} differ, {done.together:.1f} a second from "
        f"{THREADS} threads, {done.alone:.1f} from one"
    )
    return done.different


def _kills(count: int, seed: int) -> Iterator[bool]:
    """Print what the kills left; yield for each whether all was well."""
    struck = reruns = failed = 0
    for kill in killed(count, seed):
        struck, reruns = struck + kill.struck, reruns + kill.rerun
        if kill.failure:
            failed += 1
            click.echo(f"kill {kill.number} ({kill.victim}, {kill.sent}): {kill.failure}", err=True)
        yield not kill.failure
    click.echo(f"kills: {count}, {struck} before the end, {reruns} reruns, {failed} failed")


def _bombs() -> Iterator[Row]:
    """Print each bomb's row of the table when measured."""
    click.echo("| file | bytes | MB at most | CPU s | answer |\n|---|---|---|---|---|")
    for row in explode():
        figures = f"{row.size:,} | {row.peak} | {row.seconds:.2f}"
        click.echo(f"| {row.name} | {figures} | {row.answer} |{' too much' * row.is_bad}")
        yield row


def _run(trial: str, count: int, seed: int, keep: Path | None) -> Tally:
    try:
        TRIALS[trial]()
    except KscanError as error:
        raise click.ClickException(error.message) from None
    tally, said = Tally(), time.monotonic()
    for outcome in watched(Order(trial, TRIALS[trial], seed), count):
        tally.add(outcome)
        if outcome.failure:
            click.echo(f"{trial} {outcome.index}: {outcome.what}: {outcome.failure}", err=True)
            if keep:
                _keep(keep, trial, seed, outcome)
        if time.monotonic() - said > _EVERY:
            said = time.monotonic()
            click.echo(f"{trial}: {tally.cases} of {count}, {tally.last_resident} MB", err=True)
    return tally


def _keep(folder: Path, trial: str, seed: int, outcome: Outcome) -> None:
    data = TRIALS[trial]().make(dice_for(trial, seed, outcome.index))
    folder.mkdir(parents=True, exist_ok=True)
    raw = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
    (folder / f"{trial}-{seed}-{outcome.index}").write_bytes(raw)


def _report(trial: str, tally: Tally) -> list[str]:
    slow, swell = tally.slowest, tally.largest_swell
    return [
        f"{trial}: {tally.cases} cases, {len(tally.failures)} failed, {tally.seconds:.0f} CPU s",
        f"  slowest: {slow.seconds:.2f} CPU s (case {slow.index}, {slow.what})",
        f"  memory: {tally.first_resident} MB when warm, {tally.last_resident} MB at the end, "
        f"{tally.most_resident} MB at most; {swell.swell} MB more in case {swell.index}",
        *(f"  {number:>8}  {what}" for what, number in tally.outcomes.most_common()),
    ]
