"""The parts of the search, each against a plain way to the same answer."""

from itertools import product

import numpy as np
import pytest

from kscan.game.covering import cover
from kscan.game.squares import CastleColor
from kscan.reconstruct.belief import Belief, believe
from kscan.reconstruct.explore import explore
from kscan.reconstruct.laws import Laws
from kscan.reconstruct.program import Program, next_answers
from kscan.reconstruct.search import labellings
from kscan.reconstruct.tiling import BOX, SORT, left_over, neighbours, tile
from kscan.training.compose.play import play
from kscan.training.evaluation.standin import evidence_of


def noisy(seed: int, error: float = 0.04) -> Belief:
    rng = np.random.default_rng(seed)
    return believe(evidence_of(play(rng, 5, (CastleColor.BLUE,))[0].kingdom, rng, error))


def test_labellings_come_in_the_order_of_their_cost_and_none_is_left_out() -> None:
    rng = np.random.default_rng(1)
    probabilities = rng.dirichlet(np.full(18, 0.3), 3)
    belief = Belief(1, 3, probabilities, np.full((3, 4), 0.25))
    costs = belief.costs
    found = list(labellings(belief, 4.0))
    plain = [
        sum(costs[f, label] for f, label in enumerate(labels))
        for labels in product(range(18), repeat=3)
    ]
    assert [cost for cost, _ in found] == pytest.approx(sorted(c for c in plain if c <= 4.0))
    assert len({labels for _, labels in found}) == len(found)


@pytest.mark.parametrize("seed", range(6))
def test_a_tiling_uses_every_field_once_and_only_what_the_box_holds(seed: int) -> None:
    belief = noisy(seed, 0.0001)
    labels = belief.best
    pairs = tile(labels, neighbours(belief.rows, belief.cols), BOX)
    assert pairs is not None
    land = sorted(field for field, label in enumerate(labels) if label < 16)
    assert sorted(field for pair in pairs for field in pair) == land
    assert min(left_over(labels, pairs, BOX)) >= 0


@pytest.mark.parametrize("seed", range(8))
def test_what_can_be_tiled_is_what_the_game_says_can_be_covered(seed: int) -> None:
    belief = noisy(seed)
    laws = Laws(belief)
    for _, labels in list(labellings(belief, 5.0))[:40]:
        assert laws.can_be_tiled(labels) == (cover(belief.kingdom(labels)) is not None)


@pytest.mark.parametrize("seed", range(4))
def test_the_program_finds_what_looking_at_all_readings_finds(seed: int) -> None:
    belief = noisy(seed, 0.02)
    found = explore(belief, Laws(belief))
    answer = Program([belief]).answer()
    assert found.settled
    assert answer is not None
    assert answer.proven
    assert answer.cost == pytest.approx(found.best.cost, abs=1e-3)


def test_next_answers_differ_and_grow_dearer() -> None:
    program = Program([noisy(3)])
    answers = next_answers(program, 4)
    assert len({answer.labels for answer in answers}) == 4
    assert [a.cost for a in answers] == sorted(a.cost for a in answers)


def test_sorts_are_the_same_whichever_half_comes_first() -> None:
    assert all(SORT[a][b] == SORT[b][a] for a in range(18) for b in range(18))
