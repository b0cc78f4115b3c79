"""Kingdoms that cannot share a box are not bent until they do: a photo is of another game."""

import numpy as np
import pytest

from kscan.evidence import Evidence
from kscan.game.squares import BASE_COLORS
from kscan.infer import infer_kingdoms
from kscan.lab.compose.play import play
from kscan.lab.evaluate.standin import evidence_of


def dealt(seed: int) -> list[Evidence]:
    """Return the evidence of a game of four, seen clearly."""
    rng = np.random.default_rng(seed)
    kingdoms = [one.kingdom for one in play(rng, 5, BASE_COLORS)]
    return [evidence_of(kingdom, rng, 0.0) for kingdom in kingdoms]


def codes(evidence: list[Evidence]) -> list[set[str]]:
    return [{said.code for said in one.remarks} for one in infer_kingdoms(evidence)]


@pytest.mark.parametrize("seed", range(6))
def test_a_true_game_is_not_suspected(seed: int) -> None:
    assert all({"another_game", "not_one_game"}.isdisjoint(said) for said in codes(dealt(seed)))


@pytest.mark.parametrize("seed", range(6))
def test_readings_of_a_mixed_game_are_the_single_ones(seed: int) -> None:
    mixed = [*dealt(seed)[:3], dealt(seed + 100)[0]]
    together = infer_kingdoms(mixed)
    alone = [infer_kingdoms([one])[0] for one in mixed]
    contradicted = [one.certainty is None for one in together]
    assert len(set(contradicted)) == 1
    if contradicted[0]:  # else the two games happen to share one box
        assert [one.total for one in together] == [one.total for one in alone]
        assert [one.status for one in together] == ["check"] * 4


def test_the_kingdom_that_does_not_fit_is_named() -> None:
    named = []
    for seed in range(20):
        mixed = [*dealt(seed)[:3], dealt(seed + 100)[0]]
        said = [each for one in infer_kingdoms(mixed) for each in one.remarks]
        named += [each.kingdoms for each in said[:1] if each.code == "another_game"]
    assert len(named) > 10
    assert all(3 in places and len(places) < 4 for places in named)
    assert named.count((3,)) > len(named) / 2
