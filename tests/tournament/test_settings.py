"""kscan.toml, the rules of the first run, and options that differ from them."""

from pathlib import Path
from typing import Any

import pytest

from kscan.errors import UsageError
from kscan.game.variants import Variant
from kscan.locale import words
from kscan.tournament import settings
from kscan.tournament.report.standings_table import rules_line
from kscan.tournament.rules_in_play import announced, keep, of_photo, preset, settle
from kscan.tournament.setting_keys import FILE, variant_names
from kscan.tournament.settings import Settings
from kscan.tournament.tie_breaks import RankBy, Ties

MIDDLE, HARMONY = Variant.MIDDLE_KINGDOM, Variant.HARMONY

WHOLE = """
title = "Spring cup"
variants = ["middle-kingdom", "harmony"]
size = 5                       # or 7; detected if not given
box = "base"
quests = []
lang = "en"
rank_by = "total"              # "total", "wins", "places"
ties = "rulebook"              # "rulebook", "demo", "head-to-head", "buchholz"
[aliases]
"dann" = "dan"
"""


def test_every_key_of_the_file_is_read() -> None:
    found = settings.parse(WHOLE)
    assert found == Settings(
        "Spring cup",
        frozenset({MIDDLE, HARMONY}),
        5,
        "base",
        (),
        "en",
        RankBy.TOTAL,
        (Ties.RULEBOOK,),
        aliases={"dann": "dan"},
    )


@pytest.mark.parametrize("ranking", ["total", "wins", "places"])
@pytest.mark.parametrize("ties", ["rulebook", "demo", "head-to-head", "buchholz", "olympiad"])
def test_what_is_written_is_read_as_the_same(ranking: str, ties: str) -> None:
    found = settings.parse(f'rank_by = "{ranking}"\nties = ["{ties}", "wins"]\ntitle = "a\\\\b"')
    assert settings.parse(settings.text(found)) == found


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("size = 6", "size = 6", "expected 5 or 7"),
        ("size = true", "size", "expected 5 or 7"),
        ('variants = ["harmoni"]', "variants", '"harmony"'),
        ('rank_by = "points"', "rank_by", '"places"'),
        ('ties = "coin"', "ties", '"head-to-head"'),
        ("ties = []", "ties", '"buchholz"'),
        ('lang = "sv"', "lang", '"en"'),
        ("box = 3", "box", '"base"'),
        ('quests = ["bleak"]', "quests", '"bleak-king"'),
        ("title = 3", "title", "a text in quotes"),
        ("place_points = []", "place_points", "[4, 3, 2, 1]"),
        ("split = 1", "split", "true or false"),
        ('variant = ["harmony"]', "variant is not a setting", "did you mean variants?"),
        ("colour = 1", "colour is not a setting", "the settings are title"),
        ("size 5", "line 1", "expected lines such as: size = 5"),
        ("[aliases]\ndann = 3", "[aliases]", '"dann" = "dan"'),
        ("aliases = 3", "[aliases]", '"dann" = "dan"'),
    ],
)
def test_a_bad_file_is_answered_with_the_key_and_what_was_expected(
    text: str, key: str, expected: str
) -> None:
    with pytest.raises(UsageError) as raised:
        settings.parse(text)
    assert raised.value.message.startswith("kscan.toml: ")
    assert key in raised.value.message
    assert expected in raised.value.message


def test_variants_are_read_in_any_case_and_from_one_text() -> None:
    found = settings.parse('variants = "Middle_Kingdom, HARMONY"')
    assert found.variants == {MIDDLE, HARMONY}


def run(folder: Path, change: bool = False, **given: Any) -> Settings:
    """Settle and keep the rules as a run does."""
    (folder / "results").mkdir(exist_ok=True)
    found = settle(folder, folder / "results", given, change).settings
    keep(folder / "results", found)
    return found


def test_the_rules_of_the_first_run_are_followed(tmp_path: Path) -> None:
    first = run(tmp_path, variants=frozenset({HARMONY}), size=5)
    assert run(tmp_path) == first


