"""What a reading says of itself, as sentences in the reader's language."""

from typing import TYPE_CHECKING

from kscan.locale import Words
from kscan.report.scan_wording import DOUBT, INSTEAD, LATTICE_NOTES, READING_NOTES, STALE
from kscan.report.sentences import cells_text

if TYPE_CHECKING:
    from kscan.reconstruct import Doubt, Note
    from kscan.scan import Scan, ScannedKingdom


def kingdom_notes(scanned: "ScannedKingdom", say: Words) -> list[str]:
    """What a reading and its grid say of themselves."""
    grid = [say(LATTICE_NOTES[note]) for note in scanned.grid_notes if note in LATTICE_NOTES]
    return [*(note_text(note, say) for note in scanned.reading.notes), *grid]


def note_text(note: "Note", say: Words) -> str:
    """One note of a reading."""
    first, now = note.squares if len(note.squares) == 2 else ("", "")
    return say(
        READING_NOTES[note.code],
        cells=cells_text(note.cells),
        first=first,
        now=now,
        detail=note.detail,
    )


def doubt_text(doubt: "Doubt", sure: float, say: Words) -> str:
    """One field to look at, what else it may be, and the total each would give."""
    cell = cells_text((doubt.cell,))
    parts = [DOUBT.format(cell=cell, read=doubt.read, sure=percent(sure))]
    parts += [
        say(INSTEAD, square=i.square, probability=percent(i.probability), total=i.total)
        for i in doubt.instead
    ]
    return "; ".join(parts)


def photo_notes(scan: "Scan", say: Words) -> list[str]:
    """What concerns the whole photo."""
    stale = [say(STALE, file=f"{scan.photo}.kingdom")] if scan.stale else []
    return [*map(say, scan.notes), *stale]


def percent(probability: float) -> str:
    """A probability for people: never 0 % or 100 %, which nobody can know."""
    if probability > 0.999:
        return "> 99.9 %"
    if probability < 0.001:
        return "< 0.1 %"
    return f"{100 * probability:.{0 if 0.1 <= probability <= 0.9 else 1}f} %"
