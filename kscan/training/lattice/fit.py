"""Fitting the two networks: what a step shows them, and how their answers are judged."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from kscan.training.course import Batch, Report, Sampler, Schedule, learn, rounded
from kscan.training.lattice.net import CellNet, HeatNet
from kscan.training.lattice.samples import Sample, field_sample, heat_sample, stacked
from kscan.training.lattice.scenes import Scene

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


def field_loss(answers: Tensor, targets: Tensor, counts: Tensor) -> Tensor:
    """Of the second look: covered and castle by likelihood, shifts by distance."""
    odds = F.binary_cross_entropy_with_logits(answers[:, :2], targets[:, :2], reduction="none")
    covered = (odds[:, 0] * counts[:, 0]).mean()
    castle = (odds[:, 1] * counts[:, 1]).mean()
    away = F.smooth_l1_loss(answers[:, 2:], targets[:, 2:], reduction="none", beta=0.02)
    shifts = (away * counts[:, 2:]).sum() / (counts[:, 2:].sum() + 1.0)
    return covered + castle + 3.0 * shifts


HEAT = Task("lattice", HeatNet, heat_sample, heat_loss)
FIELDS = Task("lattice_fields", CellNet, field_sample, field_loss)


def fit(
    task: Task,
    scenes: Sequence[Scene],
    schedule: Schedule,
    checkpoint: Path,
    report: Report,
) -> nn.Module:
    """The fitted network; goes on from `checkpoint` if there is one."""
    torch.manual_seed(schedule.seed)
    sample = _sampler(task, scenes, schedule)

    def loss(net: nn.Module, batch: Batch) -> Tensor:
        pictures, targets, counts = batch
        with rounded():
            answers = net(pictures.contiguous(memory_format=torch.channels_last))
        return task.loss(answers.float(), targets, counts)

    fitted = learn(task.make(), sample, loss, schedule, checkpoint, report)
    settle(fitted, (sample(schedule.steps + k, 0)[0] for k in range(_SETTLING)))
    return fitted.eval()


def _sampler(task: Task, scenes: Sequence[Scene], schedule: Schedule) -> Sampler:
    """Makes a share of a step's pictures, the targets, and what each of these counts."""

    def sample(step: int, share: int) -> Batch:
        rng = np.random.default_rng([schedule.seed, step, share])
        chosen = rng.integers(len(scenes), size=schedule.batch)
        arrays = stacked([task.sample(rng, scenes[index]) for index in chosen])
        return tuple(map(torch.from_numpy, arrays))

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
