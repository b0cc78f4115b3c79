"""Muon: what a step does to a layer, whatever the pictures have in common."""

import pytest

pytest.importorskip("torch", reason="training needs the extra 'train'")

import torch
from torch import nn

from kscan.lab.muon import Muon


def _moved(layer: nn.Module, strong: float) -> torch.Tensor:
    """How a layer's weights move by one step on a gradient that is `strong` in one direction."""
    weight = next(layer.parameters())
    before = weight.detach().clone()
    torch.manual_seed(3)
    weight.grad = torch.randn_like(weight) * 1e-3
    weight.grad += strong * torch.ones_like(weight)
    Muon(layer, rate=0.01, decay=0.0).step()
    return (weight.detach() - before).flatten(1)


@pytest.mark.parametrize("shape", [(16, 32), (32, 8)])
def test_a_step_is_as_strong_in_every_direction(shape: tuple[int, int]) -> None:
    layer = nn.Conv2d(shape[0], shape[1], 3, bias=False)
    values = torch.linalg.svdvals(_moved(layer, strong=0.02))
    assert values.max() < 2 * values.min()


def test_the_first_layer_moves_as_with_adam() -> None:
    moved = _moved(nn.Conv2d(3, 16, 3, bias=False), strong=1.0)
    assert torch.allclose(moved.abs(), torch.full_like(moved, 0.01), rtol=1e-3)


def test_it_finds_the_least_of_a_bowl() -> None:
    torch.manual_seed(1)
    layer = nn.Conv2d(8, 8, 1, bias=False)
    target = torch.randn_like(layer.weight)
    optimizer = Muon(layer, rate=0.05, decay=0.0)
    pace = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.05, 300)

    def missed() -> float:
        optimizer.zero_grad()
        loss = (layer.weight - target).square().sum()
        loss.backward()
        return float(loss.detach())

    first = missed()
    for _ in range(300):
        optimizer.step(missed)
        pace.step()
    assert missed() < 1e-3 * first
