"""Which scenes are shown: what is missed the oftener, whatever the threads do."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs PyTorch")

from kscan.lab.train_finder.drawing import Drawing

SCENES = 50


def drawn(drawing: Drawing, step: int) -> list[int]:
    return drawing.drawn(np.random.default_rng(step), step, 4000).tolist()


def test_at_first_all_are_drawn_alike() -> None:
    counts = np.bincount(drawn(Drawing(SCENES), 0), minlength=SCENES)
    assert counts.min() > 40
    assert counts.max() < 130


def test_what_is_missed_is_drawn_the_oftener_and_nothing_is_forgotten() -> None:
    drawing = Drawing(SCENES)
    for step in range(40):
        drawing.drawn(np.random.default_rng(step), step, 1)
        drawing.tell(list(range(SCENES)), [1.0 if scene == 7 else 0.0 for scene in range(SCENES)])
    counts = np.bincount(drawn(drawing, 40), minlength=SCENES)
    assert counts[7] > 20 * np.median(counts)
    assert counts.min() > 0


def test_what_a_step_missed_counts_from_the_next_step_on() -> None:
    told, silent = Drawing(SCENES), Drawing(SCENES)
    assert drawn(told, 0) == drawn(silent, 0)
    told.tell([3, 4], [9.0, 0.5])
    assert drawn(told, 0) == drawn(silent, 0)
    assert drawn(told, 1) != drawn(silent, 1)


def test_it_does_not_matter_which_share_tells_first() -> None:
    one, other = Drawing(SCENES), Drawing(SCENES)
    shares = ([3, 5], [0.7, 0.2]), ([5, 9], [0.4, 0.1])
    for drawing, order in ((one, shares), (other, shares[::-1])):
        drawn(drawing, 0)
        for scenes, losses in order:
            drawing.tell(scenes, losses)
    assert drawn(one, 1) == drawn(other, 1)


def test_it_goes_on_as_if_it_had_not_been_stopped() -> None:
    whole, again = Drawing(SCENES), Drawing(SCENES)
    drawn(whole, 0)
    whole.tell([1, 2], [0.1, 5.0])
    again.load_state_dict(whole.state_dict())
    assert drawn(whole, 1) == drawn(again, 1)
