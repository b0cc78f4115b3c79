"""Everything kscan can say of a photo, a kingdom or a game: each code, its sentence, who looks.

The English sentence is the key of the catalogues in kscan/locale, which a test keeps complete.
{cells} reads r2c3: row 2, column 3, from 0 as in the drawing and in the JSON.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kscan.errors import English
from kscan.game.kingdom import Cell
from kscan.game.remark import Remark, backs_text, cells_text, lines_text
from kscan.game.squares import CastleColor, Square
from kscan.locale import Message, Plural
from kscan.locale.terms import COLORS

if TYPE_CHECKING:
    from kscan.errors import KscanError
    from kscan.locale import Words
    from kscan.tournament.records import Failure

# Rules that a kingdom breaks on the table.
KINGDOM_RULES: dict[str, Message] = {
    "empty": "There is nothing here.",
    "unknown_square": "No domino has a square {square}: {cells}.",
    "no_castle": "There is no castle.",
    "several_castles": "Castles: {count} here, {limit} in a kingdom: {cells}.",
    "too_large": "Squares in a row: {count} here, {limit} in the grid.",
    "too_many_squares": "Squares {square}: {count} here, {limit} in the box: {cells}.",
    "too_many_dominoes": "Dominoes: {count} here, {limit} for each player.",
    "odd_land": "Dominoes cannot cover an odd number of squares: {count} without the castle.",
    "unpaired": "No domino of the box fits here: {cells}.",
    "domino_overused": "Domino {dominoes}: {count} here, {limit} in the box: {cells}.",
    "not_connected": "These dominoes connect to nothing, whatever the order of play: {dominoes}.",
    "unknown_castle": "The box has no {color} castle: {cells}.",
    "too_many_giants": "Giants: {count} here, {limit} in the box: {cells}.",
}

# Rules that the kingdoms of a game break together.
GAME_RULES: dict[str, Message] = {
    "shared_squares": "Squares {square}: {count} in the game, {limit} in the box ({players}).",
    "shared_domino": "Domino {dominoes}: {count} in the game, {limit} in the box ({players}).",
    "same_castle": "The same castle ({color}) stands in several kingdoms: {players}.",
    "too_many_players": "Players: {count}; a game has at most {limit}.",
    "another_game": "These kingdoms are not from one game: one box does not hold all their "
    "dominoes. Check which game these belong to: {players}.",
    "not_one_game": "These kingdoms are not from one game: one box does not hold all their "
    "dominoes. Check which of them belongs elsewhere.",
    "duel_of_more": "Players: {count}; the Mighty Duel is for {limit}.",
    "another_box": "All of this fits another box: {box}.",
    "shared_giants": "Giants: {count} in the game, {limit} in the box ({players}).",
}

# What a score sheet says beyond its figures.
SCORE: dict[str, Message] = {
    "centre_by_symmetry": "The kingdom is incomplete and fits its grid in several ways; its "
    "outline is symmetric about the castle, so the castle was judged to be in the centre.",
    "centre_undecided": "The kingdom is incomplete and fits its grid in several ways; its "
    "outline is not symmetric about the castle, so the castle was judged not to be in the centre.",
    "corners_of_outline": "The kingdom does not fill its grid; the corners of what lies there were "
    "taken as its corners.",
    "buildings_not_counted": "Only territories are counted. Buildings, knights, towers, coins and "
    "the queen are not: add their points.",
}

# What a reading says of itself.
READING: dict[str, Message] = {
    "repaired": "{cells}: taken as {now}. It looks like {first}, but no legal kingdom has that "
    "there.",
    "corrected": "{cells}: {now} by your correction; it looks like {first}.",
    "foreign": "No domino of the box explains {cells}: hidden, of another box, or laid wrongly.",
    "covered": "Something may lie on {cells}: kscan cannot see what is there.",
    "castles": "A kingdom has one castle; this one has {count}.",
    "shared_grid": "The bonus depends on the grid size that both players share, and the other "
    "kingdom does not show it clearly: check that kingdom, too.",
    "unproven": "Too many readings are possible; the best one found so far is shown.",
    "misfit": "The photo shows something that the rules do not allow: {cells}.",
    "unsure": "The reading is uncertain.",
    "unread": "kscan has not learned these squares yet: {kinds}. Correct them by hand.",
    "outside": "A correction names squares outside the grid: {cells}.",
}

# What is not sure of where the kingdom lies.
GRID: dict[str, Message] = {
    "partly_outside": "The kingdom lies partly outside the photo.",
    "may_go_on": "The kingdom may continue beyond the edge of the photo.",
    "unclear": "The kingdom's grid is not clear on this photo.",
    "touching": "Tiles beside this kingdom belong to no kingdom that was found. Photograph each "
    "kingdom by itself.",
    "larger_than_7": "The tiles go on beyond 7 x 7 squares; only 7 x 7 are read.",
    "not_table": "Empty squares look like neither table nor tile. Take away what lies on the "
    "kingdom.",
}

# What concerns the whole photo, or the files beside it.
PHOTO: dict[str, Message] = {
    "several_frames": "The file holds several pictures; only the first was read.",
    "damaged": "The file is damaged; parts of the picture may be wrong.",
    "unlooked": "The corrections saved with this photo still need a check.",
    "stale": "The corrections saved with this photo were made for another picture and are not "
    "used; delete {file} or save it again.",
    "not_used": "{file} is not used: {reason}",
}

# What does not fit between a photo and its place in a tournament.
SEAT: dict[str, Message] = {
    "another_kingdom": "{player} has another kingdom in this game; only that one counts.",
    "largest_counts": Plural(
        "This player's photo shows {count} kingdom; only the largest counts.",
        "This player's photo shows {count} kingdoms; only the largest counts.",
    ),
    "not_found": "No kingdom was found for {players}.",
    "whose": "It is not clear whose kingdom is which: give the castle colours of {players} in "
    "games.csv.",
    "colorless": "The colour of the castle could not be read: tap the castle of {players} and "
    "choose a colour.",
    "mixed_table": "Kingdoms on this photo: {count}; other photos lie at the same table, so it "
    "does not count. Say in games.csv whose kingdoms it shows, or move it.",
    "several_views": "Photos of this table: {count}. Make sure that no kingdom is on two of them; "
    "games.csv can say whose they are.",
    "not_bound": "No castle is clearly {color}, so it is not known which kingdom is {player}'s. "
    "Set the castle, as in r2c2=Cp.",
    "at_another_table": "The same picture as {photo}, at another table.",
    "same_picture": "The same picture as {photo}.",
}

# What is wrong with the tables that a person wrote, and with what they ask for.
TABLES: dict[str, Message] = {
    "no_photo": "{file}, line {line}: there is no photo {photo}.",
    "no_photo_with_content": "{file}, line {line}: no photo {photo} has the content that this line "
    "was made for.",
    "several_photos": "{file}, line {line}: several photos are called {photo}; add their folders, "
    "as in {example}.",
    "which_kingdom": "{file}, line {line} is not used: this photo shows several kingdoms. Correct "
    "them on the page, or give the kingdom's middle in a column `at`, in pixels (x,y).",
    "no_such_kingdom": "{file}, line {line}: {photo} has no kingdom {number} that counts.",
    "no_such_result": "{file}, line {line}: {result} is no result; write bye, bye 40 or left.",
    "two_results": "games.csv says two things of {player} in {round}; the last one counts.",
    "several_results": "More than one result in {round}: {players}. All of them count; if one is "
    "wrong, move the photo or correct games.csv.",
    "one_round": "Taken as one round: {names}.",
    "one_table": "Taken as one table in {round}: {names}.",
    "near_rounds": "Counted as two rounds: {one} and {other}. If they are one, rename a folder.",
    "near_names": 'Counted as two players: {one} and {other}. If they are one, write "{other}" = '
    '"{one}" below [aliases] in kscan.toml; if not, "{other}" = "{other}".',
    "no_dynasty": Plural(
        "No Dynasty for {players}: they played {count} game together, and it takes {limit}.",
        "No Dynasty for {players}: they played {count} games together, and it takes {limit}.",
    ),
    "unnamed": Plural(
        "{count} kingdom has no player name; it is listed by castle colour or photo. Add names in "
        "games.csv.",
        "{count} kingdoms have no player name; they are listed by castle colour or photo. Add "
        "names in games.csv.",
    ),
}

SENTENCES: dict[str, Message] = {
    code: sentence
    for table in (KINGDOM_RULES, GAME_RULES, SCORE, READING, GRID, PHOTO, SEAT, TABLES)
    for code, sentence in table.items()
}

# What does not send anyone to look; of broken rules kscan.game.legality decides.
QUIET = frozenset({*SCORE, *TABLES, "repaired", "corrected", "shared_grid"}) - {"which_kingdom"}

# Why a photo was not read, by the error's code; in English the error itself says more.
REASONS = {
    "bad_corrections": "The corrections saved with it cannot be read: delete them, or save again.",
    "broken_picture": "The picture is damaged: copy it again from the phone or camera.",
    "cannot_open": "The file cannot be opened.",
    "changed": "The file changed while it was read: run kscan again.",
    "cluster": "The cluster went away. What is read is kept: start it again and give the same "
    "command.",
    "crashed": "The program that reads it crashed: save the picture again as JPEG.",
    "empty_file": "The file is empty: copy it again from the phone or camera.",
    "fault": "A bug in kscan stopped the reading: please report it.",
    "heic_missing": "HEIC pictures need one more package: pip install pillow-heif. Or save the "
    "picture as JPEG.",
    "is_folder": "This is a folder: name a photo in it, or use kscan batch.",
    "no_kingdom": "No kingdom was found: take the photo from above, with the whole kingdom in it.",
    "no_memory": "There is too little memory for it: close other programs.",
    "no_permission": "You have no permission to open it.",
    "not_a_file": "This is neither a file nor a folder.",
    "not_a_picture": "This is not a picture that can be read.",
    "not_found": "It is not there any more.",
    "other_version": "The computer that was to read it has another version of kscan: install the "
    "same version on all.",
    "timeout": "Reading it took too long: allow more time.",
    "too_large": "The picture is too large: make it smaller.",
    "too_small": "The picture is too small to read a kingdom in it: use the photo as it was taken.",
    "unreadable": "The file cannot be read: copy it again from the phone or camera.",
    "unsupported_picture": "Pictures of this kind cannot be read: save the file as JPEG.",
    "usage": "The given corners enclose no kingdom on this photo: correct them.",
}

# Why a file beside a photo is not used; in English its reader says more.
UNREADABLE = "kscan did not write it, or it is damaged: delete it, or save it again."

# How a repaired square is worded that is, or looks, empty.
EMPTY, EMPTY_SQUARE = "empty", "an empty square"

# How a domino is worded by its halves, its place and its number.
PLACED = "{halves} at {cells} (no. {number})"

MESSAGES: tuple[Message, ...] = (
    *SENTENCES.values(),
    *REASONS.values(),
    UNREADABLE,
    EMPTY,
    EMPTY_SQUARE,
    PLACED,
)


def remark(
    code: str,
    *,
    look: bool | None = None,
    cells: Sequence[Cell] = (),
    squares: Sequence[Square] = (),
    count: int = 0,
    limit: int = 0,
    **words: str,
) -> Remark:
    """Make a remark; the code decides `look` if not given."""
    must = code not in QUIET if look is None else look
    given = tuple(words.items())
    return Remark(code, must, tuple(cells), tuple(squares), count=count, limit=limit, words=given)


def sentence(said: Remark, say: "Words", names: Sequence[str] = ()) -> str:
    """Word a remark; `names` are those of the game's kingdoms."""
    square = said.squares[0] if said.squares else None
    first, now = said.squares if len(said.squares) == 2 else (None, None)
    values: dict[str, object] = {
        "cells": cells_text(said.cells),
        "square": square,
        "first": say(EMPTY_SQUARE) if first and first.is_empty else first,
        "now": say(EMPTY) if now and now.is_empty else now,
        "color": color_word(square.color if square else None, say),
        "dominoes": dominoes_text(said, say),
        "players": players_text(said, names),
        "count": said.count,
        "limit": said.limit,
    }
    given: dict[str, object] = dict(said.words)
    if "reason" in given and say.lang != "en":
        given["reason"] = say(UNREADABLE)
    return say(SENTENCES[said.code], **(values | given))


