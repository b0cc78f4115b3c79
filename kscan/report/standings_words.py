"""What standings say in words."""

from kscan.game.ranking import Decider

_WORDS = {
    None: "",
    Decider.LARGEST: "largest territory",
    Decider.CROWNS: "crowns",
    Decider.SHARED: "shared",
}


def decider_word(decider: Decider | None) -> str:
    """What settled a place, in a word; empty where the total alone did."""
    return _WORDS[decider]
