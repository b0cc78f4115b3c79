"""Fitting the two networks: seeded, resumable, one thread."""

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from numpy.typing import NDArray
from torch import Tensor, nn

from kscan.training.lattice.net import CellNet, HeatNet
from kscan.training.lattice.samples import Sample, field_sample, heat_sample, stacked
from kscan.training.lattice.scenes import Scene

_SETTLING = 30  # batches from which the normalisations' means are taken in the end

Report = Callable[[str], None]
Sampler = Callable[[np.random.Generator, Scene], Sample]
Loss = Callable[[Tensor, Tensor, Tensor], Tensor]


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how fast a network learns."""

    steps: int
    batch: int
    rate: float
    decay: float = 0.02
    memory: float = 0.995  # of the running mean of the weights, which is what ships
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Task:
    """One network, what it is shown and how its answers are judged."""

    name: str
    make: Callable[[], nn.Module]
    sample: Sampler
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


class _Course:
    """A network on its way: all that a checkpoint keeps."""

    def __init__(self, task: Task, schedule: Schedule) -> None:
        torch.manual_seed(schedule.seed)
        self.schedule = schedule
        self.net = task.make().to(memory_format=torch.channels_last)
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), schedule.rate, weight_decay=schedule.decay
        )
        self.pace = torch.optim.lr_scheduler.OneCycleLR(
            self.optimizer, schedule.rate, schedule.steps, pct_start=0.1
        )
        self.mean = torch.optim.swa_utils.AveragedModel(
            self.net,
            multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(schedule.memory),
            use_buffers=True,
        )
        self.step = 0

    def _parts(self) -> dict[str, object]:
        return {
            "net": self.net,
            "mean": self.mean,
            "optimizer": self.optimizer,
            "pace": self.pace,
        }

    def save(self, file: Path) -> None:
        """Write everything to `file`, at once or not at all."""
        state: dict[str, object] = {
            name: part.state_dict()  # type: ignore[attr-defined]
            for name, part in self._parts().items()
        }
        state |= {"step": self.step, "schedule": repr(self.schedule)}
        fresh = file.with_suffix(".new")
        torch.save(state, fresh)
        fresh.replace(file)

    def resume(self, file: Path) -> None:
        """Go on from `file` where it holds this schedule."""
        if not file.exists():
            return
        state = torch.load(file, weights_only=True)
        if state["schedule"] != repr(self.schedule):
            return
        for name, part in self._parts().items():
            part.load_state_dict(state[name])  # type: ignore[attr-defined]
        self.step = int(state["step"])

    def warm_start(self, file: Path) -> None:
        """Take the weights, and nothing else, from another course's `file`."""
        weights = torch.load(file, weights_only=True)["mean"]
        self.mean.load_state_dict(weights)
        self.net.load_state_dict(self.mean.module.state_dict())
        self.mean.n_averaged.zero_()


def fit(
    task: Task,
    scenes: Callable[[], Sequence[Scene]],
    schedule: Schedule,
    checkpoint: Path,
    report: Report,
    start: Path | None = None,
) -> nn.Module:
    """The fitted network (running mean of the weights); goes on from `checkpoint` if there is one.

    `scenes` is asked again now and then: a cache that is still being filled may be learnt from.
    """
    course = _Course(task, schedule)
    if start is not None:
        course.warm_start(start)
    course.resume(checkpoint)
    known, losses, began, first = scenes(), [], time.monotonic(), course.step
    with ThreadPoolExecutor(1) as ahead:
        batch = ahead.submit(_batch, task, known, schedule, course.step)
        while course.step < schedule.steps:
            shown = batch.result()
            batch = ahead.submit(_batch, task, known, schedule, course.step + 1)
            losses.append(_learn(course, task, shown))
            course.step += 1
            if course.step % 100 == 0:
                pace = (course.step - first) / (time.monotonic() - began)
                report(
                    f"{task.name} step {course.step}/{schedule.steps} "
                    f"loss {np.mean(losses):.4f} {pace:.2f}/s {len(known)} scenes"
                )
                losses, known = [], scenes()
                course.save(checkpoint)
    fitted: nn.Module = course.mean.module
    settle(fitted, (_batch(task, known, schedule, schedule.steps + k) for k in range(_SETTLING)))
    return fitted.eval()


def settle(net: nn.Module, batches: Iterable[tuple[NDArray[np.float32], ...]]) -> None:
    """Measure anew what the normalisations expect: averaged weights do not know it."""
    norms = [part for part in net.modules() if isinstance(part, nn.BatchNorm2d)]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None
    net.train()
    with torch.no_grad():
        for pictures, *_ in batches:
            net(torch.from_numpy(pictures))


def _batch(
    task: Task, scenes: Sequence[Scene], schedule: Schedule, step: int
) -> tuple[NDArray[np.float32], ...]:
    rng = np.random.default_rng([schedule.seed, step])
    chosen = rng.integers(len(scenes), size=schedule.batch)
    return stacked([task.sample(rng, scenes[index]) for index in chosen])


def _learn(course: _Course, task: Task, shown: tuple[NDArray[np.float32], ...]) -> float:
    pictures, targets, counts = (torch.from_numpy(part) for part in shown)
    with torch.autocast("cpu", torch.bfloat16):
        answers = course.net(pictures.contiguous(memory_format=torch.channels_last))
    loss = task.loss(answers.float(), targets, counts)
    course.optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(course.net.parameters(), 2.0)
    course.optimizer.step()
    course.pace.step()
    course.mean.update_parameters(course.net)
    return float(loss.detach())
