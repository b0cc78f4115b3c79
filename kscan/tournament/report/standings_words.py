"""Words of standings in English: the keys of the catalogues."""

from enum import StrEnum


class Word(StrEnum):
    """The words of standings beyond those of score sheets."""

    ROUND = "Round"
    TABLE = "Table"
    POINTS = "points for places"
    SECONDS = "second places"
    HEAD_TO_HEAD = "head to head"
    LAST_TABLE = "table in the last round"
    LAST_PLACE = "place in the last round"
    BUCHHOLZ = "Buchholz"
    GAMES = "games played"
    NO_RESULT = "no result: {rounds}"
    NO_RESULT_YET = "no result yet"
    BYE = "bye"
    BYES = "bye: {rounds}"
    LEFT = "left"
    LEFT_BEFORE = "left before {round}"
    BY_PERSON = "checked by hand: {count}"
    TO_CHECK = "to check: {count}"
    NO_VARIANTS = "no variants"
    GRID = "grid {size} x {size}"
    GRID_DETECTED = "grid size detected"
    BOX = "box: {name}"
    QUESTS = "quests: {names}"
    RANKED_BY = "ranked by {figure}"
    TIES = "ties: {figures}"


# The words of the players' page, by what its template calls them; the judge's page has the others.
PAGE_WORDS = {
    "standings": "Standings",
    "games": "Games",
    "find": "Find a player, a round or a table",
    "nothing": "Nothing found.",
    "course": "Totals, round by round",
    "pictures": "Plots",
    "kingdoms": "Kingdoms",
    "left_out": "Players who are only in the table: {count}.",
    "no_standings": "No results yet.",
    "legend": "Terrains",
    "players": "Page for players",
    "judge": "Photos and what needs a look",
}

MESSAGES = (
    *PAGE_WORDS.values(),
    *Word,
)
