"""Scans, score sheets and rankings as the JSON contract says them.

Fields are added, never renamed, and nothing is computed here.
"""

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kscan.game.box import letters_of, numbers_of
from kscan.game.covering import PlacedDomino
from kscan.game.kingdom import Cell, Kingdom, Territory
from kscan.game.quests import QuestScore
from kscan.game.ranking import RankedPlayer, TieRule
from kscan.game.remark import Remark
from kscan.game.scoring import ScoreSheet
from kscan.locale import Words, words
from kscan.remarks import KINGDOM_RULES, SCORE, reason, sentence
from kscan.report.scan_names import (
    Names,
    game_remarks_of,
    player_names,
    ranking,
    remarks_without_game,
)
from kscan.report.sentences import kingdom_notes, sentences

if TYPE_CHECKING:
    from kscan.infer.records import Doubt, Reading
    from kscan.records import Scan, ScoredKingdom

Json = dict[str, Any]

SCHEMA = "kscan/1"

# Nothing is known better than to a ten-thousandth.
_DIGITS = 4
_PIXEL_DIGITS = 1  # no corner is known better than to a tenth of a pixel

# A list without lists or objects in it; text has no line breaks, and is left alone with brackets.
_PLAIN_LIST = re.compile(r"\[\n\s*([^\[\]{}]*?)\n\s*\]")
_BETWEEN = re.compile(r",\n\s*")


def rendered(document: Json) -> str:
    """Write a document, indented, plain lists on one line."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    return _PLAIN_LIST.sub(lambda found: f"[{_BETWEEN.sub(', ', found[1])}]", text)


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


def kingdom_object(
    sheet: ScoreSheet,
    *,
    name: str | None = None,
    dominoes: Sequence[PlacedDomino] = (),
    findings: Sequence[Remark] = (),
    lang: str | None = None,
) -> Json:
    """Return a scored kingdom, without a photo's fields."""
    kingdom, say = sheet.kingdom, words(lang)
    return {
        **({} if name is None else {"name": name}),
        "size": sheet.size,
        "rows": kingdom.rows,
        "cols": kingdom.cols,
        "squares": [[str(square) for square in row] for row in kingdom.squares],
        "castle": _castle(kingdom),
        "dominoes": [_domino(domino) for domino in dominoes],
        "territories": [_territory(territory) for territory in sheet.territories],
        "bonuses": {variant.value: bonus for variant, bonus in sheet.bonuses.items()},
        **({"quests": [_quest(one) for one in sheet.quests]} if sheet.quests else {}),
        "points": sheet.points,
        "total": sheet.total,
        "largest_territory": sheet.largest,
        "crowns": sheet.crowns,
        "findings": finding_objects(findings, lang=lang),
        "notes": [say(SCORE[note.value]) for note in sheet.notes],
    }


def reading_object(reading: "Reading") -> Json:
    """Return a photo's additional fields: confidence and doubts."""
    return {
        "squares": [
            ["C" if square.castle else str(square) for square in row]
            for row in reading.kingdom.squares
        ],
        "confidence": [[round(p, _DIGITS) for p in row] for row in reading.confidence],
        "total_confidence": _rounded(reading.certainty),
        "totals": [[total, round(p, _DIGITS)] for total, p in reading.totals[:5]],
        "doubts": [_doubt(doubt) for doubt in reading.doubts],
    }


def _rounded(probability: float | None) -> float | None:
    return None if probability is None else round(probability, _DIGITS)


def finding_objects(
    findings: Sequence[Remark], names: Sequence[str] = (), *, lang: str | None = None
) -> list[Json]:
    """Return broken rules: code, squares, and a sentence."""
    say = words(lang)
    return [
        {
            "code": finding.code,
            "cells": cells(finding.cells),
            "dominoes": list(numbers_of(finding.dominoes)),
            **({"backs": list(backs)} if (backs := letters_of(finding.dominoes)) else {}),
            **({"places": _places(finding, names)} if finding.places and names else {}),
            "sentence": sentence(finding, say, names),
        }
        for finding in findings
    ]


def _places(finding: Remark, names: Sequence[str]) -> list[Json]:
    """List the squares meant, by kingdom."""
    pairs = zip(finding.kingdoms, finding.places, strict=True)
    return [{"name": names[kingdom], "cells": cells(where)} for kingdom, where in pairs]


def ranking_objects(places: Sequence[RankedPlayer]) -> list[Json]:
    """Return the players by place.

    `decided_by` is null where the total alone decided.
    """
    return [
        {
            "place": place.place,
            "name": place.contender.name,
            "total": place.contender.total,
            "largest_territory": place.contender.largest,
            "crowns": place.contender.crowns,
            "decided_by": place.decided_by.value if place.decided_by else None,
        }
        for place in places
    ]


def cells(fields: Sequence[Cell]) -> list[list[int]]:
    """Fields as pairs of row and column, from 0."""
    return [[cell.row, cell.col] for cell in fields]


def _doubt(doubt: "Doubt") -> Json:
    return {
        "row": doubt.cell.row,
        "col": doubt.cell.col,
        "read": str(doubt.read),
        "instead": [[str(one.square), round(one.probability, _DIGITS)] for one in doubt.instead],
        "total_if": doubt.instead[0].total if doubt.instead else None,
        "totals_if": [one.total for one in doubt.instead],
    }


def _castle(kingdom: Kingdom) -> Json | None:
    """Return the castle's place, if there is just one."""
    if len(kingdom.castles) != 1:
        return None
    castle, color = kingdom.castles[0], kingdom.castle_color
    return {"row": castle.row, "col": castle.col, "color": color.name.lower() if color else None}


def _domino(domino: PlacedDomino) -> Json:
    return {
        "numbers": list(domino.numbers),
        **({"backs": list(domino.backs)} if domino.backs else {}),
        "number": domino.number,
        "cells": cells(domino.cells),
    }


def _quest(one: QuestScore) -> Json:
    terrain = {"terrain": one.quest.terrain.name.lower()} if one.quest.terrain else {}
    lines = {"lines": [cells(line) for line in one.lines]} if one.lines else {}
    found = {"quest": str(one.quest), **terrain, "points": one.points, "cells": cells(one.cells)}
    return {**found, **lines}


def _territory(territory: Territory) -> Json:
    return {
        "terrain": territory.terrain.name.lower(),
        "squares": territory.squares,
        "crowns": territory.crowns,
        "points": territory.points,
        "cells": cells(territory.cells),
    }
