"""What the box is worth: the same noisy evidence read without it, with it, and as a game."""

from collections.abc import Iterable, Sequence
from time import process_time

import numpy as np

from kscan.evidence import Evidence
from kscan.game.kingdom import Kingdom
from kscan.game.squares import CastleColor
from kscan.infer import infer_kingdoms
from kscan.lab.compose.play import play
from kscan.lab.evaluate.answers import Json
from kscan.lab.evaluate.progress import told
from kscan.lab.evaluate.standin import evidence_of
from kscan.lab.evaluate.tally import Tally

ERRORS = (0.01, 0.02, 0.05, 0.10)


def by_noise(
    games: int = 50, *, errors: Iterable[float] = ERRORS, size: int = 5, players: int = 4
) -> Json:
    """Figures by error rate of the stand-in: each kingdom alone, and each game together."""
    figures: Json = {}
    for error in errors:
        alone, together = Tally(), Tally()
        rng = np.random.default_rng([round(error * 1e4), size, players])
        for _ in told(range(games), f"games at {error:.0%} error"):
            truths = [p.kingdom for p in play(rng, size, tuple(CastleColor)[:players])]
            seen = [evidence_of(truth, rng, error) for truth in truths]
            _count(alone, truths, seen, same_game=False)
            _count(together, truths, seen, same_game=True)
        figures[f"{error:g}"] = {"alone": alone.figures(), "together": together.figures()}
    return figures


def _count(
    tally: Tally, truths: Sequence[Kingdom], seen: Sequence[Evidence], *, same_game: bool
) -> None:
    began = process_time()
    readings = infer_kingdoms(seen, same_game=same_game)
    tally.seconds.append(process_time() - began)
    for truth, evidence, reading in zip(truths, seen, readings, strict=True):
        tally.add(truth, evidence, reading)
