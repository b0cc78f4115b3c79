"""Games are kept as photos are: a correction solves again only the games that it changes."""

from pathlib import Path
from typing import Any

import playthings
import pytest
from playthings import Run

from kscan import pipeline
from kscan.game.variants import Variant
from kscan.tournament.serialization import decode_game, encode_game

GREEN, PINK, BLUE = "L0 W0 W1 L0 Cg", "Cp W0 M3", "L1 F0 Cb L0 L0"


@pytest.fixture
def solved() -> list[int]:
    """How many kingdoms each call of `counting` solved together."""
    return []


@pytest.fixture
def counting(solved: list[int]) -> Any:
    def solve(kingdoms: Any, *asked: Any) -> Any:
        solved.append(len(kingdoms))
        return pipeline.solve(kingdoms, *asked)

    return solve


def tables(folder: Path) -> None:
    photos = {"table-1/a.jpg": GREEN, "table-1/b.jpg": PINK, "table-2/c.jpg": BLUE}
    playthings.write(folder, {name: playthings.photo(one) for name, one in photos.items()})


def test_a_correction_solves_its_own_game_only(
    tmp_path: Path, run: Run, counting: Any, solved: list[int]
) -> None:
    tables(tmp_path / "in")
    before = run(solve=counting).rows
    assert sorted(solved) == [1, 2]
    solved.clear()
    assert repr(run(solve=counting).rows) == repr(before)
    assert solved == []
    corrections = tmp_path / "corrections.csv"
    corrections.write_text("photo,squares\nc.jpg,r0c0=L0\n")
    run(solve=counting, corrections=corrections)
    assert solved == [1]


def test_other_variants_another_size_and_another_version_solve_anew(
    tmp_path: Path, run: Run, counting: Any, solved: list[int]
) -> None:
    tables(tmp_path / "in")
    run(solve=counting)
    harmony = {"variants": frozenset({Variant.HARMONY})}
    for asked in (harmony, {"size": 7}, {"fingerprint": "2"}, {"force": True}):
        solved.clear()
        run(solve=counting, **asked)
        assert sorted(solved) == [1, 2], asked


def test_a_damaged_game_is_solved_again(
    tmp_path: Path, run: Run, counting: Any, solved: list[int]
) -> None:
    tables(tmp_path / "in")
    before = run(solve=counting).rows
    for kept in (tmp_path / "out" / "journal").glob("*/*.json"):
        kept.write_bytes(kept.read_bytes()[:-30])
    solved.clear()
    assert repr(run(solve=counting).rows) == repr(before)
    assert sorted(solved) == [1, 2]


def test_a_solved_game_comes_back_as_it_was() -> None:
    kingdoms = [playthings.parse_kingdom(text) for text in (GREEN, PINK, PINK)]
    game = pipeline.solve([playthings.seen(one, 0.6) for one in kingdoms])
    assert any(kingdom.reading.doubts for kingdom in game.kingdoms)
    assert decode_game(encode_game(game)) == game
