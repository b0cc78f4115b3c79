"""The parts of the search, each against a plain way to the same answer."""

from collections import Counter
from itertools import product
from math import exp

import numpy as np
import pytest

from kscan.game.covering import cover
from kscan.game.kingdom import Kingdom
from kscan.game.squares import EMPTY, CastleColor, parse_square
from kscan.infer import integer_program, tiling
from kscan.infer import joint as sharing
from kscan.infer.belief import Belief, believe
from kscan.infer.best_first import Candidate, Search, explore
from kscan.infer.integer_program import Answer, Program
from kscan.infer.joint import shared
from kscan.infer.labels import label_set
from kscan.infer.penalties import ALONE, FOREIGN, NO_CASTLE, Laws
from kscan.infer.profile import chart
from kscan.infer.solve import solve
from kscan.infer.tiling import left_over, neighbours, tile, unexplained
from kscan.lab.compose.play import play
from kscan.lab.evaluate.standin import evidence_of

KNOWN = label_set()
BOX, SORT, CASTLE, EMPTY_LABEL = KNOWN.stock, KNOWN.sort, KNOWN.castle, KNOWN.empty


def noisy(seed: int, error: float = 0.04) -> Belief:
    rng = np.random.default_rng(seed)
    return believe(evidence_of(play(rng, 5, (CastleColor.BLUE,))[0].kingdom, rng, error))


def weigh_plainly(belief: Belief) -> dict[tuple[int, ...], float]:
    """Weigh each labelling over all ways to lay dominoes under it, one field at a time."""
    weights = np.exp(-belief.costs)
    fields = belief.rows * belief.cols
    beside = neighbours(belief.rows, belief.cols)

    def ways(labels: tuple[int, ...], free: frozenset[int]) -> float:
        if not free:
            return 1.0
        field = min(free)
        if labels[field] >= CASTLE:
            return ways(labels, free - {field})
        found = exp(-ALONE) * ways(labels, free - {field})
        for other in free.intersection(beside[field]):
            if labels[other] < CASTLE:
                exists = SORT[labels[field]][labels[other]] >= 0
                found += (1.0 if exists else exp(-FOREIGN)) * ways(labels, free - {field, other})
        return found

    return {
        labels: float(np.prod([weights[f, label] for f, label in enumerate(labels)]))
        * ways(labels, frozenset(range(fields)))
        * exp(-NO_CASTLE * abs(labels.count(CASTLE) - 1))
        for labels in product(*[np.flatnonzero(row > 1e-9).tolist() for row in weights])
    }


def few_labels(rows: int, cols: int, seed: int) -> Belief:
    """Return a small window with three labels a field that are possible at all."""
    rng = np.random.default_rng(seed)
    probabilities = np.full((rows * cols, 18), 1e-30)
    for row in probabilities:
        row[rng.choice(18, 3, replace=False)] = rng.dirichlet(np.full(3, 0.7))
    return Belief(rows, cols, probabilities, np.full((rows * cols, 4), 0.25))


@pytest.mark.parametrize(("rows", "cols"), [(1, 4), (4, 1), (2, 3), (3, 2)])
@pytest.mark.parametrize("seed", range(3))
def test_a_chart_weighs_all_arrangements_and_the_search_finds_the_heaviest(
    rows: int, cols: int, seed: int
) -> None:
    belief = few_labels(rows, cols, seed)
    plain = weigh_plainly(belief)
    whole = chart(belief)
    assert whole.everything == pytest.approx(sum(plain.values()), rel=1e-6)
    search = Search(whole, [9] * 18)
    found: dict[tuple[int, ...], float] = {}
    while not search.exhausted and max(found.values(), default=0.0) < search.heaviest:
        answer = search.next()
        if answer is not None:
            found.update([answer])
    assert max(found.values()) == pytest.approx(max(plain.values()), rel=1e-3)
    assert all(weight == pytest.approx(plain[labels], rel=2e-3) for labels, weight in found.items())


@pytest.mark.parametrize("seed", range(6))
def test_a_tiling_uses_every_field_once_and_only_what_the_box_holds(seed: int) -> None:
    belief = noisy(seed, 0.0001)
    labels = belief.best
    pairs = tile(labels, neighbours(belief.rows, belief.cols), KNOWN, BOX)
    assert pairs is not None
    land = sorted(field for field, label in enumerate(labels) if label < 16)
    assert sorted(field for pair in pairs for field in pair) == land
    assert min(left_over(labels, pairs, KNOWN, BOX)) >= 0


@pytest.mark.parametrize("seed", range(8))
def test_what_can_be_tiled_is_what_the_game_says_can_be_covered(seed: int) -> None:
    belief = noisy(seed)
    laws = Laws(belief)
    search = Search(chart(belief), laws.held)
    for labels, _ in filter(None, (search.next() for _ in range(40))):
        assert laws.can_be_tiled(labels) == (cover(belief.kingdom(labels)) is not None)


@pytest.mark.parametrize("seed", range(4))
def test_the_program_finds_what_looking_at_readings_finds(seed: int) -> None:
    belief = noisy(seed, 0.02)
    found = explore(belief, Laws(belief))
    answer = Program([belief]).answer()
    assert found.settled
    assert found.best.lawful
    assert answer is not None
    assert answer.proven
    assert answer.labels[0] == found.best.labels


def test_a_game_at_once_shares_one_box() -> None:
    rng = np.random.default_rng(3)
    game = [one.kingdom for one in play(rng, 5, (CastleColor.BLUE, CastleColor.PINK))]
    beliefs = [believe(evidence_of(kingdom, rng, 0.03)) for kingdom in game]
    lying = shared(beliefs, None).labels
    at_once = Program(beliefs).answer()
    assert at_once is not None
    assert lying == list(at_once.labels)


