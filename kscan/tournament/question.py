"""One game as it is asked and answered: what goes into its reading, and what comes out."""

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kscan.corrections import CorrectedKingdom
from kscan.game.kingdom import Cell
from kscan.game.rules import Finding
from kscan.game.scoring import Variant
from kscan.reconstruct.records import Reading
from kscan.tournament.corrections import Correction

if TYPE_CHECKING:
    from kscan.vision.records import Evidence


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """One game: the kingdoms' evidence, what persons said of each, and what is played."""

    evidence: "tuple[Evidence, ...]"
    corrections: tuple[Correction | None, ...]  # of the table of corrections, one a kingdom
    settled: tuple[CorrectedKingdom | None, ...]  # beside the photos, one a kingdom
    variants: frozenset[Variant] = frozenset()
    size: int | None = None

    @property
    def key(self) -> str:
        """The same text for the same question, whoever asks it and when."""
        sha = hashlib.sha256()
        for seen in self.evidence:
            for array in (seen.probabilities, seen.colors):
                sha.update(str(array.shape).encode() + np.ascontiguousarray(array).tobytes())
        said = (self.corrections, list(map(_settled, self.settled)))
        played = (sorted(variant.value for variant in self.variants), self.size)
        sha.update(repr((said, played)).encode())
        return sha.hexdigest()


@dataclass(frozen=True, slots=True)
class Answer:
    """A game's readings, one a kingdom, and which rules they break together."""

    readings: tuple[Reading, ...]
    findings: tuple[Finding, ...]
    outside: tuple[tuple[Cell, ...], ...] = ()  # squares that corrections name and are not there
    by_person: tuple[bool, ...] = ()  # whether a person changed or settled any of a kingdom
    size: int | None = None  # of the grid that the game shares, where that is known


def _settled(one: CorrectedKingdom | None) -> object:
    """A set has no order of its own."""
    return one and (str(one.kingdom), one.corners, sorted(one.unsettled), one.unlooked)
