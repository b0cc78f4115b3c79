"""What was noticed, as a table, and every fault that was not."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from kscan.lab.mutate.trials import Trial

_HEADINGS = ("", "faults", "by its room's tests", "by others", "hung", "survived", "noticed")


def table(trials: Sequence[Trial]) -> str:
    """Count the faults by room and by kind of syntax, and list the survivors."""
    lines = [
        _HEADINGS,
        *_grouped(trials, lambda trial: trial.mutant.room),
        _counted("all", trials),
        ("",) * len(_HEADINGS),
        *_grouped(trials, lambda trial: trial.mutant.kind),
    ]
    widths = [max(len(line[column]) for line in lines) for column in range(len(_HEADINGS))]
    rows = ["  ".join(_aligned(line, widths)).rstrip() for line in lines]
    return "\n".join([*rows, *_survivors(trials)])


def line(trial: Trial) -> str:
    """Say in a line what became of one fault."""
    return f"{trial.end:8}  {where(trial)}  {trial.test}".rstrip()


def where(trial: Trial) -> str:
    """Say where a fault is, and what it is."""
    one = trial.mutant
    return f"{one.path}:{one.line}: {one.before}  ->  {one.after}"


def _survivors(trials: Iterable[Trial]) -> Iterator[str]:
    missed = sorted(where(trial) for trial in trials if trial.end == "survived")
    yield from ("", "survived:", *missed) if missed else ()


def _grouped(trials: Sequence[Trial], key: Callable[[Trial], str]) -> Iterator[tuple[str, ...]]:
    for name in sorted({key(trial) for trial in trials}):
        yield _counted(name, [trial for trial in trials if key(trial) == name])


def _counted(name: str, trials: Sequence[Trial]) -> tuple[str, ...]:
    ends = [trial.end for trial in trials]
    counts = [ends.count(end) for end in ("room", "other", "hung", "survived")]
    share = 1 - ends.count("survived") / max(len(ends), 1)
    return (name, *map(str, (len(ends), *counts)), f"{100 * share:.0f} %")


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    yield cells[0].ljust(widths[0])
    yield from (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
