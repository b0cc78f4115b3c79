"""Games of Age of Giants, composed, beside base games laid out the same way."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from kscan.find.homography import mapped
from kscan.game.box import BASE
from kscan.game.boxes import GIANTS
from kscan.game.kingdom import Cell
from kscan.game.rules import Rules
from kscan.lab.compose import Material, Recipe, compose
from kscan.lab.compose.giants import MORE, TWICE_CROWNED
from kscan.lab.compose.held_out import material
from kscan.lab.compose.truth import SEEN, ComposedKingdom
from kscan.lab.evaluate.answers import Json, wilson
from kscan.lab.evaluate.composed import ELSEWHERE, Outcome, Scene, looked_at, read_kingdoms
from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.progress import told
from kscan.lab.folds import FULL_FOLD
from kscan.pipeline import score_game
from kscan.records import Scan, ScoredKingdom

SEED = 9_600_000  # nothing is fitted to photos of this seed, and no limit chosen by them
SINGLES, FOURS = 300, 20  # photos of one kingdom and of four
_NEW = frozenset(MORE.values())


@dataclass(slots=True)
class _Squares:
    """Squares of some kinds in view, and what was read in their place."""

    n: int = 0
    right: int = 0
    instead: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, truth: str, read: str) -> None:
        """Count one square."""
        self.n += 1
        self.right += truth == read
        if truth != read:
            self.instead[f"{truth} as {read}"] += 1

    def figures(self) -> Json:
        """Return the share, its interval and the mistakes, ready for JSON."""
        return {
            "n": self.n,
            "right": self.right / max(self.n, 1),
            "right_95": wilson(self.right, self.n),
            "mistakes": dict(sorted(self.instead.items())),
        }


@dataclass(slots=True)
class _Group:
    """Kingdoms of one sort of photos, with their totals' interval."""

    outcome: Outcome = field(default_factory=Outcome)
    new: _Squares = field(default_factory=_Squares)  # W2, F2 and L2

    def figures(self) -> Json:
        """Return the figures of kingdoms and squares."""
        n, right = self.outcome.kingdoms, self.outcome.totals_right
        told_of = {**self.outcome.figures(), "totals_95": wilson(right, n)}
        return {**told_of, "squares": self.new.figures()} if self.new.n else told_of


def expansion(data: Path, models: Models) -> Json:
    """Measure games of Age of Giants, of material that the fold's weights have not seen."""
    stuff = material(data, FULL_FOLD, held_out=True)
    with models.used(FULL_FOLD):
        return {
            "one_kingdom": one_kingdom(stuff, SINGLES),
            "four_kingdoms": four_kingdoms(stuff, FOURS),
        }


def one_kingdom(stuff: Material, count: int) -> Json:
    """Kingdoms of Age of Giants, and base kingdoms read with either box."""
    giants, base = defaultdict[str, _Group](_Group), defaultdict[str, _Group](_Group)
    kinds, asked = defaultdict[str, _Squares](_Squares), _Asked()
    for recipe, number in recipes(count, 1):
        scene = scene_of(stuff, replace(recipe, box=GIANTS, wanted=TWICE_CROWNED), 1, number)
        for truth, read, status in read_kingdoms(scene, same_game=True, rules=Rules(box=GIANTS)):
            for group in (giants["all"], giants[scene.tiles]):
                group.outcome.add(truth.kingdom, read, status)
                _add_new(truth, read, group.new)
            for kind in _NEW:
                _add_new(truth, read, kinds[kind], only=kind)
        asked.add_unfitting(scene)
        scene = scene_of(stuff, recipe, 1, number)
        for truth, read, status in read_kingdoms(scene, same_game=True):
            for group in (base["all"], base[scene.tiles]):
                group.outcome.add(truth.kingdom, read, status)
        asked.add_base(scene)
    return {
        "giants": _told(giants),
        "by_kind": {kind: kinds[kind].figures() for kind in sorted(kinds)},
        "base": _told(base),
        **asked.figures(),
    }


