"""Scans as the JSON contract: one document for all photos, and nothing computed here."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kscan.locale import Words, words
from kscan.report.json import (
    SCHEMA,
    finding_objects,
    kingdom_object,
    ranking_objects,
    reading_object,
)
from kscan.report.scan_names import Names, game_findings, player_names, ranking
from kscan.report.scan_sentences import kingdom_notes, photo_notes

if TYPE_CHECKING:
    from kscan.scan import Scan, ScannedKingdom

Json = dict[str, Any]

_PIXEL_DIGITS = 1  # no corner is known better than to a tenth of a pixel


def document(
    scans: Sequence["Scan"], *, ranked: bool, together: bool = False, lang: str | None = None
) -> Json:
    """The whole document; where `ranked`, each photo shows a game, or all of them `together`."""
    say = words(lang)
    if together:
        names = player_names(scans, say)
        photos = [
            _photo_object(scan, name, {}, say) for scan, name in zip(scans, names, strict=True)
        ]
        return {"schema": SCHEMA, "photos": photos, **_game(scans, names, say)}
    photos = []
    for scan in scans:
        names = player_names([scan], say)
        game = _game([scan], names, say) if ranked else {}
        photos.append(_photo_object(scan, names[0], game, say))
    return {"schema": SCHEMA, "photos": photos}


def _game(scans: Sequence["Scan"], names: Names, say: Words) -> Json:
    """Who won on these photos of one game, and what is against its rules; nothing of one player."""
    places = ranking(scans, names)
    if not places:
        return {}
    every = [name for photo in names for name in photo]
    found = finding_objects(game_findings(scans), every, lang=say.lang)
    return {"ranking": ranking_objects(places), "findings": found}


def _photo_object(scan: "Scan", names: Sequence[str], game: Json, say: Words) -> Json:
    error = scan.error
    kingdoms = zip(scan.kingdoms, names, strict=True)
    return {
        "photo": scan.photo,
        "width": scan.width,
        "height": scan.height,
        "status": scan.status,
        "error": {"code": error.code, "message": error.message} if error else None,
        "kingdoms": [_kingdom_object(kingdom, name, say) for kingdom, name in kingdoms],
        "notes": photo_notes(scan, say),
        **game,
    }


def _kingdom_object(scanned: "ScannedKingdom", name: str, say: Words) -> Json:
    found = kingdom_object(
        scanned.sheet,
        name=name,
        dominoes=scanned.reading.dominoes,
        findings=scanned.findings,
        lang=say.lang,
    )
    corners = scanned.lattice.corners()
    return {
        **found,
        "status": scanned.status,
        "corners": [[round(float(x), _PIXEL_DIGITS) for x in point] for point in corners],
        **reading_object(scanned.reading),
        "notes": [*found["notes"], *kingdom_notes(scanned, say)],
    }