@pytest.mark.parametrize("first", [{}, {"variants": frozenset({MIDDLE})}])
def test_an_option_that_differs_from_the_first_run_is_refused_with_both_values(
    tmp_path: Path, first: dict[str, Any]
) -> None:
    run(tmp_path, **first)
    with pytest.raises(UsageError) as raised:
        run(tmp_path, variants=frozenset({HARMONY}))
    assert 'the command line ["harmony"]' in raised.value.message
    assert "--change" in raised.value.message
    assert variant_names(first.get("variants", frozenset()))[:1] == (
        ["middle-kingdom"] if "middle-kingdom" in raised.value.message else []
    )


def test_with_change_the_new_rule_holds_from_then_on(tmp_path: Path) -> None:
    run(tmp_path, size=5)
    assert run(tmp_path, change=True, size=7).size == 7
    assert run(tmp_path).size == 7


def test_the_file_is_followed_and_an_option_that_differs_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('variants = ["harmony"]')
    assert run(tmp_path).variants == {HARMONY}
    with pytest.raises(UsageError, match=r'kscan\.toml says \["harmony"\]'):
        run(tmp_path, variants=frozenset({MIDDLE}))


def test_change_edits_the_file_and_leaves_its_other_lines(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(
        '# our cup\ntitle = "Cup"\nsize = 5  # small\n[aliases]\na = "b"\n'
    )
    run(tmp_path, change=True, size=7)
    assert (tmp_path / FILE).read_text() == (
        '# our cup\ntitle = "Cup"\nsize = 7  # small\n[aliases]\na = "b"\n'
    )


def test_change_rewrites_a_value_over_several_lines(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('# ours\nvariants = [\n  "harmony",\n]\nsize = 5\n')
    assert run(tmp_path, change=True, variants=frozenset({MIDDLE})).size == 5
    assert run(tmp_path).variants == {MIDDLE}
    assert (tmp_path / FILE).read_text().startswith("# ours\n")


def test_an_edited_file_is_followed_and_the_difference_is_said(tmp_path: Path) -> None:
    run(tmp_path, size=5)
    (tmp_path / FILE).write_text("size = 7")
    found = settle(tmp_path, tmp_path / "results", {})
    assert found.settings.size == 7
    assert found.said == (
        "kscan.toml now says size = 7; the last run had 5: all games are scored by it.",
    )


def test_the_file_is_found_from_a_photo_of_its_tournament(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("size = 7")
    photo = tmp_path / "round-1" / "table-3" / "anna.jpg"
    assert of_photo(photo) == (tmp_path / FILE, {"size": 7})
    assert of_photo(photo.parent / "a" / "b" / "anna.jpg")[1] == {}
    assert [*announced(tmp_path / FILE, {"size": 7})] == [f"following {tmp_path / FILE}: size = 7"]
    assert [*announced(tmp_path / FILE, {"size": 7}, ["size"])] == [
        f"{tmp_path / FILE} says size = 7; the option wins here"
    ]


def test_a_preset_gives_way_to_what_is_given(tmp_path: Path) -> None:
    duel = run(tmp_path, **preset("duel", {}))
    assert (duel.size, duel.variants) == (7, {MIDDLE})
    assert preset("duel", {"size": 5})["size"] == 5
    assert preset(None, {}) == {}


def test_the_rules_are_named_in_a_line() -> None:
    assert rules_line(settings.parse(WHOLE), words("en")) == (
        "Middle Kingdom, Harmony; grid 5 x 5; ranked by total; ties: largest territory, crowns"
    )
    assert rules_line(settings.parse('rank_by = "wins"\nties = "buchholz"'), words("en")) == (
        "no variants; grid size detected; ranked by games won; ties: Buchholz"
    )


@pytest.mark.parametrize("content", [b"\xff\xfe", b"size = \x80"])
def test_a_file_that_is_no_text_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(UsageError, match="UTF-8"):
        run(tmp_path)
