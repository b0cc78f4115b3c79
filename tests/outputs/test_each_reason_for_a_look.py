"""A kingdom is `ok` until there is one reason for a look: each is given alone, and is enough."""

from dataclasses import replace
from typing import Any

import cv2
import playthings
import pytest

from kscan import find

SURE = "W0 W0 Cp F0 F0"
OTHER = "L0 L0 Cy P0 P0"
WIDE = "L0 L0 Cy P0 P0 F0 F0"
SEAT = "round-1/table-1/anna.jpg"


def photo_of(table: Any, *arguments: Any) -> dict:
    (photo,) = table.document(*arguments)["photos"]
    return photo


def looked_at(photo: dict) -> list[str]:
    return [photo["status"], *(kingdom["status"] for kingdom in photo["kingdoms"])]


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch, table: Any) -> Any:
    """Change what is found of every kingdom on the photos."""
    found = find.find

    def change(**parts: Any) -> Any:
        monkeypatch.setattr(
            find, "find", lambda photo: tuple(replace(one, **parts) for one in found(photo))
        )

    del table
    return change


@pytest.mark.parametrize("together", ["--same-game", "--separate"])
def test_without_a_reason_nobody_needs_to_look(table: Any, together: str) -> None:
    photo = photo_of(table, table.photo("a.png", SURE, OTHER), together)
    assert looked_at(photo) == ["ok"] * 3
    assert photo["notes"] == []
    assert [kingdom["notes"] for kingdom in photo["kingdoms"]] == [[], []]


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"quality": 0.59}, "not clear"),
        ({"notes": ("partly_outside",)}, "partly outside"),
        ({"notes": ("may_go_on",)}, "may continue"),
    ],
)
def test_a_doubtful_grid_is_a_reason(table: Any, changed: Any, parts: dict, said: str) -> None:
    changed(**parts)
    photo = photo_of(table, table.photo("a.png", SURE))
    assert looked_at(photo) == ["check", "check"]
    (note,) = photo["kingdoms"][0]["notes"]
    assert said in note


def test_a_grid_as_clear_as_it_must_be_is_none(table: Any, changed: Any) -> None:
    changed(quality=0.6)
    assert looked_at(photo_of(table, table.photo("a.png", SURE))) == ["ok", "ok"]


@pytest.mark.parametrize("place", [0, 1])
def test_a_total_in_doubt_is_a_reason_to_look_at_its_kingdom(table: Any, place: int) -> None:
    views: list[dict] = [{}, {}]
    views[place] = {(0, 0): {"F0": 0.6, "F1": 0.39}}
    photo = table.photo("a.png", "F0 W0 Cp L0 L0", "F0 L0 Cy P0 P0", views=views)
    assert looked_at(photo_of(table, photo)) == [
        "check",
        *("check" if place == number else "ok" for number in (0, 1)),
    ]


def test_a_square_in_doubt_that_changes_no_total_is_none(table: Any) -> None:
    photo = table.photo("a.png", SURE, views=[{(0, 0): {"W0": 0.6, "S0": 0.39}}])
    assert looked_at(photo_of(table, photo)) == ["ok", "ok"]


def test_what_no_domino_explains_is_a_reason(table: Any) -> None:
    photo = photo_of(table, table.photo("a.png", "W0 W0 Cp M3 M3"))
    assert looked_at(photo) == ["check", "check"]
    assert photo["kingdoms"][0]["notes"]


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("W0 M3 Cp", "M3 W0 Cy", "shared_squares"),
        ("P0 W1 Cp", "P0 W1 Cy", "shared_domino"),
        ("W0 W0 Cp", "F0 F0 Cp", "same_castle"),
    ],
)
def test_a_rule_that_two_break_together_is_a_reason_for_both(
    table: Any, first: str, second: str, code: str
) -> None:
    both = [table.photo("a.png", first), table.photo("b.png", second)]
    for one in both:
        table.score(one, "--save")  # so that nothing is argued away: a person said so
    apart = table.document(*both)["photos"]
    assert [looked_at(photo) for photo in apart] == [["ok", "ok"]] * 2
    game = table.document(*both, "--same-game")
    broken = [finding["code"] for finding in game["findings"]]
    assert broken[-1:] == [code]
    assert broken[:-1] == (["not_one_game"] if code.startswith("shared_") else [])
    assert [looked_at(photo) for photo in game["photos"]] == [["check", "check"]] * 2


