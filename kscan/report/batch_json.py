"""A tournament's photos as JSON lines: one object a photo, as in the contract, and who it is."""

import json
from collections.abc import Iterable
from typing import Any

from kscan.game.ranking import Contender, Place, TieRule, rank
from kscan.game.rules import MOST_PLAYERS
from kscan.locale import words
from kscan.report.batch_sentences import reading_notes
from kscan.report.json import kingdom_object, ranking_objects, reading_object
from kscan.tournament.records import Row, ScoredKingdom


def results_jsonl(rows: Iterable[Row], rule: TieRule = TieRule.STANDARD) -> str:
    """One line a photo."""
    return "".join(json.dumps(photo_object(row, rule), ensure_ascii=False) + "\n" for row in rows)


def photo_object(row: Row, rule: TieRule = TieRule.STANDARD) -> dict[str, Any]:
    """A photo in the contract `kscan/1`, with its place in the tournament."""
    failure = row.failure
    places = _ranking(row, rule)
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
        **({"ranking": ranking_objects(places)} if places else {}),
    }


def _ranking(row: Row, rule: TieRule) -> tuple[Place, ...]:
    """The players of a photo that shows a game, or part of one, by place among themselves."""
    if not 1 < len(row.kingdoms) <= MOST_PLAYERS:
        return ()
    return rank([Contender.of(each.player, each.sheet) for each in row.kingdoms], rule)


def _kingdom(scored: ScoredKingdom) -> dict[str, Any]:
    found = kingdom_object(
        scored.sheet,
        name=scored.player,
        dominoes=scored.reading.dominoes,
        findings=scored.findings,
        lang="en",
    )
    return {
        "player": scored.player,
        "decided_by_person": scored.by_person,
        **found,
        "status": "check" if scored.needs_look else "ok",
        "corners": scored.corners,
        **reading_object(scored.reading),
        "notes": [*reading_notes(scored, words("en")), *map(str, scored.remarks)],
    }
