"""Photos of two games that were counted by hand, composed with each kingdom in a scene of its own.

Harmony is in play: a kingdom of 25 squares has 5 points more.
"""

from functools import cache

import cv2
import numpy as np

from kscan.game.covering import PlacedDomino, cover_game
from kscan.game.kingdom import Kingdom, parse_kingdom
from kscan.lab.compose import Hazard, Material, Recipe, compose
from kscan.lab.compose.laying import Care, LaidKingdom, lay
from kscan.lab.compose.layout import Layout
from kscan.lab.compose.play import LaidDomino, PlayedKingdom
from kscan.lab.compose.staging import Staging

# lakes 4 x 1 and 3 x 1, wheat 1, pastures 6 x 1, 1 and 2, swamps 2 and 2, mine 3
FIRST = (
    """
F0 L1 L0 L0 W1
P0 P0 L0 P1 L0
P0 P0 Cp F0 L1
P1 P0 S2 W0 L0
W0 S2 M3 W0 P2
""",
    # forest 7 x 2, lakes 2 and 1, mine 2, swamp 1
    """
.  F0 F0 W0 F1
L0 L1 F0 F0 F0
W0 W0 F1 W0 L1
M2 Cy P0 W0 .
S0 L0 L0 W0 S1
""",
    # forests 4 x 1 and 2, pasture 2 x 2, lakes 2 and 1, wheat 5 x 1 and 1, swamp 2
    """
F0 F0 F0 W0 P2
F1 L1 L0 Cg P0
W0 W0 F0 L1 W1
W1 W0 S0 S1 P0
M0 W0 F1 F0 P0
""",
    # wheat 5 x 1 and 1, mines 2 and 2, forest 6 x 2
    """
W0 S0 M2 W0 W0
W0 W1 W0 Cb M2
P0 W0 L0 L0 S0
F1 F0 L0 F1 S0
W1 F0 F0 F0 S0
""",
)
SECOND = (
    # mine 2, wheat 2, pastures 1 and 2, lake 6 x 3
    """
S0 M2 W0 W1 M0
S0 Cp P1 F0 F0
P2 L0 L0 L0 F0
F0 F0 L1 W0 W0
P0 F0 L1 L1 S0
""",
    # lakes 3 x 1 and 1, swamp 1, wheat 7 x 1 and 2, forests 1 and 1, pasture 2
    """
L0 S1 W0 W0 F1
L0 L1 W0 W0 W0
P0 F1 W0 W1 P0
P0 Cy L1 F0 P1
F0 F0 F0 W1 W0
""",
    # pasture 2, forest 2, mines 2 and 2, swamps 2 x 2 and 2 x 2, lake 3
    """
P2 L0 F1 W0 L0
W0 W0 F0 W0 W0
M2 W0 Cg W0 M2
S0 S2 L0 P0 S0
F0 L1 L0 P0 S2
""",
    # swamp 2, forests 6 x 2 and 1, mines 3 and 1, wheat 3 x 2
    """
S1 P0 F0 .  W0
S0 M3 F0 F0 F1
W1 W0 Cb F0 F1
W1 L0 W0 M1 P0
.  F1 W0 P0 P0
""",
)
GAMES = (FIRST, SECOND)
TOTALS = ((24 + 5, 20, 21 + 5, 22 + 5), (25 + 5, 18 + 5, 19 + 5, 25))

_CARE = Care(0.01, 0.015, 0.008, 0.04)
_APART = 6.4  # squares from one kingdom's middle to the next one's
_TABLES = (Hazard.WOOD, Hazard.CARPET, Hazard.CHECKERED, Hazard.WHITE_TABLE)


@cache
def _played(game: int) -> tuple[PlayedKingdom, ...]:
    """Cut a game's kingdoms into the dominoes of its box."""
    kingdoms = [parse_kingdom(text.strip("\n")) for text in GAMES[game]]
    found = cover_game(kingdoms)
    assert found is not None
    return tuple(
        PlayedKingdom(one, tuple(_laid(placed, one) for placed in covering.dominoes))
        for one, covering in zip(kingdoms, found, strict=True)
    )


def _laid(placed: PlacedDomino, kingdom: Kingdom) -> LaidDomino:
    """Lay a domino's first half on the first of its squares."""
    one, other = placed.cells
    assert placed.number is not None
    same = kingdom[one] == placed.domino.first
    return LaidDomino(placed.number, (one, other) if same else (other, one))


def photo(game: int, seats: tuple[int, ...], seed: int, long_side: int = 1000) -> bytes:
    """Compose a photo of these seats' kingdoms."""
    rng = np.random.default_rng(seed)
    played = [_played(game)[seat] for seat in seats]
    laid = tuple(_lay(rng, one, place) for place, one in enumerate(played))
    used = {domino.number for one in _played(game) for domino in one.dominoes}
    unused = tuple(number for number in range(1, 49) if number not in used)
    recipe = Recipe(len(seats), 5, long_side, frozenset({_TABLES[seed % len(_TABLES)]}))
    composed = compose(rng, _material(), recipe, Staging(Layout(laid, unused)))
    return cv2.imencode(".jpg", composed.pixels, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def _lay(rng: np.random.Generator, kingdom: PlayedKingdom, place: int) -> LaidKingdom:
    at = np.array([place % 2, place // 2]) * _APART
    return lay(rng, kingdom, _CARE, float(rng.normal(0, 0.03)), at)


@cache
def _material() -> Material:
    return Material.painted()
