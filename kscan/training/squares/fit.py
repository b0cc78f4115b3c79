"""Fitting the square reader: seeded, resumable, one thread."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from kscan.training.squares.augment import photograph
from kscan.training.squares.labels import UNKNOWN
from kscan.training.squares.net import SquareNet, split
from kscan.training.squares.pool import Pool
from kscan.training.squares.surroundings import Surroundings

Report = Callable[[str], None]

_WEIGHTS = (1.0, 1.0, 3.0)  # of ground, crowns, colour; few windows show a castle


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how fast the net learns."""

    steps: int = 4500
    kingdoms: int = 8  # a batch; each with
    windows: int = 16
    rate: float = 2.5e-3
    decay: float = 0.05
    memory: float = 0.998  # of the running mean of the weights, which is what ships
    seed: int = 1
    every: int = 250  # steps to a report and a checkpoint


def fit(
    net: SquareNet,
    pool: Pool,
    around: Surroundings,
    schedule: Schedule,
    checkpoint: Path,
    report: Report,
) -> SquareNet:
    """The net fitted further (running mean of the weights); goes on from `checkpoint`, if any."""
    torch.manual_seed(schedule.seed)
    net = net.train().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), schedule.rate, weight_decay=schedule.decay)
    pace = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, schedule.rate, schedule.steps, pct_start=0.15
    )
    mean = torch.optim.swa_utils.AveragedModel(
        net,
        multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(schedule.memory),
        use_buffers=True,
    )
    done = _resume(checkpoint, net, mean, optimizer, pace, schedule)
    began, losses = time.monotonic(), []
    for step in range(done, schedule.steps):
        losses.append(_learn(net, optimizer, pool, around, schedule, step))
        pace.step()
        mean.update_parameters(net)
        if (step + 1) % schedule.every == 0:
            rate = (step + 1 - done) / (time.monotonic() - began)
            _save(checkpoint, step + 1, net, mean, optimizer, pace, schedule)
            report(f"step {step + 1}/{schedule.steps} loss {np.mean(losses):.4f} {rate:.1f}/s")
            losses.clear()
    net.load_state_dict(mean.module.state_dict())
    net.eval()
    return net


def _learn(
    net: SquareNet,
    optimizer: torch.optim.Optimizer,
    pool: Pool,
    around: Surroundings,
    schedule: Schedule,
    step: int,
) -> float:
    rng = np.random.default_rng([schedule.seed, step])
    torch_rng = torch.Generator().manual_seed(int(rng.integers(2**62)))
    chosen = pool.draw(schedule.kingdoms, schedule.windows, rng)
    canvas = torch.from_numpy(around.canvases(chosen, rng)).permute(0, 3, 1, 2).float() / 255
    strays = torch.from_numpy(pool.strays[chosen])
    shown = photograph(canvas, strays, schedule.windows, torch_rng, rng)
    with torch.autocast("cpu", torch.bfloat16):
        own, light = net.describe(shown.contiguous(memory_format=torch.channels_last))
        logits = net.decide(own, _light_of_kingdoms(light, schedule, torch_rng))
    loss = _loss(logits.float(), torch.from_numpy(pool.targets[chosen]))
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 2.0)
    optimizer.step()
    return float(loss.detach())


def _light_of_kingdoms(light: Tensor, schedule: Schedule, rng: torch.Generator) -> Tensor:
    """Each window's kingdom's mean; for some only its own, so that one square can be read, too."""
    means = light.view(schedule.kingdoms, schedule.windows, -1).mean(1)
    means = means.repeat_interleave(schedule.windows, 0)
    alone = torch.rand(len(light), 1, generator=rng) < 0.12
    return torch.where(alone, light, means)


def _loss(logits: Tensor, targets: Tensor) -> Tensor:
    loss = torch.zeros(())
    for part, answers, weight in zip(split(logits), targets.T, _WEIGHTS, strict=True):
        if (answers != UNKNOWN).any():
            share = (answers != UNKNOWN).float().mean()
            loss = loss + weight * share * F.cross_entropy(part, answers, ignore_index=UNKNOWN)
    return loss


def _save(
    checkpoint: Path,
    step: int,
    net: nn.Module,
    mean: nn.Module,
    optimizer: torch.optim.Optimizer,
    pace: torch.optim.lr_scheduler.OneCycleLR,
    schedule: Schedule,
) -> None:
    state = {
        "step": step,
        "schedule": repr(schedule),
        "net": net.state_dict(),
        "mean": mean.state_dict(),
        "optimizer": optimizer.state_dict(),
        "pace": pace.state_dict(),
    }
    fresh = checkpoint.with_suffix(".new")
    torch.save(state, fresh)
    fresh.replace(checkpoint)


def _resume(
    checkpoint: Path,
    net: nn.Module,
    mean: nn.Module,
    optimizer: torch.optim.Optimizer,
    pace: torch.optim.lr_scheduler.OneCycleLR,
    schedule: Schedule,
) -> int:
    if not checkpoint.exists():
        return 0
    state = torch.load(checkpoint, weights_only=True)
    if state["schedule"] != repr(schedule):
        return 0
    net.load_state_dict(state["net"])
    mean.load_state_dict(state["mean"])
    optimizer.load_state_dict(state["optimizer"])
    pace.load_state_dict(state["pace"])
    return int(state["step"])
