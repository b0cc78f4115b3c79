"""Decisions with a time: the last one counts, and can be taken back."""

from pathlib import Path

import pytest

from kscan.corrections.decisions import Decisions, Discarded, KingdomIs, LooksRight, TotalIs
from kscan.corrections.table import read_corrections
from kscan.errors import UsageError
from kscan.tournament.names import PhotoNames


def decided(tmp_path: Path, *lines: str) -> Decisions:
    """Return what holds of the only kingdom of a photo after these lines: squares and time."""
    rows = [f"a.jpg,1,{line}" for line in lines]
    path = tmp_path / "corrections.csv"
    path.write_text("\n".join(["photo,kingdom,squares,when", *rows]))
    table = read_corrections(path, {"a.jpg": "00"}, PhotoNames(["a.jpg"]))
    return table.get("a.jpg", 0)


def test_the_later_line_counts_wherever_it_stands(tmp_path: Path) -> None:
    lines = ("ok,2026-11-20T10:05:00Z", "total 57,2026-11-20T10:00:00Z")
    assert decided(tmp_path, *lines) == (LooksRight(),)
    assert decided(tmp_path, *lines[::-1]) == (LooksRight(),)


def test_later_squares_are_added_to_earlier_ones(tmp_path: Path) -> None:
    said = decided(tmp_path, "r0c0=W1 r0c1=F0,1", "r0c0=L1,2")
    assert sorted(str(one.square) for one in said) == ["F0", "L1"]  # type: ignore[union-attr]


def test_a_later_square_changes_a_kingdom_that_was_stated(tmp_path: Path) -> None:
    (said,) = decided(tmp_path, "W0 C,1", "r0c0=W1,2")
    assert isinstance(said, KingdomIs)
    assert str(said.kingdom) == "W1 C"


def test_undo_takes_the_last_decision_back(tmp_path: Path) -> None:
    lines = ("ok,1", "total 57,2", "undo,3")
    assert decided(tmp_path, *lines) == (LooksRight(),)
    assert decided(tmp_path, *lines, "undo,4") == ()
    assert decided(tmp_path, *lines, "undo,4", "undo,5") == ()
    assert decided(tmp_path, *lines, "undo,4", "total 3,5") == (TotalIs(3),)


def test_a_discarded_domino_goes_with_other_decisions(tmp_path: Path) -> None:
    assert set(decided(tmp_path, "ok,", "discarded,")) == {LooksRight(), Discarded()}


@pytest.mark.parametrize("lines", [("ok,", "total 57,"), ("total 57,", "r0c0=W1,")])
def test_lines_without_a_time_may_not_contradict_each_other(
    tmp_path: Path, lines: tuple[str, str]
) -> None:
    with pytest.raises(UsageError, match=r"corrections\.csv line 3: line 2"):
        decided(tmp_path, *lines)
