"""Rounds, tables and players by any names, however they are written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kscan.errors import UsageError
from kscan.tournament.names import (
    Aliases,
    in_order,
    is_camera,
    near_pairs,
    place_key,
    round_and_table,
    spellings,
    tidy,
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


@pytest.mark.parametrize(
    "name",
    [
        *("IMG_1234", "IMG_E1234", "IMG_1234_edited", "IMG_20261120_193045_HDR", "image0"),
        *("PXL_20261120_193045123.MP", "MVIMG_20261120_193045", "DSC_0001", "P1010001"),
        *("20261120_193045", "20261120_193045_HDR", "2026-11-20 19.30.45", "DJI_0001", "GOPR0123"),
        *("IMG-20261120-WA0001", "WhatsApp Image 2026-11-20 at 19.30.45 (1)", "FB_IMG_1700000000"),
        *("signal-2026-11-20-193045", "photo_2026-11-20_19-30-45", "received_123456789"),
        *("Screenshot_20261120-193045", "Screen Shot 2026-11-20 at 19.30", "Image (3)", "Photo 12"),
        *("Bild 1", "Foto-1", "Scanned Document 12", "5d41402a-bc4b-2a76-b971-9d911017c592"),
    ],
)
def test_what_a_camera_calls_its_photos_is_nobodys_name(name: str) -> None:
    assert is_camera(name)


@pytest.mark.parametrize(
    "name",
    ["Anna", "p01", "Player 12", "Team007", "R2D2", "Imogen", "Scanlon", "Pic", "Sam 2", "Burst"],
)
def test_what_a_person_may_be_called_is_a_name(name: str) -> None:
    assert not is_camera(name)


@pytest.mark.parametrize(
    "name", ["anna (1)", "anna(2)", "anna - Copy", "anna copy 2", "anna - Kopie (3)", " anna "]
)
def test_what_a_computer_puts_behind_a_copys_name_is_not_part_of_it(name: str) -> None:
    assert tidy(name) == "anna"


@pytest.mark.parametrize("name", ["Anna 2", "Ana Copyright", "Copy", "(1)", "Ann-Kopiec"])
def test_all_else_is_part_of_a_name(name: str) -> None:
    assert tidy(name) == name


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
