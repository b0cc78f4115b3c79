"""Every message that a tournament's page and summary add to those of score sheets, in English."""

# What a reading is called, by its status.
STATUS = {"ok": "read", "check": "needs a look", "failed": "not read"}

# Sentences on a photo or a kingdom. {cells} reads r2c3: row 2, column 3, from 0.
ANOTHER_KINGDOM = "{player} has another kingdom in this game; only that one counts."
LARGEST_COUNTS = "Kingdoms on one player's photo: {count}; the largest counts."
NOT_FOUND = "No kingdom was found for {players}."
WHOSE = (
    "Nothing says which of these kingdoms is whose: give the castle colors of {players} in "
    "games.csv."
)
COLORLESS = "The color of the castle could not be read: tap the castle of {players} and choose it."
AT_ANOTHER_TABLE = "The same picture as {photo}, at another table."
SAME_PICTURE = "The same picture as {photo}."
OUTSIDE = "A correction names squares that are not there: {cells}."
NOT_USED = "{file} is not used: {reason}"

# What is wrong with the tables that a person wrote.
NO_PHOTO = "{file}, line {line}: there is no photo {photo}."
NO_CONTENT = "{file}, line {line}: there is no photo {photo} with the content it was made for."
SEVERAL_PHOTOS = (
    "{file}, line {line}: {count} photos are called {photo}; write the folders, too, as in "
    "{example}."
)
NO_KINGDOM = "{file}, line {line}: {photo} has no kingdom {number} that counts."
NO_DYNASTY = "No Dynasty for {players}: games together: {count}, needed: {limit}."
UNNAMED = (
    "Kingdoms without a player's name: {count}; each is counted by itself and called after its "
    "castle or photo. games.csv can name them."
)

# Why a photo was not read, by the code of the failure; in English the failure itself says more.
REASONS = {
    "broken_picture": "The picture is damaged: copy it again from the phone or camera.",
    "cannot_open": "The file cannot be opened.",
    "changed": "The file changed while it was read: run once more.",
    "crashed": "The program that reads it crashed.",
    "empty_file": "The file is empty: copy it again from the phone or camera.",
    "fault": "A fault of kscan stopped the reading: please report it.",
    "heic_missing": "Reading HEIC needs an extra: pip install 'kscan[heic]'; or save it as JPEG.",
    "no_kingdom": "No kingdom was found on this photo.",
    "no_permission": "You have no permission to open it.",
    "not_a_file": "This is neither a file nor a folder.",
    "not_a_picture": "This is not a picture that can be read.",
    "not_found": "It is not there any more.",
    "other_version": "The computer that was to read it has another version of kscan: install the "
    "same on all.",
    "timeout": "Reading it took too long (see --timeout).",
    "too_large": "The picture is too large.",
    "too_small": "The picture is too small to read a kingdom in it.",
    "unsupported_picture": "Pictures of this kind cannot be read: save it as JPEG.",
    "usage": "The corners that were given enclose no kingdom on this photo: correct them.",
}

# How far it is: what is done, by the stage, and how much of it an earlier run did.
STAGES = {"reading": "reading", "scoring": "scoring", "drawing": "drawing"}
BEFORE = "done before: {count}"

# The summary at the end of a run.
COUNTS = (
    "{count} photos: {ok} ok, {check} to check, {failed} failed ({now} read now, {before} before)"
)
OUTDATED = (
    "{count} readings of another version of kscan or other weights were not used: those photos "
    "were read anew"
)
MORE = "... and {count} more"
ASIDE = "left aside, no photos: {names}"
LOOK_AT = "look at {file}"
DOUBTFUL_SQUARES = "Doubtful squares: {count}."
NOT_SURE = "The reading is not sure."

# What a round or a table is called whose name is but a number.
ROUND, TABLE = "round {name}", "table {name}"

# The words of the page, by what its template and its script call them.
PAGE = {
    "look": "Needs a look",
    "standings": "Standings",
    "games": "Games",
    "photos": "Photos",
    "by_person": "decided by a person",
    "how": "Tap what a doubtful square really is, or any square that is wrong; then save the "
    "corrections below.",
    "all_well": "Nothing: every photo was read, and no square is in doubt.",
    "drawn": "The reading drawn on the photo",
    "larger": "larger picture",
    "no_points": "no territory scores",
    "sure": "sure: {probability}",
    "tap": "The kingdom; tap a square to correct it",
    "right": "It is right as it is",
    "undo": "Undo",
    "sheet": "Score sheet",
    "as_text": "As text",
    "take": "Take this text",
    "won": "games won",
    "note": "note",
    "totals": "Totals by player",
    "terrains": "Points by terrain",
    "bonus": "bonus",
    "left_out": "Players who are only in the table: {count}.",
    "no_games": "No photos say that they belong to one game. Put them into folders such as "
    "{folder}, or name the players in {file}.",
    "find": "Find a player or a file",
    "aside": "Files that are no photos: {count}",
    "save_as": "Save the file as {file} and run the same command again.",
    "save": "Save {file}",
    "discard": "Discard",
    "what": "What lies here?",
    "leave": "Leave it",
    "yours": "Kingdoms decided by you: {count}.",
    "changed": "Changed: {count}; counted when kscan runs again.",
    "confirmed": "confirmed",
    "more": MORE,
    "no_square": "{text} is no square.",
    "ragged": "Rows must be equally long, at most 7 x 7.",
}

MESSAGES = (
    *STATUS.values(),
    *(ANOTHER_KINGDOM, LARGEST_COUNTS, NOT_FOUND, WHOSE, COLORLESS, AT_ANOTHER_TABLE),
    *(SAME_PICTURE, OUTSIDE, NOT_USED, NO_PHOTO, NO_CONTENT, SEVERAL_PHOTOS, NO_KINGDOM),
    *(UNNAMED, NO_DYNASTY, ROUND, TABLE),
    *REASONS.values(),
    *STAGES.values(),
    *(BEFORE, COUNTS, OUTDATED, MORE, ASIDE, LOOK_AT, DOUBTFUL_SQUARES, NOT_SURE),
    *PAGE.values(),
)
