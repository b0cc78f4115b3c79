"""The game itself: scoring, and covering by the box at its usual and at its worst."""

from collections.abc import Callable, Iterator
from functools import partial

from kscan.game.covering import cover, cover_game
from kscan.game.gamefile import parse_game
from kscan.game.kingdom import Kingdom, parse_kingdom
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.game.tiling import best_cut, distinct_cuts
from kscan.game.variants import EVERY
from kscan.lab.benchmark.figures import Figure, Subject

# Complete, and built by the rules.
SMALL = """
L0 L0 L0 F0 P1
L1 F0 F0 F0 L0
F1 P0 C  L0 L0
S2 W0 W0 F1 L1
L0 L0 L0 W0 W0
"""

LARGE = """
W0 F1 F0 F0 F0 F1 L0
W0 S2 F0 M2 P0 F1 W0
W1 L0 F0 S0 S2 F0 L1
F0 L0 F0 C  W0 W0 M2
S1 P0 P0 P0 L0 L0 L0
F1 P0 W0 P1 W0 W0 L1
W0 P2 P0 L0 M1 F0 F0
"""

# A whole game: 100 of its 100 fields are covered.
FOUR = """
# a
L0 L0 L0 F0 P1
L1 F0 F0 F0 L0
F1 P0 C  L0 L0
S2 W0 W0 F1 L1
L0 L0 L0 W0 W0
# b
F1 W0 W0 M3 W0
F0 P0 F1 W0 W0
F0 P0 C  W0 W0
W1 F0 F1 L0 W0
S2 P0 P2 L0 M1
# c
F0 F0 W1 W1 W0
W0 P0 P0 M0 L1
S0 W1 C  F0 L1
S1 S1 S0 F1 P2
W0 P0 S0 W0 W0
# d
W0 M2 S0 P0 W0
W0 S0 M2 P0 P1
M2 S0 C  W0 P0
F0 F0 F0 L0 W1
F0 F0 L1 L1 F0
"""

# The longest search that climbing from random kingdoms of the box's squares found, over eight
# climbs of a minute: its squares suffice and many tilings exist, none of which can be built.
HARDEST = """
S0 S0 W0 F1 W0 W0 M2
S0 M2 P2 W0 W0 M1 W0
M2 S0 W0 S2 W0 W0 W0
P0 P0 L0 W0 F0 W0 S0
P0 F0 F0 L1 C  M3 W0
F1 L0 F0 F0 P0 W0 P0
W0 F1 L0 W1 P0 P0 W1
"""


def measure(subject: Subject) -> Iterator[Figure]:
    """Kingdoms scored a second, and the milliseconds that coverings take."""
    for name, text in (("5x5", SMALL), ("7x7", LARGE)):
        kingdom = parse_kingdom(text)
        scored = 100 / subject.seconds(_scored(kingdom, 100))
        yield Figure(f"game.score.{name}", scored, "kingdoms/s")
        covering = subject.seconds(partial(_anew, cover, kingdom)) * 1000
        yield Figure(f"game.cover.{name}", covering, "ms")
    four = [named.kingdom for named in parse_game(FOUR, "four")]
    yield Figure("game.cover.four", subject.seconds(partial(_anew, cover_game, four)) * 1000, "ms")
    hardest = parse_kingdom(HARDEST)
    worst = subject.seconds(partial(_anew, cover, hardest)) * 1000
    yield Figure("game.cover.hardest", worst, "ms", note="the hardest 7x7 found by climbing")


def _anew(work: Callable[..., object], *arguments: object) -> object:
    """Do the work without what is remembered of kingdoms that were cut before."""
    best_cut.cache_clear()
    distinct_cuts.cache_clear()
    return work(*arguments)


def _scored(kingdom: Kingdom, times: int) -> Callable[[], object]:
    rules = Rules(EVERY)
    # A fresh object each time: a kingdom remembers what it has worked out about itself.
    return lambda: [score(Kingdom(kingdom.squares), rules) for _ in range(times)]
