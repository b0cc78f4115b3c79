"""The finder and the reader say together what is covered."""

import numpy as np
import pytest

from kscan import find
from kscan.evidence import EMPTY_LABEL, LABELS, OTHER_LABEL, Evidence
from kscan.find.grid import Grid
from kscan.photo.records import Photo
from kscan.read import reader
from kscan.read.seeing import find_and_read, fused

PHOTO = Photo("table.png", np.zeros((60, 60, 3), np.uint8))


def found(covered: list[list[float]]) -> Grid:
    return Grid(np.eye(3), np.array(covered), 1.0)


def read(tiles: list[list[float]]) -> Evidence:
    """Evidence that each field is a tile with this probability, and then most likely wheat."""
    there = np.array(tiles)
    probabilities = np.empty((*there.shape, len(LABELS)))
    probabilities[:] = (there * 0.1 / (len(LABELS) - 3))[..., None]
    probabilities[..., OTHER_LABEL] = 0.0
    probabilities[..., 0] = there * 0.9
    probabilities[..., EMPTY_LABEL] = 1 - there
    return Evidence(probabilities, np.full((*there.shape, 4), 0.25))


def test_where_both_agree_nothing_changes_but_how_sure_they_are() -> None:
    covered, tiles = [[0.99, 0.99, 0.99, 0.02]], [[0.999, 0.999, 0.999, 0.01]]
    (grid,), (seen,) = fused([found(covered)], [read(tiles)])
    assert (grid.covered > 0.5).tolist() == [[True, True, True, False]]
    assert (seen.probabilities[..., EMPTY_LABEL] < 0.5).tolist() == [[True, True, True, False]]
    assert seen.probabilities.sum(axis=-1) == pytest.approx(1.0)


def test_the_surer_of_the_two_is_believed() -> None:
    (_,), (seen,) = fused([found([[0.3, 0.999]])], [read([[1 - 1e-7, 0.2]])])
    assert (seen.probabilities[0, :, EMPTY_LABEL] < 0.5).all()


def test_what_a_tile_shows_is_the_readers_word_alone() -> None:
    (_,), (seen,) = fused([found([[0.7]])], [read([[0.95]])])
    tiles = np.delete(seen.probabilities[0, 0], EMPTY_LABEL)
    assert tiles.argmax() == 0
    assert tiles[0] / tiles.sum() == pytest.approx(0.9)


def test_under_something_else_the_finder_alone_says_whether_a_tile_lies() -> None:
    seen = read([[0.01]])
    seen.probabilities[:] *= 0.02
    seen.probabilities[..., OTHER_LABEL] = 0.98
    (grid,), (said,) = fused([found([[0.99]])], [seen])
    assert grid.covered[0, 0] > 0.5
    assert said.probabilities[0, 0, OTHER_LABEL] == pytest.approx(0.98)
    assert said.probabilities.sum() == pytest.approx(1.0)


def test_dominoes_speak_to_the_grid_and_not_to_the_evidence() -> None:
    covered = [[0.999] * 3, [0.999] * 2 + [0.6]]
    (grid,), (seen,) = fused([found(covered)], [read([[0.999] * 3, [0.999] * 2 + [0.9]])])
    assert (grid.covered > 0.5).sum() == 5  # a castle and two dominoes
    assert 0 < seen.probabilities[1, 2, EMPTY_LABEL] < 1


def test_a_photo_is_found_and_read_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    grid, evidence = found([[0.99]]), read([[0.99]])
    monkeypatch.setattr(find, "find", lambda photo: (grid,) if photo is PHOTO else ())
    monkeypatch.setattr(reader, "read", lambda _, grids: (evidence,) * len(grids))
    (grids, seen) = find_and_read(PHOTO)
    assert (len(grids), len(seen)) == (1, 1)
    assert find_and_read(Photo("other", PHOTO.pixels)) == ((), ())
