"""What a batch says at its end: how many, what to look at, what was left aside."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kscan.errors import shown
from kscan.game.ranking import DYNASTY_GAMES
from kscan.locale import Words
from kscan.report.batch_sentences import told, why
from kscan.report.batch_wording import (
    ASIDE,
    COUNTS,
    LOOK_AT,
    MORE,
    NO_DYNASTY,
    OUTDATED,
    STATUS,
    UNNAMED,
)
from kscan.tournament.batch import Batch
from kscan.tournament.publish import PAGE
from kscan.tournament.records import remark

_NAMED = 20  # photos named in the summary; the page has all


def warnings(
    batch: Batch, say: Words, no_dynasties: Iterable[tuple[Sequence[str], int]] = ()
) -> tuple[str, ...]:
    """What fits nothing or is not what it was: for the summary and the page.

    `no_dynasties` are players who met too seldom, or too often, for a Dynasty that was asked for.
    """
    said = list(batch.unmatched)
    for players, count in no_dynasties:
        named = ", ".join(players)
        said.append(remark(NO_DYNASTY, players=named, count=count, limit=DYNASTY_GAMES))
    unnamed = sum(
        1 for row in batch.rows for kingdom in row.kingdoms if row.counts and not kingdom.named
    )
    if unnamed:
        said.append(remark(UNNAMED, count=unnamed))
    return tuple(told(each, say) for each in said)


def summary(batch: Batch, out: Path, say: Words, warned: Iterable[str]) -> Iterator[str]:
    """The lines for the terminal, what is `warned` of among them."""
    of = {s: [r for r in batch.rows if r.status == s] for s in ("ok", "check", "failed")}
    counts = {status: len(rows) for status, rows in of.items()}
    yield say(COUNTS, count=len(batch.rows), now=batch.read, before=batch.kept, **counts)
    if batch.outdated:
        yield say(OUTDATED, count=batch.outdated)
    for status in ("check", "failed"):
        for row in of[status][:_NAMED]:
            yield f"  {say(STATUS[status])}: {shown(row.photo)}: {why(row, say)}"
        if len(of[status]) > _NAMED:
            more = say(MORE, count=len(of[status]) - _NAMED)
            yield f"  {say(STATUS[status])}: {more}"
    for warning in warned:
        yield f"  {warning}"
    if batch.aside:
        names = ", ".join(map(shown, batch.aside[:_NAMED]))
        left = len(batch.aside) - _NAMED
        yield f"  {say(ASIDE, names=names)}" + (f", {say(MORE, count=left)}" if left > 0 else "")
    yield say(LOOK_AT, file=out / PAGE)
