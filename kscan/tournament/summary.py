"""What a batch says at its end: how many, what to look at, what was left aside."""

from collections.abc import Iterator
from pathlib import Path

from kscan.tournament.batch import Batch
from kscan.tournament.folder import shown
from kscan.tournament.publish import PAGE
from kscan.tournament.records import Row

_NAMED = 20  # photos named in the summary; the page has all


def warnings(batch: Batch) -> tuple[str, ...]:
    """What fits nothing or is not what it was: for the summary and the page."""
    said = list(batch.unmatched)
    unnamed = sum(
        1
        for row in batch.rows
        for kingdom in row.kingdoms
        if row.place.has_table and row.counts and not kingdom.named
    )
    if unnamed:
        said.append(
            f"{unnamed} kingdoms have no player's name and are called after their castles: "
            "games.csv can name them"
        )
    return tuple(said)


def summary(batch: Batch, out: Path) -> Iterator[str]:
    """The lines for the terminal."""
    count = {s: [r for r in batch.rows if r.status == s] for s in ("ok", "check", "failed")}
    yield (
        f"{len(batch.rows)} photos: {len(count['ok'])} ok, {len(count['check'])} to check, "
        f"{len(count['failed'])} failed ({batch.read} read now, {batch.kept} before)"
    )
    if batch.outdated:
        yield (
            f"{batch.outdated} readings of another version of kscan or other weights were not "
            "used: those photos were read anew"
        )
    for status in ("check", "failed"):
        for row in count[status][:_NAMED]:
            yield f"  {status}: {shown(row.photo)}: {_why(row)}"
        if len(count[status]) > _NAMED:
            yield f"  ... and {len(count[status]) - _NAMED} more to {status}"
    for warning in warnings(batch):
        yield f"  {warning}"
    if batch.aside:
        yield f"  left aside, no photos: {', '.join(map(shown, batch.aside[:_NAMED]))}" + (
            f" and {len(batch.aside) - _NAMED} more" if len(batch.aside) > _NAMED else ""
        )
    yield f"look at {out / PAGE}"


def _why(row: Row) -> str:
    if row.failure:
        return row.failure.message
    said = [*row.remarks, *(remark for kingdom in row.kingdoms for remark in kingdom.remarks)]
    doubtful = sum(len(kingdom.reading.doubts) for kingdom in row.kingdoms)
    if doubtful:
        said.append(f"{doubtful} doubtful square{'s' if doubtful > 1 else ''}")
    return " ".join(said) or "the reading is not sure"
