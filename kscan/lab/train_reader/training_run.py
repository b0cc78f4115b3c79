"""From the labelled pictures to the square reader's weights."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
import torch

from kscan.lab import dataset
from kscan.lab.compose import Material
from kscan.lab.compose.held_out import material
from kscan.lab.course import Report, Schedule
from kscan.lab.folds import Fold
from kscan.lab.train_reader import sources
from kscan.lab.train_reader.composed import from_composed
from kscan.lab.train_reader.continuing import blend, net_from
from kscan.lab.train_reader.export import export, temper
from kscan.lab.train_reader.fit import fit, sampler
from kscan.lab.train_reader.net import SquareNet
from kscan.lab.train_reader.pool import COVERED, VEILED, Pool, Window, gather
from kscan.lab.train_reader.surroundings import Surroundings

NAMES = ("reader", "reader_answer")  # of the files of weights

# How much of each batch comes from where: first what every fold may see, then half of it composed
# and drawn, so that crowns are counted in any light. Squares that something hides in part are a
# source of their own, or there would be too few to learn doubt from.
FIRST = {
    "composed": 0.26,
    VEILED: 0.04,
    COVERED: 0.01,
    "art": 0.30,
    "painted": 0.31,
    "surfaces": 0.08,
}
THEN = {
    "squares": 0.21,
    "boards": 0.09,
    "art": 0.05,
    "giants": 0.04,
    "surfaces": 0.04,
    "painted": 0.15,
    "composed": 0.27,
    VEILED: 0.07,
    COVERED: 0.08,
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
    things: float  # the share of composed photos with things on the kingdoms
    again: Schedule  # where written weights go on
    share: float  # of what is learnt then, beside what those were
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
        things=0.45,
        again=Schedule(steps=4500, batch=4, rate=2e-3, seed=seed + 2),
        share=0.5,
        # By the folds: the least log loss without a wrong answer among those said with 99 %.
        temperatures=(0.75, 0.75, 1.0),
        seed=seed,
    )


def shorter(plan: Plan) -> Plan:
    """Return the plan for going on from written weights: about twenty minutes on two cores."""
    return replace(plan, styles=350, painted=300, photographed=1400)


def make(
    data: Path,
    out: Path,
    work: Path,
    fold: Fold | None,
    plan: Plan,
    report: Report,
    known: Path | None = None,
) -> None:
    """Write the square reader's weights to `out`.

    First the net learns from scans, paintings and tables, which no fold leaves out: that part is
    kept in `work` and serves every fold. Then it learns from all that `fold` does not leave out.
    With weights in the folder `known`, which left out as much, it goes on from these instead.
    """
    plan = shorter(plan) if known else plan
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    work.mkdir(parents=True, exist_ok=True)
    name = fold.name if fold else "all"
    net = SquareNet() if known else _first(data, work, plan, report)
    report(f"gathering windows for {name}")
    pool = gather(chain(_shared(data, plan), _photographed(data, fold, plan)), THEN)
    around = _around(pool, data, plan)
    if known:
        shown = sampler(pool, around, plan.again)(plan.again.steps, 0)[0]
        net = net_from(known, plan.temperatures, shown)
    schedule = plan.again if known else plan.then
    net = fit(net, pool, around, schedule, work / f"squares-{name}.pt", report)
    temper(net, plan.temperatures)
    export(net, out)
    if known:
        blend(known, out, plan.share)


def _first(data: Path, work: Path, plan: Plan, report: Report) -> SquareNet:
    torch.manual_seed(plan.seed)
    net, done = SquareNet(), work / "squares-first.net"
    if done.exists():
        net.load_state_dict(torch.load(done, weights_only=True))
        return net
    report("composing painted photos")
    composed = from_composed(Material.painted(), plan.painted, plan.seed, plan.things)
    pool = gather(chain(_shared(data, plan), composed), FIRST)
    around = _around(pool, data, plan)
    net = fit(net, pool, around, plan.first, work / "squares-first.pt", report)
    fresh = done.with_suffix(".new")
    torch.save(net.state_dict(), fresh)
    fresh.replace(done)
    return net


def _shared(data: Path, plan: Plan) -> Iterator[Window]:
    """Collect material of no fold: scans, tables, paintings.

    Bare tables and own paintings, that is.
    """
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
    yield from sources.from_giants(data, squares)
    stuff = replace(material(data, fold), dyed=_DYED)
    yield from from_composed(stuff, plan.photographed, plan.seed + 1, plan.things)
    yield from from_composed(Material.painted(), plan.painted, plan.seed + 2, plan.things)


def _around(pool: Pool, data: Path, plan: Plan) -> Surroundings:
    rng = np.random.default_rng(plan.seed)
    return Surroundings(pool, sources.tables(dataset.surfaces(data), rng))
