"""`kscan score` on two, three and five kingdoms: each has its own corrections and doubts."""

from typing import Any

import pytest

FIRST, SECOND, THIRD = "W0 W0 Cp F0 F0", "L0 L0 Cy P0 P0", "S0 S0 Cg F0 F0"
FIVE = ("C W0 W0", "C F0 F0", "C L0 L0", "C P0 P0", "C S0 S0")


def squares(document: dict) -> list[str]:
    """Return the kingdoms of all photos, each on a line."""
    kingdoms = [one for photo in document["photos"] for one in photo["kingdoms"]]
    return [" ".join(one["squares"][0]) for one in kingdoms]


def statuses(document: dict) -> list[str]:
    return [one["status"] for photo in document["photos"] for one in photo["kingdoms"]]


@pytest.mark.parametrize(
    ("fixes", "expected"),
    [
        ((), ["check", "check"]),
        (("k1r0c1=W0",), ["ok", "check"]),
        (("k2r0c1=L0",), ["check", "ok"]),
        (("k1r0c1=W0", "k2r0c1=L0"), ["ok", "ok"]),
        (("k1r0c0=W0", "k2r0c0=L0"), ["check", "check"]),
    ],
)
def test_a_fix_answers_what_the_file_asks_of_its_own_kingdom_only(
    table: Any, fixes: tuple[str, ...], expected: list[str]
) -> None:
    photo = table.photo("two.png", FIRST, SECOND)
    assert table.score(photo, "--save").exit_code == 0
    file = table.folder / "two.png.kingdom"
    headings = [line for line in file.read_text().splitlines() if line.startswith("# ")]
    assert headings == ["# kingdom 1", "# kingdom 2"]
    for row, read in ((FIRST, "W0"), (SECOND, "L0")):
        text = file.read_text()
        assert row in text
        file.write_text(text.replace(row, f"#: look at r0c1: read as {read}\n{row}"))
    given = [word for fix in fixes for word in ("--fix", fix)]
    found = table.document(photo, *given)
    assert statuses(found) == expected
    assert found["photos"][0]["status"] == max(expected, key=["ok", "check"].index)


@pytest.mark.parametrize("corrected", [0, 1, 2])
def test_in_a_game_of_photos_each_file_corrects_its_own_photo(table: Any, corrected: int) -> None:
    photos = [table.photo("two.png", FIRST, SECOND), table.photo("one.png", THIRD)]
    before = squares(table.document(*photos, "--same-game"))
    owner = photos[0] if corrected < 2 else photos[1]
    table.score(owner, "--save")
    file = owner.with_name(f"{owner.name}.kingdom")
    row = (FIRST, SECOND, THIRD)[corrected]
    file.write_text(file.read_text().replace(row, row[:-5] + "W0 F0"))
    after = squares(table.document(*photos, "--same-game"))
    assert [n for n in range(3) if after[n] != before[n]] == [corrected]
    assert after[corrected].endswith("W0 F0")


@pytest.mark.parametrize("where", ["one photo", "five photos"])
def test_five_players_are_more_than_a_game_has_and_need_a_look(table: Any, where: str) -> None:
    if where == "one photo":
        photos = [table.photo("all.png", *FIVE)]
    else:
        photos = [table.photo(f"{n}.png", kingdom) for n, kingdom in enumerate(FIVE)]
    together = table.score(*photos, "--same-game")
    assert together.exit_code == 3
    assert "5" in together.stdout
    document = table.document(*photos, "--same-game")
    assert {photo["status"] for photo in document["photos"]} == {"check"}
    assert statuses(document) == ["ok"] * 5
    game = document if where == "five photos" else document["photos"][0]
    assert [finding["code"] for finding in game["findings"]] == ["too_many_players"]


def test_five_kingdoms_that_played_apart_are_sure(table: Any) -> None:
    photo = table.photo("all.png", *FIVE)
    assert table.score(photo, "--separate").exit_code == 0
    assert table.document(photo, "--separate")["photos"][0]["status"] == "ok"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_so_many_players_as_a_game_has_are_sure(table: Any, players: int) -> None:
    photos = [table.photo(f"{n}.png", kingdom) for n, kingdom in enumerate(FIVE[:players])]
    assert table.score(*photos, "--same-game").exit_code == 0
