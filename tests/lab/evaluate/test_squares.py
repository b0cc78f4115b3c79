"""Every labelled field is cut where its labels say, and read by weights that never saw it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from kscan import networks
from kscan.errors import UsageError
from kscan.game.squares import Square
from kscan.lab.evaluate import hardships
from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.robustness import ROWS, robustness
from kscan.lab.evaluate.squares import (
    board_cases,
    boards,
    full,
    read_cases,
    square_cases,
    squares,
)
from kscan.lab.folds import FOLDS, FULL_FOLD
from kscan.read import reader

pytestmark = pytest.mark.usefixtures("grey_reader")


def test_single_squares_are_grouped_by_session(data: Path) -> None:
    answers = squares(data, Models())
    assert answers.right.all()
    assert sorted(answers.groups) == ["20180405", "20180510", "IMG_1474-1485", "IMG_4048-4054"]


def test_a_boards_hidden_field_is_not_counted(data: Path) -> None:
    answers = boards(data, Models())
    assert answers.names == ("1.png r0c0", "1.png r1c0", "1.png r1c1")
    assert answers.right.all()


def test_a_raw_photo_is_read_between_its_corners(data: Path) -> None:
    answers = full(data, Models())
    assert len(answers) == 4
    assert answers.right.all()


def test_each_picture_is_read_by_the_fold_that_left_it_out(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for fold in FOLDS:
        (tmp_path / fold.name).mkdir()
    used: dict[str, str] = {}
    from kscan.lab.evaluate import squares as measuring

    honest = measuring._read

    def watched(
        cases: list[measuring.Case], kinds: Sequence[Square]
    ) -> Iterator[measuring.Answers]:
        used.update((case.group, networks.folder().name) for case in cases)
        return honest(cases, kinds)

    monkeypatch.setattr(measuring, "_read", watched)
    for measured in (squares, boards, full):
        measured(data, Models(tmp_path))
    assert used == {
        "20180405": "fold0",
        "20180510": "fold1",
        "IMG_4048-4054": "fold2",
        "IMG_1474-1485": "fold3",
        "g1": "fold0",
        "a.png": FULL_FOLD.name,
    }


def test_what_no_fold_that_is_there_left_out_is_not_measured(data: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no picture was left out"):
        squares(data, Models(tmp_path))


@pytest.mark.parametrize(
    "change",
    [
        hardships.offset(0.3),
        hardships.scale(1.3),
        hardships.turn(20),
        hardships.square_size(17),
        hardships.blur(0.02),
    ],
)
def test_what_keeps_the_middle_of_a_field_keeps_its_grey(
    data: Path, change: hardships.Change
) -> None:
    assert read_cases(board_cases(data), Models(), change).right.all()


@pytest.mark.parametrize(
    "change", [hardships.offset(0.9), hardships.exposure(2), hardships.kelvin(2500)]
)
def test_what_changes_the_middle_of_a_field_costs_readings(
    data: Path, change: hardships.Change
) -> None:
    assert not read_cases(board_cases(data), Models(), change).right.all()


def test_daylight_and_a_full_exposure_change_nothing(data: Path) -> None:
    (case,) = board_cases(data)
    for change in (hardships.kelvin(hardships.DAYLIGHT), hardships.exposure(0)):
        difference = change(case).photo.pixels.astype(int) - case.photo.pixels
        assert np.abs(difference).max() <= 1


def test_lamplight_is_redder_than_daylight_and_shade_bluer(data: Path) -> None:
    (case,) = board_cases(data)
    warm, cold = (hardships.kelvin(k)(case).photo.pixels.mean((0, 1)) for k in (2500, 8000))
    assert warm[2] > warm[1] > warm[0]
    assert cold[0] > cold[1] > cold[2]


def test_a_hardship_is_the_same_each_time(data: Path) -> None:
    for change in (hardships.noise(10), hardships.glare(0.8)):
        first, second = (change(next(square_cases(data))).photo.pixels for _ in range(2))
        assert (first == second).all()


def test_the_table_has_a_line_for_each_dose(data: Path) -> None:
    table = robustness(data, Models())["table"]
    assert len(table) == sum(len(row.doses) for row in ROWS)
    assert table[0] == {"hardship": "offset", "dose": 0.0, "unit": "of a square", "boards": 1.0}


def test_a_session_that_no_fold_left_out_is_measured_by_none(data: Path) -> None:
    table = data / "squares.csv"
    before = {case.fold for case in square_cases(data)}
    table.write_text(table.read_text().replace("20180405", "somebody's phone"))
    assert {case.fold for case in square_cases(data)} - before == {None}


def test_squares_of_one_photo_are_judged_together(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    together: list[int] = []
    table = data / "squares.csv"
    table.write_text(table.read_text() + "P2.png,P2,p,b,IMG_4048-4054\n")
    alone = reader.classify

    def counted(windows: reader.Windows) -> object:
        together.append(len(windows))
        return alone(windows)

    monkeypatch.setattr(reader, "classify", counted)
    squares(data, Models())
    assert sorted(together) == [1, 1, 1, 2]
