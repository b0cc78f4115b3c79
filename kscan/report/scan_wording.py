"""Every message that a photo's reading adds to its score sheet, in English."""

# {cells} reads r2c3: row 2, column 3, from 0 as in the drawing and in the JSON.
READING_NOTES = {
    "repaired": "{cells}: {now}, though it looks like {first}, which the rules do not allow here.",
    "corrected": "{cells}: {now} by your correction; it looks like {first}.",
    "foreign": "No domino of the box explains {cells}: hidden, of another box, or laid wrongly.",
    "castles": "A kingdom has one castle; here are {detail}.",
    "shared_grid": "The bonus goes by the grid that two players share, and the other kingdom does "
    "not surely show it: look there, too.",
    "unproven": "The search for the most probable reading took too long and was stopped.",
}

LATTICE_NOTES = {
    "partly_outside": "The kingdom lies partly outside the photo.",
    "may_go_on": "The kingdom may go on beyond the photo's edge.",
    "unclear": "The kingdom's grid is not clear on this photo.",
    "unlooked": "The corrections beside this photo still ask for a look.",
}

# What loading says of a picture; in English as it says it.
PHOTO_NOTES = (
    "the file holds several pictures; only the first was read",
    "the file is damaged; parts of the picture may be wrong",
)

DOUBT = "{cell}: {read} ({sure})"
INSTEAD = "or {square} ({probability}), total then {total}"
LOOK = "Please look at:"
STALE = (
    "The corrections beside this photo were made for another picture and are not used; delete "
    "{file} or save it anew."
)
SURE = "The total is right with a probability of {probability}."

MESSAGES = (
    *READING_NOTES.values(),
    *LATTICE_NOTES.values(),
    *PHOTO_NOTES,
    *(INSTEAD, LOOK, STALE, SURE),
)
