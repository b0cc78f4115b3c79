"""Scans as the JSON contract: one document for all photos, and nothing computed here."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kscan.game.ranking import TieRule
from kscan.locale import Words, words
from kscan.remarks import KINGDOM_RULES, reason
from kscan.report.json import (
    SCHEMA,
    finding_objects,
    kingdom_object,
    ranking_objects,
    reading_object,
)
from kscan.report.scan_names import (
    Names,
    game_remarks_of,
    player_names,
    ranking,
    remarks_without_game,
)
from kscan.report.sentences import kingdom_notes, sentences

if TYPE_CHECKING:
    from kscan.records import Scan, ScoredKingdom

Json = dict[str, Any]

_PIXEL_DIGITS = 1  # no corner is known better than to a tenth of a pixel


def document(
    scans: Sequence["Scan"],
    *,
    ranked: bool,
    together: bool = False,
    lang: str | None = None,
    ties: Sequence[TieRule] = (),
) -> Json:
    """Return the whole document.

    Where `ranked`, each photo shows a game, or all `together`; `ties` by photo, else the
    rulebook's.
    """
    say, rules = words(lang), ties or [TieRule.RULEBOOK] * len(scans)
    if together:
        names = player_names(scans, say)
        photos = [_photo(scan, name, {}, say) for scan, name in zip(scans, names, strict=True)]
        return {"schema": SCHEMA, "photos": photos, **_game(scans, names, say, rules[0])}
    alone = [_alone(scan, ranked, say, rule) for scan, rule in zip(scans, rules, strict=True)]
    return {"schema": SCHEMA, "photos": alone}


def photo_object(scan: "Scan", lang: str | None = None, *, ranked: bool = True) -> Json:
    """Return one photo.

    Where `ranked`, its kingdoms are of one game.
    """
    return {"schema": SCHEMA, **_alone(scan, ranked, words(lang))}


def _alone(scan: "Scan", ranked: bool, say: Words, ties: TieRule = TieRule.RULEBOOK) -> Json:
    names = player_names([scan], say)
    game = _game([scan], names, say, ties) if ranked else {}
    photo = _photo(scan, names[0], game, say)
    return photo if game else {**photo, "notes": sentences(remarks_without_game(scan), say)}


def _game(scans: Sequence["Scan"], names: Names, say: Words, ties: TieRule) -> Json:
    """Return a game's ranking and broken rules.

    Nothing of one player.
    """
    places = ranking(scans, names, ties)
    if not places:
        return {}
    every = [name for photo in names for name in photo]
    found = finding_objects(game_remarks_of(scans), every, lang=say.lang)
    return {"ranking": ranking_objects(places), "findings": found}


def _photo(scan: "Scan", names: Sequence[str], game: Json, say: Words) -> Json:
    error = scan.error
    kingdoms = zip(scan.kingdoms, names, strict=True)
    return {
        "photo": scan.photo,
        "width": scan.width,
        "height": scan.height,
        "status": scan.status,
        "error": {"code": error.code, "message": reason(error, say)} if error else None,
        "kingdoms": [scored_object(kingdom, name, say) for kingdom, name in kingdoms],
        "notes": sentences(scan.remarks, say),
        **game,
    }


def scored_object(scored: "ScoredKingdom", name: str, say: Words) -> Json:
    """Return a photo's kingdom: score, confidence, doubts."""
    found = kingdom_object(
        scored.sheet,
        name=name,
        dominoes=scored.dominoes,
        findings=scored.said(KINGDOM_RULES),
        lang=say.lang,
    )
    corners = scored.grid.corners()
    return {
        **found,
        "status": scored.status,
        "corners": [[round(float(x), _PIXEL_DIGITS) for x in point] for point in corners],
        **reading_object(scored.reading),
        "notes": [*found["notes"], *kingdom_notes(scored, say)],
    }