@dataclass(slots=True)
class _Asked:
    """How often the wrong box makes a person look, or is named."""

    base: int = 0
    more: int = 0  # totals that only the giants' box asks about
    fewer: int = 0
    changed: int = 0
    unfitting: int = 0
    looked: int = 0
    named: int = 0

    def add_base(self, scene: Scene) -> None:
        """Count a base game's kingdoms, read with both boxes."""
        rules = Rules(box=GIANTS)
        one, other = (_statuses(scene, each) for each in (Rules(), rules))
        for (before, total), (after, changed) in zip(one, other, strict=True):
            self.base += 1
            self.more += before == "ok" and after != "ok"
            self.fewer += before != "ok" and after == "ok"
            self.changed += total != changed

    def add_unfitting(self, scene: Scene) -> None:
        """Count a kingdom of Age of Giants that is read with the base box."""
        if scene.sight is None:
            return
        (scan,) = score_game([scene.sight])
        self.unfitting += 1
        self.looked += scan.status != "ok"
        self.named += "another_box" in codes(scan)

    def figures(self) -> Json:
        """Return what became of kingdoms that were read with the wrong box."""
        return {
            "base_by_giants_box": {
                "n": self.base,
                "asked_more": self.more,
                "asked_more_95": wilson(self.more, self.base),
                "asked_less": self.fewer,
                "totals_changed": self.changed,
            },
            "giants_by_base_box": {
                "n": self.unfitting,
                "looked": self.looked / max(self.unfitting, 1),
                "named": self.named / max(self.unfitting, 1),
                "named_95": wilson(self.named, self.unfitting),
            },
        }


def _statuses(scene: Scene, rules: Rules) -> list[tuple[str, int]]:
    if scene.sight is None:
        return []
    (scan,) = score_game([scene.sight], rules)
    return [(one.status, one.sheet.points) for one in scan.kingdoms]


def four_kingdoms(stuff: Material, count: int) -> Json:
    """Whole games of Age of Giants, and base games, on one photo each."""
    groups = defaultdict[str, _Group](_Group)
    for recipe, number in recipes(count, 4):
        for box, wanted in ((GIANTS, TWICE_CROWNED), (BASE, frozenset[int]())):
            scene = scene_of(stuff, replace(recipe, box=box, wanted=wanted), 4, number)
            group = groups[box.name]
            for truth, read, status in read_kingdoms(scene, same_game=True, rules=Rules(box=box)):
                group.outcome.add(truth.kingdom, read, status)
                _add_new(truth, read, group.new)
    return _told(groups)


def codes(scan: Scan) -> frozenset[str]:
    """Return everything that is said of a photo, its kingdoms and their game."""
    kingdoms = (said for one in scan.kingdoms for said in one.remarks)
    return frozenset(said.code for said in (*scan.remarks, *scan.game, *kingdoms))


def _told(groups: Mapping[str, _Group]) -> Json:
    return {name: groups[name].figures() for name in sorted(groups)}


def recipes(
    count: int, kingdoms: int, size: int | None = None, *, long_side: int | None = None
) -> Iterator[tuple[Recipe, int]]:
    """Yield photos to compose, whatever box is laid."""
    for number in told(range(count), f"photos of {kingdoms} beside other boxes", every=10):
        rng = np.random.default_rng([SEED, kingdoms, number])
        recipe = Recipe.random(
            rng, kingdoms=kingdoms, size=size, long_side=long_side, without=ELSEWHERE
        )
        yield recipe, number


def scene_of(stuff: Material, recipe: Recipe, kingdoms: int, number: int) -> Scene:
    """Compose a photo, the same light and table for each box, and look at it."""
    made = compose(np.random.default_rng([SEED + 1, kingdoms, number]), stuff, recipe)
    return looked_at(made, f"{recipe.box.name} {number:03d}")


def _add_new(
    truth: ComposedKingdom, read: ScoredKingdom | None, squares: _Squares, only: str = ""
) -> None:
    """Count the squares in view that only Age of Giants has."""
    for cell in truth.kingdom.covered:
        kind = str(truth.kingdom[cell])
        if kind in _NEW and truth.visible[cell] >= SEEN and only in ("", kind):
            squares.add(kind, "nothing" if read is None else read_at(truth, read, cell))


def read_at(truth: ComposedKingdom, read: ScoredKingdom, cell: Cell) -> str:
    """Return what was read in the place of a true square."""
    middle = truth.points(np.array([[cell.col + 0.5, cell.row + 0.5]]))
    to_grid = np.asarray(np.linalg.inv(read.grid.homography), np.float64)
    ((col, row),) = mapped(to_grid, middle)
    return str(read.reading.kingdom[int(np.floor(row)), int(np.floor(col))])
