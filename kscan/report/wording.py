"""Headings and words of score sheets and rankings, in English."""

from enum import StrEnum

from kscan.locale import Message


class Label(StrEnum):
    """The headings and words of a score sheet and a ranking."""

    TERRITORY = "territory"
    SQUARES = "squares"
    CROWNS = "crowns"
    POINTS = "points"
    TOTAL = "total"
    LARGEST = "largest territory"
    PLAYER = "player"
    PLACE = "place"
    DECIDED = "decided by"
    CASTLE = "castle"
    COLORED_CASTLE = "{color} castle"
    GRID = "grid {size} x {size}"
    FOLIE = "Folie des Grandeurs, line by line: {lines}."


DOUBT = "{cell}: {read} ({sure})"
INSTEAD = "or {square} ({probability}), total then {total}"
LOOK = "Please look at:"
SURE = "The total is right with a probability of {probability}."

# A grid that was found, in a line.
NUMBERED, CORNERS = "kingdom {number}", "corners {corners}"
COVERED, DOUBTFUL, QUALITY = "{count} covered", "{count} in doubt", "quality {quality}"
GRID_NOTES = {
    "partly_outside": "partly outside the photo",
    "may_go_on": "may continue beyond the edge of the photo",
    "corners_given": "corners given by hand",
}

WINNER = "winner"

MESSAGES: tuple[Message, ...] = (
    *map(str, Label),
    *(NUMBERED, CORNERS, COVERED, DOUBTFUL, QUALITY, *GRID_NOTES.values()),
    *(WINNER, INSTEAD, LOOK, SURE),
)