def test_what_no_domino_explains_is_as_little_as_can_be() -> None:
    row = [KNOWN.of(parse_square(label)) for label in ("W0", "W0", "M3", "M3", "F0", "F0")]
    assert unexplained(tuple(row), neighbours(1, 6), KNOWN, BOX) == (2, 3)
    assert unexplained(tuple(row[:3]), neighbours(1, 3), KNOWN, BOX) == (2,)
    assert unexplained(tuple(row[:2]), neighbours(1, 2), KNOWN, BOX) == ()


def test_a_grid_of_five_lies_somewhere_in_a_wider_window() -> None:
    belief = few_labels(6, 5, 1)
    outside = Laws(belief, 5).grids()
    assert set(map(tuple, outside)) <= {tuple(range(5)), tuple(range(25, 30))}
    assert all(
        search_labels[field] == KNOWN.of(parse_square("."))
        for grid in outside
        for search_labels, _ in filter(None, [Search(chart(belief, grid), [30] * 18).next()])
        for field in grid
    )


def test_sorts_are_the_same_whichever_half_comes_first() -> None:
    assert all(SORT[a][b] == SORT[b][a] for a in range(18) for b in range(18))


def wide(seed: int, error: float) -> Belief:
    """Return a small kingdom somewhere in a window of seven by six fields."""
    rng = np.random.default_rng(seed)
    kingdom = play(rng, 5, (CastleColor.BLUE,))[0].kingdom
    rows = [[EMPTY] * 6 for _ in range(7)]
    for cell in kingdom.cells():
        rows[cell.row + 1][cell.col + 1] = kingdom[cell]
    window = Kingdom(tuple(map(tuple, rows)))
    return believe(evidence_of(window, rng, error))


@pytest.mark.parametrize("size", [5, 7, None])
def test_the_program_finds_the_grid_in_a_wider_window(size: int | None) -> None:
    belief = wide(4, 0.0001)
    answer = Program([belief], size=size).answer()
    assert answer is not None
    assert answer.labels[0] == belief.best
    assert answer.foreign == ((),)


def test_a_game_that_no_box_holds_is_read_with_what_is_foreign_left_out() -> None:
    rng = np.random.default_rng(8)
    kingdom = play(rng, 5, (CastleColor.BLUE,))[0].kingdom
    twice = [believe(evidence_of(kingdom, rng, 0.0001)) for _ in range(3)]
    lying = shared(twice, 5).labels
    land = Counter(label for labels in lying for label in labels if label < CASTLE)
    assert all(count <= KNOWN.land[kind] for kind, count in land.items())
    assert any(labels.count(EMPTY_LABEL) for labels in lying)


def test_land_that_few_dominoes_cannot_explain_is_all_unexplained() -> None:
    row = tuple(KNOWN.of(parse_square("M3")) for _ in range(12))
    assert unexplained(row, neighbours(1, 12), KNOWN, BOX) == tuple(range(12))


def test_a_tiling_that_takes_too_long_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiling, "STEPS", 0)
    labels = noisy(1, 0.0001).best
    assert tile(labels, neighbours(5, 5), KNOWN, BOX) is None
    assert set(unexplained(labels, neighbours(5, 5), KNOWN, BOX)) == {
        field for field, label in enumerate(labels) if label < CASTLE
    }


@pytest.mark.parametrize("something", [True, False])
def test_a_game_whose_program_met_a_limit_is_not_proven(
    something: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(3)
    game = [one.kingdom for one in play(rng, 5, (CastleColor.BLUE, CastleColor.PINK))]
    beliefs = [believe(evidence_of(kingdom, rng, 0.0001)) for kingdom in game]
    assert all(one.proven for one in solve(beliefs, 5, same_game=True))
    stopped = Answer(tuple(one.best for one in beliefs), ((), ()), proven=False)
    monkeypatch.setattr(Program, "answer", lambda _: stopped if something else None)
    monkeypatch.setattr(sharing, "_held_by_one_box", lambda *_: False)
    monkeypatch.setattr(sharing, "_in_turn", lambda *_: None)
    assert not any(one.proven for one in solve(beliefs, 5, same_game=True))


def test_the_solver_says_where_it_met_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    belief = noisy(1, 0.2)
    whole = Program([belief] * 3, size=5).answer()
    assert whole is not None
    assert whole.proven
    monkeypatch.setattr(integer_program, "MOST_NODES", 0)
    stopped = Program([belief] * 3, size=5).answer()
    assert stopped is None or not stopped.proven


def test_where_the_program_comes_to_no_end_nothing_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    beliefs = [noisy(seed, 0.0001) for seed in (1, 2)]
    monkeypatch.setattr(Program, "answer", lambda _: None)
    monkeypatch.setattr(sharing, "_held_by_one_box", lambda *_: False)
    monkeypatch.setattr(sharing, "_in_turn", lambda *_: None)
    nothing = shared(beliefs, None)
    assert (nothing.labels, nothing.proven) == ([(EMPTY_LABEL,) * 25] * 2, False)


def test_readings_that_need_another_kingdom_read_anew_are_weighed() -> None:
    one, other, third = ((KNOWN.castle,), (KNOWN.empty,), (0,))
    agreed = [
        (Candidate(one, 1.0, True), Candidate(one, 0.8, True)),
        (Candidate(other, 0.5, True), Candidate(one, 0.8, True)),
        (Candidate(other, 0.5, True), Candidate(third, 0.2, True)),
    ]
    first, second = sharing._rivals(agreed)
    assert first == {other: pytest.approx((0.4 + 0.1) / 0.8)}
    assert second == {third: pytest.approx(0.1 / (0.8 + 0.4))}
