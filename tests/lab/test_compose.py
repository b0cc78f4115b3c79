"""Composed photos: what they say of themselves is true, and the same each time."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kscan.errors import UsageError
from kscan.game.box import BASE
from kscan.game.squares import BASE_COLORS, CastleColor, Terrain
from kscan.lab import dataset
from kscan.lab.compose import (
    Composed,
    ComposedKingdom,
    Hazard,
    Material,
    Recipe,
    compose,
    giants,
)
from kscan.lab.compose.album import TRUTH, Order, fill_album
from kscan.lab.compose.editions import PaintedTiles
from kscan.lab.compose.pictures import read_picture
from kscan.lab.compose.play import PlayedKingdom, in_one_piece, play, with_discards
from kscan.lab.compose.recipe import COVERING
from kscan.lab.compose.tables import choose_table

COLORS = list(BASE_COLORS)
# A hue for each terrain, as far from each other as hues can be.
HUES = {terrain: 30 * place for place, terrain in enumerate(Terrain)}
PLAIN = Recipe(long_side=500, hazards=frozenset({Hazard.DARK_TABLE}))


class MarkerTiles(PaintedTiles):
    """Tiles that are nothing but their terrain's hue."""

    def domino(self, number: int, side: int) -> NDArray[np.uint8]:
        """Two hues."""
        domino = BASE.dominoes[number - 1]
        print_ = np.zeros((side, 2 * side, 3), np.uint8)
        for place, half in enumerate((domino.first, domino.second)):
            if half.terrain is not None:
                print_[:, place * side : (place + 1) * side] = (HUES[half.terrain], 255, 230)
        return np.asarray(cv2.cvtColor(print_, cv2.COLOR_HSV2BGR), np.uint8)

    def start(self, color: CastleColor, side: int) -> NDArray[np.uint8]:
        """White."""
        del color
        return np.full((side, side, 3), 230, np.uint8)


@pytest.fixture
def markers(monkeypatch: pytest.MonkeyPatch) -> Material:
    monkeypatch.setattr(Material, "tiles", lambda _, rng, *__: MarkerTiles(rng))
    return Material.painted()


def composed(seed: int, recipe: Recipe, material: Material | None = None) -> Composed:
    return compose(np.random.default_rng(seed), material or Material.painted(), recipe)


def within(square: NDArray[np.float64], u: float, v: float) -> tuple[int, int]:
    top = square[0] + (square[1] - square[0]) * u
    low = square[3] + (square[2] - square[3]) * u
    x, y = np.rint(top + (low - top) * v).astype(int)
    return int(y), int(x)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("hazard", [Hazard.TILT, Hazard.MISLAID, Hazard.HOLES])
def test_each_square_shows_what_the_truth_says(
    seed: int, hazard: Hazard, markers: Material
) -> None:
    photo = composed(seed, replace(PLAIN, hazards=PLAIN.hazards | {hazard}), markers)
    hues = cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2HSV)[:, :, 0].astype(int)
    (kingdom,) = photo.kingdoms
    for cell in kingdom.kingdom.covered:
        terrain = kingdom.kingdom[cell].terrain
        if terrain is None:
            continue
        for u in (0.15, 0.5, 0.85):
            for v in (0.15, 0.5, 0.85):
                off = (hues[within(kingdom.squares[cell], u, v)] - HUES[terrain] + 90) % 180 - 90
                assert abs(off) < 15, (cell, u, v)


@pytest.mark.parametrize("seed", range(4))
def test_the_outlines_of_squares_are_where_the_picture_has_them(
    seed: int, markers: Material
) -> None:
    recipe = replace(PLAIN, hazards=PLAIN.hazards | {Hazard.TILT, Hazard.HOLES})
    photo = composed(seed, recipe, markers)
    (kingdom,) = photo.kingdoms
    value = cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2HSV)[:, :, 2]
    told = drawn(kingdom, photo.pixels.shape[:2], np.zeros(2))
    colored = value > np.median(value[told]) / 2
    agreement = overlap(colored, told)
    assert agreement > 0.93
    for off in ((-2.0, 0.0), (2.0, 0.0), (0.0, -2.0), (0.0, 2.0)):
        moved = drawn(kingdom, photo.pixels.shape[:2], np.array(off))
        assert overlap(colored, moved) < agreement


def drawn(
    kingdom: ComposedKingdom, shape: tuple[int, ...], off: NDArray[np.float64]
) -> NDArray[np.bool_]:
    mask = np.zeros(shape, np.uint8)
    for cell in kingdom.kingdom.covered:
        square = np.rint((kingdom.squares[cell] + off) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, square, 255, cv2.LINE_AA, 4)
    return mask > 127


