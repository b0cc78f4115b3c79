"""From the labelled pictures to the square reader's weights."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
import torch

from kscan.training import dataset
from kscan.training.compose import Material
from kscan.training.compose.held_out import material
from kscan.training.course import Report, Schedule
from kscan.training.folds import Fold
from kscan.training.squares import sources
from kscan.training.squares.composed import from_composed
from kscan.training.squares.export import export, temper
from kscan.training.squares.fit import fit
from kscan.training.squares.net import SquareNet
from kscan.training.squares.pool import VEILED, Pool, Window, gather
from kscan.training.squares.surroundings import Surroundings

NAMES = ("squares", "squares_answer")  # of the files of weights

# How much of each batch comes from where: first what every fold may see, then half of it composed
# and drawn, so that crowns are counted in any light. Squares that something hides in part are a
# source of their own, or there would be too few to learn doubt from.
FIRST = {"composed": 0.26, VEILED: 0.04, "art": 0.30, "painted": 0.32, "surfaces": 0.08}
THEN = {
    "squares": 0.27,
    "boards": 0.10,
    "art": 0.05,
    "surfaces": 0.04,
    "painted": 0.19,
    "composed": 0.29,
    VEILED: 0.06,
}
_DYED = 0.3  # of the photographed tables in composed photos get another colour


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is painted and composed, and how long is learnt."""

    styles: int
    painted: int  # photos composed of painted tiles, for each lesson
    photographed: int  # and of photographed ones, for the second
    first: Schedule
    then: Schedule
    temperatures: tuple[float, float, float]
    seed: int


def usual_plan(seed: int) -> Plan:
    """About forty minutes on two cores that compute in bfloat16."""
    return Plan(
        styles=500,
        painted=500,
        photographed=2600,
        first=Schedule(steps=2000, batch=4, rate=5e-3, seed=seed),
        then=Schedule(steps=20000, batch=4, rate=4e-3, seed=seed + 1),
        # By the folds: the least log loss without a wrong answer among those said with 99 %.
        temperatures=(0.75, 0.75, 1.0),
        seed=seed,
    )


def make(data: Path, out: Path, work: Path, fold: Fold | None, plan: Plan, report: Report) -> None:
    """Write the square reader's weights to `out`.

    First the net learns from scans, paintings and tables, which no fold leaves out: that part is
    kept in `work` and serves every fold. Then it learns from all that `fold` does not leave out.
    """
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    work.mkdir(parents=True, exist_ok=True)
    net = _first(data, work, plan, report)
    name = fold.name if fold else "all"
    report(f"gathering windows for {name}")
    pool = gather(chain(_shared(data, plan), _photographed(data, fold, plan)), THEN)
    around = _around(pool, data, plan)
    net = fit(net, pool, around, plan.then, work / f"squares-{name}.pt", report)
    temper(net, plan.temperatures)
    export(net, out)


def _first(data: Path, work: Path, plan: Plan, report: Report) -> SquareNet:
    torch.manual_seed(plan.seed)
    net, done = SquareNet(), work / "squares-first.net"
    if done.exists():
        net.load_state_dict(torch.load(done, weights_only=True))
        return net
    report("composing painted photos")
    composed = from_composed(Material.painted(), plan.painted, plan.seed)
    pool = gather(chain(_shared(data, plan), composed), FIRST)
    around = _around(pool, data, plan)
    net = fit(net, pool, around, plan.first, work / "squares-first.pt", report)
    fresh = done.with_suffix(".new")
    torch.save(net.state_dict(), fresh)
    fresh.replace(done)
    return net


def _shared(data: Path, plan: Plan) -> Iterator[Window]:
    """What no fold leaves out: scans, bare tables, own paintings."""
    rng = np.random.default_rng(plan.seed)
    yield from sources.from_art(data)
    yield from sources.from_surfaces(dataset.surfaces(data), rng)
    yield from sources.from_paintings(plan.styles, plan.seed)


def _photographed(data: Path, fold: Fold | None, plan: Plan) -> Iterator[Window]:
    """Phone pictures, and photos composed of them, without those that `fold` leaves out."""
    squares = dataset.squares(data)
    boards = dataset.boards(data)
    if fold:
        squares = tuple(s for s in squares if s.session not in fold.sessions)
        boards = tuple(b for b in boards if b.game not in fold.games)
    yield from sources.from_squares(squares)
    yield from sources.from_boards(boards)
    stuff = replace(material(data, fold), dyed=_DYED)
    yield from from_composed(stuff, plan.photographed, plan.seed + 1)
    yield from from_composed(Material.painted(), plan.painted, plan.seed + 2)


def _around(pool: Pool, data: Path, plan: Plan) -> Surroundings:
    rng = np.random.default_rng(plan.seed)
    return Surroundings(pool, sources.tables(dataset.surfaces(data), rng))
