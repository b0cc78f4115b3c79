"""Everything a batch leaves in its folder, written in one step each and only where it changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kscan import files
from kscan.errors import shown
from kscan.locale import Words
from kscan.report import batch_html, csv
from kscan.report.batch_json import results_jsonl
from kscan.tournament.batch import Batch, Request
from kscan.tournament.corrections import photo_meant
from kscan.tournament.records import Row
from kscan.tournament.seats import Finder
from kscan.tournament.standings import Standings
from kscan.tournament.tables import read_table

PAGE = "index.html"


@dataclass(frozen=True, slots=True)
class About:
    """What the page says of the run itself."""

    title: str
    made_by: str
    warnings: tuple[str, ...]
    say: Words  # the reader's language


def publish(batch: Batch, posted: Standings, request: Request, about: About) -> None:
    """Write the tables and the page into the folder of results."""
    out = request.out
    rounds = posted.rounds
    for name, content in (
        ("results.csv", csv.results(batch.rows)),
        ("results.jsonl", results_jsonl(batch.rows, posted.rule)),
        ("rankings.csv", csv.rankings(posted.games)),
        ("standings.csv", csv.standings(posted.players, rounds)),
    ):
        files.write_changed(out / name, content)
    if posted.dynasties:
        files.write_changed(out / "dynasties.csv", csv.dynasties(posted.dynasties, rounds))
    else:
        (out / "dynasties.csv").unlink(missing_ok=True)  # an earlier run's
    page = batch_html.Page(
        about.title,
        batch.rows,
        posted,
        partial(_thumbnail, batch),
        lambda row: batch.pictures.get(row.photo, ""),
        about.made_by,
        about.say,
        batch.aside,
        about.warnings,
        tuple(in_force(request.corrections, batch.rows)),
        shown(str(request.corrections or request.folder / "corrections.csv")),
    )
    files.write_changed(out / PAGE, batch_html.render(page))


def _thumbnail(batch: Batch, row: Row) -> bytes:
    reading = batch.journal.reading(batch.keys.get(row.photo, ""), with_pictures=True)
    return reading.thumbnail if reading else b""


def in_force(corrections: Path | None, rows: Sequence[Row]) -> Iterator[Sequence[str]]:
    """The lines of the corrections, for the page to export with its own.

    Each has the name of the photo that counts, by which the page knows what it replaces.
    """
    if corrections is None:
        return
    digests = {row.photo: row.digest for row in rows if row.digest}
    copies = {row.photo: row.same_as for row in rows if not row.counts}
    find = Finder(tuple(digests))
    for line in read_table(corrections, needed=("photo", "squares")):
        photo = photo_meant(line, find, digests) or line["photo"]
        yield copies.get(photo, photo), line["kingdom"], line["squares"], line["content"]
