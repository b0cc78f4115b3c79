"""A tile that touches the kingdom over a corner at most is its own only by the finder's word."""

import numpy as np

from kscan.find.coverage.decision import held_apart

KINGDOM = [[1.0, 1.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0]]


def test_a_tile_over_a_corner_counts_as_much_as_the_finder_says() -> None:
    covered = np.array([*KINGDOM, [0.0, 0.0, 0.99, 0.99]])
    finder = np.array([*KINGDOM, [0.0, 0.0, 0.3, 0.4]])
    assert held_apart(covered, finder)[2].tolist() == [0.0, 0.0, 0.3, 0.4]


def test_where_the_finder_is_sure_a_kingdom_may_hang_together_by_corners() -> None:
    covered = np.array([*KINGDOM, [0.0, 0.0, 0.99, 0.99]])
    assert (held_apart(covered, np.maximum(covered, 0.995)) == covered).all()


def test_what_joins_over_a_side_is_not_held_apart() -> None:
    covered = np.array([*KINGDOM, [0.0, 0.99, 0.99, 0.0]])
    assert (held_apart(covered, np.full(covered.shape, 0.3)) == covered).all()


def test_what_is_taken_for_table_stays_so() -> None:
    covered = np.array([*KINGDOM, [0.0, 0.0, 0.4, 0.01]])
    finder = np.full(covered.shape, 0.2)
    assert (held_apart(covered, finder) == covered).all()
    assert (held_apart(covered * 0.0, finder) == 0.0).all()
