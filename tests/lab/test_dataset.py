"""The data folder is read as its layout says."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kscan.errors import UsageError
from kscan.game.kingdom import Cell
from kscan.game.squares import CastleColor
from kscan.lab import dataset


def test_the_real_data_is_complete(shared: Path) -> None:
    data = shared / "photos"
    assert len(dataset.squares(data)) == 4098
    assert len(dataset.boards(data)) == 48
    assert [photo.points for photo in dataset.photos(data)] == [121, 49, 10]
    assert len(dataset.surfaces(data)) == 189
    assert len(dataset.art(data)) == 85


def test_a_board_knows_its_castle_and_what_it_hides(shared: Path) -> None:
    boards = {board.file.name: board for board in dataset.boards(shared / "photos")}
    hiding = boards["7.jpg"]
    assert hiding.castle_standing
    assert hiding.hidden == {Cell(1, 2)}
    assert hiding.kingdom[hiding.kingdom.castles[0]].color is CastleColor.GREEN


def test_a_folder_without_the_tables_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"squares\.csv: not found"):
        dataset.squares(tmp_path)


@pytest.mark.parametrize("pictures", [dataset.surfaces, dataset.art])
def test_a_folder_without_the_pictures_is_named(
    pictures: Callable[[Path], object], tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=f"{pictures.__name__}: not found"):
        pictures(tmp_path)
