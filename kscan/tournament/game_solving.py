"""One game as a question to the pipeline, and the key of its answer."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kscan.corrections.decisions import Decision, GridIs
from kscan.game.rules import PLAIN, Rules
from kscan.records import SeenKingdom, SolvedGame
from kscan.tournament.serialization import encode_game

Solve = Callable[..., SolvedGame]


@dataclass(frozen=True, slots=True, eq=False)
class GameQuestion:
    """The kingdoms of one game, seen and decided, and its rules."""

    kingdoms: tuple[SeenKingdom, ...]
    rules: Rules = PLAIN

    @property
    def key(self) -> str:
        """The same text for the same question, on any machine."""
        sha = hashlib.sha256()
        for seen in self.kingdoms:
            for array in (seen.evidence.probabilities, seen.evidence.colors):
                sha.update(str(array.shape).encode() + np.ascontiguousarray(array).tobytes())
            sha.update(repr((seen.grid.doubts, list(map(_plain, seen.decisions)))).encode())
        sha.update(self.rules.key.encode())
        return sha.hexdigest()


def solve_game(question: GameQuestion, solve: Solve) -> bytes:
    """Solve a game and return it encoded."""
    return encode_game(solve(question.kingdoms, question.rules))


def _plain(decision: Decision) -> object:
    """Return a decision as a value with one text.

    A set has no order of its own.
    """
    if isinstance(decision, GridIs):
        asked = sorted(decision.asked)
        return decision.corners, decision.rows, decision.cols, asked, decision.asked_whole
    return decision
