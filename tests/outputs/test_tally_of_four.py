"""`kscan tally --json` on four players: every field against a game added up by hand."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kscan.cli import main

# Dora and boris have one point each: the larger territory decides.
GAME = """
# Anna
F1 W0 Cp L0 L0
F0 F0 .  L0 L0
# boris
W1 F0 Cy P0 P0
.  .  .  S0 S0
# Clara
Cg S0 S0
# Dora
P1 W0 Cb W0 W0
.  .  .  W0 W0
"""
EXPECTED = {  # total, largest territory, crowns
    "Anna": (3, 4, 1),
    "boris": (1, 2, 1),
    "Clara": (0, 2, 0),
    "Dora": (1, 4, 1),
}


def tallied(path: Path, *options: str) -> dict:
    result = CliRunner().invoke(main, ["tally", str(path), "--json", "--lang", "en", *options])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    file.write_text(GAME)
    return file


def test_each_kingdom_has_its_own_figures(game: Path) -> None:
    kingdoms = tallied(game)["kingdoms"]
    figures = {
        one["name"]: (one["total"], one["largest_territory"], one["crowns"]) for one in kingdoms
    }
    assert figures == EXPECTED
    for one in kingdoms:
        territories = one["territories"]
        assert one["points"] == sum(each["points"] for each in territories)
        assert one["crowns"] == sum(each["crowns"] for each in territories)
        assert one["largest_territory"] == max(each["squares"] for each in territories)
        assert all(each["points"] == each["squares"] * each["crowns"] for each in territories)
        assert all(len(each["cells"]) == each["squares"] for each in territories)
        laid = {tuple(cell) for each in territories for cell in each["cells"]}
        covered = {tuple(cell) for domino in one["dominoes"] for cell in domino["cells"]}
        assert laid == covered
        castle = (one["castle"]["row"], one["castle"]["col"])
        assert one["squares"][castle[0]][castle[1]][0] == "C"


def test_the_ranking_says_place_figures_and_what_decided(game: Path) -> None:
    ranking = tallied(game)["ranking"]
    assert [
        (one["place"], one["name"], one["total"], one["largest_territory"], one["crowns"])
        for one in ranking
    ] == [
        (1, "Anna", *EXPECTED["Anna"]),
        (2, "Dora", *EXPECTED["Dora"]),
        (3, "boris", *EXPECTED["boris"]),
        (4, "Clara", *EXPECTED["Clara"]),
    ]
    assert [one["decided_by"] for one in ranking] == [
        None,
        "largest_territory",
        "largest_territory",
        None,
    ]


@pytest.mark.parametrize(
    ("variant", "bonuses"),
    [
        ("harmony", {"Anna": 0, "boris": 0, "Clara": 0, "Dora": 0}),
        ("middle-kingdom", {"Anna": 0, "boris": 0, "Clara": 0, "Dora": 0}),
    ],
)
def test_a_bonus_is_named_and_added(game: Path, variant: str, bonuses: dict[str, int]) -> None:
    for one in tallied(game, "--variant", variant)["kingdoms"]:
        assert one["bonuses"] == {variant.replace("-", "_"): bonuses[one["name"]]}
        assert one["total"] == one["points"] + bonuses[one["name"]]


def test_four_of_one_kind_share_the_first_place(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    castles = zip(("Anna", "anna b", "Clara", "Dora"), "pygb", strict=True)
    file.write_text("\n".join(f"# {name}\nC{color} F0 F0" for name, color in castles))
    ranking = tallied(file)["ranking"]
    assert [one["place"] for one in ranking] == [1, 1, 1, 1]
    assert {one["decided_by"] for one in ranking} == {"shared"}
