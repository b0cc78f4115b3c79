"""All files of a batch, each written atomically and only if changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from kscan import files
from kscan.corrections.csv_tables import read_table
from kscan.corrections.table import photo_meant
from kscan.errors import shown
from kscan.game.kingdom import LARGEST
from kscan.game.variants import Variant
from kscan.locale import Words, words
from kscan.tournament.batch import Batch, Request
from kscan.tournament.names import PhotoNames
from kscan.tournament.records import Row
from kscan.tournament.report import csv, standings_json, standings_page
from kscan.tournament.report import page as batch_html
from kscan.tournament.report.json import results_jsonl
from kscan.tournament.report.standings_page import StandingsPage
from kscan.tournament.report.standings_table import rules_line
from kscan.tournament.report.xlsx import workbook
from kscan.tournament.settings import CORRECTIONS, Settings
from kscan.tournament.standings import Standings

PAGE = "index.html"
STANDINGS_PAGE = "standings.html"
WORKBOOK = "tournament.xlsx"
THUMBNAILS = "thumbnails"


@dataclass(frozen=True, slots=True)
class About:
    """The page's facts about the run itself."""

    title: str
    made_by: str
    warnings: tuple[str, ...]
    say: Words  # the reader's language
    settings: Settings = field(default_factory=Settings)
    bom: bool = False  # a byte order mark before each CSV: Excel takes it for UTF-8 only so
    xlsx: bool = False


def publish(batch: Batch, posted: Standings, request: Request, about: About) -> None:
    """Write the tables and the page into the results."""
    out = request.out
    rules = rules_line(about.settings, words("en"))
    standings = standings_json.document(posted, about.settings, about.title)
    for name, content in (
        ("results.csv", csv.results(batch.rows, rules)),
        ("results.jsonl", results_jsonl(batch.rows, posted.rule, request.box)),
        ("rankings.csv", csv.rankings(posted.games, rules)),
        ("standings.csv", csv.standings(posted, rules)),
        (standings_json.FILE, standings_json.text(standings)),
    ):
        files.write_changed(out / name, _marked(name, content, about.bom))
    if posted.dynasties:
        dynasties = csv.dynasties(posted, rules)
        files.write_changed(out / "dynasties.csv", _marked(".csv", dynasties, about.bom))
    else:
        files.remove(out / "dynasties.csv")  # an earlier run's
    page = batch_html.Page(
        about.title,
        batch.rows,
        posted,
        partial(_thumbnail, batch, out),
        lambda row: batch.pictures.get(row.photo, ""),
        about.made_by,
        about.say,
        batch.ignored,
        about.warnings,
        tuple(in_force(request.corrections, batch.rows)),
        shown(str(request.corrections or request.folder / CORRECTIONS)),
        rules_line(about.settings, about.say),
        _grid(about.settings),
        request.rules,
    )
    files.write_changed(out / PAGE, batch_html.render(page))
    _tidy(batch, out)
    called = batch_html.called(page)
    if about.xlsx:
        book = workbook(posted, batch.rows, batch.pictures, about.say, rules, called)
        files.write(out / WORKBOOK, book)
    for_players = StandingsPage(
        about.title, posted, about.say, about.settings, called, about.made_by
    )
    files.write_changed(out / STANDINGS_PAGE, standings_page.render(for_players))


def _grid(settings: Settings) -> int | None:
    """Return the grid of all kingdoms, if the rules say so."""
    return LARGEST if Variant.MIGHTY_DUEL in settings.variants else settings.size


def _marked(name: str, content: str, bom: bool) -> str:
    return f"\ufeff{content}" if bom and name.endswith(".csv") else content


def _thumbnail(batch: Batch, out: Path, row: Row) -> str:
    """Write a photo's small picture; return its path.

    Empty where there is none.
    """
    key = batch.keys.get(row.photo, "")
    place = f"{THUMBNAILS}/{key}.jpg"
    if not key:
        return ""
    if not (out / place).is_file():
        reading = batch.cache.reading(key, with_pictures=True)
        if reading is None or not reading.thumbnail:
            return ""
        files.write(out / place, reading.thumbnail)
    return place


def _tidy(batch: Batch, out: Path) -> None:
    """Remove the small pictures of vanished photos."""
    wanted = {f"{key}.jpg" for key in batch.keys.values()}
    for file in (out / THUMBNAILS).glob("*.jpg"):
        if file.name not in wanted:
            file.unlink()


def in_force(corrections: Path | None, rows: Sequence[Row]) -> Iterator[Sequence[str]]:
    """Yield the lines of corrections, for the page's export.

    Each has the name of the photo that counts, by which the page knows what it replaces.
    """
    if corrections is None:
        return
    digests = {row.photo: row.digest for row in rows if row.digest}
    copies = {row.photo: row.same_as for row in rows if not row.counts}
    find = PhotoNames(tuple(digests))
    for line in read_table(corrections, needed=("photo", "squares")):
        if not line["squares"]:
            continue  # taken back, or overtaken by a later line
        photo = photo_meant(line, find, digests) or line["photo"]
        yield (
            copies.get(photo, photo),
            *(line[name] for name in ("kingdom", "squares", "content", "at", "when")),
        )
