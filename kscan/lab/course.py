"""A network's course of learning: seeded, on two threads, kept every few steps."""

import copy
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import torch
from torch import Tensor, nn

from kscan.lab.muon import Muon

Report = Callable[[str], None]
Batch = tuple[Tensor, ...]
Sampler = Callable[[int, int], Batch]  # of a step and a share: the share's pictures
Net = TypeVar("Net", bound=nn.Module)

SHARES = 2  # of a step's pictures, one for each thread


class Kept(Protocol):
    """A part of a course that a checkpoint keeps."""

    def state_dict(self) -> dict[str, Any]:
        """Return all state needed to go on."""

    def load_state_dict(self, state: dict[str, Any]) -> object:
        """Go on from there."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how fast a network learns."""

    steps: int
    batch: int  # what one share of a step shows: windows, or kingdoms of some windows
    rate: float
    decay: float = 0.1
    memory: float = 0.998  # of the running mean of the weights, which is what ships
    seed: int = 1
    every: int = 250  # steps to a report and a checkpoint


def learn(
    net: Net,
    sample: Sampler,
    loss: Callable[[Net, Batch], Tensor],
    schedule: Schedule,
    checkpoint: Path,
    report: Report,
    beside: Mapping[str, Kept] | None = None,
) -> Net:
    """Train the net; return its running mean weights.

    Goes on from `checkpoint`. `sample` makes one share of what a step shows; shares are learnt from
    side by side. The checkpoint also keeps what is given `beside` the net.
    """
    course = _Course(net, schedule, beside or {})
    course.resume(checkpoint)
    losses, began, first = [], time.monotonic(), course.step
    with ThreadPoolExecutor(SHARES, initializer=torch.set_num_threads, initargs=(1,)) as threads:
        while course.step < schedule.steps:
            losses.append(course.take(sample, loss, threads))
            if course.step % schedule.every == 0:
                pace = (course.step - first) / (time.monotonic() - began)
                done = f"{checkpoint.stem}: step {course.step} of {schedule.steps}"
                course.save(checkpoint)
                report(f"{done}, loss {np.mean(losses):.4f}, {pace:.1f} steps a second")
                losses.clear()
    net.load_state_dict(course.mean.module.state_dict())
    net.eval()
    return net


def rounded() -> torch.autocast:
    """Compute in bfloat16 if the processor can.

    One that cannot takes three times as long.
    """
    able = torch.cpu.get_capabilities()
    quick = any(able.get(name, False) for name in ("avx512_bf16", "amx_bf16", "bf16"))
    return torch.autocast("cpu", torch.bfloat16, enabled=quick)


def _twin(net: Net) -> Net:
    """Copy the net: shared weights, own normalisations."""
    twin = copy.deepcopy(net)
    for own, shared in zip(twin.parameters(), net.parameters(), strict=True):
        own.data = shared.data
    return twin


class _Course(Generic[Net]):
    """A network on its way: all that a checkpoint keeps."""

    def __init__(self, net: Net, schedule: Schedule, beside: Mapping[str, Kept]) -> None:
        self.schedule = schedule
        self.net = net.train().to(memory_format=torch.channels_last)
        # Shares are learnt from at the same time: each moves what its normalisations expect.
        self.twins = [self.net, *(_twin(self.net) for _ in range(SHARES - 1))]
        self.optimizer = Muon(net, schedule.rate, schedule.decay)
        self.pace = torch.optim.lr_scheduler.OneCycleLR(
            self.optimizer, schedule.rate, schedule.steps, pct_start=0.1
        )
        self.mean = torch.optim.swa_utils.AveragedModel(
            net,
            multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(schedule.memory),
            use_buffers=True,
        )
        self.step = 0
        self.parts: dict[str, Kept] = {
            "net": self.net,
            "mean": self.mean,
            "optimizer": self.optimizer,
            "pace": self.pace,
            **beside,
        }

    def take(
        self, sample: Sampler, loss: Callable[[Net, Batch], Tensor], threads: ThreadPoolExecutor
    ) -> float:
        """Take one step; return the loss before it."""
        shares = threads.map(lambda share: self._missed(sample, loss, share), range(SHARES))
        missed, gradients = zip(*shares, strict=True)
        for weight, first, *others in zip(self.net.parameters(), *gradients, strict=True):
            weight.grad = sum(others, first) / SHARES
        nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimizer.step()
        self.pace.step()
        self.mean.update_parameters(self.net)
        self.step += 1
        return float(np.mean(missed))

    def _missed(
        self, sample: Sampler, loss: Callable[[Net, Batch], Tensor], share: int
    ) -> tuple[float, tuple[Tensor, ...]]:
        """Return the loss of one share, and its gradients."""
        net = self.twins[share]
        missed = loss(net, sample(self.step, share))
        return float(missed.detach()), torch.autograd.grad(missed, list(net.parameters()))

    def save(self, file: Path) -> None:
        """Write everything to `file`, at once or not at all."""
        state: dict[str, object] = {name: part.state_dict() for name, part in self.parts.items()}
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
        for name, part in self.parts.items():
            part.load_state_dict(state[name])
        self.step = int(state["step"])
