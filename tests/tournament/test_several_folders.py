"""Rounds and tables of one name in several folders are one, and that is said."""

import pytest
from playthings import told

from kscan.tournament.players import seating


@pytest.mark.parametrize(
    ("photos", "said"),
    [
        (
            ("day 1/Round 2/Table 3/anna.jpg", "day 2/Round 2/Table 3/ben.jpg"),
            'Taken as one round: "day 1/Round 2", "day 2/Round 2".',
        ),
        (
            ("R2/Hall A/Table 3/anna.jpg", "R2/Hall B/table-3/ben.jpg", "R2/hall-b/Table 4.jpg"),
            'Taken as one table in 2: "Hall A/Table 3", "Hall B/table-3".',
        ),
        (
            ("2026/Friday/Table A/anna.jpg", "2027/friday/Table B.jpg"),
            'Taken as one round: "2026/Friday", "2027/friday".',
        ),
    ],
)
def test_the_same_name_in_two_folders_is_one_and_said(photos: tuple[str, ...], said: str) -> None:
    assert said in told(seating(photos).notes)


@pytest.mark.parametrize(
    "photos",
    [
        ("Round 1/Table 1/anna.jpg", "Round 1/Table 2/ben.jpg", "Round 2/Table 1/cai.jpg"),
        ("cup/Friday/Table A/anna.jpg", "cup/Saturday/Table A/ben.jpg", "cup/Friday/Table A.jpg"),
        ("Table 1/anna.jpg", "Table 1/ben.jpg", "Table 2.jpg", "cai.jpg"),
        ("Round 1/Table 1/photos/anna.jpg", "Round 1/Table 1/ben.jpg"),
        ("a/anna.jpg", "b/anna.jpg", "a/3/anna.jpg"),
    ],
)
def test_names_that_stand_in_one_folder_are_not(photos: tuple[str, ...]) -> None:
    assert not [each for each in told(seating(photos).notes) if each.startswith("Taken as")]
