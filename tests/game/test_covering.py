"""Dominoes of kingdoms: on made-up and on real tables."""

import itertools
import random
import time
from collections import Counter

import pytest

from kscan.game.box import BASE
from kscan.game.covering import cover, cover_game
from kscan.game.kingdom import parse_kingdom

NOT_BUILDABLE = {
    "k02": {12, 47},
    "k08": {11},
    "k17": {1},
    "k20": {7},
    "duel_b": {2, 4, 10, 15, 17, 21, 26, 29, 36, 40, 46, 48},
    "partial_a": {10, 20, 23, 37, 48},
}

# The hardest found by climbing from random 7x7 kingdoms towards longer searches.
HARDEST = """
S0 S0 W0 F1 W0 W0 M2
S0 M2 P2 W0 W0 M1 W0
M2 S0 W0 S2 W0 W0 W0
P0 P0 L0 W0 F0 W0 S0
P0 F0 F0 L1 C  M3 W0
F1 L0 F0 F0 P0 W0 P0
W0 F1 L0 W1 P0 P0 W1
"""


def coverings_by_plain_search(kingdom):
    """All coverings, field by field, with no cleverness at all."""
    open_fields = [c for c in kingdom.covered if not kingdom[c].castle]
    dominoes = {}
    for domino in BASE.dominoes:
        key = frozenset((domino.first, domino.second))
        dominoes[key] = dominoes.get(key, 0) + 1

    def lay(fields, pairs):
        if not fields:
            yield list(pairs)
            return
        first = fields[0]
        for other in (c for c in first.neighbours() if c in fields[1:]):
            key = frozenset((kingdom[first], kingdom[other]))
            if dominoes.get(key, 0):
                dominoes[key] -= 1
                rest = [c for c in fields if c not in (first, other)]
                yield from lay(rest, [*pairs, (first, other)])
                dominoes[key] += 1

    yield from lay(open_fields, [])


def can_be_laid(kingdom, pair, laid):
    """Return the connection rule for one domino, word for word."""
    return any(
        kingdom[beside].castle or (beside in laid and kingdom[beside].terrain is kingdom[c].terrain)
        for c in pair
        for beside in c.neighbours()
        if beside not in pair
    )


def number_that_cannot_be_laid(kingdom, pairs):
    laid, waiting = set(), list(pairs)
    while ready := [pair for pair in waiting if can_be_laid(kingdom, pair, laid)]:
        laid.update(ready[0])
        waiting.remove(ready[0])
    return len(waiting)


def covered_fields(covering):
    return sorted(cell for domino in covering.dominoes for cell in domino.cells)


def test_a_kingdom_of_its_castle_alone_needs_no_domino():
    assert cover(parse_kingdom("C")).dominoes == ()


def test_each_field_lies_under_one_domino_of_the_box():
    kingdom = parse_kingdom("W0 W0 C W0 M3")
    covering = cover(kingdom)
    assert covered_fields(covering) == sorted(c for c in kingdom.covered if not kingdom[c].castle)
    assert sorted(domino.number for domino in covering.dominoes) == [1, 48]
    assert {domino.numbers for domino in covering.dominoes} == {(1, 2), (48,)}


@pytest.mark.parametrize(
    "kingdom",
    [
        "W0 C",  # half a domino
        "S2 S0 C",  # no such domino
        "W0 M3\nC .\nW0 M3",  # more squares than the box holds
        "W0 P0 C P0 W0",  # squares enough, and one such domino
        "W0 . C\n. W0 .",  # corners do not join
        "W2 W0 C",  # no such square
    ],
)
def test_what_the_box_does_not_hold_is_not_covered(kingdom):
    assert cover(parse_kingdom(kingdom)) is None


def test_of_several_coverings_one_that_can_be_built_is_chosen():
    # Cut into columns, F0 F0 touches neither the castle nor another forest.
    kingdom = parse_kingdom("C W0 F0\n. L0 F0")
    stuck = [number_that_cannot_be_laid(kingdom, p) for p in coverings_by_plain_search(kingdom)]
    assert sorted(stuck) == [0, 1]
    assert [domino.number for domino in cover(kingdom).dominoes] == [13, 17]


def test_every_labelled_grid_can_be_covered(labelled):
    assert len(labelled) == 51
    assert all(cover(kingdom) for kingdom in labelled.values())


