"""Totals of composed photos, each kingdom known square by square, by hardship and as games."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from kscan.errors import PhotoError
from kscan.find.homography import mapped
from kscan.game.kingdom import Kingdom
from kscan.game.rules import PLAIN, Rules
from kscan.game.scoring import score
from kscan.lab.compose import Hazard, Material, Recipe, compose
from kscan.lab.compose.held_out import material
from kscan.lab.compose.truth import Composed, ComposedKingdom
from kscan.lab.evaluate.answers import Json, label_of
from kscan.lab.evaluate.find import tiles_of
from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.progress import told
from kscan.lab.folds import FULL_FOLD
from kscan.photo.records import Photo
from kscan.pipeline import score_game
from kscan.records import ScoredKingdom, Sight
from kscan.sight import see

SEED = 40_000  # far from those of training and of the finder's figures
# What hides squares or cuts them off, and whole boards, which are of the base box: left out where
# something else is measured.
ELSEWHERE = (Hazard.HAND, Hazard.OUTSIDE, Hazard.WHOLE)
SINGLE, FOURS = 920, 50  # photos; 300 of the single ones show left-out tiles and no hand


@dataclass(slots=True)
class Outcome:
    """What became of the kingdoms of one kind of photo."""

    kingdoms: int = 0
    missed: int = 0  # no reading lies where the kingdom lies
    totals_right: int = 0
    squares_right: int = 0  # kingdoms with every square right
    checks: int = 0  # missed ones among them, where the photo says that something is wrong
    called_ok: int = 0
    silently_wrong: int = 0

    def add(self, truth: Kingdom, read: ScoredKingdom | None, status: str) -> None:
        """Count one kingdom of a photo of that status; None where nothing was read in its place."""
        self.kingdoms += 1
        if read is None:
            self.missed += 1
            self.checks += status != "ok"
            self.silently_wrong += status == "ok"
            return
        right = score(truth).total == read.sheet.total
        self.totals_right += right
        self.squares_right += _same(truth, read.reading.kingdom.trimmed())
        self.checks += read.status == "check"
        self.called_ok += read.status == "ok"
        self.silently_wrong += read.status == "ok" and not right

    def figures(self) -> Json:
        """Return the shares, ready for JSON."""
        n = max(self.kingdoms, 1)
        return {
            "n": self.kingdoms,
            "missed": self.missed,
            "totals": self.totals_right / n,
            "kingdoms": self.squares_right / n,
            "check": self.checks / n,
            "silently_wrong": self.silently_wrong,
            "wrong_of_ok": self.silently_wrong / max(self.called_ok, 1),
        }


@dataclass(slots=True)
class Outcomes:
    """What became of kingdoms, over all and by whether every square can be seen."""

    every: Outcome = field(default_factory=Outcome)
    clear: Outcome = field(default_factory=Outcome)
    hidden: Outcome = field(default_factory=Outcome)

    def add(self, truth: ComposedKingdom, read: ScoredKingdom | None, status: str) -> None:
        """Count one kingdom of a photo of that status; None where nothing was read in its place."""
        for outcome in (self.every, self.hidden if truth.hidden else self.clear):
            outcome.add(truth.kingdom, read, status)

    def figures(self) -> Json:
        """Return the shares over all, and of each sort."""
        sorts = {"clear": self.clear.figures(), "hidden": self.hidden.figures()}
        return {**self.every.figures(), **sorts}


def composed(data: Path, models: Models, *, single: int = SINGLE, fours: int = FOURS) -> Json:
    """Photos of one kingdom and of four, of material that the fold's weights have not seen."""
    fold = FULL_FOLD
    stuff = material(data, fold, held_out=True)
    with models.used(fold):
        return {
            "single": singles(stuff, single),
            "games": games(stuff, fours),
        }


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A composed photo, its kingdoms, what makes it hard, and what is seen on it."""

    truths: tuple[ComposedKingdom, ...]
    hazards: frozenset[str]
    tiles: str
    sight: Sight | None


def scenes(stuff: Material, count: int, kingdoms: int) -> Iterator[Scene]:
    """Composed photos, looked at; those whose kingdoms the frame cuts are left out."""
    for number in told(range(count), f"composed photos of {kingdoms}", every=10):
        rng = np.random.default_rng([SEED + kingdoms, number])
        made = compose(rng, stuff, Recipe.random(rng, kingdoms=kingdoms))
        if any(kingdom.partly_outside for kingdom in made.kingdoms):
            continue
        yield looked_at(made, f"{number:04d}")


def looked_at(made: Composed, name: str) -> Scene:
    """Look at a composed photo, which may fail."""
    try:
        sight = see(Photo(name, made.pixels))
    except PhotoError:
        sight = None
    hazards = frozenset(hazard.value for hazard in made.hazards)
    return Scene(made.kingdoms, hazards, tiles_of(made), sight)


def singles(stuff: Material, count: int) -> Json:
    """Photos of one kingdom, over all, by sort of photo and by hardship."""
    every = Outcomes()
    by_sort: defaultdict[str, Outcomes] = defaultdict(Outcomes)
    by_hazard: defaultdict[str, Outcome] = defaultdict(Outcome)
    for scene in scenes(stuff, count, 1):
        for truth, read, status in read_kingdoms(scene, same_game=True):
            every.add(truth, read, status)
            for sort in _sorts(scene):
                by_sort[sort].add(truth, read, status)
            for name in scene.hazards:
                by_hazard[name].add(truth.kingdom, read, status)
    return {**every.figures(), "by_sort": _told(by_sort), "by_hazard": _told(by_hazard)}


def _sorts(scene: Scene) -> tuple[str, ...]:
    """Return the photo's sorts: its tiles, and hands over them."""
    if Hazard.HAND.value in scene.hazards:
        return scene.tiles, "a hand over it"
    return scene.tiles, "no hand", f"{scene.tiles}, no hand"


