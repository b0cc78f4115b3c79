"""Rounds, tables and players by any names, however they are written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kscan.errors import UsageError
from kscan.tournament.names import (
    Aliases,
    in_order,
    near_pairs,
    place_key,
    round_and_table,
    spellings,
)


@pytest.mark.parametrize(
    "names",
    [
        ("Round 2", "round-2", "ROUND_02", "r2", "R2", "2", "02", "Runde 2", "кръг 2", "סיבוב 2"),
        ("Table A", "table-a", "a", "A", "Tisch A"),
        ("Friday", "friday", " FRIDAY "),
        ("Blue room", "blue-room", "blue_room"),
        ("t12", "Table 12", "table12", "12"),
    ],
)
def test_a_place_is_the_same_however_it_is_written(names: tuple[str, ...]) -> None:
    assert len({place_key(name) for name in names}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("Friday", "Saturday"), ("round-1", "round-2"), ("Table A", "Table B"), ("2", "2b")],
)
def test_other_places_stay_apart(one: str, other: str) -> None:
    assert place_key(one) != place_key(other)


@pytest.mark.parametrize(
    ("folders", "place"),
    [
        ("Friday/Table A", ("Friday", "Table A")),
        ("Saturday/Table A", ("Saturday", "Table A")),
        ("Round 2/Blue", ("Round 2", "Blue")),
        ("cup/round-1/table-3", ("round-1", "table-3")),
        ("table-3", ("", "table-3")),
        ("2026-11-20 1930/table-1", ("2026-11-20 1930", "table-1")),
        ("Friday/3", ("Friday", "3")),
        ("Friday/B", ("Friday", "B")),
        ("2026/2/3", ("2", "3")),
        ("holiday/beach", ("", "")),
        ("DCIM/10", ("", "")),
        ("round-1", ("round-1", "")),
        ("", ("", "")),
    ],
)
def test_folders_of_any_name_say_round_and_table(folders: str, place: tuple[str, str]) -> None:
    assert round_and_table(folders.split("/") if folders else []) == place


def test_rounds_stand_in_their_order_however_each_is_written() -> None:
    rounds = ["Round 10", "Round 2", "final", "r3", "round-1"]
    assert sorted(rounds, key=in_order) == ["round-1", "Round 2", "r3", "Round 10", "final"]


def test_of_several_spellings_the_first_is_shown() -> None:
    found = spellings(["Round 2", "round-2", "Round 1", "2", "Round 2", ""])
    assert [found[name] for name in ("2", "round-1", "")] == ["Round 2", "Round 1", ""]
    assert found.others == {"2": ("round-2",)}  # 2 is what games.csv calls it


def test_an_alias_names_the_player_in_any_case() -> None:
    called = Aliases({"Dann": "dan", "  eva m. ": " Eva"})
    assert [called(name) for name in ("dann", "DAN", "Eva M. ", " ben ")] == [
        "dan",
        "DAN",
        "Eva",
        "ben",
    ]


def test_aliases_may_lead_over_each_other_but_not_in_a_circle() -> None:
    assert Aliases({"a": "b", "b": "c"})("A") == "c"
    with pytest.raises(UsageError, match="leads back"):
        Aliases({"a": "b", "b": "a"})


def test_an_alias_to_itself_says_that_a_name_is_its_own() -> None:
    called = Aliases({"dann": "dann"})
    assert called("Dann") == "dann"
    assert called.settles("DANN")
    assert not called.settles("dan")


@pytest.mark.parametrize(
    ("one", "other"),
    [("dan", "dann"), ("Eva", "éva"), ("john", "jon"), ("ana", "ena"), ("d'Arc", "darc")],
)
def test_names_that_differ_by_a_letter_or_an_accent_are_asked_about(one: str, other: str) -> None:
    assert [*near_pairs({one: {"1"}, other: {"2"}})] == [(min(one, other), max(one, other))]


@pytest.mark.parametrize(
    ("one", "other"),
    [("p01", "p02"), ("anna", "hanns"), ("team 1", "team 2"), ("al", "eva"), ("mairet", "maitre")],
)
def test_other_names_are_not_asked_about(one: str, other: str) -> None:
    assert [*near_pairs({one: {"1"}, other: {"2"}})] == []


def test_two_who_play_in_one_round_are_two() -> None:
    assert [*near_pairs({"dan": {"1", "2"}, "dann": {"2"}})] == []


@settings(deadline=None)
@given(st.lists(st.text("abc", min_size=1, max_size=5), unique=True, max_size=12))
def test_near_names_are_those_that_a_comparison_of_all_pairs_finds(names: list[str]) -> None:
    def edits(one: str, other: str) -> bool:
        if len(one) == len(other):
            swaps = {one[:at] + one[at + 1] + one[at] + one[at + 2 :] for at in range(len(one) - 1)}
            return sum(a != b for a, b in zip(one, other, strict=True)) == 1 or other in swaps
        longer, shorter = max(one, other, key=len), min(one, other, key=len)
        return shorter in {longer[:at] + longer[at + 1 :] for at in range(len(longer))}

    expected = {(a, b) for a in names for b in names if a < b and edits(a, b)}
    assert set(near_pairs({name: {name} for name in names})) == expected
