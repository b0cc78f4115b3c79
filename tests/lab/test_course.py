"""A network's course: shares learnt from side by side, to the same weights each time."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch")

from kscan.lab.course import SHARES, Schedule, learn  # noqa: E402

if TYPE_CHECKING:
    from kscan.lab.course import Batch, Sampler

STEPS = 6


def shown(step: int, share: int) -> "Batch":
    rng = np.random.default_rng([step, share])
    return (torch.from_numpy(rng.normal(size=(5, 3)).astype(np.float32)),)


def loss(net: "torch.nn.Module", batch: "Batch") -> "torch.Tensor":
    return (net(batch[0]) - batch[0].sum(1, keepdim=True)).square().mean()


def learnt(checkpoint: Path, sample: "Sampler" = shown) -> "torch.nn.Module":
    torch.manual_seed(4)
    net = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
    return learn(net, sample, loss, Schedule(STEPS, 5, 1e-2), checkpoint, lambda _line: None)


def test_the_same_course_ends_in_the_same_weights(tmp_path: Path) -> None:
    one, other = learnt(tmp_path / "a.pt"), learnt(tmp_path / "b.pt")
    for mine, theirs in zip(one.parameters(), other.parameters(), strict=True):
        assert torch.equal(mine, theirs)


def test_shares_teach_what_they_teach_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def both(step: int, _share: int) -> "Batch":
        return (torch.cat([shown(step, share)[0] for share in range(2)]),)

    assert SHARES == 2
    apart = learnt(tmp_path / "apart.pt")
    monkeypatch.setattr("kscan.lab.course.SHARES", 1)
    together = learnt(tmp_path / "together.pt", both)
    for mine, theirs in zip(apart.parameters(), together.parameters(), strict=True):
        torch.testing.assert_close(mine, theirs)
