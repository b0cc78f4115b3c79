"""The costly stages, run in child processes: a photo's bytes to evidence, a game to its answer."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from kscan import files
from kscan.corrections.decisions import Decision, GridIs
from kscan.errors import KscanError, shown
from kscan.game.rules import PLAIN, Rules
from kscan.records import SeenKingdom, SolvedGame
from kscan.tournament.folder import closed
from kscan.tournament.records import Failure, PhotoReading
from kscan.tournament.serialization import encode_game, encode_reading

Reader = Callable[[bytes, str, Sequence[GridIs]], PhotoReading]
Solve = Callable[..., SolvedGame]

# The page has hundreds of the small ones in it; the picture to draw on still shows crowns.
THUMBNAIL, PICTURE = (512, 65), (1600, 80)
# Raised whenever the same photo and weights may give another reading or another answer; a test
# says when (tests/tournament/test_format.py).
FORMAT = 5


@dataclass(frozen=True, slots=True)
class Stages:
    """The two costly stages of a batch, and their fingerprint."""

    read: Reader
    solve: Solve
    fingerprint: str


def read_file(path: str, grids: Sequence[GridIs], read: Reader) -> tuple[str, bytes]:
    """Return a file's digest and its encoded reading.

    The reading does not depend on the name. Where the file cannot be opened, no digest and a
    reading that says why.
    """
    try:
        content = files.read(path, files.LARGEST)
    except OSError as error:
        return "", encode_reading(PhotoReading(failure=closed("file", error)))
    digest = hashlib.sha256(content).hexdigest()
    return digest, encode_reading(read(content, Path(path).name, grids))


def read_photo(
    content: bytes, name: str, grids: Sequence[GridIs] = (), threads: int = 1
) -> PhotoReading:
    """Return a photo's kingdoms, or its failure.

    Where a person gave `grids`, the kingdoms lie there and are not looked for.
    """
    import cv2

    from kscan import photo, sight
    from kscan.photo.pyramid import preview
    from kscan.remarks import remark

    cv2.setNumThreads(threads)
    failure: Failure | None = None
    kingdoms: tuple[SeenKingdom, ...] = ()
    try:
        with photo.enough_memory(name):
            picture = photo.load(content, name)
    except KscanError as error:
        return PhotoReading(failure=Failure(error.code, unnamed(error.message, name)))
    try:
        with photo.enough_memory(name):
            kingdoms = sight.see(picture, [(grid,) for grid in grids]).kingdoms
    except KscanError as error:
        failure = Failure(error.code, unnamed(error.message, name))
    return PhotoReading(
        picture.width,
        picture.height,
        kingdoms,
        failure,
        preview(picture, *THUMBNAIL),
        preview(picture, *PICTURE) if kingdoms else b"",
        tuple(map(remark, picture.notes)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class UnsolvedGame:
    """The kingdoms of one game, seen and decided, and its rules."""

    kingdoms: tuple[SeenKingdom, ...]
    rules: Rules = PLAIN

    @property
    def key(self) -> str:
        """The same text for the same game, on any machine."""
        sha = hashlib.sha256()
        for seen in self.kingdoms:
            for array in (seen.evidence.probabilities, seen.evidence.colors):
                sha.update(str(array.shape).encode() + np.ascontiguousarray(array).tobytes())
            sha.update(repr((seen.grid.doubts, list(map(_plain, seen.decisions)))).encode())
        sha.update(self.rules.key.encode())
        return sha.hexdigest()


def solve_game(game: UnsolvedGame, solve: Solve) -> bytes:
    """Solve a game and return it encoded."""
    return encode_game(solve(game.kingdoms, game.rules))


def _plain(decision: Decision) -> object:
    """Return a decision as a value with one text.

    A set has no order of its own.
    """
    if isinstance(decision, GridIs):
        asked = sorted(decision.asked)
        return decision.corners, decision.rows, decision.cols, asked, decision.asked_whole
    return decision


def stages() -> Stages:
    """Return the stages as they ship."""
    from kscan.pipeline import solve

    return Stages(read_photo, solve, fingerprint())


def unnamed(message: str, name: str) -> str:
    """Cut the file's name off a message: copies have other names."""
    return message.removeprefix(f"{shown(name)}: ")


@cache
def fingerprint() -> str:
    """Return what readings depend on, as a part of file names: weights and format."""
    from kscan import networks

    return f"{FORMAT}-{networks.digest()}"
