"""What pages call players whom nobody named: by castle, else by the kingdom's number."""

from collections import Counter
from collections.abc import Sequence

from kscan.locale import LANGUAGES, words
from kscan.remarks import color_word
from kscan.tournament.records import Row, Unnamed
from kscan.tournament.report.sentences import unnamed_text, where_text
from kscan.web.folder import PHOTOS
from kscan.web.wording import PAGE

Called = tuple[str, str]  # in lists of many games, and within its own


def unnamed_players(rows: Sequence[Row]) -> dict[str, dict[str, Called]]:
    """Return what each language calls unnamed players, by their name in the tables."""
    found: dict[str, dict[str, Called]] = {}
    seen = Counter[tuple[str, str]]()
    for row in rows:
        where = (row.place.round, row.place.table)
        for kingdom in row.kingdoms:
            one = kingdom.unnamed
            if one is not None:
                seen[where] += one.color is None and not one.number
                number = one.number or seen[where]
                names = {lang: _called(one, where, number, lang) for lang in LANGUAGES}
                found[kingdom.player] = names
    return found


def _called(one: Unnamed, where: tuple[str, str], number: int, lang: str) -> Called:
    say = words(lang)
    color = color_word(one.color, say)
    if not color and not one.photo.startswith(f"{PHOTOS}/photo-"):
        name = unnamed_text(one, lang)  # a person named its file
        return name, name
    short = color or say(PAGE["kingdom_number"], number=number)
    long = f"{short} ({say.isolated(where_text(where, say))})" if any(where) else short
    return long, short
