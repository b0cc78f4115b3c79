"""A tournament's photos as JSON lines: one object a photo, as in the contract, and who it is."""

import json
from collections.abc import Iterable
from typing import Any

from kscan.game.kingdom import Cell
from kscan.reconstruct.records import Doubt
from kscan.tournament.records import Row, ScoredKingdom


def results_jsonl(rows: Iterable[Row]) -> str:
    """One line a photo."""
    return "".join(json.dumps(photo_object(row), ensure_ascii=False) + "\n" for row in rows)


def photo_object(row: Row) -> dict[str, Any]:
    """A photo in the contract `kscan/1`, with its place in the tournament."""
    failure = row.failure
    return {
        "photo": row.photo,
        "width": row.width,
        "height": row.height,
        "status": row.status,
        "error": {"code": failure.code, "message": failure.message} if failure else None,
        "round": row.place.round,
        "table": row.place.table,
        "content": row.digest,
        "same_as": row.same_as or None,
        "notes": [*row.remarks, *row.notes],
        "kingdoms": [_kingdom(kingdom) for kingdom in row.kingdoms],
    }


def _kingdom(scored: ScoredKingdom) -> dict[str, Any]:
    reading, sheet = scored.reading, scored.sheet
    return {
        "player": scored.player,
        "decided_by_person": scored.by_person,
        "size": sheet.size,
        "rows": reading.kingdom.rows,
        "cols": reading.kingdom.cols,
        "corners": scored.corners,
        "squares": [
            [_without_color(str(square)) for square in row] for row in reading.kingdom.squares
        ],
        "confidence": [[round(p, 4) for p in row] for row in reading.confidence],
        "castle": _castle(scored),
        "dominoes": [
            {"numbers": list(domino.numbers), "cells": [list(cell) for cell in domino.cells]}
            for domino in reading.dominoes
        ],
        "territories": [
            {
                "terrain": territory.terrain.name.lower(),
                "squares": territory.squares,
                "crowns": territory.crowns,
                "points": territory.points,
                "cells": [list(cell) for cell in territory.cells],
            }
            for territory in sheet.territories
        ],
        "bonuses": {variant.value: points for variant, points in sheet.bonuses.items()},
        "points": sheet.points,
        "total": sheet.total,
        "total_confidence": round(reading.total_confidence, 4),
        "doubts": [_doubt(doubt) for doubt in reading.doubts],
        "notes": list(scored.remarks),
    }


def _without_color(square: str) -> str:
    return "C" if square.startswith("C") else square


def _castle(scored: ScoredKingdom) -> dict[str, Any] | None:
    castles: tuple[Cell, ...] = scored.reading.kingdom.castles
    if not castles:
        return None
    color = scored.color.name.lower() if scored.color else None
    return {"row": castles[0].row, "col": castles[0].col, "color": color}


def _doubt(doubt: Doubt) -> dict[str, Any]:
    others = [[str(other.square), round(other.probability, 4)] for other in doubt.instead]
    return {
        "row": doubt.cell.row,
        "col": doubt.cell.col,
        "read": str(doubt.read),
        "instead": others,
        "total_if": doubt.instead[0].total if doubt.instead else None,
    }