def players_text(said: Remark, names: Sequence[str]) -> str:
    """Name each kingdom meant, with cells: `anna: r0c1; boris: r0c0`."""
    known = [kingdom for kingdom in said.kingdoms if kingdom < len(names)]
    if not said.places:
        return ", ".join(names[kingdom] for kingdom in known)
    where = dict(zip(said.kingdoms, said.places, strict=True))
    return "; ".join(f"{names[kingdom]}: {cells_text(where[kingdom])}" for kingdom in known)


def reason(error: "KscanError | Failure", say: "Words") -> str:
    """Word why there is no reading.

    In English as the error says it, with all it knows.
    """
    known = REASONS.get(error.code)
    return say(known) if known and say.lang != "en" else worded(error.message, say)


def worded(message: str, say: "Words") -> str:
    """Say an error's sentence in this language, with what it says of other errors."""
    if not isinstance(message, English) or say.lang == "en":
        return message
    parts = {
        name: worded(value, say) if isinstance(value, str) else value
        for name, value in message.values.items()
    }
    return say(message.template, **parts)


def color_word(color: CastleColor | None, say: "Words") -> str:
    """Word a castle's colour, if known."""
    return say(COLORS[color]) if color else ""


def dominoes_text(said: Remark, say: "Words") -> str:
    """Word dominoes by back and halves, with known places."""
    if len(said.cells) == 2 * len(said.dominoes):
        pairs = zip(said.cells[::2], said.cells[1::2], strict=True)
        placed = zip(said.dominoes, pairs, strict=True)
        return ", ".join(
            say(PLACED, halves=one.face, cells=lines_text([pair]), number=one.back)
            for one, pair in placed
        )
    return backs_text(said.dominoes)