def _told(groups: Mapping[str, Outcome] | Mapping[str, Outcomes]) -> Json:
    return {name: groups[name].figures() for name in sorted(groups)}


def games(stuff: Material, count: int) -> Json:
    """Photos of four kingdoms, each read alone and all together from the same evidence."""
    alone, together = Outcomes(), Outcomes()
    for scene in scenes(stuff, count, 4):
        for outcomes, same_game in ((alone, False), (together, True)):
            for truth, read, status in read_kingdoms(scene, same_game=same_game):
                outcomes.add(truth, read, status)
    gained = together.every.totals_right - alone.every.totals_right
    return {
        "alone": alone.figures(),
        "together": together.figures(),
        "totals_gained": gained / max(together.every.kingdoms, 1),
    }


def read_kingdoms(
    scene: Scene, *, same_game: bool, rules: Rules = PLAIN
) -> Iterator[tuple[ComposedKingdom, ScoredKingdom | None, str]]:
    """Yield each true kingdom with what was read in its place, and the photo's status."""
    if scene.sight is None:
        yield from ((truth, None, "failed") for truth in scene.truths)
        return
    (scan,) = score_game([scene.sight], rules, same_game=same_game)
    for truth in scene.truths:
        yield truth, _in_place(truth, scan.kingdoms), scan.status


def _in_place(truth: ComposedKingdom, readings: Sequence[ScoredKingdom]) -> ScoredKingdom | None:
    """Return the reading nearest to the kingdom's middle.

    If within two squares of it.
    """
    rows, cols = truth.kingdom.rows, truth.kingdom.cols
    middle, beside = mapped(
        truth.homography, np.array([[cols / 2, rows / 2], [cols / 2 + 2, rows / 2]])
    )
    reach = float(np.linalg.norm(beside - middle))
    near = [
        (float(np.linalg.norm(one.grid.corners().mean(axis=0) - middle)), index)
        for index, one in enumerate(readings)
    ]
    distance, index = min(near, default=(np.inf, -1))
    return readings[index] if distance <= reach else None


def _same(truth: Kingdom, read: Kingdom) -> bool:
    """Return True if all squares agree, in any orientation.

    Whichever side of the photo is up.
    """
    for _ in range(4):
        if _classes(truth) == _classes(read):
            return True
        read = read.turned()
    return False


def _classes(kingdom: Kingdom) -> list[list[int]]:
    return [[label_of(square) for square in row] for row in kingdom.squares]
