"""Which fields of a window are the kingdom, and which rows and columns are kept."""

import numpy as np

from kscan.find import block


def window(*lines: str) -> np.ndarray:
    """Probabilities drawn as text: `#` sure, `?` doubtful, `.` empty."""
    values = {"#": 0.95, "?": 0.3, ".": 0.01}
    return np.array([[values[sign] for sign in line] for line in lines])


def test_the_largest_group_is_the_kingdom_and_corners_join() -> None:
    covered = window("##...", "##...", "..##.", ".....", "....#")
    group = block.kingdom(covered)
    assert group.sum() == 6
    assert block.around(group) == block.BoundingBox(0, 0, 4, 3)


def test_no_sure_field_is_no_kingdom() -> None:
    assert not block.kingdom(window("??", "..")).any()
    assert block.around(np.zeros((2, 2), dtype=np.bool_)) is None


def test_a_doubtful_column_is_kept() -> None:
    covered = window("......", ".###?.", ".###..", "......")
    tight = block.around(block.kingdom(covered))
    assert tight is not None
    assert block.widened(tight, covered) == block.BoundingBox(1, 1, 4, 2)


def test_no_block_is_larger_than_seven() -> None:
    covered = np.full((9, 9), 0.95)
    group = block.kingdom(covered)
    tight = block.around(group)
    assert tight is not None
    assert (tight.cols, tight.rows) == (7, 7)
    assert block.widened(tight, covered) == tight


def test_what_is_wider_than_a_kingdom_and_another_row_goes_on() -> None:
    chessboard = np.full((9, 9), 0.01)
    chessboard[:8, :8] = 0.95
    assert block.goes_on(chessboard, block.kingdom(chessboard))


def test_a_kingdom_does_not_go_on_though_dominoes_lie_beside_it() -> None:
    covered = np.full((9, 9), 0.01)
    covered[:7, :7] = 0.95
    covered[8, 1:8] = 0.95  # a row on its own, such as the next dominoes on offer
    covered[2:6, 7] = 0.95  # two loose dominoes that touch it
    assert not block.goes_on(covered, block.kingdom(covered))


def test_a_small_kingdom_has_room_beside_it_and_a_complete_one_has_none() -> None:
    small, complete = np.zeros((9, 9), np.bool_), np.zeros((9, 9), np.bool_)
    small[2:7, 2:6] = complete[2:7, 2:7] = True
    small[4, 3] = False
    box, beside = block.with_room(small)
    assert box.sum() == 20
    assert {tuple(place) for place in np.argwhere(beside)} == {
        (row, col) for row in range(2, 7) for col in (1, 6)
    }
    assert not block.with_room(complete)[1].any()