def overlap(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    return float((one & other).sum() / (one | other).sum())


@pytest.mark.parametrize("seed", range(6))
def test_the_grid_fits_the_squares_as_closely_as_they_were_laid(seed: int) -> None:
    photo = composed(seed, replace(PLAIN, hazards=frozenset({Hazard.MISLAID})))
    (kingdom,) = photo.kingdoms
    for cell in kingdom.kingdom.covered:
        middle = kingdom.points(np.array([[cell.col + 0.5, cell.row + 0.5]]))[0]
        square = kingdom.squares[cell]
        side = np.linalg.norm(square[1] - square[0])
        assert np.linalg.norm(square.mean(axis=0) - middle) < 0.11 * side


def test_a_photo_is_the_same_each_time() -> None:
    recipe = Recipe.random(np.random.default_rng(5), long_side=300)
    one, two = composed(7, recipe), composed(7, recipe)
    assert np.array_equal(one.pixels, two.pixels)
    assert [k.record() for k in one.kingdoms] == [k.record() for k in two.kingdoms]


@pytest.mark.parametrize("hazard", list(Hazard))
def test_each_hazard_can_be_asked_for(hazard: Hazard) -> None:
    rng = np.random.default_rng(3)
    recipe = Recipe.random(rng, long_side=250, force=[hazard])
    assert recipe.has(hazard)
    photo = compose(rng, Material.painted(), recipe)
    assert max(photo.pixels.shape) == 250
    assert photo.pixels.std() > 1
    assert hazard in photo.hazards or hazard is Hazard.WHOLE  # paintings hold no whole boards


@pytest.mark.parametrize("kingdoms", range(5))
def test_as_many_kingdoms_as_asked_for_from_one_box(kingdoms: int) -> None:
    photo = composed(kingdoms, Recipe(kingdoms, 5, 300, frozenset({Hazard.HOLES})))
    assert len(photo.kingdoms) == kingdoms
    numbers = [domino.number for kingdom in photo.kingdoms for domino in kingdom.dominoes]
    assert len(numbers) == len(set(numbers))
    assert len({kingdom.color for kingdom in photo.kingdoms}) == kingdoms


def test_a_castle_hides_what_stands_behind_it_but_not_its_own_square() -> None:
    hidden = []
    for seed in range(8):
        recipe = Recipe(1, 5, 300, frozenset({Hazard.CASTLE, Hazard.TILT}))
        (kingdom,) = composed(seed, recipe).kingdoms
        castle = kingdom.kingdom.castles[0]
        assert castle not in kingdom.hidden
        hidden.append(sum(1 - kingdom.visible[c] for c in kingdom.kingdom.covered))
    assert max(hidden) > 0.1


@pytest.mark.parametrize("hazard", sorted(COVERING, key=lambda one: one.value))
def test_a_thing_on_a_kingdom_covers_what_it_hides(hazard: Hazard) -> None:
    hidden = []
    for seed in range(6):
        (kingdom,) = composed(seed, Recipe(1, 5, 300, frozenset({hazard}))).kingdoms
        assert kingdom.covered.shape == (kingdom.kingdom.rows + 2, kingdom.kingdom.cols + 2)
        for cell in kingdom.kingdom.covered:
            assert kingdom.visible[cell] <= 1 - kingdom.covered_at(cell) + 1 / 64
        hidden.append(kingdom.covered.max())
    assert max(hidden) > (0.4 if hazard is Hazard.SHADES else 0.9)


def test_a_domino_on_its_face_shows_its_back_on_both_squares() -> None:
    (kingdom,) = composed(2, Recipe(1, 5, 300, frozenset({Hazard.FACE_DOWN}))).kingdoms
    turned = [c for c in kingdom.kingdom.covered if kingdom.covered_at(c) == 1.0]
    assert turned
    assert len(turned) % 2 == 0
    assert all(kingdom.visible[cell] == 0.0 for cell in turned)


def test_without_a_thing_nothing_is_covered() -> None:
    (kingdom,) = composed(3, Recipe(1, 5, 300)).kingdoms
    assert not kingdom.covered.any()


def test_a_second_crown_lies_beside_the_first(shared: Path) -> None:
    crown = giants.printed_crown(shared / "photos" / "art")
    for file, square in dataset.art(shared / "photos"):
        if str(square) in giants.MORE:
            once = cv2.resize(read_picture(file), (giants.SIDE,) * 2, interpolation=cv2.INTER_AREA)
            twice = giants.scan_with_second_crown(read_picture(file), crown)
            changed = np.abs(once.astype(int) - twice).max(axis=2) > 8
            rows, cols = np.nonzero(changed)
            assert 0.02 < changed.mean() < 0.08
            assert rows.max() < 0.35 * giants.SIDE
            assert 0.25 * giants.SIDE < cols.min() < cols.max() < 0.7 * giants.SIDE


def test_a_kingdom_partly_outside_says_so() -> None:
    for seed in range(4):
        (kingdom,) = composed(seed, Recipe(1, 5, 300, frozenset({Hazard.OUTSIDE}))).kingdoms
        assert kingdom.partly_outside
        assert kingdom.hidden


def test_a_cut_out_kingdom_fills_the_frame() -> None:
    photo = composed(1, Recipe(1, 5, 300, frozenset({Hazard.FILLING})))
    (kingdom,) = photo.kingdoms
    rows, cols = kingdom.kingdom.rows, kingdom.kingdom.cols
    corners = kingdom.points(np.array([[0.0, 0], [cols, 0], [cols, rows], [0, rows]]))
    high, wide = photo.pixels.shape[:2]
    area = cv2.contourArea(corners.astype(np.float32))
    assert area / (high * wide) == pytest.approx(1.0, abs=0.1)


def test_contradicting_wishes_are_refused() -> None:
    with pytest.raises(UsageError, match="5 kingdoms"):
        Recipe(kingdoms=5)
    with pytest.raises(UsageError, match="size 6"):
        Recipe(size=6)


@pytest.mark.parametrize("seed", range(5))
def test_games_are_played_by_the_rules_of_the_box(seed: int) -> None:
    size, players = (7, 2) if seed % 2 else (5, 4)
    game = play(np.random.default_rng(seed), size, COLORS[:players], complete=True)
    numbers = [domino.number for played in game for domino in played.dominoes]
    assert len(numbers) == len(set(numbers))
    for played in game:
        assert max(played.kingdom.rows, played.kingdom.cols) <= size
        assert_made_of_its_dominoes(played)


def test_discards_leave_one_piece() -> None:
    rng = np.random.default_rng(0)
    (played,) = play(rng, 5, COLORS[:1])
    sides = with_discards(rng, played, 5, corners=False)
    assert in_one_piece(sides.kingdom.covered, corners=False)
    corners = with_discards(rng, played, 5, corners=True)
    assert in_one_piece(corners.kingdom.covered, corners=True)
    assert not in_one_piece(corners.kingdom.covered, corners=False)
    assert_made_of_its_dominoes(corners)


def assert_made_of_its_dominoes(played: PlayedKingdom) -> None:
    kingdom = played.kingdom
    assert kingdom == kingdom.trimmed()
    fields = [cell for domino in played.dominoes for cell in domino.cells]
    assert sorted([*fields, *kingdom.castles]) == sorted(kingdom.covered)
    for laid in played.dominoes:
        domino = BASE.dominoes[laid.number - 1]
        assert [kingdom[cell] for cell in laid.cells] == [domino.first, domino.second]


def test_an_album_is_the_same_however_it_was_made(tmp_path: Path) -> None:
    order = Order(None, seed=1, long_side=200, kingdoms=1)
    assert fill_album(tmp_path / "one", order, 3) == 3
    assert fill_album(tmp_path / "two", order, 1) == 1
    assert fill_album(tmp_path / "two", order, 3, jobs=2) == 2
    for name in (TRUTH, "00000.jpg", "00001.jpg", "00002.jpg"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    lines = (tmp_path / "one" / TRUTH).read_text().splitlines()
    assert [json.loads(line)["number"] for line in lines] == [0, 1, 2]
    with pytest.raises(UsageError, match="other options"):
        fill_album(tmp_path / "one", replace(order, seed=2), 3)


def test_an_album_is_free_of_what_is_left_out(tmp_path: Path) -> None:
    order = Order(None, seed=1, long_side=200, kingdoms=1, without=frozenset(Hazard))
    fill_album(tmp_path, order, 3)
    lines = (tmp_path / TRUTH).read_text().splitlines()
    assert [json.loads(line)["hazards"] for line in lines] == [[], [], []]


def test_held_out_pictures_are_not_used(shared: Path) -> None:
    material = Material.from_data(
        shared / "photos", games={"g1"}, sessions={"20180505"}, surfaces={"not_tile_0_112.jpg"}
    )
    assert {board.game for board in material.boards} == {"g1"}
    names = {edition.name for edition in material.editions}
    assert names == {"art", "game g1", "session 20180505"}
    assert [path.name for path in material.surfaces] == ["not_tile_0_112.jpg"]
    photo = composed(3, Recipe(1, 5, 300, frozenset({Hazard.WHOLE})), material)
    assert Hazard.WHOLE in photo.hazards


def test_a_dyed_table_has_any_colour_and_its_own_texture(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    wood = np.clip(rng.normal((60, 100, 150), 12, (255, 255, 3)), 0, 255).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "wood.png"), wood)
    plain = Material((), None, (tmp_path / "wood.png",), (), paintings=False)

    def color(material: Material, seed: int) -> NDArray[np.float64]:
        table = choose_table(np.random.default_rng(seed), material, Recipe(), np.ones(3))
        assert table.print.std(axis=(0, 1)).max() > 1
        return table.print.mean(axis=(0, 1))

    usual = wood.mean(axis=(0, 1))
    assert all(np.abs(color(plain, seed) - usual).max() < 8 for seed in range(8))
    dyed = [color(replace(plain, dyed=1.0), seed) for seed in range(8)]
    assert np.std(dyed, axis=0).min() > 15


def test_no_tile_is_laid_whose_crowns_were_cut_away(shared: Path) -> None:
    material = Material.from_data(shared / "photos", sessions={"a_c_board_seven"})
    session = next(e for e in material.editions if e.name == "session a_c_board_seven")
    # The only picture of a mine with three crowns there, of which the camera shows none whole.
    assert "M3" not in session.squares
    assert session.squares["M2"]
    assert session.spare is not None
