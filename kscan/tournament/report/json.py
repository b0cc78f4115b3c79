"""A tournament's photos as JSON lines: one object a photo, as in the contract, and who it is."""

import json
from collections.abc import Iterable
from typing import Any

from kscan.game.box import BASE, Box
from kscan.game.ranking import Contender, RankedPlayer, TieRule, rank
from kscan.locale import Words, words
from kscan.remarks import GAME_RULES, SCORE, reason
from kscan.report.json import ranking_objects, scored_object
from kscan.report.sentences import kingdom_notes, sentences
from kscan.tournament.records import PlayedKingdom, Row

_ENGLISH = words("en")


def results_jsonl(rows: Iterable[Row], rule: TieRule = TieRule.RULEBOOK, box: Box = BASE) -> str:
    """Write one line a photo."""
    objects = (photo_object(row, rule, box) for row in rows)
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in objects)


def photo_object(row: Row, rule: TieRule = TieRule.RULEBOOK, box: Box = BASE) -> dict[str, Any]:
    """Return a photo of `kscan/1`, with its tournament place."""
    failure = row.failure
    places = _ranking(row, rule, box)
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
        "notes": sentences(row.remarks, _ENGLISH),
        "kingdoms": [_kingdom(kingdom) for kingdom in row.kingdoms],
        "entered": [{"player": one.player, "total": one.total} for one in row.entered],
        **({"ranking": ranking_objects(places)} if places else {}),
    }


def _ranking(row: Row, rule: TieRule, box: Box) -> tuple[RankedPlayer, ...]:
    """Rank a photo's players among themselves.

    Empty unless it shows a game, or part of one.
    """
    if not 1 < len(row.kingdoms) <= box.most_players:
        return ()
    return rank([Contender.of(each.player, each.sheet) for each in row.kingdoms], rule)


def said_of(row: Row, say: Words) -> dict[str, Any]:
    """Word all that is to be said of a photo: why there is no reading, and its notes."""
    return {
        "error": reason(row.failure, say) if row.failure else "",
        "notes": sentences(row.remarks, say),
        "kingdoms": [_notes(kingdom, say) for kingdom in row.kingdoms],
    }


def _notes(played: PlayedKingdom, say: Words) -> list[str]:
    about = [*played.scored.said(GAME_RULES), *played.remarks]
    scored = [say(SCORE[note.value]) for note in played.sheet.notes]
    return [*scored, *kingdom_notes(played.scored, say), *sentences(about, say)]


def _kingdom(played: PlayedKingdom) -> dict[str, Any]:
    found = scored_object(played.scored, played.player, _ENGLISH)
    return {
        "player": played.player,
        "decided_by_person": played.scored.decided,
        "typed_total": played.scored.typed_total,
        **found,
        "status": "check" if played.needs_look else "ok",
        "notes": _notes(played, _ENGLISH),
    }
