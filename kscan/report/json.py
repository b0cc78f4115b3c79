"""Score sheets and rankings as the JSON contract says them; fields are added, never renamed."""

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kscan.game.box import letters_of, numbers_of
from kscan.game.covering import PlacedDomino
from kscan.game.kingdom import Cell, Kingdom, Territory
from kscan.game.quests import QuestScore
from kscan.game.ranking import RankedPlayer
from kscan.game.remark import Remark
from kscan.game.scoring import ScoreSheet
from kscan.locale import words
from kscan.remarks import SCORE, sentence

if TYPE_CHECKING:
    from kscan.infer.records import Doubt, Reading

SCHEMA = "kscan/1"

# Nothing is known better than to a ten-thousandth.
_DIGITS = 4

# A list without lists or objects in it; text has no line breaks, and is left alone with brackets.
_PLAIN_LIST = re.compile(r"\[\n\s*([^\[\]{}]*?)\n\s*\]")
_BETWEEN = re.compile(r",\n\s*")


def rendered(document: dict[str, Any]) -> str:
    """Write a document, indented, plain lists on one line."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    return _PLAIN_LIST.sub(lambda found: f"[{_BETWEEN.sub(', ', found[1])}]", text)


def kingdom_object(
    sheet: ScoreSheet,
    *,
    name: str | None = None,
    dominoes: Sequence[PlacedDomino] = (),
    findings: Sequence[Remark] = (),
    lang: str | None = None,
) -> dict[str, Any]:
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


def reading_object(reading: "Reading") -> dict[str, Any]:
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
) -> list[dict[str, Any]]:
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


def _places(finding: Remark, names: Sequence[str]) -> list[dict[str, Any]]:
    """List the squares meant, by kingdom."""
    pairs = zip(finding.kingdoms, finding.places, strict=True)
    return [{"name": names[kingdom], "cells": cells(where)} for kingdom, where in pairs]


def ranking_objects(places: Sequence[RankedPlayer]) -> list[dict[str, Any]]:
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
    """Return the castle's place, if there is just one."""
    if len(kingdom.castles) != 1:
        return None
    castle, color = kingdom.castles[0], kingdom.castle_color
    return {"row": castle.row, "col": castle.col, "color": color.name.lower() if color else None}


def _domino(domino: PlacedDomino) -> dict[str, Any]:
    return {
        "numbers": list(domino.numbers),
        **({"backs": list(domino.backs)} if domino.backs else {}),
        "number": domino.number,
        "cells": cells(domino.cells),
    }


def _quest(one: QuestScore) -> dict[str, Any]:
    terrain = {"terrain": one.quest.terrain.name.lower()} if one.quest.terrain else {}
    lines = {"lines": [cells(line) for line in one.lines]} if one.lines else {}
    found = {"quest": str(one.quest), **terrain, "points": one.points, "cells": cells(one.cells)}
    return {**found, **lines}


def _territory(territory: Territory) -> dict[str, Any]:
    return {
        "terrain": territory.terrain.name.lower(),
        "squares": territory.squares,
        "crowns": territory.crowns,
        "points": territory.points,
        "cells": cells(territory.cells),
    }
