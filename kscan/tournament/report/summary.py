"""A batch's last words: counts, photos to look at, ignored files."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kscan.errors import shown
from kscan.game.ranking import DYNASTY_GAMES
from kscan.locale import Words
from kscan.remarks import remark, sentence
from kscan.tournament.batch import Batch
from kscan.tournament.records import Row
from kscan.tournament.report.publish import PAGE
from kscan.tournament.report.sentences import why
from kscan.tournament.report.wording import (
    ASIDE,
    COUNTS,
    LOOK_AT,
    MORE,
    OUTDATED,
    STATUS,
)

_NAMED = 20  # photos named in the summary; the page has all


def warnings(
    batch: Batch, say: Words, no_dynasties: Iterable[tuple[Sequence[str], int]] = ()
) -> tuple[str, ...]:
    """Collect warnings for the summary and the page.

    What fits nothing or is not what it was. `no_dynasties` are players who met too seldom, or too
    often, for a Dynasty that was asked for.
    """
    said = list(batch.unmatched)
    for players, count in no_dynasties:
        named = ", ".join(players)
        said.append(remark("no_dynasty", players=named, count=count, limit=DYNASTY_GAMES))
    unnamed = sum(
        1 for row in batch.rows for kingdom in row.kingdoms if row.counts and not kingdom.named
    )
    if unnamed:
        said.append(remark("unnamed", count=unnamed))
    return tuple(sentence(each, say) for each in said)


def wrong(batch: Batch, say: Words, warned: Iterable[str]) -> Iterator[str]:
    """Yield the failures, said even if nothing else is."""
    yield from _listed([row for row in batch.rows if row.status == "failed"], "failed", say)
    for warning in warned:
        yield f"  {warning}"


def _listed(rows: Sequence[Row], status: str, say: Words) -> Iterator[str]:
    for row in rows[:_NAMED]:
        photo = say.isolated(shown(row.photo))
        yield f"  {say(STATUS[status])}: {photo}: {why(row, say)}"
    if len(rows) > _NAMED:
        yield f"  {say(STATUS[status])}: {say(MORE, count=len(rows) - _NAMED)}"


def summary(
    batch: Batch, out: Path, say: Words, warned: Iterable[str], rules: str = ""
) -> Iterator[str]:
    """Yield the terminal's lines, `warned` ones among them."""
    of = {s: [r for r in batch.rows if r.status == s] for s in ("ok", "check", "failed")}
    counts = {status: len(rows) for status, rows in of.items()}
    yield say(COUNTS, count=len(batch.rows), now=batch.read, before=batch.kept, **counts)
    if batch.outdated:
        yield say(OUTDATED, count=batch.outdated)
    yield from _listed(of["check"], "check", say)
    yield from wrong(batch, say, warned)
    if batch.ignored:
        names = ", ".join(map(shown, batch.ignored[:_NAMED]))
        left = len(batch.ignored) - _NAMED
        yield f"  {say(ASIDE, names=names)}" + (f", {say(MORE, count=left)}" if left > 0 else "")
    if rules:
        yield f"  {rules}"
    yield say(LOOK_AT, file=out / PAGE)
