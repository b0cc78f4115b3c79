"""A tournament's photos as JSON lines: one object a photo, as in the contract, and who it is."""

import json
from collections.abc import Iterable
from typing import Any

from kscan.locale import words
from kscan.report.batch_sentences import reading_notes
from kscan.report.json import kingdom_object, reading_object
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
        "notes": [*map(str, row.remarks), *map(str, row.notes)],
        "kingdoms": [_kingdom(kingdom) for kingdom in row.kingdoms],
    }


def _kingdom(scored: ScoredKingdom) -> dict[str, Any]:
    found = kingdom_object(scored.sheet, dominoes=scored.reading.dominoes, lang="en")
    del found["findings"]  # what a game breaks is said among its rows' notes
    return {
        "player": scored.player,
        "decided_by_person": scored.by_person,
        **found,
        "status": "check" if scored.needs_look else "ok",
        "corners": scored.corners,
        **reading_object(scored.reading),
        "notes": [*reading_notes(scored, words("en")), *map(str, scored.remarks)],
    }
