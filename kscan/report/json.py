"""Score sheets and rankings as the JSON contract says them; fields are added, never renamed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kscan.game.covering import PlacedDomino
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.ranking import Place
from kscan.game.rules import Finding
from kscan.game.scoring import ScoreSheet, Territory
from kscan.locale import words
from kscan.report.sentences import finding_sentence, note_sentence

if TYPE_CHECKING:
    from kscan.reconstruct.records import Doubt, Reading

SCHEMA = "kscan/1"

# Nothing is known better than to a ten-thousandth.
_DIGITS = 4


def kingdom_object(
    sheet: ScoreSheet,
    *,
    name: str | None = None,
    dominoes: Sequence[PlacedDomino] = (),
    findings: Sequence[Finding] = (),
    lang: str | None = None,
) -> dict[str, Any]:
    """A scored kingdom, without what only a photo has."""
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
        "points": sheet.points,
        "total": sheet.total,
        "largest_territory": sheet.largest,
        "crowns": sheet.crowns,
        "findings": finding_objects(findings, lang=lang),
        "notes": [note_sentence(note, say) for note in sheet.notes],
    }


def reading_object(reading: "Reading") -> dict[str, Any]:
    """What a photo adds to a scored kingdom: how sure each square and the total are, and doubts."""
    return {
        "squares": [
            ["C" if square.castle else str(square) for square in row]
            for row in reading.kingdom.squares
        ],
        "confidence": [[round(p, _DIGITS) for p in row] for row in reading.confidence],
        "total_confidence": round(reading.total_confidence, _DIGITS),
        "totals": [[total, round(p, _DIGITS)] for total, p in reading.totals[:5]],
        "doubts": [_doubt(doubt) for doubt in reading.doubts],
    }


def finding_objects(
    findings: Sequence[Finding], names: Sequence[str] = (), *, lang: str | None = None
) -> list[dict[str, Any]]:
    """What is against the rules: a code for programs, the fields, a sentence for people."""
    say = words(lang)
    return [
        {
            "code": finding.code.value,
            "cells": cells(finding.cells),
            "dominoes": list(finding.numbers),
            "sentence": finding_sentence(finding, say, names),
        }
        for finding in findings
    ]


def ranking_objects(places: Sequence[Place]) -> list[dict[str, Any]]:
    """The players by place; `decided_by` is null where the total alone decided."""
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


def _doubt(doubt: "Doubt") -> dict[str, Any]:
    return {
        "row": doubt.cell.row,
        "col": doubt.cell.col,
        "read": str(doubt.read),
        "instead": [[str(one.square), round(one.probability, _DIGITS)] for one in doubt.instead],
        "total_if": doubt.instead[0].total if doubt.instead else None,
        "totals_if": [one.total for one in doubt.instead],
    }


def _castle(kingdom: Kingdom) -> dict[str, Any] | None:
    """Where the castle is; null where there is none, or no telling which it is."""
    if len(kingdom.castles) != 1:
        return None
    castle, color = kingdom.castles[0], kingdom.castle_color
    return {"row": castle.row, "col": castle.col, "color": color.name.lower() if color else None}


def _domino(domino: PlacedDomino) -> dict[str, Any]:
    return {
        "numbers": list(domino.numbers),
        "number": domino.number,
        "cells": cells(domino.cells),
    }


def _territory(territory: Territory) -> dict[str, Any]:
    return {
        "terrain": territory.terrain.name.lower(),
        "squares": territory.squares,
        "crowns": territory.crowns,
        "points": territory.points,
        "cells": cells(territory.cells),
    }