def test_a_duel_among_three_is_a_reason_for_who_plays_it(table: Any) -> None:
    photos = [table.photo(f"{n}.png", one) for n, one in enumerate((WIDE, SURE, "S0 S0 Cg"))]
    game = table.document(*photos, "--same-game")
    assert [finding["code"] for finding in game["findings"]] == ["duel_of_more"]
    statuses = [looked_at(photo)[1] for photo in game["photos"]]
    assert statuses == ["check", "ok", "ok"]


@pytest.mark.parametrize("variant", ["middle-kingdom", "harmony"])
def test_how_a_bonus_was_judged_is_none(table: Any, variant: str) -> None:
    photo = table.photo("a.png", "Cp W0 W0")
    assert table.score(photo, "--variant", variant).exit_code == 0


def test_a_domino_that_touches_nothing_is_none(table: Any) -> None:
    """People lay so, and of all right totals a tenth has one: asking would help nobody."""
    photo = photo_of(table, table.photo("a.png", "F0 F0 Cp\nL0 L0 ."))
    assert looked_at(photo) == ["ok", "ok"]
    assert [found["code"] for found in photo["kingdoms"][0]["findings"]] == ["not_connected"]


def test_a_correction_is_none(table: Any) -> None:
    photo = photo_of(table, table.photo("a.png", SURE), "--fix", "r0c1=W0", "--fix", "r0c0=W0")
    assert looked_at(photo) == ["ok", "ok"]


def test_a_file_of_another_picture_is_a_reason(table: Any) -> None:
    photo = table.photo("a.png", SURE)
    table.score(photo, "--save")
    table.photo("b.png", SURE).replace(photo)
    found = photo_of(table, photo)
    assert looked_at(found) == ["check", "ok"]
    assert len(found["notes"]) == 1


def test_further_pictures_in_the_file_are_a_reason(table: Any) -> None:
    photo = table.photo("a.png", SURE).with_suffix(".tiff")
    pixels = cv2.imread(str(photo.with_suffix(".png")))
    cv2.imwritemulti(str(photo), [pixels, pixels])
    found = photo_of(table, photo)
    assert looked_at(found) == ["check", "ok"]
    assert "several pictures" in found["notes"][0]


def seated(tournament: Any, photos: dict[str, bytes], *lines: str) -> dict[str, dict]:
    tournament.write(photos)
    if lines:
        tournament.write({"games.csv": "\n".join(("photo,round,table,player,color", *lines))})
    return tournament.run().photos


@pytest.mark.parametrize(
    ("kingdoms", "lines", "said"),
    [
        ((SURE,), (), ""),
        ((SURE, OTHER), (), "photo shows 2 kingdoms"),
        ((SURE,), (f"{SEAT},1,1,anna,pink", f"{SEAT},1,1,boris,yellow"), "found for boris"),
        ((SURE, OTHER), (f"{SEAT},1,1,anna,pink", f"{SEAT},1,1,boris,"), "colours of boris"),
        (
            (SURE, OTHER.replace("Cy", "C")),
            (f"{SEAT},1,1,anna,pink", f"{SEAT},1,1,boris,yellow"),
            "castle of boris",
        ),
    ],
)
def test_who_is_missing_on_a_photo_is_a_reason(
    tournament: Any, kingdoms: tuple[str, ...], lines: tuple[str, ...], said: str
) -> None:
    found = seated(tournament, {SEAT: playthings.photo(*kingdoms)}, *lines)[SEAT]
    assert found["status"] == ("check" if said else "ok")
    assert len(found["notes"]) == bool(said)
    assert said in "".join(found["notes"])
    assert {kingdom["status"] for kingdom in found["kingdoms"]} == {"ok"}


def test_a_second_kingdom_of_a_player_is_a_reason_for_that_one_only(tournament: Any) -> None:
    photos = {
        "round-1/table-1/anna.jpg": playthings.photo(SURE),
        "round-1/table-1/anna.png": playthings.photo(OTHER),
    }
    found = seated(tournament, photos)
    assert [one["status"] for one in found.values()] == ["ok", "check"]


@pytest.mark.parametrize("players", [4, 5])
def test_a_fifth_player_is_a_reason_for_all(tournament: Any, players: int) -> None:
    kingdoms = ("Cp W0 W0", "Cy F0 F0", "Cg L0 L0", "Cb P0 P0", "C S0 S0")
    photos = {
        f"round-1/table-1/{name}.jpg": playthings.photo(kingdom)
        for name, kingdom in zip(("anna", "boris", "clara", "dora", "emil"), kingdoms, strict=True)
    }
    found = seated(tournament, dict([*photos.items()][:players]))
    assert {one["status"] for one in found.values()} == {"ok" if players == 4 else "check"}
