"""Photos of whole tables, and mixes in which nobody counts twice."""

import pytest

from kscan.tournament.games import SettledTables, settle_tables
from kscan.tournament.players import seating

TABLE = "round-1/table-3"


def settled(elsewhere: tuple[str, ...] = (), most: int = 4, **kingdoms: int) -> SettledTables:
    """Return the tables of photos that show so many kingdoms, with players met at another table."""
    counts = {f"{TABLE}/{name}.jpg": count for name, count in kingdoms.items()}
    counts |= {f"round-2/table-1/{name}.jpg": 1 for name in elsewhere}
    return settle_tables(seating(list(counts)), counts, (), most)


def players(tables: SettledTables, name: str) -> list[str]:
    return [player for player, _ in tables.places[f"{TABLE}/{name}.jpg"].players]


@pytest.mark.parametrize("name", ["overview", "IMG_2044", "everybody"])
def test_the_only_photo_of_a_table_shows_the_whole_table(name: str) -> None:
    found = settled(("anna", "ben"), **{name: 4})
    assert players(found, name) == []
    assert found.unassigned == frozenset()


def test_the_only_photo_with_a_players_name_stays_that_players() -> None:
    assert players(settled(("anna", "ben"), anna=4), "anna") == ["anna"]


def test_of_two_kingdoms_nobody_knows_whether_one_is_a_neighbours() -> None:
    assert players(settled(anna=2), "anna") == ["anna"]
    assert players(settled(("ben",), anna=2), "anna") == []


@pytest.mark.parametrize("name", ["overview", "IMG_2044"])
def test_a_photo_of_several_kingdoms_beside_players_photos_stands_aside(name: str) -> None:
    found = settled(("anna",), **{name: 4, "anna": 1, "ben": 1})
    assert found.unassigned == {f"{TABLE}/{name}.jpg"}
    assert players(found, "ben") == ["ben"]


def test_two_halves_of_a_table_count_and_are_asked_about() -> None:
    found = settled(IMG_0001=2, IMG_0002=2)
    assert found.unassigned == frozenset()
    assert set(found.views.values()) == {2}


def test_two_photos_of_a_whole_table_do_not_count_twice() -> None:
    assert len(settled(IMG_0001=4, IMG_0002=4).unassigned) == 2


def test_five_on_two_photos_count_where_five_may_play() -> None:
    halves = {"IMG_0001": 3, "IMG_0002": 2}
    assert settled(most=5, **halves).unassigned == frozenset()
    assert len(settled(most=4, **halves).unassigned) == 2
