"""What can be measured, by name; each part is imported when it is asked for."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import cast

from kscan.lab.evaluate.answers import Answers, Json
from kscan.lab.evaluate.models import Models

Measured = Answers | Json
Part = Callable[[Path, Models], Measured]

# What each part says, and the function that measures it.
PARTS = {
    "squares": ("single squares of phone photos", "squares:squares"),
    "boards": ("fields of cut-out boards, on the even grid", "squares:boards"),
    "full": ("fields of raw photos, by their given corners", "squares:full"),
    "find": ("kingdoms found in photos", "find:find"),
    "score": ("totals, doubts and silent mistakes of whole photos", "score:score"),
    "things": ("totals under things, reflections and coloured light", "things:things"),
    "staged": ("neighbours, cut rows, small, leaning and early kingdoms", "staged:staged"),
    "foreign": ("floors, quilts and other grids that are no kingdom", "foreign:foreign"),
    "castles": ("colours of castles, which name the players", "castles:castles"),
    "robustness": ("fields under growing hardships", "robustness:robustness"),
    "crowns": ("crowns counted on drawings made here", "crowns:crowns"),
    "giants": ("squares that only Age of Giants has, and their like", "giants:giants"),
    "expansion": ("games of Age of Giants, and base games by its box", "expansion:expansion"),
    "xl": ("games of three and four 7x7 kingdoms of two boxes", "xl:xl"),
    "baseline": ("the classical yardstick on the single squares", "baseline:baseline"),
}

# The weights that a part's figures rest on, by the beginning of their names; else the reader's.
_BOTH = ("finder", "reader")  # whether a field is covered finder and reader say together
_RESTS_ON = {
    "find": _BOTH,
    "score": _BOTH,
    "things": _BOTH,
    "staged": _BOTH,
    "baseline": (),
    "expansion": _BOTH,
    "xl": _BOTH,
    "foreign": _BOTH,
    "castles": _BOTH,
}


def measured(name: str, data: Path, models: Models) -> Measured:
    """Measure the part called `name` on the folder `data`."""
    module, function = PARTS[name][1].split(":")
    part = getattr(import_module(f"kscan.lab.evaluate.{module}"), function)
    return cast(Part, part)(data, models)


def weights_under(part: str, hashes: dict[str, str]) -> dict[str, str]:
    """Of the weights' hashes those that the figures of `part` rest on."""
    stems = _RESTS_ON.get(part, ("reader",))
    return {name: value for name, value in hashes.items() if name.startswith(stems)}
