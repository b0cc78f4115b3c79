"""Fitting the square reader: what a step shows it, and how its answers are judged."""

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from kscan.lab.course import Batch, Report, Sampler, Schedule, learn, rounded
from kscan.lab.train_reader.augment import photograph
from kscan.lab.train_reader.labels import OTHER_GROUND, UNKNOWN
from kscan.lab.train_reader.net import POOLED, SquareNet, split
from kscan.lab.train_reader.pool import Pool
from kscan.lab.train_reader.surroundings import Surroundings

WINDOWS = 16  # of a kingdom: they are shown in one light
_ALONE = 0.12  # the share of windows that see no other, so that one square can be read, too
_DROPPED = 0.1  # of what is pooled from a window's maps
_WEIGHTS = (1.0, 1.0, 3.0)  # of ground, crowns, colour; few windows show a castle


def fit(
    net: SquareNet,
    pool: Pool,
    around: Surroundings,
    schedule: Schedule,
    checkpoint: Path,
    report: Report,
) -> SquareNet:
    """Fit the net further to `pool`, resuming from `checkpoint`."""
    return learn(net, sampler(pool, around, schedule), _loss, schedule, checkpoint, report)


def sampler(pool: Pool, around: Surroundings, schedule: Schedule) -> Sampler:
    """Make windows with their targets and masks.

    What they truly are, which see no other, and what each is not to go by.
    """

    def sample(step: int, share: int) -> Batch:
        rng = np.random.default_rng([schedule.seed, step, share])
        torch_rng = torch.Generator().manual_seed(int(rng.integers(2**62)))
        chosen = pool.draw(schedule.batch, WINDOWS, rng)
        canvas = torch.from_numpy(around.canvases(chosen, rng)).permute(0, 3, 1, 2).float() / 255
        strays = torch.from_numpy(pool.strays[chosen])
        shown = photograph(canvas, strays, WINDOWS, torch_rng, rng)
        alone = torch.rand(len(chosen), 1, generator=torch_rng) < _ALONE
        kept = torch.rand(len(chosen), POOLED, generator=torch_rng) >= _DROPPED
        told = torch.from_numpy(pool.targets[chosen]), torch.from_numpy(pool.others[chosen])
        return shown, *told, alone, kept / (1 - _DROPPED)

    return sample


def _loss(net: SquareNet, batch: Batch) -> Tensor:
    shown, targets, others, alone, kept = batch
    with rounded():
        own, light = net.describe(shown.contiguous(memory_format=torch.channels_last), kept)
        means = light.view(-1, WINDOWS, light.shape[1]).mean(1).repeat_interleave(WINDOWS, 0)
        logits = net.decide(own, torch.where(alone, light, means))
    return _missed(logits.float(), targets, others)


def _missed(logits: Tensor, targets: Tensor, others: Tensor) -> Tensor:
    """Return the log loss, covered squares weighed less.

    What is covered is so far taught as something else, its crowns so much less.
    """
    loss = torch.zeros(())
    for part, answers, weight in zip(split(logits), targets.T, _WEIGHTS, strict=True):
        missed = F.cross_entropy(part, answers, ignore_index=UNKNOWN, reduction="none")
        loss = loss + weight * (missed * (1 - others)).mean()
    other = F.cross_entropy(
        split(logits)[0], torch.full_like(targets[:, 0], OTHER_GROUND), reduction="none"
    )
    return loss + _WEIGHTS[0] * (other * others).mean()
