"""Choices of a reading a kingdom come by falling weight, and only those that a box may hold."""

from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kscan.game.box import BASE
from kscan.game.squares import parse_square
from kscan.infer.best_first import Candidate
from kscan.infer.joint import WEIGHED, _likeliest
from kscan.infer.labels import label_set

# Of the first two there is one square in the box, of the third there are ten.
BOX = label_set(BASE)
RARE = [BOX.of(parse_square(text)) for text in ("M3", "M1", "S0")]

readings = st.lists(
    st.builds(
        Candidate,
        st.tuples(*[st.sampled_from(RARE)] * 3),
        st.floats(0.01, 1.0),
        st.just(True),
    ),
    min_size=1,
    max_size=4,
)


def held(labels: list[int]) -> bool:
    """Whether the box has so many squares of each kind."""
    return all(labels.count(kind) <= BOX.land[kind] for kind in RARE)


@settings(max_examples=60, deadline=None)
@given(st.lists(readings, min_size=2, max_size=3))
def test_all_that_the_box_holds_come_the_likeliest_first(choices: list[list[Candidate]]) -> None:
    found = [*_likeliest(choices, BOX)]
    every = [
        chosen
        for chosen in product(*choices)
        if held([label for one in chosen for label in one.labels])
    ]
    weights = [prod(one.weight for one in chosen) for chosen in found]
    assert weights == pytest.approx(sorted(weights, reverse=True))
    assert len(every) <= WEIGHED
    assert weights == pytest.approx(
        sorted((prod(one.weight for one in chosen) for chosen in every), reverse=True)
    )