def test_each_game_comes_from_one_box(games):
    assert len(games) == 6
    for kingdoms in games.values():
        numbers = [d.number for covering in cover_game(kingdoms) for d in covering.dominoes]
        assert len(numbers) == len(set(numbers))


def test_exactly_six_real_kingdoms_cannot_be_built_in_any_order(real):
    stuck = {name: {d.number for d in cover(k).stuck} for name, k in real.items()}
    assert {name: numbers for name, numbers in stuck.items() if numbers} == NOT_BUILDABLE


def test_a_plain_search_agrees_which_kingdoms_can_be_built(real):
    for name, kingdom in real.items():
        fewest = min(
            number_that_cannot_be_laid(kingdom, pairs)
            for pairs in coverings_by_plain_search(kingdom)
        )
        assert len(cover(kingdom).stuck) == fewest == len(NOT_BUILDABLE.get(name, ())), name


def test_dominoes_come_in_an_order_in_which_they_can_be_laid(real):
    for kingdom in real.values():
        covering = cover(kingdom)
        laid = set()
        for domino in covering.dominoes[: len(covering.dominoes) - len(covering.stuck)]:
            assert can_be_laid(kingdom, domino.cells, laid)
            laid.update(domino.cells)


def test_kingdoms_that_share_a_domino_are_not_from_one_box():
    assert cover_game([parse_kingdom("W0 M3 C"), parse_kingdom("C W0 M3")]) is None
    assert cover_game([parse_kingdom("W0 M3 C"), parse_kingdom("C W0 P0")])


def test_one_kingdom_gives_way_where_another_needs_the_domino():
    # Either row or column cuts the block; only one leaves W0 F0 (there is a single one) to b.
    block, other = parse_kingdom("C W0 F0\n. W0 F0"), parse_kingdom("W0 F0 C")
    numbers = [d.number for c in cover_game([block, other]) for d in c.dominoes]
    assert sorted(numbers) == [1, 3, 13]


def test_the_hardest_kingdom_found_takes_a_blink():
    start = time.process_time()
    cover(parse_kingdom(HARDEST))
    assert time.process_time() - start < 10  # 0.8 s where it was found


def test_random_small_kingdoms_agree_with_a_plain_search():
    rng = random.Random(7)
    kinds = ["W0", "F0", "L0", "P0", "W1", "F1", "S0", "."]
    for _ in range(300):
        rows = [[rng.choice(kinds) for _ in range(4)] for _ in range(3)]
        rows[1][1] = "C"
        kingdom = parse_kingdom("\n".join(map(" ".join, rows)))
        plain = [number_that_cannot_be_laid(kingdom, p) for p in coverings_by_plain_search(kingdom)]
        covering = cover(kingdom)
        assert (None if covering is None else len(covering.stuck)) == min(plain, default=None)


def test_random_games_agree_with_a_plain_search():
    rng = random.Random(11)
    for _ in range(100):
        kingdoms = [kingdom_of_several_cuts(rng) for _ in "ab"]
        one_by_one = [list(coverings_by_plain_search(kingdom)) for kingdom in kingdoms]
        plain = [
            sum(map(number_that_cannot_be_laid, kingdoms, choice))
            for choice in itertools.product(*one_by_one)
            if within_the_box(kingdoms, choice)
        ]
        together = cover_game(kingdoms)
        stuck = together and sum(len(covering.stuck) for covering in together)
        assert stuck == min(plain, default=None)


def kingdom_of_several_cuts(rng):
    while True:
        squares = ["C", *rng.choices(["W0", "F0", "L0", "F1", "L1"], weights=[3, 3, 3, 1, 1], k=8)]
        kingdom = parse_kingdom("\n".join(" ".join(squares[at : at + 3]) for at in (0, 3, 6)))
        if len({needed((kingdom,), (cut,)) for cut in coverings_by_plain_search(kingdom)}) > 1:
            return kingdom


def needed(kingdoms, choice):
    """Return the sorts of domino that one cut of each kingdom takes, with how many of each."""
    sorts = Counter(
        frozenset((kingdom[a], kingdom[b]))
        for kingdom, pairs in zip(kingdoms, choice, strict=True)
        for a, b in pairs
    )
    return frozenset(sorts.items())


def within_the_box(kingdoms, choice):
    held = Counter(frozenset((domino.first, domino.second)) for domino in BASE.dominoes)
    return all(count <= held[sort] for sort, count in needed(kingdoms, choice))
