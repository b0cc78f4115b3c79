"""A batch's remarks as sentences in the reader's language."""

from collections.abc import Iterator

from kscan.locale import Words, words
from kscan.remarks import KINGDOM_RULES, READING, SCORE, color_word, reason
from kscan.report.sentences import sentences
from kscan.tournament.names import place_key
from kscan.tournament.records import PlayedKingdom, Row, Unnamed
from kscan.tournament.report.wording import DOUBTFUL_SQUARES, NOT_SURE, ROUND, TABLE

_NOTES = {code: text for code, text in READING.items() if code not in ("unsure", "outside")}


def reading_notes(kingdom: PlayedKingdom, say: Words) -> Iterator[str]:
    """Word a kingdom's remarks on its reading, score and place."""
    yield from sentences(kingdom.scored.said(_NOTES), say)
    yield from sentences((each for each in kingdom.remarks if not each.look), say)
    yield from (say(SCORE[note.value]) for note in kingdom.sheet.notes)


def page_notes(kingdom: PlayedKingdom, say: Words) -> Iterator[str]:
    """Word a kingdom's broken rules, then its reading's remarks."""
    yield from sentences(kingdom.scored.said(KINGDOM_RULES), say)
    yield from reading_notes(kingdom, say)


def place_word(say: Words, message: str, name: str) -> str:
    """Word a round or table, translating `round-1` and `1` alike."""
    key = place_key(name)
    return say(message, name=key) if key.isdecimal() else name


def unnamed_text(unnamed: Unnamed, lang: str = "en") -> str:
    """Word a stand-in for an unnamed player."""
    say = words(lang)
    if any(unnamed.where):
        return f"{color_word(unnamed.color, say)} ({say.isolated(where_text(unnamed.where, say))})"
    folder, slash, file = unnamed.photo.rpartition("/")
    name = f"{folder}{slash}{file.rpartition('.')[0] or file}"
    if not unnamed.number:
        return name
    return f"{say.isolated(name)} {color_word(unnamed.color, say) or unnamed.number}"


def where_text(where: tuple[str, str], say: Words) -> str:
    """Word round and table; in English, and so in the tables, by their folders."""
    named = [(message, name) for message, name in zip((ROUND, TABLE), where, strict=True) if name]
    if say.lang == "en":
        return ", ".join(name for _, name in named)
    return ", ".join(place_word(say, message, name) for message, name in named)


def why(row: Row, say: Words) -> str:
    """Word a photo's reasons for a look, or its failure."""
    if row.failure:
        return reason(row.failure, say)
    said = sentences((remark for remark in row.remarks if remark.look), say)
    said += [text for kingdom in row.kingdoms for text in sentences(kingdom.reasons, say)]
    doubtful = sum(len(kingdom.reading.doubts) for kingdom in row.kingdoms)
    if doubtful:
        said.append(say(DOUBTFUL_SQUARES, count=doubtful))
    return " ".join(dict.fromkeys(said)) or say(NOT_SURE)
