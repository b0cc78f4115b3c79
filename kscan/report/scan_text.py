"""Scans on a terminal: score sheets, squares to look at, and the ranking."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kscan.errors import shown
from kscan.game.ranking import RankedPlayer, TieRule
from kscan.game.remark import cells_text
from kscan.locale import Words, words
from kscan.remarks import KINGDOM_RULES
from kscan.report.columns import isolated, wrap
from kscan.report.scan_names import game_remarks_of, player_names, ranking, remarks_without_game
from kscan.report.sentences import doubt_text, kingdom_notes, percent, sentences
from kscan.report.text import WIDTH, game_remarks, ranking_table, score_sheet
from kscan.report.wording import LOOK, SURE

if TYPE_CHECKING:
    from kscan.game.remark import Remark
    from kscan.records import Scan, ScoredKingdom

_DOUBTS = 8  # more fields than these need another photo rather than a look


def report(
    scans: "Sequence[Scan]",
    *,
    ranked: bool,
    lang: str | None = None,
    color: bool = False,
    ties: TieRule = TieRule.RULEBOOK,
) -> str:
    """Write all readings on these photos.

    Where `ranked`, they show one game: who won.
    """
    say = words(lang)
    names = player_names(scans, say)
    parts: list[str] = []
    places = ranking(scans, names, ties) if ranked else ()
    for scan, photo in zip(scans, names, strict=True):
        notes = scan.remarks if places else remarks_without_game(scan)
        parts += [*_kingdoms(scan, photo, say, color), *_photo_notes(notes, say)]
    if places:
        every = [name for photo in names for name in photo]
        parts += [game_remarks(game_remarks_of(scans), every, lang=lang)]
        parts += [ranking_table([_numbered(place) for place in places], lang=lang)]
    return "\n\n".join(filter(None, parts))


def _numbered(place: RankedPlayer) -> RankedPlayer:
    """Call who has no name as the headings do: `k1`."""
    name = place.contender.name
    contender = replace(place.contender, name=f"k{name}" if name.isdigit() else name)
    return replace(place, contender=contender)


def brief(scans: "Sequence[Scan]", lang: str | None = None) -> Iterator[str]:
    """Yield one line a kingdom.

    The photo, whose it is, its total, and what to look at.
    """
    say = words(lang)
    names = player_names(scans, say)
    for scan, photo in zip(scans, names, strict=True):
        for number, (name, kingdom) in enumerate(zip(photo, scan.kingdoms, strict=True), 1):
            of = _number(scan, number)
            asked = _asked(kingdom, of, say)
            parts = [shown(scan.photo), _called(name, of), str(kingdom.sheet.total), *asked]
            yield "  ".join(map(isolated, parts))
        for note in sentences([one for one in remarks_without_game(scan) if one.look], say):
            yield f"{isolated(shown(scan.photo))}  ? {note}"


def _asked(kingdom: "ScoredKingdom", of: str, say: Words) -> Iterator[str]:
    if kingdom.status == "check":
        doubts = ", ".join(of + cells_text([one.cell]) for one in kingdom.reading.doubts)
        yield f"? {say(LOOK)} {doubts}".rstrip()


def _number(scan: "Scan", number: int) -> str:
    """Write a kingdom's number as corrections do: `k2`; empty if it is alone."""
    return f"k{number}" if len(scan.kingdoms) > 1 else ""


def _called(name: str, of: str) -> str:
    """Put the kingdom's number before its player's name, or in its place."""
    return of if name == of[1:] else f"{of} {name}".strip()


def _kingdoms(scan: "Scan", names: Sequence[str], say: Words, color: bool) -> Iterator[str]:
    single = len(scan.kingdoms) == 1
    for number, (name, kingdom) in enumerate(zip(names, scan.kingdoms, strict=True), 1):
        of = _number(scan, number)
        sheet = score_sheet(
            kingdom.sheet,
            name=None if single and name.isdigit() else _called(name, of),
            findings=kingdom.said(KINGDOM_RULES),
            lang=say.lang,
            color=color,
        )
        yield "\n".join([sheet, *_trust(kingdom, of, say)])


def _trust(kingdom: "ScoredKingdom", of: str, say: Words) -> Iterator[str]:
    """Yield the total's confidence, settled squares, and doubts."""
    reading = kingdom.reading
    if reading.certainty is not None:
        sure = say(SURE, probability=percent(reading.certainty, say))
        yield from wrap(sure, WIDTH, "  ", "  ")
    for note in kingdom_notes(kingdom, say):
        yield from wrap(note, WIDTH, "  * ", "    ")
    if kingdom.status == "check" and reading.doubts:
        yield f"  {say(LOOK)}"
        for doubt in reading.doubts[:_DOUBTS]:
            certainty = reading.confidence[doubt.cell.row][doubt.cell.col]
            yield from wrap(doubt_text(doubt, certainty, say, of), WIDTH, "  ? ", "    ")


def _photo_notes(remarks: "Sequence[Remark]", say: Words) -> Iterator[str]:
    lines = [line for note in sentences(remarks, say) for line in wrap(note, WIDTH, "* ", "  ")]
    if lines:
        yield "\n".join(lines)
