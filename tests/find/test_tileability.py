"""Covered fields: what whole dominoes and a castle can cover."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from kscan.find.coverage.tileability import (
    can_be_tiled,
    doubted_where_untileable,
    sprawls,
    tileable,
)


def fields(drawing: str) -> NDArray[np.bool_]:
    """`#` where a field is covered, rows apart by a blank."""
    return np.array([[mark == "#" for mark in row] for row in drawing.split()])


def seen(drawing: str, **doubtful: float) -> NDArray[np.float64]:
    """Probabilities: clear ones, and by letter the doubtful ones."""
    odds = {"#": 0.99, ".": 0.01, **doubtful}
    return np.array([[odds[mark] for mark in row] for row in drawing.split()])


@pytest.mark.parametrize(
    "drawing", ["#", "###", "##. .#. .##", "##. #..", "##### ##### ##### ##### #####"]
)
def test_a_castle_and_dominoes_cover_it(drawing: str) -> None:
    assert can_be_tiled(fields(drawing))


@pytest.mark.parametrize("drawing", [".", "##", "####", "#.# .#.", "#.# ### ..#", ".#. ### .#."])
def test_no_dominoes_cover_it(drawing: str) -> None:
    assert not can_be_tiled(fields(drawing))


def test_a_doubtful_field_is_decided_by_the_dominoes() -> None:
    assert (tileable(seen("##a ### ...", a=0.6)) == fields("##. ### ...")).all()
    assert (tileable(seen("#a# ### ..b", a=0.4, b=0.02)) == fields("#.# ### ...")).all()
    assert (tileable(seen("##a #b. ...", a=0.4, b=0.6)) == fields("##. #.. ...")).all()


def test_a_small_kingdom_keeps_to_the_small_grid_where_that_is_possible() -> None:
    assert not sprawls(fields("##### ....#"))
    assert sprawls(fields("######"))
    assert (tileable(seen("#####ab", a=0.7, b=0.6)) == fields("#####..")).all()


def test_a_grid_that_is_complete_but_for_two_doubtful_fields_is_complete() -> None:
    whole = "a#### ##### ##### ##### #b###"
    assert tileable(seen(whole, a=0.3, b=0.3)).all()
    assert not tileable(seen(whole, a=0.1, b=0.1)).all()


def test_what_no_domino_explains_stays_as_it_looks() -> None:
    there = fields("## ##")
    assert (tileable(np.where(there, 1 - 1e-6, 1e-6)) == there).all()


@given(st.lists(st.booleans(), min_size=16, max_size=16))
def test_what_can_be_tiled_is_never_changed(bits: list[bool]) -> None:
    there = np.array(bits).reshape(4, 4)
    if can_be_tiled(there):
        assert (tileable(np.where(there, 0.7, 0.3)) == there).all()


def test_a_contradicted_field_is_in_doubt_and_no_other_changes() -> None:
    covered = seen("##a ### ...", a=0.7)
    agreed = doubted_where_untileable(covered)
    assert agreed[0, 2] == pytest.approx(0.4)
    agreed[0, 2] = covered[0, 2]
    assert (agreed == covered).all()
