"""Every message that score sheets, rankings and findings are made of, in English.

The English text is the key of the catalogues in kscan/locale, which a test keeps complete.
"""

from enum import StrEnum

from kscan.game.ranking import Decider
from kscan.game.rules import Fault
from kscan.game.scoring import Note, Variant
from kscan.game.squares import CastleColor, Terrain
from kscan.report import batch_wording, scan_wording


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


TERRAINS = {
    Terrain.WHEAT: "wheat fields",
    Terrain.FOREST: "forests",
    Terrain.LAKE: "lakes",
    Terrain.PASTURE: "pastures",
    Terrain.SWAMP: "swamps",
    Terrain.MINE: "mountains",
}

COLORS = {
    CastleColor.PINK: "pink",
    CastleColor.YELLOW: "yellow",
    CastleColor.GREEN: "green",
    CastleColor.BLUE: "blue",
}

VARIANTS = {
    Variant.MIDDLE_KINGDOM: "Middle Kingdom",
    Variant.HARMONY: "Harmony",
    Variant.MIGHTY_DUEL: "Mighty Duel",
    Variant.DYNASTY: "Dynasty",
}

DECIDERS = {
    Decider.LARGEST: "largest territory",
    Decider.CROWNS: "crowns",
    Decider.SHARED: "shared",
}

NOTES = {
    Note.CENTRE_BY_SYMMETRY: "The kingdom is incomplete and fits its grid in several ways; its "
    "outline is symmetric about the castle, so the castle was judged to be in the centre.",
    Note.CENTRE_UNDECIDED: "The kingdom is incomplete and fits its grid in several ways; its "
    "outline is not symmetric about the castle, so the castle was judged not to be in the centre.",
}

# {cells} reads r2c3: row 2, column 3, from 0 as in the drawing and in the JSON.
FAULTS = {
    Fault.EMPTY: "There is nothing here.",
    Fault.UNKNOWN_SQUARE: "No domino has a square {square}: {cells}.",
    Fault.NO_CASTLE: "There is no castle.",
    Fault.SEVERAL_CASTLES: "Castles: {count} here, {limit} in a kingdom: {cells}.",
    Fault.TOO_LARGE: "Squares in a row: {count} here, {limit} in the grid.",
    Fault.TOO_MANY_SQUARES: "Squares {square}: {count} here, {limit} in the box: {cells}.",
    Fault.TOO_MANY_DOMINOES: "Dominoes: {count} here, {limit} for each player.",
    Fault.ODD_LAND: "Dominoes cannot cover an odd number of squares: {count} without the castle.",
    Fault.UNPAIRED: "No domino of the box fits here: {cells}.",
    Fault.DOMINO_OVERUSED: "Domino {dominoes}: {count} here, {limit} in the box: {cells}.",
    Fault.NOT_CONNECTED: "Touches neither the castle nor a matching terrain, in whatever order it "
    "is built: {dominoes}.",
    Fault.SHARED_SQUARES: "Squares {square}: {count} in the game, {limit} in the box ({players}).",
    Fault.SHARED_DOMINO: "Domino {dominoes}: {count} in the game, {limit} in the box ({players}).",
    Fault.SAME_CASTLE: "The same castle ({color}) stands in several kingdoms: {players}.",
    Fault.TOO_MANY_PLAYERS: "Players: {count}; a game has at most {limit}.",
    Fault.DUEL_OF_MORE: "Players: {count}; the Mighty Duel is for {limit}.",
}


def messages() -> tuple[str, ...]:
    """Every message once, in the order in which catalogues list them."""
    tables = (TERRAINS, COLORS, VARIANTS, DECIDERS, NOTES, FAULTS)
    texts = [*map(str, Label), *(text for table in tables for text in table.values())]
    return tuple(dict.fromkeys([*texts, *scan_wording.MESSAGES, *batch_wording.MESSAGES]))
