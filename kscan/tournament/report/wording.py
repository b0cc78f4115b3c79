"""Messages of a tournament's page and summary beyond those of score sheets, in English."""

from enum import StrEnum

from kscan.locale import Message, Plural
from kscan.remarks import READING

# What a reading is called, by its status.
STATUS = {"ok": "read", "check": "needs a look", "failed": "not read"}

# How many photos have that status: in most languages other words than those of one photo.
STATUS_COUNTS = {
    "ok": Plural("{count} read", "{count} read"),
    "check": Plural("{count} needs a look", "{count} need a look"),
    "failed": Plural("{count} not read", "{count} not read"),
}

# How far it is: what is done, by the stage, and how much of it an earlier run did.
STAGES = {"reading": "reading", "scoring": "scoring", "drawing": "drawing"}
BEFORE = "done before: {count}"

# The summary at the end of a run.
COUNTS = Plural(
    "{count} photo: {ok} ok, {check} to check, {failed} failed ({now} read now, {before} before)",
    "{count} photos: {ok} ok, {check} to check, {failed} failed ({now} read now, {before} before)",
)
OUTDATED = Plural(
    "{count} reading came from another version of kscan or its weights; that photo was reread",
    "{count} readings came from another version of kscan or its weights; those photos were reread",
)
MORE = "... and {count} more"
ASIDE = "ignored (not photos): {names}"
LOOK_AT = "look at {file}"
DOUBTFUL_SQUARES = Plural("{count} doubtful square.", "{count} doubtful squares.")
NOT_SURE = READING["unsure"]

# What the page for phones says, too.
ALL_WELL = "Nothing: every photo was read, and no square is in doubt."
DOMINO_DISCARDED = "A domino was discarded"
NO_HARMONY = "A domino was discarded: no Harmony."

# What a round or a table is called whose name is but a number.
ROUND, TABLE = "round {name}", "table {name}"


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


# The words of both pages, the judge's and the players', by what templates and scripts call them.
PAGE: dict[str, Message] = {
    "look": "Needs a look",
    "standings": "Standings",
    "games": "Games",
    "photos": "Photos",
    "by_person": "checked by hand",
    "how": "Tap the right choice for a doubtful square, or any square that is wrong; then save "
    "the corrections below.",
    "all_well": ALL_WELL,
    "drawn": "The reading drawn on the photo",
    "larger": "larger picture",
    "no_points": "no territory scores",
    "sure": "confidence {probability}",
    "tap": "The kingdom; tap a square to correct it",
    "right": "Looks right",
    "domino_discarded": DOMINO_DISCARDED,
    "discarded": NO_HARMONY,
    "undo": "Undo",
    "sheet": "Score sheet",
    "as_text": "As text",
    "take": "Use this text",
    "enter": "One row a line, or only the total: {example}",
    "total": "total",
    "note": "note",
    "totals": "Totals by player",
    "terrains": "Points by terrain",
    "bonus": "bonus",
    "left_out": "Players who are only in the table: {count}.",
    "no_games": "The photos do not show which of them belong to one game. Put them into folders "
    "such as {folder}, or name the players in {file}.",
    "aside": "Ignored files (not photos): {count}",
    "save_as": "Save the file as {file} and run the same command again.",
    "save": "Save {file}",
    "discard": "Discard",
    "what": "What is here?",
    "leave": "Cancel",
    "yours": Plural("You checked {count} kingdom.", "You checked {count} kingdoms."),
    "changed": Plural(
        "{count} square changed; the standings update at the next run.",
        "{count} squares changed; the standings update at the next run.",
    ),
    "confirmed": "confirmed",
    "taken_back": "taken back; the standings update at the next run",
    "more": MORE,
    "no_square": "{text} is not a square.",
    "ragged": "Rows must be equally long, at most 7 x 7.",
    "find_photo": "Find a player or a file",
    "find": "Find a player, a round or a table",
    "nothing": "Nothing found.",
    "course": "Totals, round by round",
    "pictures": "Plots",
    "kingdoms": "Kingdoms",
    "no_standings": "No results yet.",
    "legend": "Terrains",
    "players": "Page for players",
    "judge": "Photos and what needs a look",
}

MESSAGES: tuple[Message, ...] = (
    "games won",
    *Word,
    *STATUS.values(),
    *STATUS_COUNTS.values(),
    *(ROUND, TABLE),
    *STAGES.values(),
    *(BEFORE, COUNTS, OUTDATED, MORE, ASIDE, LOOK_AT, DOUBTFUL_SQUARES),
    *PAGE.values(),
)
