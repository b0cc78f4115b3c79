"""From the labelled pictures to the finder's weights."""

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import torch

from kscan.lab.compose.held_out import material
from kscan.lab.continuing import blend
from kscan.lab.course import Report, Schedule
from kscan.lab.folds import Fold
from kscan.lab.train_finder import cache
from kscan.lab.train_finder.export import export
from kscan.lab.train_finder.fit import FIELDS, HEAT, fit
from kscan.lab.train_finder.hard_negatives import mark_hard_negatives

NAMES = (HEAT.name, FIELDS.name)  # of the files of weights
_DYED = 0.4  # of the photographed tables: there are tables of any colour, and few photographs


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is composed and how long is learnt."""

    scenes: int
    heat: Schedule
    fields: Schedule
    share: float  # of what is learnt, where written weights go on, beside what those were
    seed: int


def usual_plan(seed: int) -> Plan:
    """Plan an hour on two cores."""
    return Plan(
        scenes=3400,
        heat=Schedule(steps=1300, batch=4, rate=5e-3, memory=0.995, seed=seed),
        fields=Schedule(steps=4000, batch=8, rate=5e-3, seed=seed),
        share=0.5,
        seed=seed,
    )


def shorter(plan: Plan) -> Plan:
    """Return the plan for going on from written weights: about twenty minutes on two cores."""
    heat = replace(plan.heat, steps=700, rate=2e-3)
    fields = replace(plan.fields, steps=2000, rate=2e-3)
    return replace(plan, scenes=1600, heat=heat, fields=fields)


def make(
    data: Path,
    out: Path,
    work: Path,
    fold: Fold | None,
    plan: Plan,
    report: Report,
    known: Path | None = None,
) -> None:
    """Write finder.onnx and finder_fields.onnx to `out`.

    Scenes and checkpoints stay in `work`: what was interrupted goes on from there. With weights in
    the folder `known`, which left out as much, it goes on from these.
    """
    plan = shorter(plan) if known else plan
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    scenes = work / (fold.name if fold else "all") / "scenes"
    stuff = replace(material(data, fold), dyed=_DYED)
    cache.fill(scenes, plan.scenes, stuff, plan.seed, report)
    out.mkdir(parents=True, exist_ok=True)
    for task, schedule in ((HEAT, plan.heat), (FIELDS, plan.fields)):
        checkpoint = scenes.parent / f"{task.name}.pt"
        file = f"{task.name}.onnx"
        net = fit(task, cache.scenes(scenes), schedule, checkpoint, report, known and known / file)
        export(net, out / file, any_size=task is HEAT)
        if known:
            blend(known / file, out / file, plan.share)
        if task is HEAT:  # what it takes for a kingdom and is none, the second look is to turn down
            mark_hard_negatives(scenes, out, report)
