"""Scans on a terminal: each kingdom's score sheet, what to look at, and who won."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kscan.locale import Words, words
from kscan.report.columns import wrap
from kscan.report.scan_names import game_findings, player_names, ranking
from kscan.report.scan_sentences import doubt_text, kingdom_notes, percent, photo_notes
from kscan.report.scan_wording import LOOK, SURE
from kscan.report.text import WIDTH, game_remarks, ranking_table, score_sheet

if TYPE_CHECKING:
    from kscan.scan import Scan, ScannedKingdom

_DOUBTS = 8  # more fields than these need another photo rather than a look


def report(
    scans: "Sequence[Scan]", *, ranked: bool, lang: str | None = None, color: bool = False
) -> str:
    """All that was read on these photos, as text; where `ranked`, they show one game: who won."""
    say = words(lang)
    names = player_names(scans, say)
    parts: list[str] = []
    for scan, photo in zip(scans, names, strict=True):
        parts += [*_kingdoms(scan, photo, say, color), *_photo_notes(scan, say)]
    if ranked and (places := ranking(scans, names)):
        every = [name for photo in names for name in photo]
        parts += [game_remarks(game_findings(scans), every, lang=lang)]
        parts += [ranking_table(places, lang=lang)]
    return "\n\n".join(filter(None, parts))


def _kingdoms(scan: "Scan", names: Sequence[str], say: Words, color: bool) -> Iterator[str]:
    single = len(scan.kingdoms) == 1
    for name, kingdom in zip(names, scan.kingdoms, strict=True):
        sheet = score_sheet(
            kingdom.sheet,
            name=None if single and name.isdigit() else name,
            findings=kingdom.findings,
            lang=say.lang,
            color=color,
        )
        yield "\n".join([sheet, *_trust(kingdom, say)])


def _trust(kingdom: "ScannedKingdom", say: Words) -> Iterator[str]:
    """How sure the total is, what was settled how, and what to look at."""
    reading = kingdom.reading
    sure = say(SURE, probability=percent(reading.total_confidence))
    yield from wrap(sure, WIDTH, "  ", "  ")
    for note in kingdom_notes(kingdom, say):
        yield from wrap(note, WIDTH, "  * ", "    ")
    if kingdom.status == "check" and reading.doubts:
        yield f"  {say(LOOK)}"
        for doubt in reading.doubts[:_DOUBTS]:
            certainty = reading.confidence[doubt.cell.row][doubt.cell.col]
            yield from wrap(doubt_text(doubt, certainty, say), WIDTH, "  ? ", "    ")


def _photo_notes(scan: "Scan", say: Words) -> Iterator[str]:
    lines = [line for note in photo_notes(scan, say) for line in wrap(note, WIDTH, "* ", "  ")]
    if lines:
        yield "\n".join(lines)
