"""How often whole kingdoms are read and scored right, and how often wrong without a warning."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from time import process_time
from typing import Any

import numpy as np

from kscan.game.kingdom import Kingdom
from kscan.game.scoring import score
from kscan.game.squares import CastleColor
from kscan.reconstruct import Reading, reconstruct
from kscan.reconstruct.belief import believe
from kscan.training.compose.play import play
from kscan.training.evaluation.standin import class_of, evidence_of
from kscan.vision.records import Evidence

Json = dict[str, Any]

ERRORS = (0.01, 0.02, 0.05, 0.10)


@dataclass(slots=True)
class Tally:
    """Readings beside the truth, counted."""

    squares: int = 0
    squares_right: int = 0
    plain_right: int = 0  # squares, by the likeliest label alone
    plain_totals: int = 0
    kingdoms: int = 0
    kingdoms_right: int = 0
    totals_right: int = 0
    checks: int = 0
    silently_wrong: int = 0
    colors_right: int = 0
    seconds: list[float] = field(default_factory=list)
    sure: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, truth: Kingdom, evidence: Evidence, reading: Reading) -> None:
        """Count one reading of a window."""
        window = _window_of(reading, evidence)
        plain = believe(evidence).best
        self.squares += len(plain)
        same = [class_of(truth[cell]) == class_of(window[cell]) for cell in truth.cells()]
        self.squares_right += sum(same)
        self.kingdoms_right += all(same)
        classes = [class_of(truth[cell]) for cell in truth.cells()]
        self.plain_right += sum(a == b for a, b in zip(classes, plain, strict=True))
        self.plain_totals += score(believe(evidence).kingdom(plain)).total == score(truth).total
        self.kingdoms += 1
        right = score(truth).total == reading.total
        self.totals_right += right
        self.checks += reading.status == "check"
        self.silently_wrong += reading.status == "ok" and not right
        self.colors_right += _color(truth) == _color(reading.kingdom)
        self.sure.append((reading.total_confidence, right))

    def figures(self) -> Json:
        """The shares, ready for JSON."""
        return {
            "n": self.kingdoms,
            "squares_without_box": self.plain_right / self.squares,
            "squares": self.squares_right / self.squares,
            "totals_without_box": self.plain_totals / self.kingdoms,
            "totals": self.totals_right / self.kingdoms,
            "kingdoms": self.kingdoms_right / self.kingdoms,
            "check": self.checks / self.kingdoms,
            "silently_wrong": self.silently_wrong,
            "castle_color": self.colors_right / self.kingdoms,
            "milliseconds": {
                "median": 1000 * float(np.median(self.seconds)),
                "longest": 1000 * max(self.seconds),
            },
            "calibration": _calibration(self.sure),
        }


def by_noise(
    games: int = 50, *, errors: Iterable[float] = ERRORS, size: int = 5, players: int = 4
) -> Json:
    """Figures by error rate of the stand-in: each kingdom alone, and each game together."""
    figures: Json = {}
    for error in errors:
        alone, together = Tally(), Tally()
        rng = np.random.default_rng([round(error * 1e4), size, players])
        for _ in range(games):
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
    readings = reconstruct(seen, same_game=same_game)
    tally.seconds.append(process_time() - began)
    for truth, evidence, reading in zip(truths, seen, readings, strict=True):
        tally.add(truth, evidence, reading)


def _window_of(reading: Reading, evidence: Evidence) -> Kingdom:
    """The reading back in the window that was looked at."""
    top, left = reading.top_left
    return Kingdom(
        tuple(
            tuple(reading.kingdom[row - top, col - left] for col in range(evidence.cols))
            for row in range(evidence.rows)
        )
    )


def _color(kingdom: Kingdom) -> CastleColor | None:
    return next((kingdom[cell].color for cell in kingdom.castles), None)


def _calibration(sure: Sequence[tuple[float, bool]]) -> list[Json]:
    """How often totals were right, by how sure they were said to be."""
    edges = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.01)
    found = []
    for low, high in pairwise(edges):
        group = [right for said, right in sure if low <= said < high]
        if group:
            found.append({"from": low, "n": len(group), "right": sum(group) / len(group)})
    return found
