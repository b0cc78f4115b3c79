"""Fitting the two networks: what a step shows them, and how their answers are judged."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from kscan.lab.continuing import fill, take_apart, weights_in
from kscan.lab.course import Batch, Report, Sampler, Schedule, learn, rounded
from kscan.lab.train_finder.drawing import Drawing
from kscan.lab.train_finder.net import CellNet, HeatNet
from kscan.lab.train_finder.samples import Sample, field_sample, heat_sample, stacked
from kscan.lab.train_finder.scenes import Scene

_MEASURED = 8  # batches on which the normalisations of written weights are measured
_SETTLING = 60  # batches from which the normalisations' means are taken in the end

Cutter = Callable[[np.random.Generator, Scene], Sample]
Loss = Callable[[Tensor, Tensor, Tensor], Tensor]


@dataclass(frozen=True, slots=True)
class Task:
    """One network, what it is shown and how its answers are judged."""

    name: str
    make: Callable[[], nn.Module]
    sample: Cutter
    loss: Loss
    missed: Loss | None = None  # on each picture: scenes are drawn by it, else all alike


def heat_loss(answers: Tensor, targets: Tensor, _counts: Tensor) -> Tensor:
    """Of the first look: masks and blobs by likelihood, frames by distance where tiles lie."""
    tile = F.binary_cross_entropy_with_logits(answers[:, 0], targets[:, 0])
    blobs = F.binary_cross_entropy_with_logits(
        answers[:, 1:3], targets[:, 1:3], weight=1.0 + 12.0 * targets[:, 1:3]
    )
    mask = targets[:, :1]
    away = F.smooth_l1_loss(answers[:, 3:], targets[:, 3:], reduction="none", beta=0.1)
    frames = (away * mask).sum() / (mask.sum() * answers.shape[1] + 1.0)
    return tile + 3.0 * blobs + 2.0 * frames


def misread(answers: Tensor, targets: Tensor, counts: Tensor) -> Tensor:
    """By the second look, in each window: covered and castle by likelihood."""
    odds = F.binary_cross_entropy_with_logits(answers[:, :2], targets[:, :2], reduction="none")
    return (odds * counts[:, :2]).mean((2, 3)).sum(1)


def field_loss(answers: Tensor, targets: Tensor, counts: Tensor) -> Tensor:
    """Of the second look: what it misread, and shifts by distance."""
    away = F.smooth_l1_loss(answers[:, 2:], targets[:, 2:], reduction="none", beta=0.02)
    shifts = (away * counts[:, 2:]).sum() / (counts[:, 2:].sum() + 1.0)
    return misread(answers, targets, counts).mean() + 3.0 * shifts


HEAT = Task("finder", HeatNet, heat_sample, heat_loss)
FIELDS = Task("finder_fields", CellNet, field_sample, field_loss, misread)


def fit(
    task: Task,
    scenes: Sequence[Scene],
    schedule: Schedule,
    checkpoint: Path,
    report: Report,
    known: Path | None = None,
) -> nn.Module:
    """Fit the network, resuming from `checkpoint` if there, else from the weights `known`."""
    torch.manual_seed(schedule.seed)
    drawing = Drawing(len(scenes))
    sample = _sampler(task, scenes, drawing, schedule)

    def loss(net: nn.Module, batch: Batch) -> Tensor:
        pictures, targets, counts, drawn = batch
        with rounded():
            answers = net(pictures.contiguous(memory_format=torch.channels_last)).float()
        if task.missed is not None:
            with torch.no_grad():
                missed = task.missed(answers, targets, counts)
            drawing.tell(drawn.tolist(), missed.tolist())
        return task.loss(answers, targets, counts)

    beside = {"drawing": drawing}
    net = task.make()
    if known:
        shown = [sample(schedule.steps + k, 0)[0] for k in range(_MEASURED)]
        net = gone_on_from(known, task, torch.cat(shown))
    fitted = learn(net, sample, loss, schedule, checkpoint, report, beside)
    settle(fitted, (sample(schedule.steps + k, 0)[0] for k in range(_SETTLING)))
    return fitted.eval()


def gone_on_from(known: Path, task: Task, pictures: Tensor) -> nn.Module:
    """Make the task's net of written weights; its normalisations are measured on `pictures`."""
    net, written = task.make(), weights_in(known)
    with torch.no_grad():
        for name, weight in net.named_parameters():
            if name in written:
                fill(weight, written[name])
        take_apart(net, written, lambda: net(pictures))
    return net


def _sampler(task: Task, scenes: Sequence[Scene], drawing: Drawing, schedule: Schedule) -> Sampler:
    """Make a share of a step.

    Its pictures, the targets, what these count, and whose they are.
    """

    def sample(step: int, share: int) -> Batch:
        rng = np.random.default_rng([schedule.seed, step, share])
        drawn = drawing.drawn(rng, step, schedule.batch)
        arrays = stacked([task.sample(rng, scenes[index]) for index in drawn])
        return (*map(torch.from_numpy, arrays), torch.from_numpy(drawn))

    return sample


def settle(net: nn.Module, pictures: Iterable[Tensor]) -> None:
    """Measure anew what the normalisations expect: averaged weights do not know it."""
    norms = [part for part in net.modules() if isinstance(part, nn.BatchNorm2d)]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None
    net.train()
    with torch.no_grad():
        for shown in pictures:
            net(shown)
