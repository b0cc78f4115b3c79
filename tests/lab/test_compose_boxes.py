"""Composed games of other boxes than the base game's."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from kscan.game.box import BASE, Box
from kscan.game.boxes import GIANTS, XL
from kscan.game.legality import examine_game
from kscan.game.rules import Rules
from kscan.game.squares import BASE_COLORS
from kscan.lab import dataset
from kscan.lab.compose import Material, Recipe, compose, giants
from kscan.lab.compose.editions import Edition, PhotographedTiles, Picture
from kscan.lab.compose.pictures import read_picture
from kscan.lab.compose.play import play

NEW = giants.TWICE_CROWNED


def test_the_box_of_the_giants_lists_its_new_squares_where_the_tests_think() -> None:
    assert sorted(NEW) == [55, 56, 57]
    faces = [GIANTS.dominoes[place - 1].face for place in sorted(NEW)]
    assert faces == ["W2 F1", "F2 L1", "L2 P1"]


@pytest.mark.parametrize(("box", "size", "players"), [(GIANTS, 5, 4), (XL, 7, 4), (XL, 7, 3)])
def test_a_played_game_is_one_of_its_box(box: Box, size: int, players: int) -> None:
    game = play(np.random.default_rng(3), size, BASE_COLORS[:players], box=box)
    laid = Counter(domino.number for kingdom in game for domino in kingdom.dominoes)
    assert max(laid.values()) == 1
    assert set(laid) <= set(range(1, len(box.dominoes) + 1))
    assert examine_game([kingdom.kingdom for kingdom in game], Rules(box=box)).broken == ()


def test_two_boxes_are_played_with_twice_as_many_dominoes() -> None:
    game = play(np.random.default_rng(1), 7, BASE_COLORS, complete=True, box=XL)
    assert sum(len(kingdom.dominoes) for kingdom in game) > len(BASE.dominoes)


def test_dominoes_that_are_wanted_are_mostly_laid() -> None:
    laid, by_chance = (
        sum(
            len(NEW & {domino.number for domino in kingdom.dominoes})
            for seed in range(8)
            for kingdom in play(
                np.random.default_rng(seed), 5, BASE_COLORS[:1], box=GIANTS, wanted=wanted
            )
        )
        for wanted in (NEW, frozenset[int]())
    )
    assert laid >= 16 > 12 > by_chance


def test_the_truth_of_a_painted_game_is_a_kingdom_of_its_box() -> None:
    recipe = Recipe(1, 5, 300, box=GIANTS, wanted=NEW)
    (kingdom,) = compose(np.random.default_rng(2), Material.painted(), recipe).kingdoms
    assert examine_game([kingdom.kingdom], Rules(box=GIANTS)).broken == ()
    assert examine_game([kingdom.kingdom], Rules(box=BASE)).broken != ()


def test_a_base_games_photo_does_not_depend_on_other_boxes() -> None:
    recipe = Recipe(1, 5, 300)
    one, other = (
        compose(np.random.default_rng(4), Material.painted(), each).pixels
        for each in (recipe, replace(recipe, box=BASE, wanted=frozenset()))
    )
    assert np.array_equal(one, other)


@pytest.mark.parametrize("label", ["W1", "F1", "L1"])
def test_a_photographed_square_gets_its_second_crown_beside_the_first(
    label: str, shared: Path
) -> None:
    """Of the game that fold 2 leaves out nearly every crown is found, even on wheat."""
    crown = giants.printed_crown(shared / "photos" / "art")
    found = []
    for board in dataset.boards(shared / "photos"):
        if board.game != "g5" or board.castle_standing:
            continue
        pixels = read_picture(board.file)
        side = pixels.shape[0] // board.kingdom.rows
        for row, col in board.kingdom.covered:
            if str(board.kingdom[row, col]) == label:
                square = pixels[row * side : (row + 1) * side, col * side : (col + 1) * side]
                found.append(giants.photo_with_second_crown(square, crown))
    assert found
    assert sum(each is not None for each in found) >= 0.8 * len(found)


def test_a_square_that_no_picture_shows_is_made_of_one_with_a_crown_less(shared: Path) -> None:
    art = shared / "photos" / "art"
    scans = {"L1": [Picture(art / "L1_01.png")], "P1": [Picture(art / "P1_01.png")]}
    edition = Edition("scans", scans, {}, upright=True, detail=300, art=art)
    assert edition.pictures("L1") == scans["L1"]
    (twice,) = edition.pictures("L2")
    once = cv2.resize(scans["L1"][0].pixels(), (giants.SIDE,) * 2, interpolation=cv2.INTER_AREA)
    assert 0.02 < (np.abs(once.astype(int) - twice.pixels()).max(axis=2) > 8).mean() < 0.08
    assert edition.pictures("M2") == ()
    tiles = PhotographedTiles(edition, edition, np.random.default_rng(0), GIANTS)
    assert tiles.domino(57, 80).shape == (80, 160, 3)
