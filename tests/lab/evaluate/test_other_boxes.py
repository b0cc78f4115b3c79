"""What is counted on composed games of other boxes."""

from dataclasses import replace

import numpy as np

from kscan.find.grid import Grid
from kscan.game.boxes import GIANTS
from kscan.game.kingdom import Cell
from kscan.game.rules import Rules
from kscan.lab.compose import Material, giants
from kscan.lab.evaluate import expansion, xl
from kscan.lab.evaluate.composed import read_kingdoms


def test_each_photo_shows_the_squares_that_only_the_giants_have() -> None:
    figures = expansion.one_kingdom(Material.painted(), 2)
    giants, base = figures["giants"], figures["base"]
    assert giants["all"] == giants["painted tiles"]
    assert giants["all"]["n"] == base["all"]["n"] == 2
    assert giants["all"]["squares"]["n"] == sum(one["n"] for one in figures["by_kind"].values())
    assert giants["all"]["squares"]["n"] > 0
    assert "squares" not in base["all"]
    asked = figures["base_by_giants_box"]
    assert asked["n"] == 2
    assert asked["asked_more"] + asked["asked_less"] <= 2
    assert figures["giants_by_base_box"]["looked"] >= figures["giants_by_base_box"]["named"]


def test_a_square_is_looked_up_where_it_lies_and_not_where_the_reading_counts_it() -> None:
    ((recipe, number),) = expansion.recipes(1, 1)
    scene = expansion.scene_of(
        Material.painted(), replace(recipe, box=GIANTS, wanted=giants.TWICE_CROWNED), 1, number
    )
    ((truth, read, _),) = read_kingdoms(scene, same_game=True, rules=Rules(box=GIANTS))
    assert read is not None
    grid = Grid(truth.homography, np.zeros((truth.kingdom.rows, truth.kingdom.cols)), 1.0)
    placed = replace(read, grid=grid, reading=replace(read.reading, kingdom=truth.kingdom))
    for cell in truth.kingdom.covered:
        assert expansion.read_at(truth, placed, cell) == str(truth.kingdom[cell])
    turned = replace(placed, grid=replace(grid, homography=grid.homography @ np.diag([-1, -1, 1])))
    assert expansion.read_at(truth, turned, Cell(0, 0)) == "."


def test_games_of_two_boxes_are_timed_beside_base_games() -> None:
    figures = xl.two_boxes(Material.painted(), 1)
    assert set(figures) == {"3 kingdoms", "4 kingdoms"}
    for players, each in zip((3, 4), figures.values(), strict=True):
        for box in ("xl", "base"):
            assert each[box]["n"] == players
            assert each[box]["games"] == 1
            assert each[box]["seconds"]["longest"] >= each[box]["seconds"]["median"] > 0
            assert each[box]["false_shortages"] >= each[box]["false_shortages_of_right_readings"]
