"""What people said can be taken back, one decision after the other."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kscan.corrections.table import read_corrections
from kscan.game.box import BASE
from kscan.tournament.names import PhotoNames
from kscan.tournament.settings import CORRECTIONS
from kscan.web import corrections, history
from kscan.web.history import RecordedDecision

SQUARES = st.builds(
    lambda row, col, square: f"r{row}c{col}={square}",
    st.integers(0, 1),
    st.integers(0, 1),
    st.sampled_from(["W0", "F1", "P2", "."]),
)
SAID = st.one_of(SQUARES, st.sampled_from(["ok", "W0 F0 / C L0", "discarded", "total 57"]))
SEVERAL = st.lists(st.tuples(st.integers(1, 2), SAID), min_size=1, max_size=6)
NAME, DIGEST = "photos/photo-1.jpg", "ab" * 32


def said_in(folder: Path) -> dict[tuple[str, int], object]:
    """Return what a batch takes from the table."""
    return dict(read_corrections(folder / CORRECTIONS, {NAME: DIGEST}, PhotoNames((NAME,))).of)


def holds(in_force: str, text: str) -> bool:
    """Whether what is in force says what the text says."""
    in_force, _, word = in_force.rpartition(" ") if "discarded" in in_force else (in_force, "", "")
    if text == "discarded":
        return word == "discarded"
    if "=" not in text or "=" in in_force:
        return in_force == text or text in in_force.split()
    rows = [row.split() for row in in_force.split("/")]
    return rows[int(text[1])][int(text[3])] == text.partition("=")[2]


@settings(max_examples=25, deadline=None)
@given(SEVERAL)
def test_undo_goes_back_step_by_step(said: list[tuple[int, str]]) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        states = []
        for number, (kingdom, text) in enumerate(said):
            history.add(
                folder, NAME, DIGEST, [RecordedDecision(kingdom, text, f"t{number:03}", "judge")]
            )
            states.append(said_in(folder))
        for state in reversed(states):
            assert said_in(folder) == state
            assert history.undo(folder, NAME)
        assert said_in(folder) == {}
        assert not history.undo(folder, NAME)


@settings(max_examples=15, deadline=None)
@given(SEVERAL)
def test_the_last_word_on_a_square_counts(said: list[tuple[int, str]]) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for number, (kingdom, text) in enumerate(said):
            history.add(
                folder, NAME, DIGEST, [RecordedDecision(kingdom, text, f"t{number}", "judge")]
            )
        found = history.histories(folder)[NAME]
        assert len(found) == len(said)
        assert holds(found[-1].said, said[-1][1])
        history.reset(folder, NAME)
        assert history.histories(folder) == {}


@pytest.mark.parametrize(
    ("shift", "known", "written"),
    [
        ([0, 0], "", "r0c1=F1"),
        ([1, 2], "", "r1c3=F1"),  # the shown block begins further down and right
        ([1, 2], "r0c0=W0", "r1c3=F1"),
        ([1, 2], "W0 F0 / C L0", "r0c1=F1"),  # a kingdom that was stated counts by itself
    ],
)
def test_squares_count_in_the_kingdom_that_is_shown(
    shift: list[int], known: str, written: str
) -> None:
    corners = [[0, 0], [100, 0], [100, 100], [0, 100]]
    photo = {"kingdoms": [{"shift": shift, "corners": corners}]}
    before = [RecordedDecision(1, known, "t0", "judge")] if known else []
    (found,) = corrections._decisions(photo, {"fixes": ["r0c1=F1"]}, "judge", before, BASE)
    assert (found.said, found.at) == (written, "50,50")


@pytest.mark.parametrize(
    ("before", "settled"),
    [
        ([], "W0 F1 / Cb L0"),  # whatever photos of the table come later
        (["ok"], "W0 F1 / Cb L0"),
        (["r0c1=F1"], "W0 F1 / Cb L0"),  # as it is shown, the correction in it
        (["r0c1=F1 discarded"], "W0 F1 / Cb L0"),
        (["W0 F0 / C L0"], "W0 F1 / Cb L0"),
        (["total 57"], "total 57"),
    ],
)
def test_what_looks_right_looks_right_with_its_corrections(before: list[str], settled: str) -> None:
    shown = {
        "squares": [["W0", "F1"], ["C", "L0"]],
        "castle": {"row": 1, "col": 0, "color": "blue"},
        "corners": [[0, 0], [100, 0], [100, 100], [0, 100]],
    }
    known = [RecordedDecision(1, text, "t0", "judge") for text in before]
    (found,) = corrections._decisions(
        {"kingdoms": [shown]}, {"settled": True}, "judge", known, BASE
    )
    assert found.said == settled
