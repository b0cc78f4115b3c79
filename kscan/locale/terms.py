"""The game's own words in English: keys to each language's printed ones."""

from kscan.game import quests, variants
from kscan.game.ranking import Decider
from kscan.game.squares import CastleColor, Terrain

TERRAINS = {
    Terrain.WHEAT: "wheat fields",
    Terrain.FOREST: "forests",
    Terrain.LAKE: "lakes",
    Terrain.PASTURE: "pastures",
    Terrain.SWAMP: "swamps",
    Terrain.MINE: "mines",
    Terrain.TOWN: "towns",
}

COLORS = {
    CastleColor.PINK: "pink",
    CastleColor.YELLOW: "yellow",
    CastleColor.GREEN: "green",
    CastleColor.BLUE: "blue",
    CastleColor.BROWN: "brown",
    CastleColor.ORANGE: "orange",
    CastleColor.PURPLE: "purple",
    CastleColor.WHITE: "white",
    CastleColor.RED: "red",
}

VARIANTS = {variant: rule.name for variant, rule in variants.VARIANTS.items()}

QUESTS = quests.QUEST_NAMES

DECIDERS = {
    Decider.LARGEST: "largest territory",
    Decider.CROWNS: "crowns",
    Decider.SHARED: "shared",
}

TABLES = (TERRAINS, COLORS, VARIANTS, QUESTS, DECIDERS)
TERMS = tuple(dict.fromkeys(word for table in TABLES for word in table.values()))
