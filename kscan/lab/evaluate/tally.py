"""Readings of whole kingdoms beside the truth, counted."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from kscan.evidence import Evidence
from kscan.game.kingdom import Kingdom
from kscan.game.scoring import score
from kscan.infer import Reading
from kscan.infer.belief import believe
from kscan.lab.evaluate.answers import Json, class_of


@dataclass(slots=True)
class Tally:
    """Readings beside the truth, counted."""

    squares: int = 0
    squares_right: int = 0
    plain_squares: int = 0
    plain_right: int = 0  # by the likeliest label alone
    plain_totals: list[bool] = field(default_factory=list)
    kingdoms: int = 0
    kingdoms_right: int = 0
    totals_right: int = 0
    checks: int = 0
    silently_wrong: int = 0
    colors: int = 0  # castles of which the colour is known
    colors_right: int = 0
    seconds: list[float] = field(default_factory=list)
    sure: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, truth: Kingdom, evidence: Evidence, reading: Reading) -> None:
        """Count one reading of a window that holds just the kingdom, and the labels alone."""
        belief = believe(evidence)
        self.plain_squares += len(belief.best)
        classes = [class_of(truth[cell]) for cell in truth.cells()]
        self.plain_right += sum(a == b for a, b in zip(classes, belief.best, strict=True))
        plain = belief.kingdom(belief.best)
        self.plain_totals.append(score(plain).total == score(truth).total)
        window = _window_of(reading, evidence)
        self._count(truth, window, reading, reading.status)

    def add_reading(self, truth: Kingdom, reading: Reading, status: str) -> None:
        """Count the reading of a photo, whatever window it was seen through."""
        self._count(truth, reading.kingdom.trimmed(), reading, status)

    def add_missed(self, truth: Kingdom) -> None:
        """Count a kingdom of which nothing was read, and a person is told so."""
        self.squares += truth.rows * truth.cols
        self.kingdoms += 1
        self.checks += 1
        self.sure.append((0.0, False))

    def _count(self, truth: Kingdom, read: Kingdom, reading: Reading, status: str) -> None:
        same = [class_of(truth[cell]) == class_of(read[cell]) for cell in truth.cells()]
        self.squares += len(same)
        self.squares_right += sum(same)
        self.kingdoms += 1
        self.kingdoms_right += all(same) and len(read.covered) == len(truth.covered)
        right = score(truth).total == reading.total
        self.totals_right += right
        self.checks += status == "check"
        self.silently_wrong += status == "ok" and not right
        if truth.castle_color is not None:
            self.colors += 1
            self.colors_right += truth.castle_color is read.castle_color
        self.sure.append((reading.total_confidence, right))

    def figures(self) -> Json:
        """Return the shares, ready for JSON."""
        if not self.kingdoms:
            return {"n": 0}
        return {
            "n": self.kingdoms,
            **self._without_box(),
            "squares": self.squares_right / self.squares,
            "totals": self.totals_right / self.kingdoms,
            "kingdoms": self.kingdoms_right / self.kingdoms,
            "check": self.checks / self.kingdoms,
            "silently_wrong": self.silently_wrong,
            "castle_color": self.colors_right / self.colors if self.colors else None,
            "milliseconds": {
                "median": 1000 * float(np.median(self.seconds or [0.0])),
                "longest": 1000 * max(self.seconds, default=0.0),
            },
            "calibration": _calibration(self.sure),
        }

    def _without_box(self) -> Json:
        if not self.plain_squares:
            return {}
        return {
            "squares_without_box": self.plain_right / self.plain_squares,
            "totals_without_box": sum(self.plain_totals) / len(self.plain_totals),
        }


def _window_of(reading: Reading, evidence: Evidence) -> Kingdom:
    """Put the reading back in its window."""
    top, left = reading.top_left
    return Kingdom(
        tuple(
            tuple(reading.kingdom[row - top, col - left] for col in range(evidence.cols))
            for row in range(evidence.rows)
        )
    )


def _calibration(sure: Sequence[tuple[float, bool]]) -> list[Json]:
    """Compare totals' success with their stated confidence."""
    edges = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.01)
    found = []
    for low, high in pairwise(edges):
        group = [right for said, right in sure if low <= said < high]
        if group:
            found.append({"from": low, "n": len(group), "right": sum(group) / len(group)})
    return found
