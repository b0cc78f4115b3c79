"""Whose a kingdom is, as the command line says it: by castles' colours, by the files' names."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

from kscan.cli.photo_game import (
    Played,
    named_after_files,
    played_on,
    players_by_color,
    with_players,
)
from kscan.game.ranking import TieRule
from kscan.game.rules import Rules
from kscan.game.squares import CastleColor
from kscan.records import Scan

PINK, BLUE = CastleColor.PINK, CastleColor.BLUE


def parsed(text: str) -> Any:
    return players_by_color(click.Context(click.Command("score")), None, text)  # type: ignore[arg-type]


def scan(photo: str, *colors: CastleColor | None) -> Scan:
    """Return a photo with kingdoms of which only the castles' colours matter."""
    from kscan.records import ScoredKingdom

    kingdoms = tuple(
        ScoredKingdom(
            None,  # type: ignore[arg-type]
            SimpleNamespace(kingdom=SimpleNamespace(castle_color=color)),  # type: ignore[arg-type]
            None,  # type: ignore[arg-type]
        )
        for color in colors
    )
    return Scan(photo, kingdoms=kingdoms)


def test_players_are_named_by_colours_in_any_case() -> None:
    assert parsed("Blue=Anna, PINK = Ben") == ((BLUE, "Anna"), (PINK, "Ben"))
    assert parsed("") == ()


@pytest.mark.parametrize("text", ["Anna", "black=Anna", "blue=", "blue=Anna,blue=Ben"])
def test_what_names_no_castle_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(click.BadParameter, match="such as blue=Anna,pink=Ben"):
        parsed(text)


def test_a_kingdom_is_named_by_its_castle() -> None:
    found = with_players(scan("a.jpg", BLUE, PINK), parsed("pink=Ben,blue=Anna"))
    assert [one.player for one in found.kingdoms] == ["Anna", "Ben"]
    assert found.remarks == ()


def test_where_a_colour_is_not_sure_its_player_is_asked_about() -> None:
    found = with_players(scan("a.jpg", BLUE, None), parsed("pink=Ben,blue=Anna"))
    assert [one.player for one in found.kingdoms] == ["Anna", ""]
    (asked,) = found.remarks
    assert (asked.code, asked.look, dict(asked.words)["player"]) == ("not_bound", True, "Ben")


def test_files_name_players_but_not_those_that_a_camera_named() -> None:
    photos = [("x/anna (1).jpg", BLUE), ("IMG_2044.jpg", BLUE), ("b.jpg", BLUE, PINK)]
    names = [
        [one.player for one in named_after_files(scan(photo, *colors)).kingdoms]
        for photo, *colors in photos
    ]
    assert names == [["anna"], [""], ["", ""]]


def test_the_settings_of_a_photos_tournament_are_looked_for_in_three_folders(
    tmp_path: Path,
) -> None:
    from kscan.cli.photo_game import in_tournament

    (tmp_path / "kscan.toml").write_text("size = 5")
    assert in_tournament(tmp_path / "round-1" / "table-1" / "anna.jpg")
    assert not in_tournament(tmp_path / "a" / "round-1" / "table-1" / "anna.jpg")


@pytest.mark.parametrize(
    ("stated", "named", "expected"),
    [
        ('ties = "demo"', False, TieRule.DEMO),
        ('ties = "head-to-head"', False, TieRule.RULEBOOK),  # which ranks rounds, not one game
        ('ties = "demo"', True, TieRule.RULEBOOK),
        ("size = 5", False, TieRule.RULEBOOK),
    ],
)
def test_ties_are_broken_as_the_photos_tournament_or_the_option_says(
    tmp_path: Path, stated: str, named: bool, expected: TieRule
) -> None:
    (tmp_path / "kscan.toml").write_text(stated)
    own = Played(Rules(), TieRule.RULEBOOK)
    found, said = played_on(str(tmp_path / "table.jpg"), own, {"ties": named, "size": False})
    assert found.ties is expected
    assert ("option wins" in " ".join(said)) == named
