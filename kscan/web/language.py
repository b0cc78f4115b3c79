"""The language of each phone: what is said of photos and standings, worded when it is asked for."""

import json
from functools import lru_cache
from typing import Any

from starlette.requests import Request

from kscan.errors import KscanError
from kscan.locale import LANGUAGES, Words, words
from kscan.remarks import REASONS, worded
from kscan.tournament.report.sentences import place_word
from kscan.tournament.report.standings_table import Absent, remarks
from kscan.tournament.report.wording import ROUND, TABLE, Word
from kscan.web.wording import REFUSALS

Json = dict[str, Any]


def language_of(request: Request) -> str:
    """Return the language: the one chosen on this phone, the folder's, or the browser's."""
    chosen = request.query_params.get("lang") or request.cookies.get("kscan_lang", "")
    accepted = request.headers.get("accept-language", "").lower().split(",")
    browser = [entry.split(";")[0].strip().partition("-")[0] for entry in accepted[:20]]
    wanted = (chosen, request.app.state.settings.lang, *browser)
    return next((lang for lang in wanted if lang in LANGUAGES), "en")


def photo_in(photo: Json, lang: str) -> Json:
    """Return a photo object as the contract has it, its sentences in this language."""
    said = photo.get("said", {}).get(lang)
    found = {name: value for name, value in photo.items() if name != "said"}
    if not said:
        return found
    kingdoms = zip(photo["kingdoms"], said["kingdoms"], strict=True)
    found |= {
        "notes": said["notes"],
        "kingdoms": [{**kingdom, "notes": notes} for kingdom, notes in kingdoms],
    }
    if photo["error"]:
        found["error"] = {**photo["error"], "message": said["error"]}
    return found


@lru_cache(maxsize=4)  # a few megabytes each in a large tournament
def board_in(board: str, lang: str) -> Json:
    """Return the standings as the tables have them, and beside them as people read them.

    `columns` head the `cells` of each player, `notes` say why some are empty; `called` names the
    players of each game's line, and `short` where the game is known; `places` are its round and
    table.
    """
    say, found = words(lang), json.loads(board)
    unnamed = {player: each[lang] for player, each in found.pop("unnamed", {}).items()}
    called = {player: one for player, (one, _) in unnamed.items()}
    short = {player: one for player, (_, one) in unnamed.items()}
    columns = found.get("columns", [])
    standings, games = found.get("standings", []), found.get("games", [])
    absent = found.pop("absent", [])
    return {
        **found,
        "notes": [_notes(*one, say) for one in zip(standings, absent, strict=True)],
        "places": [[_place(row, "round", say), _place(row, "table", say)] for row in games],
        "columns": [{**column, "label": _label(column, say)} for column in columns],
        "cells": [[_cell(row, column, called, say) for column in columns] for row in standings],
        "called": [called.get(row["player"], row["player"]) for row in games],
        "short": [short.get(row["player"], row["player"]) for row in games],
    }


def _notes(row: Json, absent: Json, say: Words) -> list[str]:
    """Say why a player has fewer games than rounds, and what a person decided."""
    decided = row["decided_by_person"]
    by_person = [say(Word.BY_PERSON, count=decided)] if decided else []
    return [*remarks(Absent(**absent), say), *by_person]


def _place(row: Json, kind: str, say: Words) -> str:
    message = ROUND if kind == "round" else TABLE
    return place_word(say, message, str(row[kind])) if row[kind] != "" else ""


def _label(column: Json, say: Words) -> str:
    label = str(column["label"])
    return place_word(say, ROUND, label) if column["round"] else say(label)


def _cell(row: Json, column: Json, called: dict[str, str], say: Words) -> Any:
    value = row.get(column["key"], "")
    if column["key"] == "player":
        return called.get(value, value)
    return say(value) if isinstance(value, str) and value else value


def refusal_in(error: KscanError, lang: str) -> str:
    """Word why a request is refused; in English with all that the error knows.

    But not what an error says to whoever gives commands.
    """
    known = REFUSALS.get(error.code) or REASONS.get(error.code)
    in_full = lang == "en" and error.code != "disk_full"
    if known is None or in_full or error.code == "usage":
        return worded(error.message, words(lang))
    return words(lang)(known)
